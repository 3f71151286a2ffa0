internal import OSSPrimitives
internal import OSSVectors

extension SpeedTrial {
  /// One request for each operation that is worth timing, of the size that applications send.
  ///
  /// The signed request uploads a part: four standard headers, three of OSS and two parameters.
  public static var standardRequests: [AdapterRequest] {
    [
      AdapterRequest(operation: .v1Header, input: signing),
      AdapterRequest(operation: .v1Presign, input: presigning),
      AdapterRequest(
        operation: .v1String,
        input: ["credentials": credentials, "stringToSign": .string(stringToSign)]),
      AdapterRequest(
        operation: .publicURL,
        input: ["bucket": "examplebucket", "key": key, "endpoint": endpoint]),
      AdapterRequest(operation: .sha1, input: ["data": .string(stringToSign)]),
      AdapterRequest(operation: .sha256, input: ["data": .string(stringToSign)]),
      AdapterRequest(
        operation: .hmacSHA1, input: ["key": secret, "data": .string(stringToSign)]),
      AdapterRequest(
        operation: .hmacSHA256, input: ["key": secret, "data": .string(stringToSign)]),
      AdapterRequest(operation: .base64, input: ["encode": .string(stringToSign)]),
    ]
  }

  private static var endpoint: JSONValue { "https://oss-cn-hangzhou.aliyuncs.com" }
  private static var key: JSONValue { "exampledir/2026 report+v1.txt" }
  private static var secret: JSONValue { "ExampleSecret0000000000000000ab" }
  private static var credentials: JSONValue {
    .object(["accessKeyId": "exampleAccessKeyId00", "accessKeySecret": secret])
  }

  private static var signing: JSONObject {
    [
      "method": "PUT", "bucket": "examplebucket", "key": key,
      "headers": .array([
        ["Content-MD5", "eB5eJF1ptWaXm4bijSPyxw=="], ["Content-Type", "text/plain"],
        ["Content-Length", "102400"], ["User-Agent", "example/1.0"],
        ["x-oss-meta-author", "alice@example.com"], ["x-oss-meta-title", "Report 2026"],
        ["x-oss-traffic-limit", "819200"],
      ]),
      "query": .array([["uploadId", "0004B9895DBBB6EC98E36"], ["partNumber", "1"]]),
      "credentials": credentials, "time": .number(JSONNumber(1_702_743_657)),
      "endpoint": endpoint,
    ]
  }

  private static var presigning: JSONObject {
    var input = signing
    input["headers"] = .array([["Content-Type", "text/plain"]])
    input["expires"] = .number(JSONNumber(1_702_747_257))
    return input
  }

  /// As long as what the signed request comes to.
  private static var stringToSign: String {
    """
    PUT
    eB5eJF1ptWaXm4bijSPyxw==
    text/plain
    Sat, 16 Dec 2023 16:20:57 GMT
    x-oss-meta-author:alice@example.com
    x-oss-meta-title:Report 2026
    x-oss-traffic-limit:819200
    /examplebucket/exampledir/2026 report+v1.txt?partNumber=1&uploadId=0004B9895DBBB6EC98E36
    """
  }
}
