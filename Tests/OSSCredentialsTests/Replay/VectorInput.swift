import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

/// The input of a vector, read apart from the kit's own adapter; null and left out are the same.
struct VectorInput {
  let object: JSONObject

  private func value(_ name: String) -> JSONValue? {
    guard let value = object[name], !value.isNull else { return nil }
    return value
  }

  /// A text that must be there.
  func string(_ name: String) throws -> String { try #require(value(name)?.stringValue) }

  /// A text, or nil.
  func optionalString(_ name: String) throws -> String? {
    try value(name).map { try #require($0.stringValue) }
  }

  /// A whole number that must be there.
  func integer(_ name: String) throws -> Int64 { try #require(value(name)?.integerValue) }

  /// A whole number, or nil.
  func optionalInteger(_ name: String) throws -> Int64? {
    try value(name).map { try #require($0.integerValue) }
  }

  /// A text's UTF-8, or base64.
  func bytes(_ name: String) throws -> Bytes { try #require(try optionalBytes(name)) }

  /// A text's UTF-8, or base64; nil where the member is left out.
  func optionalBytes(_ name: String) throws -> Bytes? {
    guard let value = value(name) else { return nil }
    if let text = value.stringValue { return Bytes(text.utf8) }
    return try Base64.decode(try #require(value.objectValue?["base64"]?.stringValue))
  }

  /// The elements of an array, none if it is left out.
  func elements(_ name: String) throws -> [JSONValue] {
    try value(name).map { try #require($0.arrayValue) } ?? []
  }

  /// An object that must be there.
  func nested(_ name: String) throws -> VectorInput {
    VectorInput(object: try #require(value(name)?.objectValue))
  }
}
