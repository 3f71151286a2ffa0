internal import OSSPrimitives
package import OSSVectors

/// Which credentials can be made, and what may be shown of them (credentials.md, sections "The value"
/// and "What is shown of it").
package struct DescriptionModel: Sendable {
  /// Credentials as they are given.
  package struct Parts: Sendable {
    package var id: String
    package var secret: String
    /// The security token; one that is empty and none are the same (CRED-VAL-3).
    package var token: String
    /// When the credentials end, in milliseconds since 1970.
    package var expiration: Int64?
  }

  /// Why credentials cannot be made, the first reason first (CRED-VAL-2, CRED-VAL-4, V1-REF-3).
  package var faults: @Sendable (Parts) -> [ErrorClass] = { parts in
    var faults: [ErrorClass] = []
    if parts.id.utf8.isEmpty { faults.append(.missingAccessKeyID) }
    if parts.secret.utf8.isEmpty { faults.append(.missingSecret) }
    let letters = Bytes("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._=".utf8)
    if !parts.id.utf8.allSatisfy(letters.contains) { faults.append(.invalidAccessKeyID) }
    if parts.token.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0x00 }) {
      faults.append(.invalidSecurityToken)
    }
    return faults
  }

  /// Every text that is made of credentials by itself: the ID may stand there, and the moment of the
  /// end (CRED-LEAK-1, CRED-LEAK-2, CRED-LEAK-5).
  package var texts: @Sendable (Parts) -> [String] = { parts in
    ["<\(parts.id)\(parts.expiration.map { " \($0)" } ?? "")>"]
  }

  func answer(_ input: InputReader) throws(Refusal) -> Answer {
    guard let credentials = try input.nested("credentials") else {
      throw .shape("credentials", "an object")
    }
    var parts = Parts(
      id: try credentials.text("accessKeyId", orRefuseAs: .invalidAccessKeyID) ?? "",
      secret: try credentials.text("accessKeySecret", orRefuseAs: .invalidInput) ?? "",
      token: try credentials.text("securityToken", orRefuseAs: .invalidSecurityToken) ?? "")
    if let fault = faults(parts).first {
      throw Refusal(fault, "No credentials can be made of these parts.")
    }
    parts.expiration = try input.integer("expiration")
    let texts = texts(parts)
    let secrets = [("accessKeySecret", parts.secret), ("securityToken", parts.token)]
    let shown = secrets.filter { _, secret in
      texts.contains { Self.shows($0, secret, besides: parts.id) }
    }
    return Answer(members: ["reveals": .array(shown.map { .string($0.0) })])
  }
}

extension DescriptionModel {
  /// Whether a text shows a secret (CRED-LEAK-3); what stands within the ID does not count
  /// (CRED-LEAK-4).
  static func shows(_ text: String, _ secret: String, besides id: String) -> Bool {
    if secret.utf8.isEmpty { return false }
    let text = Array(text.unicodeScalars)
    let secretCharacters = Array(secret.unicodeScalars)
    let length = min(8, secretCharacters.count)
    var found = places(of: Set(slices(secretCharacters, length)), length, in: text)
    if secret.utf8.count >= 8 {
      for form in writtenForms(of: Bytes(secret.utf8)) {
        let characters = Array(form.unicodeScalars)
        found += places(of: [characters], characters.count, in: text)
      }
    }
    let idCharacters = Array(id.unicodeScalars)
    let ids = places(of: [idCharacters], idCharacters.count, in: text)
    return found.contains { place in
      !ids.contains { $0.lowerBound <= place.lowerBound && place.upperBound <= $0.upperBound }
    }
  }

  /// All runs of so many characters.
  private static func slices(_ text: [Unicode.Scalar], _ length: Int) -> [[Unicode.Scalar]] {
    length > text.count ? [] : (0...text.count - length).map { Array(text[$0..<$0 + length]) }
  }

  /// Where one of several words of the same length stands in a text.
  private static func places(
    of words: Set<[Unicode.Scalar]>, _ length: Int, in text: [Unicode.Scalar]
  ) -> [Range<Int>] {
    slices(text, length).enumerated().filter { words.contains($0.element) }
      .map { $0.offset..<$0.offset + length }
  }

  /// How programs write bytes that are not text to them.
  private static func writtenForms(of bytes: Bytes) -> [String] {
    let kept = Bytes("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    let hexadecimal = Hexadecimal.encode(bytes.span)
    let percent = bytes.map { byte in
      kept.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.encode([byte].span).uppercased()
    }
    return [
      percent.joined(), Base64.encode(bytes.span), hexadecimal, hexadecimal.uppercased(),
      bytes.map { String($0) }.joined(separator: ", "),
    ]
  }
}
