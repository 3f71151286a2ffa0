internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Reads an input in the order in which faults are looked for.
extension SigningModel {
  /// The input of a signature, checked.
  func signingInput(
    _ version: SigningInput.Version, isURL: Bool, _ reader: InputReader
  ) throws(Refusal) -> SigningInput {
    var input = try credentials(version, isURL: isURL, reader)
    try readRequest(reader, into: &input)
    // What no operation of headers reads; a mistake may look at it.
    input.endpoint = isURL ? try endpoint(reader) : try? endpoint(reader)
    input.time = reader.object["time"]?.integerValue ?? 0
    if version == .v4 || !isURL { input.time = try seconds(.time, .time, reader, input) }
    if isURL {
      if version == .v4 {
        guard let given = try reader.integer("expires") else {
          throw .shape("expires", "a whole number")
        }
        input.expires = number(.expires, given, input)
      } else {
        input.expires = try seconds(.expires, .expiryYear, reader, input)
      }
      try checkURL(input)
    }
    if let errorClass = refuses(input) { throw Refusal(errorClass, "A mistake refuses this.") }
    return input
  }

  /// The credentials and, with V4, the scope of an input, checked.
  func credentials(
    _ version: SigningInput.Version, isURL: Bool, _ reader: InputReader
  ) throws(Refusal) -> SigningInput {
    var input = SigningInput(version: version, isURL: isURL)
    guard let given = try reader.nested("credentials") else {
      throw .shape("credentials", "an object")
    }
    input.accessKeyID =
      try text(.accessKeyID, given, "accessKeyId", .invalidAccessKeyID) ?? []
    input.secret = try text(.secret, given, "accessKeySecret", .invalidInput) ?? []
    input.token = try text(.token, given, "securityToken", .invalidSecurityToken)
    try checkCredentials(input)
    guard version == .v4 else { return input }
    input.region = try text(.region, reader, "region", .invalidRegion) ?? defaultRegion
    input.product = try text(.product, reader, "product", .invalidProduct) ?? defaultProduct
    try checkScope(input)
    return input
  }

  /// The request of an input, checked.
  func readRequest(_ reader: InputReader, into input: inout SigningInput) throws(Refusal) {
    input.method = try text(.method, reader, "method", .invalidMethod) ?? "GET".raw
    input.bucket = try text(.bucket, reader, "bucket", .invalidBucketName)
    input.key = try text(.key, reader, "key", .invalidObjectKey)
    for element in try reader.elements("additionalHeaders") {
      let name = try bytes(element, "additionalHeaders", .invalidAdditionalHeader)
      input.additionalHeaders.append(name)
    }
    for element in try reader.elements("headers") {
      let pair = try Self.pair(element, "headers")
      let name = try bytes(pair.name, "headers", .invalidHeaderName)
      input.headers.append(
        SigningField(name, try bytes(pair.value, "headers", .invalidHeaderValue)))
    }
    for element in try reader.elements("query") {
      let pair = try Self.pair(element, "query")
      let name = try bytes(pair.name, "query", .invalidQueryParameter)
      let value =
        pair.value.isNull ? nil : try bytes(pair.value, "query", .invalidQueryParameter)
      input.query.append(SigningField(name, value))
    }
    input = request(input)
    try checkRequest(input)
  }

  /// The endpoint of an input with its addressing, checked.
  func endpoint(_ reader: InputReader) throws(Refusal) -> SigningEndpoint {
    guard let text = try text(.endpoint, reader, "endpoint", .invalidEndpoint) else {
      throw .shape("endpoint", "a string")
    }
    var addressing: SigningEndpoint.Addressing?
    if let name = try reader.text("addressing", orRefuseAs: .invalidInput) {
      guard let named = SigningEndpoint.Addressing(rawValue: name) else {
        throw .shape("addressing", "virtual-host, path or cname")
      }
      addressing = named
    }
    return try endpoint(text, addressing)
  }

  /// A moment in seconds since 1970, of the years 1 to 9999 (V1-REF-13, PRE-REF-3).
  private func seconds(
    _ which: SigningNumber, _ fault: SigningFault.Kind, _ reader: InputReader,
    _ input: SigningInput
  ) throws(Refusal) -> Int64 {
    guard let given = try reader.integer(which == .time ? "time" : "expires") else {
      throw .shape("time", "a whole number")
    }
    let seconds = number(which, given, input)
    if !(-62_135_596_800...253_402_300_799).contains(seconds) { try refuse(fault, [], seconds) }
    return seconds
  }

  private func text(
    _ kind: SigningText, _ reader: InputReader, _ member: String, _ errorClass: ErrorClass
  ) throws(Refusal) -> Bytes? {
    guard let value = reader.object[member], !value.isNull else { return nil }
    return taken(kind, try bytes(value, member, errorClass))
  }

  /// The UTF-8 bytes of a text; other bytes are refused with the class of the field (V1-REF-12).
  private func bytes(
    _ value: JSONValue, _ member: String, _ errorClass: ErrorClass
  ) throws(Refusal) -> Bytes {
    let bytes = try InputReader.bytes(value, member)
    if String(validUTF8: bytes) != nil { return bytes }
    guard let other = undecodable(bytes) else {
      throw Refusal(errorClass, "The input's member '\(member)' is not UTF-8.")
    }
    return other
  }

  private static func pair(
    _ element: JSONValue, _ member: String
  ) throws(Refusal) -> (name: JSONValue, value: JSONValue) {
    guard let pair = element.arrayValue, pair.count == 2 else {
      throw .shape(member, "an array of [name, value]")
    }
    return (pair[0], pair[1])
  }
}
