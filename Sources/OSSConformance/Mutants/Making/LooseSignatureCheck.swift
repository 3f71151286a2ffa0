internal import OSSPrimitives
internal import OSSSigning

/// The check of a callback's signature, rule by rule, so that a mutant breaks one.
struct LooseSignatureCheck: Sendable {
  /// What is compared: what a signature opens to, and what it should.
  struct Opened {
    let found: Bytes
    let due: Bytes
    let digest: Bytes
    let string: Bytes

    /// What should stand after the padding of the found message.
    var info: Bytes { LooseSignatureCheck.digestInfo + digest }

    /// What an encoded message of another `DigestInfo` is.
    func encoded(_ info: Bytes) -> Bytes {
      LooseSignatureCheck.encoded(info, byteCount: found.count)
    }
  }

  /// The `DigestInfo` of MD5 up to the digest.
  static let digestInfo: Bytes = [
    0x30, 0x20, 0x30, 0x0C, 0x06, 0x08, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05, 0x05, 0x00,
    0x04, 0x10,
  ]

  /// The digest of the string.
  var digest: @Sendable (Bytes) -> Bytes = { MD5.hash($0.span).bytes }
  /// What is opened, given the signature and the key.
  var signature: @Sendable (Bytes, RSAPublicKey) -> Bytes = { signature, _ in signature }
  /// Whether what was opened passes.
  var passes: @Sendable (Opened) -> Bool = { $0.found == $0.due }

  /// Whether a key made a signature of a string.
  func isSignature(_ signature: Bytes, _ string: Bytes, _ key: RSAPublicKey) -> Bool {
    let given = self.signature(signature, key)
    guard let found = try? key.open(given.span) else { return false }
    let digest = digest(string)
    let due = Self.encoded(Self.digestInfo + digest, byteCount: found.count)
    return passes(Opened(found: found, due: due, digest: digest, string: string))
  }

  static func encoded(_ info: Bytes, byteCount: Int) -> Bytes {
    let padding = Bytes(repeating: 0xFF, count: max(0, byteCount - info.count - 3))
    return [0x00, 0x01] + padding + [0x00] + info
  }
}

extension ReferenceSteps {
  /// Puts the check of signatures rule by rule in place, with one rule changed.
  mutating func checkSignatures(_ change: (inout LooseSignatureCheck) -> Void) {
    var check = LooseSignatureCheck()
    change(&check)
    let changed = check
    callback.isSignature = { changed.isSignature($0, $1, $2) }
  }
}

extension LooseSignatureCheck.Opened {
  /// What stands after `00 01`, so many bytes `FF` at least, and `00`; nil for another beginning.
  func afterPadding(ofAtLeast count: Int) -> Bytes? {
    guard found.starts(with: [0x00, 0x01]) else { return nil }
    let rest = found.dropFirst(2)
    let end = rest.firstIndex { $0 != 0xFF } ?? rest.endIndex
    guard end < rest.endIndex, rest[end] == 0, end - rest.startIndex >= count else { return nil }
    return Bytes(rest[(end + 1)...])
  }

  /// Whether the padding is right and the digest stands at the end, whatever names it.
  var namesAnyHash: Bool {
    guard let info = afterPadding(ofAtLeast: 8), info.count > 24 else { return false }
    let nameEnd = 6 + Int(info[5])
    return info[0] == 0x30 && info[4] == 0x06 && nameEnd + 2 <= info.count
      && Bytes(info[nameEnd...]) == [0x05, 0x00, 0x04, 0x10] + digest
  }
}
