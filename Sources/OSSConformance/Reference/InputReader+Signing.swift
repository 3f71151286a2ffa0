internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension InputReader {
  /// The request that the input describes.
  func request() throws(Refusal) -> SigningRequest {
    let method = try text("method", orRefuseAs: .invalidMethod) ?? "GET"
    let bucket = try text("bucket", orRefuseAs: .invalidBucketName)
    let key = try text("key", orRefuseAs: .invalidObjectKey)
    let headers = try headers()
    let query = try query()
    do {
      return try SigningRequest(
        method: method, bucket: bucket, key: key, headers: headers, query: query)
    } catch {
      throw Refusal(error)
    }
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

  /// The credentials that the input gives.
  func credentials() throws(Refusal) -> Credentials {
    guard let reader = try nested("credentials") else {
      throw .shape("credentials", "an object")
    }
    let id = try reader.text("accessKeyId", orRefuseAs: .invalidAccessKeyID) ?? ""
    let secret = try reader.text("accessKeySecret", orRefuseAs: .invalidInput) ?? ""
    let token = try reader.text("securityToken", orRefuseAs: .invalidSecurityToken)
    do {
      return try Credentials(accessKeyID: id, accessKeySecret: secret, securityToken: token)
    } catch {
      throw Refusal(error)
    }
  }

  /// The endpoint that the input gives, with its addressing.
  func endpoint() throws(Refusal) -> Endpoint {
    let text = try requiredText("endpoint", orRefuseAs: .invalidEndpoint)
    var addressing: Addressing?
    if let name = try self.text("addressing", orRefuseAs: .invalidInput) {
      guard let named = Addressing(rawValue: name) else {
        throw .shape("addressing", "virtual-host, path or cname")
      }
      addressing = named
    }
    do {
      return try Endpoint(text, addressing: addressing)
    } catch {
      throw Refusal(error)
    }
  }

  /// A time in Unix seconds; one that the protocol's formats cannot hold is refused.
  func time(_ name: String, orRefuseAs errorClass: ErrorClass) throws(Refusal) -> UnixTime {
    guard let seconds = try integer(name) else { throw .shape(name, "a whole number") }
    do {
      return try UnixTime(seconds: seconds)
    } catch {
      throw Refusal(errorClass, "The input's member '\(name)' is outside the years 1 to 9999.")
    }
  }
}
