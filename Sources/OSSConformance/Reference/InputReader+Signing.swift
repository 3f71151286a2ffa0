internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// The raw parts of a request.
typealias RequestParts = (
  method: String, bucket: String?, key: String?, headers: [HeaderField],
  query: [QueryParameter], additionalHeaders: [String]
)

extension InputReader {
  /// The parts of the request that the input describes, not checked yet.
  func request() throws(Refusal) -> RequestParts {
    let method = try text("method", orRefuseAs: .invalidMethod) ?? "GET"
    let bucket = try text("bucket", orRefuseAs: .invalidBucketName)
    let key = try text("key", orRefuseAs: .invalidObjectKey)
    var additionalHeaders: [String] = []
    for element in try elements("additionalHeaders") {
      additionalHeaders.append(
        try Self.text(element, "additionalHeaders", orRefuseAs: .invalidAdditionalHeader))
    }
    return (method, bucket, key, try headers(), try query(), additionalHeaders)
  }

  private func headers() throws(Refusal) -> [HeaderField] {
    var headers: [HeaderField] = []
    for element in try elements("headers") {
      guard let pair = element.arrayValue, pair.count == 2 else {
        throw .shape("headers", "an array of [name, value]")
      }
      let name = try Self.text(pair[0], "headers", orRefuseAs: .invalidHeaderName)
      let value = try Self.text(pair[1], "headers", orRefuseAs: .invalidHeaderValue)
      headers.append(HeaderField(name, value))
    }
    return headers
  }

  private func query() throws(Refusal) -> [QueryParameter] {
    var query: [QueryParameter] = []
    for element in try elements("query") {
      guard let pair = element.arrayValue, pair.count == 2 else {
        throw .shape("query", "an array of [name, value or null]")
      }
      let name = try Self.text(pair[0], "query", orRefuseAs: .invalidQueryParameter)
      let value =
        pair[1].isNull
        ? nil : try Self.text(pair[1], "query", orRefuseAs: .invalidQueryParameter)
      query.append(QueryParameter(name, value))
    }
    return query
  }

  /// The parts of the credentials that the input gives, not checked yet.
  func credentials() throws(Refusal) -> (id: String, secret: String, token: String?) {
    guard let reader = try nested("credentials") else {
      throw .shape("credentials", "an object")
    }
    let id = try reader.text("accessKeyId", orRefuseAs: .invalidAccessKeyID) ?? ""
    let secret = try reader.text("accessKeySecret", orRefuseAs: .invalidInput) ?? ""
    let token = try reader.text("securityToken", orRefuseAs: .invalidSecurityToken)
    return (id, secret, token)
  }

  /// The endpoint that the input gives, with its addressing, not checked yet.
  func endpoint() throws(Refusal) -> (text: String, addressing: Addressing?) {
    let text = try requiredText("endpoint", orRefuseAs: .invalidEndpoint)
    var addressing: Addressing?
    if let name = try self.text("addressing", orRefuseAs: .invalidInput) {
      guard let named = Addressing(rawValue: name) else {
        throw .shape("addressing", "virtual-host, path or cname")
      }
      addressing = named
    }
    return (text, addressing)
  }

  /// A time in Unix seconds; one that the protocol's formats cannot hold is refused.
  func time(_ name: String, orRefuseAs errorClass: ErrorClass) throws(Refusal) -> Moment {
    guard let seconds = try integer(name) else { throw .shape(name, "a whole number") }
    do {
      return try Moment(seconds: seconds)
    } catch {
      throw Refusal(errorClass, "The input's member '\(name)' is outside the years 1 to 9999.")
    }
  }
}
