internal import OSSPrimitives
internal import OSSVectors

/// Suite `v4/self-signed`: the server's half of signing elsewhere.
enum RemoteV4Cases {
  static let all: [BuiltCase] = signed + refusals + credentials

  private static let hash = "652f3d249ca2e98cbe0b22f867fe12fec4fcab21d8d4067d5570f9564f032d13"

  private static func string(
    time: String = "20231216T162057Z", date: String = "20231216",
    scope: String = "cn-hangzhou/oss/aliyun_v4_request", hash: String = hash
  ) -> String {
    "OSS4-HMAC-SHA256\n\(time)\n\(date)/\(scope)\n\(hash)"
  }

  private static func input(
    _ text: JSONValue, region: JSONValue = "cn-hangzhou", product: JSONValue? = nil,
    id: JSONValue = "exampleAccessKeyID00",
    secret: JSONValue = "ExampleSecret0000000000000000ab"
  ) -> JSONObject {
    var input: JSONObject = [
      "credentials": ["accessKeyId": id, "accessKeySecret": secret], "region": region,
    ]
    input["product"] = product
    input["stringToSign"] = text
    return input
  }

  private static func signs(
    _ slug: String, _ clauses: [String], _ comment: String, _ input: JSONObject
  ) -> BuiltCase {
    BuiltCase(
      id: "v4-rem-\(slug)", operation: .v4String, clauses: clauses, comment: comment,
      input: input)
  }

  private static let signed: [BuiltCase] = [
    signs(
      "request", ["V4-STS-4", "V4-REM-1"], "The server's half signs with another key.",
      input(.string(string()))),
    signs(
      "another-day", ["V4-STS-4", "V4-KEY-1"], "The key is that of the server's own day.",
      input(.string(string(time: "20240229T235959Z", date: "20240229")))),
    signs(
      "first-second-of-day", ["V4-STS-4", "V4-KEY-1"], "The first second of a day is refused.",
      input(.string(string(time: "20240101T000000Z", date: "20240101")))),
    signs(
      "cloudbox", ["V4-STS-4", "V4-SCO-4"], "The server's product is not asked for.",
      input(
        .string(string(scope: "cb-123/oss-cloudbox/aliyun_v4_request")), region: "cb-123",
        product: "oss-cloudbox")),
    signs(
      "long-secret", ["V4-KEY-2", "V4-STS-4"], "A secret of 56 bytes is cut.",
      input(
        .string(string()), secret: "0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghij")),
    signs(
      "secret-outside-ascii", ["V4-KEY-2", "V4-STS-4"], "The secret is signed as Latin-1.",
      input(.string(string()), secret: "S\u{E9}cret\u{4E2D}")),
    signs(
      "bytes", ["V4-STS-4", "V4-REM-1"], "A string that is given as bytes is not decoded.",
      input(["base64": .string(Base64.encode(Bytes(string().utf8).span))])),
    signs(
      "hash-of-zeros", ["V4-STS-4"], "A hash is checked to be one that was seen.",
      input(.string(string(hash: String(repeating: "0", count: 64))))),
  ]

  private static let refusals: [BuiltCase] =
    [
      (
        "another-region", "A string for another region is signed.",
        string(
          scope: "cn-beijing/oss/aliyun_v4_request")
      ),
      (
        "another-product", "A string for another product is signed.",
        string(
          scope: "cn-hangzhou/oss-cloudbox/aliyun_v4_request")
      ),
      (
        "another-date", "A string whose scope has another date than its time is signed.",
        string(
          date: "20231217")
      ),
      (
        "another-end", "A scope that ends otherwise is signed.",
        string(
          scope: "cn-hangzhou/oss/aws4_request")
      ),
      (
        "longer-scope", "A scope of five parts is signed.",
        string(
          scope: "cn-hangzhou/oss/aliyun_v4_request/x")
      ),
      ("no-date-in-scope", "A scope without a date is signed.", string(date: "")),
      (
        "time-in-http-form", "A time in HTTP's form is signed.",
        string(
          time: "Sat, 16 Dec 2023 16:20:57 GMT")
      ),
      (
        "time-extended", "A time with hyphens and colons is signed.",
        string(
          time: "2023-12-16T16:20:57Z")
      ),
      ("time-out-of-range", "A time that no day has is signed.", string(time: "20231216T246057Z")),
      (
        "time-in-lower-case", "A time with letters in lower case is signed.",
        string(
          time: "20231216t162057z")
      ),
      ("hash-in-upper-case", "A hash in upper case is signed.", string(hash: hash.uppercased())),
      ("hash-too-short", "A hash of 63 digits is signed.", string(hash: String(hash.dropLast()))),
      ("hash-too-long", "A hash of 65 digits is signed.", string(hash: hash + "0")),
      ("no-hash", "A string without a hash is signed.", string(hash: "")),
      ("line-feed-at-end", "A line feed at the end is trimmed.", string() + "\n"),
      ("space-at-end", "A space at the end is trimmed.", string() + " "),
      ("line-feed-first", "A line feed at the beginning is trimmed.", "\n" + string()),
      (
        "carriage-returns", "Carriage returns are trimmed.",
        string().split(separator: "\n").joined(separator: "\r\n")
      ),
      (
        "algorithm-in-lower-case", "The algorithm is compared without regard to case.",
        "oss4-hmac-sha256" + string().dropFirst(16)
      ),
      (
        "another-algorithm", "A string for another service is signed.",
        "AWS4-HMAC-SHA256" + string().dropFirst(16)
      ),
      (
        "of-v1", "A string of V1 is signed with the key of V4.",
        "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/key.txt"
      ),
      ("empty", "The empty string is signed.", ""),
    ].map { slug, comment, text in
      signs("ref-\(slug)", ["V4-REM-1"], comment, input(.string(text)))
        .should.refused(.invalidStringToSign)
    } + [
      signs(
        "ref-not-utf-8", ["V4-REM-1"], "Bytes that are not UTF-8 are replaced and signed.",
        input(["base64": "T1NTNC1ITUFDLVNIQTI1Ngr/Cg=="])
      ).should.refused(.invalidStringToSign),
      signs(
        "ref-product-of-default", ["V4-REM-1"], "A server for a CloudBox signs for oss.",
        input(.string(string()), product: "oss-cloudbox")
      ).should.refused(.invalidStringToSign),
    ]

  private static let credentials: [BuiltCase] = [
    signs(
      "ref-empty-secret", ["V1-REF-2"], "A server without a secret signs.",
      input(.string(string()), secret: "")
    ).refused(.missingSecret),
    signs(
      "ref-empty-id", ["V1-REF-1"], "A server without an access key ID signs.",
      input(.string(string()), id: "")
    ).refused(.missingAccessKeyID),
    signs(
      "ref-empty-region", ["V4-REF-1"], "A server without a region signs.",
      input(.string(string()), region: "")
    ).should.refused(.invalidRegion),
    signs(
      "ref-product", ["V4-REF-3"], "A server with a product in upper case signs.",
      input(.string(string()), product: "OSS")
    ).should.refused(.invalidProduct),
  ]
}
