package import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// A name with its value: a header, or a query parameter, which may have none.
package struct FuzzPair: Sendable {
  /// The name as the caller gives it.
  package var name: String
  /// The value; nil is a bare name.
  package var value: String?

  /// Makes a pair.
  package init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }
}

/// A request that the fuzzer asks for, in a form that can be changed piece by piece.
///
/// A request as ``init(operation:)`` makes it is the plainest one: whatever differs from it is a
/// feature of the request.
package struct FuzzRequest: Sendable {
  package var operation: OSSVectors.Operation
  package var method = "GET"
  package var bucket: String? = plainBucket
  package var key: String? = plainKey
  package var headers: [FuzzPair] = []
  package var query: [FuzzPair] = []
  package var accessKeyID = plainAccessKeyID
  package var accessKeySecret = plainSecret
  package var securityToken: String?
  package var time = plainTime
  package var expires = plainExpires
  package var endpoint = plainEndpoint
  package var addressing: String?
  /// V4: the names of the additional headers.
  package var additionalHeaders: [String] = []
  /// V4: the region of the scope.
  package var region = plainRegion
  /// V4: the product of the scope; nil leaves it to the SDK.
  package var product: String?
  /// V4: for how many seconds a URL works.
  package var validity = plainValidity

  /// The operations that requests are made for.
  package static let operations: [OSSVectors.Operation] = [
    .v1Header, .v1Presign, .v4Header, .v4Presign,
  ]

  /// Makes the plainest request of one of the ``operations``.
  package init(operation: OSSVectors.Operation = .v1Header) { self.operation = operation }

  static let plainBucket = "examplebucket"
  static let plainKey = "key.txt"
  static let plainAccessKeyID = "exampleAccessKeyID00"
  static let plainSecret = "ExampleSecret0000000000000000ab"
  /// Sat, 16 Dec 2023 16:20:57 GMT.
  static let plainTime: Int64 = 1_702_743_657
  static let plainExpires: Int64 = 1_702_747_257
  static let plainEndpoint = "https://oss-cn-hangzhou.aliyuncs.com"
  static let plainRegion = "cn-hangzhou"
  static let plainValidity: Int64 = 3_600

  /// Whether the request is one for a presigned URL.
  var isPresigned: Bool { operation == .v1Presign || operation == .v4Presign }

  /// Whether the request is to be signed with V4.
  var isV4: Bool { operation == .v4Header || operation == .v4Presign }

  /// The input as the adapter protocol has it.
  ///
  /// A signature in the headers does not depend on the endpoint, which is left out unless it is
  /// another than the plain one.
  package var input: JSONObject {
    var credentials: JSONObject = [
      "accessKeyId": .string(accessKeyID), "accessKeySecret": .string(accessKeySecret),
    ]
    credentials["securityToken"] = securityToken.map { .string($0) }
    var input: JSONObject = [
      "method": .string(method), "bucket": Self.text(bucket), "key": Self.text(key),
      "headers": Self.pairs(headers), "query": Self.pairs(query),
      "credentials": .object(credentials), "time": .number(JSONNumber(time)),
    ]
    if isPresigned { input["expires"] = .number(JSONNumber(isV4 ? validity : expires)) }
    if isPresigned || !endpoint.hasSameBytes(as: Self.plainEndpoint) {
      input["endpoint"] = .string(endpoint)
    }
    input["addressing"] = addressing.map { .string($0) }
    guard isV4 else { return input }
    input["region"] = .string(region)
    input["product"] = product.map { .string($0) }
    if !additionalHeaders.isEmpty {
      input["additionalHeaders"] = .texts(additionalHeaders)
    }
    return input
  }

  /// Whether both ask for the same.
  func isSame(as other: FuzzRequest) -> Bool {
    operation == other.operation && input == other.input
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  private static func pairs(_ pairs: [FuzzPair]) -> JSONValue {
    .array(pairs.map { .array([.string($0.name), text($0.value)]) })
  }
}
