import OSSSigning

extension SampleV2 {
  static let presigned: [SampleV2] = [
    SampleV2(
      description: "oss2-1", isURL: true, method: "GET", bucket: "bucket-1",
      key: "*名?(+#🙂@",
      headers: [
        HeaderField("Range", "!("),
        HeaderField("Content-MD5", "0🙂"),
        HeaderField("Content-Type", "éé,"),
      ],
      query: [
        QueryParameter("@", "%41x-oss-0-"),
        QueryParameter("),:", "("),
      ],
      additionalHeaders: ["Range", "Host", "x-oss-object-acl", "RANGE", "missing"], token: nil,
      seconds: 1_702_747_257,
      stringToSign: """
        GET
        0🙂
        éé,
        1702747257
        range:!(
        range
        %2Fbucket-1%2F%2A%E5%90%8D%3F%28%2B%23%F0%9F%99%82%40?%29%2C%3A=%28&%40=%2541x-o\
        ss-0-&x-oss-access-key-id=akid&x-oss-additional-headers=range&x-oss-expires=1702\
        747257&x-oss-signature-version=OSS2
        """,
      signature: "3eW//7sRvPL+wUiqIJztm7HdVZ6LyWTNsQdxFMZJweA="),
    SampleV2(
      description: "oss2-7", isURL: true, method: "HEAD", bucket: "bucket-1",
      key: ")acl_x-oss-:x-oss-é*",
      headers: [
        HeaderField("x-oss-meta-a-b", "aa"),
        HeaderField("User-Agent", "é"),
      ],
      query: [
        QueryParameter("/", ""),
        QueryParameter("/名", "("),
        QueryParameter(":,é", ",#"),
        QueryParameter("éa;", ""),
        QueryParameter("x-oss-'", ""),
      ],
      additionalHeaders: [], token: nil,
      seconds: 1_702_747_257,
      stringToSign: """
        HEAD


        1702747257
        x-oss-meta-a-b:aa

        %2Fbucket-1%2F%29acl_x-oss-%3Ax-oss-%C3%A9%2A?%2F&%2F%E5%90%8D=%28&%3A%2Ce%CC%81\
        =%2C%23&e%CC%81a%3B&x-oss-%27&x-oss-access-key-id=akid&x-oss-expires=1702747257&\
        x-oss-signature-version=OSS2
        """,
      signature: "AJnvjWMdVVSt1rmtBXUMGtiajWPxjgrS0t8c6MaO9nE="),
    SampleV2(
      description: "oss2-9", isURL: true, method: "GET", bucket: "bucket-1",
      key: "!/#é",
      headers: [
        HeaderField("x-oss-object-acl", "@名,"),
        HeaderField("User-Agent", ":#"),
        HeaderField("Content-Type", "?-"),
        HeaderField("abc", "#+0*"),
      ],
      query: [
        QueryParameter("acl*&", "")
      ],
      additionalHeaders: ["x-oss-object-acl"], token: nil,
      seconds: 1_609_482_806,
      stringToSign: """
        GET

        ?-
        1609482806
        x-oss-object-acl:@名,
        x-oss-object-acl
        %2Fbucket-1%2F%21%2F%23e%CC%81?acl%2A%26&x-oss-access-key-id=akid&x-oss-addition\
        al-headers=x-oss-object-acl&x-oss-expires=1609482806&x-oss-signature-version=OSS\
        2
        """,
      signature: "KjlMr1vm8uJFn+BhjnS1VYDR/+ueYyv9E5HmtUORuNY="),
    SampleV2(
      description: "oss2-15", isURL: true, method: "POST", bucket: "bucket-1",
      key: "acl",
      headers: [
        HeaderField("abc", "#"),
        HeaderField("Content-Type", "'"),
        HeaderField("x-oss-object-acl", "*"),
        HeaderField("Content-MD5", "'"),
      ],
      query: [
        QueryParameter("'", ""),
        QueryParameter("x-oss-", "é;=0"),
        QueryParameter("'!%41", "0x-oss-"),
        QueryParameter("-!~", "aé"),
        QueryParameter("~%410", ""),
      ],
      additionalHeaders: [], token: nil,
      seconds: 3600,
      stringToSign: """
        POST
        '
        '
        3600
        x-oss-object-acl:*

        %2Fbucket-1%2Facl?%27&%27%21%2541=0x-oss-&-%21~=a%C3%A9&x-oss-=%C3%A9%3B%3D0&x-o\
        ss-access-key-id=akid&x-oss-expires=3600&x-oss-signature-version=OSS2&~%25410
        """,
      signature: "Bu+ntQ1XW1mMzhln7pRu3kjhszCE1+Q354JoZuS14Pc="),
    SampleV2(
      description: "oss2-53", isURL: true, method: "PUT", bucket: nil,
      key: nil,
      headers: [
        HeaderField("x-oss-meta-a", "$0")
      ],
      query: [
        QueryParameter("-", "")
      ],
      additionalHeaders: [], token: "tok+/==",
      seconds: 1_431_146_082,
      stringToSign: """
        PUT


        1431146082
        x-oss-meta-a:$0

        %2F?-&security-token=tok%2B%2F%3D%3D&x-oss-access-key-id=akid&x-oss-expires=1431\
        146082&x-oss-signature-version=OSS2
        """,
      signature: "wQo9JS89jpr+M4RD4peuF9Rwi0GsmMWc5q/T19MQOok="),
    SampleV2(
      description: "oss2-17", isURL: true, method: "DELETE", bucket: "bucket-1",
      key: nil,
      headers: [
        HeaderField("x-oss-meta-a-b", "(&"),
        HeaderField("Content-Type", ",a)("),
        HeaderField("Content-MD5", "@,$名"),
        HeaderField("If-Match", "'0"),
        HeaderField("Range", "@"),
      ],
      query: [
        QueryParameter(".", "éB"),
        QueryParameter("=acl", "''"),
        QueryParameter("0", "-."),
        QueryParameter("(#", "é,"),
        QueryParameter("0+ ", "_名~ "),
      ],
      additionalHeaders: ["Content-Type", "x-oss-meta-a", "ZAb", "If-Match"], token: nil,
      seconds: 1_702_747_257,
      stringToSign: """
        DELETE
        @,$名
        ,a)(
        1702747257
        content-type:,a)(
        if-match:'0
        x-oss-meta-a-b:(&
        content-type;if-match
        %2Fbucket-1%2F?%28%23=e%CC%81%2C&%3Dacl=%27%27&.=%C3%A9B&0=-.&0%2B%20=_%E5%90%8D\
        ~%20&x-oss-access-key-id=akid&x-oss-additional-headers=content-type%3Bif-match&x\
        -oss-expires=1702747257&x-oss-signature-version=OSS2
        """,
      signature: "X2HVgRTpy+JW1Jn0LI/y19MehWiZWctteZCAg6c8XpU="),
  ]
}
