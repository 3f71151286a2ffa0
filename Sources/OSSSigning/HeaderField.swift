public import OSSPrimitives

/// A header as the caller gives it: the case of its name and the blanks of its value kept.
public struct HeaderField: Sendable {
  /// The name, such as `Content-Type`.
  public let name: String
  /// The value as text, not encoded.
  public let value: String

  /// Makes a header from a name and a value; a request checks both.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether a byte is one of RFC 9110's `tchar`, of which the name of a header is made.
  static func isNameByte(_ byte: UInt8) -> Bool {
    if byte.isLetterOrDigit { return true }
    return switch byte {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}

extension HeaderField {
  /// The header by which OSS refuses a body that was damaged on the way: its MD5, in base64.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public static func contentMD5(of body: Span<UInt8>) -> HeaderField {
    HeaderField("Content-MD5", Base64.encode(MD5.hash(body).bytes.span))
  }
}

extension HeaderField: Hashable {
  /// Whether name and value have the same bytes; `String` would also equate normalized forms.
  public static func == (left: Self, right: Self) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.value.hasSameBytes(as: right.value)
  }

  /// Hashes the bytes of the name and the value.
  public func hash(into hasher: inout Hasher) {
    name.hashBytes(into: &hasher)
    value.hashBytes(into: &hasher)
  }
}

extension HeaderField: Redacted {
  /// The name and the value; of a header with a credential, the size of its value.
  public var description: String {
    "HeaderField(\(name.shown): \(CredentialNames.shown(value, of: name)))"
  }
}

extension [HeaderField] {
  /// The values by their names; those of one name are joined by commas, as requests join them.
  package var dictionary: [String: String] {
    var values: [String: String] = [:]
    values.reserveCapacity(count)
    for header in self {
      values[header.name] = values[header.name].map { "\($0),\(header.value)" } ?? header.value
    }
    return values
  }
}

/// A parameter of a request's query, decoded.
public struct QueryParameter: Sendable {
  /// The name, compared by its bytes, case included.
  public let name: String
  /// The value; nil is a bare name, `?acl`, and "" an empty value, `?acl=`.
  public let value: String?

  /// Makes a parameter from its decoded name and value.
  public init(_ name: String, _ value: String? = nil) {
    self.name = name
    self.value = value
  }
}

extension QueryParameter: Hashable {
  /// Whether name and value have the same bytes; `String` would also equate normalized forms.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.name.hasSameBytes(as: right.name) else { return false }
    guard let a = left.value, let b = right.value else { return left.value == right.value }
    return a.hasSameBytes(as: b)
  }

  /// Hashes the bytes of the name and the value.
  public func hash(into hasher: inout Hasher) {
    name.hashBytes(into: &hasher)
    hasher.combine(value == nil)
    value?.hashBytes(into: &hasher)
  }
}

extension QueryParameter {
  /// Parameters by the bytes of their names; those of one name keep their order.
  package static func sorted(_ parameters: [QueryParameter]) -> [QueryParameter] {
    sortedIndices(parameters.count) { parameters[$0].name.precedesInBytes(parameters[$1].name) }
      .map { parameters[$0] }
  }
}

extension QueryParameter: Redacted {
  /// The name and the value; of a parameter with a credential, the size of its value.
  public var description: String {
    guard let value else { return "QueryParameter(\(name.shown))" }
    return "QueryParameter(\(name.shown)=\(CredentialNames.shown(value, of: name)))"
  }
}

/// The names of headers and parameters whose values nothing prints: with a token, a signature or the
/// session of an app's user, anyone could make the request.
private enum CredentialNames {
  /// What such a name holds, in lower case: `x-oss-security-token`, `SecurityToken` and
  /// `x-oss-signature` have one of these.
  private static let parts = [
    "authorization", "token", "signature", "secret", "password", "cookie", "session", "api-key",
  ]

  /// The value as it may be printed.
  static func shown(_ value: String, of name: String) -> String {
    let name = name.lowercasedBytes
    for part in parts {
      for index in name.indices where name[index...].begins(with: part) {
        return "\(value.utf8.count) bytes"
      }
    }
    return value.shown
  }
}
