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
        extra: "<RequestTime>2021-10-11T01:51:03.000Z</RequestTime>"
          + "<ServerTime>2021-10-10T17:51:03.000Z</ServerTime>"),
      output: """
        LIKELY clock-time-zone
          Local time is sent as if it were GMT.
          The request's time is 8 hours ahead of that of OSS.
          change   Format the time with the zone GMT, not with that of the machine.
          clause   V1-DATE-1
          vector   v1-date-epoch

        LIKELY clock-skewed
          The client's clock is wrong by more than OSS allows.
          The request's time is 8 hours ahead of that of OSS.
          change   Set the clock by a time server, or correct it by the ServerTime of the answer, which nothing on the way rewrites as it may the Date; sign again where a request is sent late or again.
          clause   V1-DATE-1
          vector   v1-date-epoch

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
  ]
}
