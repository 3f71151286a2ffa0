import OSSConformance
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// What the command prints, word for word.
extension `The command explain` {
  static let hash = "a8db36def6b9b86c8bfd86f9098a26a344667d85a39c6ea2f7da00af2973f86c"

  static let certain = [
    Case(
      testDescription: "a line of the string to sign",
      body: ExplainSamples.body(stringToSign: "PUT\n\ntext/plain\n\(date)\n\(resource)"),
      string: "PUT\n\n\n\(date)\n\(resource)",
      output: """
        LIKELY content-type-added
          The HTTP client adds a Content-Type that was not signed.
          line 3, Content-Type:
            OSS       text/plain
            client    (nothing)
          change   Set the Content-Type yourself, sign that value and send the same, or stop the HTTP client from adding one.
          clause   V1-STS-2
          vector   v1-sts-type-not-guessed

        """),
    Case(
      testDescription: "a clock",
      body: ExplainSamples.body(
        code: "RequestTimeTooSkewed", message: "The difference is too large.",
        extra: "<RequestTime>2021-10-10T17:51:03.000Z</RequestTime>"
          + "<ServerTime>2021-10-11T01:51:03.000Z</ServerTime>"),
      output: """
        LIKELY clock-time-zone
          Local time is sent as if it were GMT.
          The request's time is 8 hours behind that of OSS.
          change   Format the time with the zone GMT, not with that of the machine.
          clause   V1-DATE-1
          vector   v1-date-epoch

        LIKELY clock-skewed
          The client's clock is wrong by more than OSS allows.
          The request's time is 8 hours behind that of OSS.
          change   Set the clock by a time server, or correct it by the Date of OSS's answers; sign again where a request is sent late or again.
          clause   V1-DATE-1
          vector   v1-date-epoch

        """),
    Case(
      testDescription: "a URL that was cut",
      request:
        "curl http://b.oss-cn-hangzhou.aliyuncs.com/k?OSSAccessKeyId=a&Expires=1&Signature=b",
      output: """
        LIKELY url-cut-by-shell
          The URL is cut at an ampersand, as a shell does.
          The command ends at an & outside quotes.
          change   Put the URL in quotes on a command line, and pass all of it on.
          clause   PRE-QRY-1
          vector   v1-pre-get

        """),
    Case(
      testDescription: "a permission",
      body: ExplainSamples.body(
        code: "AccessDenied", message: "The bucket you access does not belong to you."),
      output: """
        LIKELY permission-denied
          OSS does not refuse the signature: the permission is missing.
          The answer says: The bucket you access does not belong to you. The bucket is one of another account, or another key signed than you mean: compare the access key ID; a configuration file may come before the environment.
          change   Look at the RAM policy, the policy of the role or of the session, the bucket policy and the ACL: for this account, this action, this bucket and this key.

        """),
    Case(
      testDescription: "a line of the canonical request",
      body: Samples.body(Samples.canonical(uri: "/examplebucket/a%20b.txt")),
      string: Samples.canonical(uri: "/examplebucket/a b.txt"),
      output: """
        CERTAIN uri-not-encoded
          The key is in the canonical URI without percent-encoding.
          line 2, canonical URI:
            OSS       /examplebucket/a%20b.txt
            client    /examplebucket/a b.txt
                                      ^ byte 16
            OSS       65 74 2f 61 [25] 32 30 62 2e 74 78 74
            client    65 74 2f 61 [20] 62 2e 74 78 74
          change   Percent-encode every byte of the key but letters, digits, - _ . ~ and /, once.
          clause   V4-URI-4
          vector   v4-uri-encoded-space

        """),
    Case(
      testDescription: "the hash that was signed (EXP-HASH-1)",
      body: Samples.body(Samples.canonical(uri: "/examplebucket/", query: "acl")),
      // The hash is that of the canonical request with `acl=`.
      string: "OSS4-HMAC-SHA256\n20231216T162057Z\n\(Samples.scope)\n" + hash,
      output: """
        CERTAIN, proved: query-bare-signed-with-equals
          A bare name is signed as name=, as in S3.
          The hash that was signed is that of a canonical request with this mistake.
          line 3:
            OSS       acl
            client    acl=
                         ^ byte 3
            OSS       61 63 6c [end]
            client    61 63 6c [3d]
          change   Write the name alone for a value that is absent or empty.
          clause   V4-QRY-4
          more     oss-conform show query-bare-signed-with-equals

        """),
    Case(
      testDescription: "what is proved, without its other names",
      body: Samples.body(Samples.canonical(uri: "/examplebucket/", query: "acl")),
      // The hash is that of the canonical request without `acl`, which two mistakes make.
      string: "OSS4-HMAC-SHA256\n20231216T162057Z\n\(Samples.scope)\n"
        + "42079b3b4065c0afd83b962ab4c4378e44ef39bc31377ff7665f568ce8985613",
      output: """
        CERTAIN, proved: parameter-not-signed
          A parameter is sent that was not signed.
          The hash that was signed is that of a canonical request with this mistake.
          line 3:
            OSS       acl
            client    \("")
                      ^ byte 0
            OSS       [61] 63 6c
            client    [end]
          change   Sign every parameter of the query: V4 has no list of subresources; add none to a finished URL.
          clause   V4-QRY-1
          vector   v4-qry-listing

        """),
    Case(
      testDescription: "a log, of which the words of OSS alone are quoted",
      body: "[log] begins\nbundle.js:17 The OSS Access Key Id you provided does not exist.\n",
      output: """
        LIKELY access-key-unknown
          OSS does not know the access key ID, or it is disabled.
          The answer says: bundle.js:17 The OSS Access Key Id you provided does not exist.
          change   Check the ID, that it is enabled, and that it belongs to this cloud site.

        """),
    Case(
      testDescription: "a region",
      request: Samples.request("/k", host: "b.oss-cn-beijing.aliyuncs.com"),
      output: """
        LIKELY region-wrong
          The credential scope of V4 names another region than the bucket's.
          The scope has cn-hangzhou, the host cn-beijing.
          change   Give the signer the region of the bucket, such as cn-hangzhou.
          clause   V4-SCO-1
          vector   v4-sco-ap-southeast-1

        """),
  ]
}
