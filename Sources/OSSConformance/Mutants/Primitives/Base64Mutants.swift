internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in base64.
enum Base64Mutants {
  static let all: [Mutant] = encoding + decoding + decoded

  private static let encoding: [Mutant] = [
    encode(
      "base64-url-safe", "Base64 is written with the URL-safe alphabet.",
      mend: "Use the alphabet of RFC 4648 section 4, with + and /."
    ) { $0.replacing("+", with: "-").replacing("/", with: "_") },
    encode(
      "base64-unpadded", "Base64 is written without padding.",
      mend: "Keep the equals signs that fill the last group."
    ) { $0.filter { $0 != UInt8(ascii: "=") } },
    encode(
      "base64-line-feed-at-end", "A line feed follows the base64 text.",
      mend: "Use an encoder that adds no line end, or take it off."
    ) { $0 + [0x0A] },
    encode(
      "base64-wrapped", "Base64 is broken into lines of 76 characters.",
      mend: "Use an encoder that does not break lines."
    ) { text in
      var lines = Bytes()
      for (index, byte) in text.enumerated() {
        if index > 0, index % 76 == 0 { lines.append(0x0A) }
        lines.append(byte)
      }
      return lines
    },
    encode(
      "base64-padded-with-surplus", "A text without a gap gets four equals signs.",
      mend: "Pad only a last group that has less than three bytes."
    ) { $0.last == UInt8(ascii: "=") ? $0 : $0 + Bytes("====".utf8) },
    encode(
      "base64-plus-as-space", "The plus signs of base64 become spaces, as in a form.",
      mend: "Do not decode the text as a form."
    ) { $0.replacing("+", with: " ") },
  ]

  private static let decoding: [Mutant] = [
    decode(
      "base64-takes-url-safe", "Decoding takes the URL-safe alphabet too.",
      mend: "Refuse - and _."
    ) { $0.replacing("-", with: "+").replacing("_", with: "/") },
    decode(
      "base64-takes-missing-padding", "Decoding takes a text without padding.",
      mend: "Refuse a text whose length is not a multiple of four."
    ) { text in
      let body = Bytes(text.filter { $0 != UInt8(ascii: "=") })
      return body.count % 4 == 1 || text.contains(0x0A)
        ? text : body + Bytes(repeating: UInt8(ascii: "="), count: (4 - body.count % 4) % 4)
    },
    decode(
      "base64-ignores-rest", "Decoding ends at the first padding and ignores what follows.",
      mend: "Refuse anything after the padding."
    ) { text in
      guard let first = text.firstIndex(of: UInt8(ascii: "=")) else { return text }
      return Bytes(text.prefix((first + 3) / 4 * 4))
    },
    decode(
      "base64-ignores-foreign", "Decoding passes over characters outside the alphabet.",
      mend: "Refuse each character that is not in the alphabet, line ends and spaces included."
    ) { text in
      Bytes(
        text.filter { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D: true
          default: false
          }
        })
    },
    decode(
      "base64-trims", "Decoding takes white space around the text.",
      mend: "Refuse a text with a space or a line end."
    ) { $0.trimmed { $0 <= 0x20 } },
    decode(
      "base64-takes-loose-bits", "Decoding ignores bits after the last byte.",
      mend: "Refuse a last character with bits that belong to no byte, unless they are zero."
    ) { text in
      let count = text.count - text.filter { $0 == UInt8(ascii: "=") }.count
      guard text.count % 4 == 0, count < text.count, count > 0 else { return text }
      let alphabet = Bytes(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
      guard let index = alphabet.firstIndex(of: text[count - 1]) else { return text }
      var result = text
      result[count - 1] = alphabet[text.count - count == 2 ? index & 0x30 : index & 0x3C]
      return result
    },
  ]

  private static let decoded: [Mutant] = [
    bytes(
      "base64-padding-as-zeros", "Padding is decoded as bytes that are zero.",
      mend: "Give as many bytes as the last group has."
    ) { text, bytes in
      bytes + Bytes(repeating: 0, count: text.filter { $0 == UInt8(ascii: "=") }.count)
    },
    bytes(
      "base64-last-byte-lost", "The last byte of a text without padding is lost.",
      mend: "Take the padding off only where there is padding."
    ) { text, bytes in text.last == UInt8(ascii: "=") ? bytes : Bytes(bytes.dropLast()) },
    bytes(
      "base64-empty-refused", "An empty text is refused.", mend: "Decode it to no bytes."
    ) { text, bytes in text.isEmpty ? nil : bytes },
    Mutant(
      "base64-lenient", "PRIM-B64-2",
      "Characters outside the alphabet, missing padding and loose bits are all passed over.",
      mend: "Refuse what is not exactly base64; many libraries have a strict mode.", on: [.base64]
    ) { $0.base64Bytes = leniently },
  ]

  /// What a decoder gives that refuses next to nothing.
  private static func leniently(_ text: String) -> Bytes? {
    var kept = Bytes(text.utf8.filter { $0 < 0x80 && $0 > 0x20 && $0 != UInt8(ascii: "=") })
    let missing = (4 - kept.count % 4) % 4
    kept += Bytes(repeating: UInt8(ascii: "A"), count: missing)
    return (try? Base64.decode(kept.text)).map { Bytes($0.dropLast(missing)) }
  }

  /// A mutant that decodes a right text otherwise.
  private static func bytes(
    _ id: String, _ mistake: String, mend: String,
    _ change: @escaping @Sendable (_ text: Bytes, _ bytes: Bytes) -> Bytes?
  ) -> Mutant {
    Mutant(id, "PRIM-B64-2", mistake, mend: mend, on: [.base64]) {
      $0.base64Bytes = { text in
        guard let bytes = try? Base64.decode(text) else { return nil }
        return change(Bytes(text.utf8), bytes)
      }
    }
  }

  /// A mutant that changes the text of each encoding, and so of each signature.
  private static func encode(
    _ id: String, _ mistake: String, mend: String,
    _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mutant {
    Mutant(
      id, "PRIM-B64-1", mistake, mend: mend, on: Set.authenticating.union([.base64])
    ) { $0.base64Text = { change(Bytes(Base64.encode($0.span).utf8)).text } }
  }

  /// A mutant that repairs a text which must be refused.
  private static func decode(
    _ id: String, _ mistake: String, mend: String,
    _ repair: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mutant {
    Mutant(id, "PRIM-B64-2", mistake, mend: mend, on: [.base64]) {
      $0.base64Bytes = { try? Base64.decode(repair(Bytes($0.utf8)).text) }
    }
  }
}
