package import OSSPrimitives

extension ContiguousArray<UInt8> {
  /// The names whose values nobody may see, in lower case.
  private static let secretNames = [
    "signature", "signatureprovided", "security-token", "security_token", "securitytoken",
    "sts_token", "accesskeysecret", "access_key_secret", "access-key-secret", "samlassertion",
    "oidctoken", "secretkey", "secret_key", "secret-key", "secret key", "secretaccesskey",
    "secret_access_key", "secret access key", "aws_secret_access_key",
  ].map { $0.bytes }

  /// The text with three stars in place of each value that may be a signature, a token or a secret, in
  /// a URL, a header, JSON or markup (EXP-EV-2).
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var masked: Bytes {
    let small = lowercased
    var (text, index) = (Bytes(), 0)
    while index < count {
      guard let start = secretStart(at: index, small) else {
        text.append(self[index])
        index += 1
        continue
      }
      text.append(contentsOf: self[index..<start])
      index = start
      while index < count, !isEnd(index, small) { index += 1 }
      if index > start { text.append("***") }
    }
    return text
  }

  /// Where the value begins of a name that is here, or of a word that is a secret by its form.
  private func secretStart(at index: Int, _ small: Bytes) -> Int? {
    switch Unicode.Scalar(small[index]) {
    case "c" where self[index...].begins(with: "CAIS") || self[index...].begins(with: "CAES"):
      // So begin tokens of STS; a shorter word is no token.
      let word = self[index...].prefix(24)
      return word.allSatisfy { $0.isLetterOrDigit || "+/=%-_".utf8.contains($0) } ? index : nil
    case "o" where self[index...].begins(with: "OSS "):
      // The header of V1: the signature is behind the colon.
      let word = self[(index + 4)...].prefix { !$0.isSpace }
      return word.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 }
    case "s", "a", "o":
      for name in Self.secretNames
      where small[index...].prefix(name.count) == name[...] {
        if let start = valueStart(index + name.count, small) { return start }
      }
      return nil
    default: return nil
    }
  }

  /// Where a value begins behind its name: after `=`, `:` or `>`, with quotes and blanks around.
  private func valueStart(_ end: Int, _ small: Bytes) -> Int? {
    var index = end
    func skip() {
      while index < count, self[index] == 0x20 || "\"'[]\\".utf8.contains(self[index]) {
        index += 1
      }
    }
    skip()
    if small[index...].begins(with: "%3d") {
      index += 3
    } else if index < count, "=:>".utf8.contains(self[index]) {
      index += 1
    } else {
      return nil
    }
    skip()
    return index
  }

  /// Whether a value ends here.
  private func isEnd(_ index: Int, _ small: Bytes) -> Bool {
    self[index].isSpace || "&\"'<>,;()[]{}\\".utf8.contains(self[index])
      || small[index...].begins(with: "%26")
  }
}

// What an explanation asks of bytes.
extension Bytes {
  /// The bytes percent-encoded, as a path is or, with its slashes too, a part of one or of a query.
  func percentEncoded(keepingSlash: Bool) -> Bytes {
    var result = self
    PercentEncoding.encode(from: 0, keepingSlash: keepingSlash, in: &result)
    return result
  }

  /// Whether somebody hid the value, or left it as a document or a program has it: stars, brackets,
  /// points, words of another alphabet, `xxx`, `your…`, `$name`, `%s` (EXP-EV-9).
  var isPlaceholder: Bool {
    let small = lowercased
    return contains { "*<>[]{}()#".utf8.contains($0) || $0 >= 0x80 } || small.contains("..")
      || small.begins(with: "xxx") || small.begins(with: "your") || hasVariable || isMasked
  }

  /// Whether stars or a run of x are in the place of letters that somebody hid.
  var isMasked: Bool {
    contains("***") || contains("xxxx") || contains("XXXX") || ends(with: "xxx")
      || ends(with: "XXX")
      || begins(with: "xxx") || begins(with: "XXX")
  }

  /// Whether a shell, a template or a program puts a value there: `$name`, `$(date)`, `{{name}}`, `%s`.
  var hasVariable: Bool {
    let isNamed = indices.dropLast().contains { index in
      self[index] == UInt8(ascii: "$") && 0x61...0x7A ~= self[index + 1] | 0x20
    }
    return isNamed || ["${", "$(", "{{", "%s", "`date"].contains { contains($0) }
  }

  /// Whether a `%` and two digits are in the bytes.
  var hasEscape: Bool { percentDecoded != self }

  /// Whether it is so many hexadecimal digits, of either case.
  func isHexadecimal(_ length: Int) -> Bool {
    count == length && allSatisfy { Hexadecimal.value(of: $0) != nil }
  }

  /// Whether a pattern fits the whole: `*` is any bytes, the byte 1 any without a slash, `?` is one.
  ///
  /// - Complexity: O(*n* × *m*) in the lengths of both.
  package func fits(_ pattern: Bytes) -> Bool {
    var (own, place) = (0, 0)
    // Where the last star is, and how much it covers.
    var star: (place: Int, own: Int)?
    while own < count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") || pattern[place] == 1 {
        star = (place, own)
        place += 1
      } else if place < pattern.count,
        pattern[place] == self[own] || pattern[place] == UInt8(ascii: "?")
      {
        (own, place) = (own + 1, place + 1)
      } else if let last = star, pattern[last.place] != 1 || self[last.own] != UInt8(ascii: "/") {
        star = (last.place, last.own + 1)
        (own, place) = (last.own + 1, last.place + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") || $0 == 1 }
  }

  /// Whether it can be a method: some letters.
  var isMethod: Bool {
    1...16 ~= count && allSatisfy { 0x41...0x5A ~= $0 & 0xDF }
  }

  /// The text with the padding that base64 has, and in its alphabet where it is in that of URLs.
  var plainBase64: Bytes {
    let text = replacing("-", with: "+").replacing("_", with: "/").trimmingEnd("=".bytes)
    return text + Bytes(repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
  }

  /// What base64 decodes to; nil for another text.
  var base64Decoded: Bytes? { try? Base64.decode(text) }

  /// The SHA-256 in hexadecimal digits.
  var sha256: Bytes {
    var text = Bytes()
    SHA256.hash(span).append(hexadecimalTo: &text)
    return text
  }
}
