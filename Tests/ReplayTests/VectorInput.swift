import OSSJSON
import OSSPrimitives
import OSSSigning
import OSSVectors
import Testing

/// Why an input cannot even be put into the types of the signer, with the class that says so.
struct Unrepresentable: Error {
  let errorClass: String
}

/// The input of a vector as values of the signer, read apart from the kit's own adapter.
struct VectorInput {
  let object: JSONObject

  /// A text; bytes that are not UTF-8 have no `String`, which is the refusal.
  static func text(_ value: JSONValue?, _ errorClass: String) throws -> String? {
    guard let value, !value.isNull else { return nil }
    if let text = value.stringValue { return text }
    let encoded = try #require(value.objectValue?["base64"]?.stringValue)
    guard let text = String(validating: try Base64.decode(encoded), as: UTF8.self) else {
      throw Unrepresentable(errorClass: errorClass)
    }
    return text
  }

  func text(_ name: String, _ errorClass: String) throws -> String? {
    try Self.text(object[name], errorClass)
  }

  private func value(_ name: String) -> JSONValue? {
    guard let value = object[name], !value.isNull else { return nil }
    return value
  }

  /// A text, or nil; null and left out are the same.
  func optionalText(_ name: String) throws -> String? {
    try value(name).map { try #require($0.stringValue) }
  }

  /// A text's UTF-8, or what is in base64; nil where the member is left out.
  func optionalBytes(_ name: String) throws -> Bytes? {
    guard let value = value(name) else { return nil }
    if let text = value.stringValue { return Bytes(text.utf8) }
    return try Base64.decode(try #require(value.objectValue?["base64"]?.stringValue))
  }

  func bytes(_ name: String) throws -> Bytes { try #require(try optionalBytes(name)) }

  func string(_ name: String) throws -> String { try #require(try optionalText(name)) }

  func optionalInteger(_ name: String) throws -> Int64? {
    try value(name).map { try #require($0.integerValue) }
  }

  func integer(_ name: String) throws -> Int64 { try #require(try optionalInteger(name)) }

  /// The elements of an array, none if it is left out.
  func elements(_ name: String) throws -> [JSONValue] {
    try value(name).map { try #require($0.arrayValue) } ?? []
  }

  /// An object that must be there.
  func nested(_ name: String) throws -> VectorInput {
    VectorInput(object: try #require(value(name)?.objectValue))
  }

  func flag(_ name: String) throws -> Bool? {
    try value(name).map { try #require($0.boolValue as Bool?) }
  }

  func credentials() throws -> Credentials {
    let members = try #require(object["credentials"]?.objectValue)
    return try Credentials(
      accessKeyID: members["accessKeyId"]?.stringValue ?? "",
      accessKeySecret: members["accessKeySecret"]?.stringValue ?? "",
      securityToken: Self.text(members["securityToken"], "invalid-security-token"))
  }

  func pairs(_ name: String) throws -> [(JSONValue, JSONValue)] {
    try (object[name]?.arrayValue ?? []).map { element in
      let pair = try #require(element.arrayValue)
      try #require(pair.count == 2)
      return (pair[0], pair[1])
    }
  }

  func request() throws -> SigningRequest {
    let headers = try pairs("headers").map { name, value in
      HeaderField(
        try #require(try Self.text(name, "invalid-header-name")),
        try #require(try Self.text(value, "invalid-header-value")))
    }
    let query = try pairs("query").map { name, value in
      QueryParameter(
        try #require(try Self.text(name, "invalid-query-parameter")),
        try Self.text(value, "invalid-query-parameter"))
    }
    return try SigningRequest(
      method: text("method", "invalid-method") ?? "GET",
      bucket: text("bucket", "invalid-bucket-name"),
      key: text("key", "invalid-object-key"), headers: headers, query: query,
      additionalHeaders: additionalHeaders())
  }

  func additionalHeaders() throws -> [String] {
    try (object["additionalHeaders"]?.arrayValue ?? []).map { name in
      try #require(try Self.text(name, "invalid-additional-header"))
    }
  }

  /// V4 with the region and the product of the input.
  func scope() throws -> SignatureVersion {
    .v4(
      region: try text("region", "invalid-region") ?? "",
      product: try text("product", "invalid-product") ?? "oss")
  }

  func endpoint() throws -> Endpoint {
    let addressing = try object["addressing"]?.stringValue.map {
      try #require(Addressing(rawValue: $0))
    }
    return try Endpoint(string("endpoint"), addressing: addressing)
  }

  func time(_ name: String, _ errorClass: String) throws -> Moment {
    let seconds = try integer(name)
    do {
      return try Moment(seconds: seconds)
    } catch {
      throw Unrepresentable(errorClass: errorClass)
    }
  }
}
