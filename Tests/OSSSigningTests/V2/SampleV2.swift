import OSSSigning

/// A request with its string to sign and its signature, as oss2 2.19.1 makes them for the access key
/// ID `akid` and the secret `sEcret+/é`, with its clock frozen.
struct SampleV2: Sendable, CustomStringConvertible {
  let description: String
  let isURL: Bool
  let method: String
  let bucket: String?
  let key: String?
  let headers: [HeaderField]
  let query: [QueryParameter]
  let additionalHeaders: [String]
  let token: String?
  let seconds: Int64
  let stringToSign: String
  let signature: String

  static let all: [SampleV2] = signed + presigned

  static let signed: [SampleV2] = [
    SampleV2(
      description: "oss2-30", isURL: false, method: "POST", bucket: "bucket-1",
      key: "0:&x-oss-",
      headers: [
        HeaderField("Content-MD5", "é$@"),
        HeaderField("x-oss-meta-a-b", "~🙂/x-oss-"),
        HeaderField("Range", "+&"),
        HeaderField("ZAb", "~"),
        HeaderField("x-oss-object-acl", "=."),
        HeaderField("X-Oss-Meta-B", "*+,"),
      ],
      query: [
        QueryParameter("acl", "-("),
        QueryParameter(";='", "/"),
        QueryParameter("#", "/=&"),
      ],
      additionalHeaders: ["ZAb", "x-oss-meta-a", "Content-MD5", "User-Agent"], token: nil,
      seconds: 1_702_743_657,
      stringToSign: """
        POST
        é$@

        Sat, 16 Dec 2023 16:20:57 GMT
        content-md5:é$@
        x-oss-meta-a-b:~🙂/x-oss-
        x-oss-meta-b:*+,
        x-oss-object-acl:=.
        zab:~
        content-md5;zab
        %2Fbucket-1%2F0%3A%26x-oss-?%23=%2F%3D%26&%3B%3D%27=%2F&acl=-%28
        """,
      signature: "jPdELX0yTkEPCH/aXr8qvBxFnkODhlPR70cdIi+mT/8="),
    SampleV2(
      description: "oss2-64", isURL: false, method: "PUT", bucket: "bucket-1",
      key: "~'==acl$",
      headers: [
        HeaderField("Content-Type", ";"),
        HeaderField("Content-MD5", "*_$!"),
        HeaderField("x-oss-object-acl", "x-oss-,#"),
        HeaderField("User-Agent", "名 ="),
      ],
      query: [
        QueryParameter("名", "*"),
        QueryParameter("_%41a", "a*"),
        QueryParameter(",-0", ""),
        QueryParameter("0 ", "~0"),
      ],
      additionalHeaders: ["If-Match", "Content-MD5", "Range", "range", "x-oss-object-acl"],
      token: "tok+/==",
      seconds: 1_702_743_657,
      stringToSign: """
        PUT
        *_$!
        ;
        Sat, 16 Dec 2023 16:20:57 GMT
        content-md5:*_$!
        x-oss-object-acl:x-oss-,#
        x-oss-security-token:tok+/==
        content-md5;x-oss-object-acl
        %2Fbucket-1%2F~%27%3D%3Dacl%24?%2C-0&%E5%90%8D=%2A&0%20=~0&_%2541a=a%2A
        """,
      signature: "huSDe02C3dp5Ce5vASerrg4yomCXfuBDIT7Gz7pX6Sw="),
    SampleV2(
      description: "oss2-74", isURL: false, method: "PUT", bucket: "bucket-1",
      key: ":_🙂,/名!",
      headers: [
        HeaderField("Content-MD5", "éé;B"),
        HeaderField("x-oss-object-acl", "0"),
        HeaderField("x-oss-meta-a", "x-oss-:"),
        HeaderField("Host", ":é$."),
        HeaderField("Range", "= ;$"),
        HeaderField("X-Oss-Meta-B", "&"),
      ],
      query: [
        QueryParameter("~", "🙂"),
        QueryParameter("@&", ":&"),
      ],
      additionalHeaders: ["Host", "x-oss-object-acl"], token: nil,
      seconds: 0,
      stringToSign: """
        PUT
        éé;B

        Thu, 01 Jan 1970 00:00:00 GMT
        host::é$.
        x-oss-meta-a:x-oss-:
        x-oss-meta-b:&
        x-oss-object-acl:0
        host;x-oss-object-acl
        %2Fbucket-1%2F%3A_%F0%9F%99%82%2C%2F%E5%90%8D%21?%40%26=%3A%26&~=%F0%9F%99%82
        """,
      signature: "Ch0x1IM2gko7uVcbp1o/rCKygO+wIoofP+51TcAZNnw="),
    SampleV2(
      description: "oss2-182", isURL: false, method: "PUT", bucket: "bucket-1",
      key: "('*!@",
      headers: [
        HeaderField("Range", "+("),
        HeaderField("Content-MD5", ")?"),
        HeaderField("x-oss-meta-a", ",+a"),
        HeaderField("Content-Type", "%41aé"),
      ],
      query: [
        QueryParameter("-é", "~&"),
        QueryParameter("%41&", "?/"),
      ],
      additionalHeaders: ["x-oss-meta-a", "Range", "If-Match", "Host", "Content-MD5"],
      token: "tok+/==",
      seconds: 0,
      stringToSign: """
        PUT
        )?
        %41aé
        Thu, 01 Jan 1970 00:00:00 GMT
        content-md5:)?
        range:+(
        x-oss-meta-a:,+a
        x-oss-security-token:tok+/==
        content-md5;range;x-oss-meta-a
        %2Fbucket-1%2F%28%27%2A%21%40?%2541%26=%3F%2F&-e%CC%81=~%26
        """,
      signature: "ZtCY2vMViBcr3DK8zUI7mJpFJseCgeB4YRpEiM9xdXU="),
    SampleV2(
      description: "oss2-566", isURL: false, method: "POST", bucket: "bucket-1",
      key: "*-a名;acl",
      headers: [
        HeaderField("x-oss-meta-a", "?"),
        HeaderField("x-oss-object-acl", ",é~"),
        HeaderField("Range", ".~(:"),
        HeaderField("x-oss-meta-a-b", "&"),
        HeaderField("Host", "🙂é$."),
        HeaderField("X-Oss-Meta-B", "*?"),
      ],
      query: [
        QueryParameter(".é", ""),
        QueryParameter(":$@", ""),
        QueryParameter("é)", ""),
        QueryParameter(" *@", ":"),
        QueryParameter("acl🙂", "x-oss-"),
      ],
      additionalHeaders: ["Range", "x-oss-object-acl", "missing"], token: nil,
      seconds: 1_946_505_577,
      stringToSign: """
        POST


        Sat, 06 Sep 2031 23:59:37 GMT
        range:.~(:
        x-oss-meta-a:?
        x-oss-meta-a-b:&
        x-oss-meta-b:*?
        x-oss-object-acl:,é~
        range;x-oss-object-acl
        %2Fbucket-1%2F%2A-a%E5%90%8D%3Bacl?%20%2A%40=%3A&%3A%24%40&.e%CC%81&acl%F0%9F%99\
        %82=x-oss-&e%CC%81%29
        """,
      signature: "t15U2eXJGXL78EZTVyJBHs8i5sC0UwGmYDpw3gSt6oc="),
    SampleV2(
      description: "oss2-638", isURL: false, method: "DELETE", bucket: "bucket-1",
      key: "&",
      headers: [
        HeaderField("x-oss-meta-a", ","),
        HeaderField("User-Agent", ";名0"),
        HeaderField("Host", ",#$"),
      ],
      query: [
        QueryParameter("🙂", "~)"),
        QueryParameter("$acl", ""),
      ],
      additionalHeaders: ["RANGE"], token: "tok+/==",
      seconds: 1_948_885_807,
      stringToSign: """
        DELETE


        Sat, 04 Oct 2031 13:10:07 GMT
        x-oss-meta-a:,
        x-oss-security-token:tok+/==

        %2Fbucket-1%2F%26?%24acl&%F0%9F%99%82=~%29
        """,
      signature: "dtEm3k8pcjjBfvlfTTtK+MBNWvLt42BnlbZYFFiBbgc="),
  ]
}
