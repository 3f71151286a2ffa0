public import OSSJSON
internal import OSSPrimitives
public import OSSVectors

/// One line of a trial of speed: an operation, what it is done to, and what stays ready between.
public struct TimedOperation: Hashable, Sendable {
  /// What an application keeps from one operation to the next.
  public enum Preparation: Hashable, Sendable {
    /// All that can be kept: the signer, and with V4 the signing key of the day.
    case whole
    /// The signer alone: the signing key is derived each time.
    case withoutSigningKey
    /// The signer with its key; the request is made of its raw parts each time, as a program does.
    case signer
  }

  /// The request that is repeated.
  public let request: AdapterRequest
  /// What the reference keeps; an SDK keeps what it keeps.
  public let preparation: Preparation

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - operation: What is done.
  ///   - input: What it is done to.
  ///   - preparation: What the reference keeps.
  public init(
    _ operation: OSSVectors.Operation, _ input: JSONObject, preparation: Preparation = .whole
  ) {
    request = AdapterRequest(operation: operation, input: input)
    self.preparation = preparation
  }

  /// The name of the line: that of the operation, and what is not kept.
  public var name: String {
    switch preparation {
    case .whole: request.operation.rawValue
    case .withoutSigningKey: request.operation.rawValue + ", key derived"
    case .signer: request.operation.rawValue + ", whole way"
    }
  }

  /// A line for every operation, with inputs of the size that applications have.
  public static var standard: [TimedOperation] { signing + forms + credentials + primitives }

  /// The operations that sign requests, or strings for them, or write the URL of one.
  ///
  /// The signed request uploads a part: four standard headers, three of OSS and two parameters.
  static var signing: [TimedOperation] {
    let requests: [(OSSVectors.Operation, JSONObject)] = [
      (.v4Header, header), (.v4Presign, url(expires: 3600)), (.v1Header, header),
      (.v1Presign, url(expires: 1_702_747_257)), (.v2Header, header),
      (.v2Presign, url(expires: 1_702_747_257)),
    ]
    return requests.map { TimedOperation($0, $1, preparation: .signer) } + [
      TimedOperation(.v4Header, header),
      TimedOperation(.v4Header, header, preparation: .withoutSigningKey),
      TimedOperation(.v4Presign, url(expires: 3600)),
      TimedOperation(.v4Presign, url(expires: 3600), preparation: .withoutSigningKey),
      TimedOperation(
        .v4String,
        [
          "credentials": credentialPair, "region": "cn-hangzhou", "time": 1_702_743_657,
          "stringToSign": .string(stringToSignV4),
        ]),
      TimedOperation(.v1Header, header),
      TimedOperation(.v1Presign, url(expires: 1_702_747_257)),
      TimedOperation(
        .v1String, ["credentials": credentialPair, "stringToSign": .string(stringToSign)]),
      TimedOperation(.v2Header, header),
      TimedOperation(.v2Presign, url(expires: 1_702_747_257)),
      TimedOperation(
        .publicURL, ["bucket": "examplebucket", "key": key, "endpoint": endpoint]),
      TimedOperation(
        .signerValue, ["value": "OSS exampleAccessKeyID00:e7SraDhJXAr2ERmY+/n0fAmnDgk="]),
    ]
  }

  static var endpoint: JSONValue { "https://oss-cn-hangzhou.aliyuncs.com" }
  static var secret: JSONValue { "ExampleSecret0000000000000000ab" }
  static var credentialPair: JSONValue {
    .object(["accessKeyId": "exampleAccessKeyID00", "accessKeySecret": secret])
  }
  private static var key: JSONValue { "exampledir/2026 report+v1.txt" }

  private static var header: JSONObject {
    [
      "method": "PUT", "bucket": "examplebucket", "key": key,
      "headers": .array([
        ["Content-MD5", "eB5eJF1ptWaXm4bijSPyxw=="], ["Content-Type", "text/plain"],
        ["Content-Length", "102400"], ["User-Agent", "example/1.0"],
        ["x-oss-meta-author", "alice@example.com"], ["x-oss-meta-title", "Report 2026"],
        ["x-oss-traffic-limit", "819200"],
      ]),
      "query": .array([["uploadId", "0004B9895DBBB6EC98E36"], ["partNumber", "1"]]),
      "credentials": credentialPair, "time": 1_702_743_657, "endpoint": endpoint,
      "region": "cn-hangzhou",
    ]
  }

  private static func url(expires: Int64) -> JSONObject {
    var input = header
    input["headers"] = .array([["Content-Type", "text/plain"]])
    input["expires"] = .number(JSONNumber(expires))
    return input
  }

  /// As long as what the signed request comes to.
  static var stringToSign: String {
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

  private static var stringToSignV4: String {
    """
    OSS4-HMAC-SHA256
    20231216T162057Z
    20231216/cn-hangzhou/oss/aliyun_v4_request
    e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
    """
  }

  /// The primitives, over a string to sign.
  static var primitives: [TimedOperation] {
    let data = JSONValue.string(stringToSign)
    return [
      TimedOperation(.md5, ["data": data]),
      TimedOperation(.sha1, ["data": data]),
      TimedOperation(.sha256, ["data": data]),
      TimedOperation(.hmacSHA1, ["key": secret, "data": data]),
      TimedOperation(.hmacSHA256, ["key": secret, "data": data]),
      TimedOperation(.base64, ["encode": data]),
    ]
  }
}
