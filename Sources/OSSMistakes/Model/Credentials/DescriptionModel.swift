internal import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// Which credentials can be made, and what may be shown of them (credentials.md, sections
/// "The value" and "What is shown of it").
package struct DescriptionModel: Sendable {
  package typealias Parts = GivenCredentials

  /// Why credentials cannot be made, the first reason first (CRED-VAL-2, CRED-VAL-4, V1-REF-3).
  package var faults: @Sendable (Parts) -> [ErrorClass] = { $0.errorClasses }

  /// Every text that is made of credentials by itself: it may show the ID and the expiration
  /// (CRED-LEAK-1, CRED-LEAK-2, CRED-LEAK-5).
  package var texts: @Sendable (Parts) -> [String] = { parts in
    ["<\(parts.id)\(parts.expiration.map { " \($0)" } ?? "")>"]
  }

  func answer(_ input: InputReader) throws(Refusal) -> Answer {
    var parts = try Parts(input)
    if let fault = faults(parts).first {
      throw Refusal(fault, "No credentials can be made of these parts.")
    }
    parts.expiration = try input.integer("expiration")
    let texts = texts(parts)
    let secrets = [("accessKeySecret", parts.secret), ("securityToken", parts.token ?? "")]
    let shown = secrets.filter { _, secret in
      texts.contains { Self.shows($0, secret, besides: parts.id) }
    }
    return Answer(members: ["reveals": .array(shown.map { .string($0.0) })])
  }
}

extension DescriptionModel {
  /// Whether a text shows a secret (CRED-LEAK-3); what is a part of the ID does not count
  /// (CRED-LEAK-4).
  static func shows(_ text: String, _ secret: String, besides id: String) -> Bool {
    if secret.utf8.isEmpty { return false }
    let text = Array(text.unicodeScalars)
    let secretCharacters = Array(secret.unicodeScalars)
    let length = min(8, secretCharacters.count)
    var found = places(of: Set(slices(secretCharacters, length)), length, in: text)
    if secret.utf8.count >= 8 {
      for form in writtenForms(of: secret.raw) {
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

  /// Where one of several words of the same length is found in a text.
  private static func places(
    of words: Set<[Unicode.Scalar]>, _ length: Int, in text: [Unicode.Scalar]
  ) -> [Range<Int>] {
    slices(text, length).enumerated().filter { words.contains($0.element) }
      .map { $0.offset..<$0.offset + length }
  }

  /// How programs write bytes that are not text to them.
  static func writtenForms(of bytes: Bytes) -> [String] {
    let kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".raw
    let hexadecimal = bytes.hexadecimal
    let percent = bytes.map { byte in
      kept.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.encode([byte].span).uppercased()
    }
    return [
      percent.joined(), bytes.base64, hexadecimal, hexadecimal.uppercased(),
      bytes.map { String($0) }.joined(separator: ", "),
    ]
  }
}
