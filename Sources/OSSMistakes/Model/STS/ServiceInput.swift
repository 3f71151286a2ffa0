internal import OSSPrimitives
internal import OSSVectors

/// A fault for which a form or a call is refused, unless a mistake accepts it.
package enum ServiceFault: Hashable, Sendable {
  /// Credentials that cannot sign (POST-REF-2, RPC-REF-6).
  case emptyID, emptySecret, foreignID, brokenToken
  /// Names that no scope can hold (POST-REF-3).
  case region, product
  /// Calls that STS does not take (RPC-REF-1 to RPC-REF-5).
  case reserved, repeated, nothingCalled, nameless, emptyNonce, path

  fileprivate var errorClass: ErrorClass {
    switch self {
    case .emptyID: .missingAccessKeyID
    case .emptySecret: .missingSecret
    case .foreignID: .invalidAccessKeyID
    case .brokenToken: .invalidSecurityToken
    case .region: .invalidRegion
    case .product: .invalidProduct
    case .reserved: .reservedParameter
    case .repeated: .duplicateParameter
    case .nothingCalled, .nameless: .invalidQueryParameter
    case .emptyNonce: .invalidNonce
    case .path: .invalidEndpoint
    }
  }
}

extension Set<ServiceFault> {
  /// Refuses a fault that is not among the accepted ones.
  func refuse(_ fault: ServiceFault, if isThere: Bool) throws(Refusal) {
    if isThere, !contains(fault) { throw Refusal(fault.errorClass, "The input has a fault.") }
  }
}

/// Who signs a form or a call.
package struct ServiceCredentials: Sendable {
  package let id: String
  package let secret: String
  /// The security token; an empty one means that there is none (V1-TOK-2).
  package let token: String?

  /// Reads credentials, and refuses those that cannot sign (V1-REF-1 to V1-REF-3, V1-REF-6).
  init(_ input: InputReader, accepting accepts: Set<ServiceFault>) throws(Refusal) {
    guard let parts = try input.nested("credentials") else {
      throw .shape("credentials", "an object")
    }
    id = try parts.text("accessKeyId", orRefuseAs: .invalidAccessKeyID) ?? ""
    secret = try parts.text("accessKeySecret", orRefuseAs: .invalidInput) ?? ""
    let token = try parts.text("securityToken", orRefuseAs: .invalidSecurityToken) ?? ""
    try accepts.refuse(.emptyID, if: id.utf8.isEmpty)
    try accepts.refuse(.emptySecret, if: secret.utf8.isEmpty)
    try accepts.refuse(.foreignID, if: !Self.isID(id))
    try accepts.refuse(.brokenToken, if: !Self.isToken(token))
    self.token = token.utf8.isEmpty ? nil : token
  }

  /// Letters, digits, `.`, `_` and `=` (V1-REF-3).
  static func isID(_ text: String) -> Bool {
    text.utf8.allSatisfy { ServiceText.isLetterOrDigit($0) || "._=".utf8.contains($0) }
  }

  /// No CR, LF or NUL (V1-REF-6).
  static func isToken(_ text: String) -> Bool { !text.utf8.contains { [0, 10, 13].contains($0) } }
}

/// What both models ask of texts.
package enum ServiceText {
  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
  }

  /// The bytes with the letters of ASCII in lower case.
  static func lowercased(_ text: String) -> Bytes {
    Bytes(text.utf8.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 })
  }

  /// A text with each occurrence of another one replaced, byte by byte.
  static func replace(_ old: String, with new: String, in text: String) -> String {
    var (rest, result) = (Bytes(text.utf8)[...], Bytes())
    while let first = rest.first {
      if rest.starts(with: old.utf8) {
        result.append(contentsOf: new.utf8)
        rest = rest.dropFirst(old.utf8.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension InputReader {
  /// A time in seconds, in the years 1 to 9999 (POST-REF-4, V1-REF-13).
  func serviceTime(_ name: String) throws(Refusal) -> Int64 {
    guard let seconds = try integer(name) else { throw .shape(name, "a whole number") }
    guard ServiceClock.range ~= seconds else {
      throw Refusal(.invalidTime, "The input's member '\(name)' is outside the years 1 to 9999.")
    }
    return seconds
  }

  /// An array of [name, value], nil where it is left out.
  func textPairs(_ member: String, orRefuseAs errorClass: ErrorClass) throws(Refusal)
    -> [(name: String, value: String)]?
  {
    guard let value = object[member], !value.isNull else { return nil }
    var pairs: [(name: String, value: String)] = []
    for element in try elements(member) {
      guard let pair = element.arrayValue, pair.count == 2 else {
        throw .shape(member, "an array of [name, value]")
      }
      pairs.append(
        (
          try Self.text(pair[0], member, orRefuseAs: errorClass),
          try Self.text(pair[1], member, orRefuseAs: errorClass)
        ))
    }
    return pairs
  }

  /// One of the words of a closed list.
  func word(_ name: String, of words: [String]) throws(Refusal) -> String {
    let text = try requiredText(name, orRefuseAs: .invalidInput)
    guard let word = words.first(where: { $0.hasSameBytes(as: text) }) else {
      throw .shape(name, words.joined(separator: ", "))
    }
    return word
  }
}
