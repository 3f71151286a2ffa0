internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the check of a callback's signature.
enum CallbackSignatureMutants {
  static let all: [Mutant] = hashes + numbers + padding + infos

  private static let hashes: [Mutant] = [
    check("signature-with-sha-1", "CALL-SIG-1", "The signature is checked with SHA-1.") {
      $0.passes = { $0.found == $0.encoded(HashInfo.sha1 + SHA1.hash($0.string.span).bytes) }
    },
    check("signature-any-hash", "CALL-SIG-1", "A signature with SHA-1 or SHA-256 passes, too.") {
      $0.passes = {
        $0.found == $0.due
          || $0.found == $0.encoded(HashInfo.sha1 + SHA1.hash($0.string.span).bytes)
          || $0.found == $0.encoded(HashInfo.sha256 + SHA256.hash($0.string.span).bytes)
      }
    },
    check("signature-of-digest-text", "CALL-SIG-1", "A signature of the hexadecimal digest passes.")
    {
      $0.passes = {
        let text = Bytes(Hexadecimal.encode($0.digest.span).utf8)
        let info = LooseSignatureCheck.digestInfo + MD5.hash(text.span).bytes
        return $0.found == $0.due || $0.found == $0.encoded(info)
      }
    },
    check(
      "signature-lowest-byte-first", "CALL-SIG-1", "The lowest byte of a signature comes first."
    ) {
      $0.signature = { signature, _ in Bytes(signature.reversed()) }
    },
    Mutant(
      "callback-signature-not-checked", "CALL-REF-7", "The signature is not checked.",
      mend: "Believe a callback only when its signature is right.", on: [.callbackVerify]
    ) { $0.callback.isSignature = { _, _, _ in true } },
    Mutant(
      "callback-signature-of-1024-bits-alone", "CALL-SIG-1",
      "A key of fewer than 1024 bits makes the check fail.",
      mend: "Take keys from 512 bits on: the key of OSS has no more.", on: [.callbackVerify]
    ) { steps in
      let former = steps.callback.isSignature
      steps.callback.isSignature = { $2.modulusBitCount >= 1024 && former($0, $1, $2) }
    },
    Mutant(
      "callback-signature-of-whole-bytes", "CALL-SIG-2",
      "The bytes of a key whose bits are no multiple of eight are counted wrong.",
      mend: "Round the number of bytes up.", on: [.callbackVerify]
    ) { steps in
      let former = steps.callback.isSignature
      steps.callback.isSignature = {
        $0.count == $2.modulusBitCount / 8 && former($0, $1, $2)
      }
    },
  ]

  private static let numbers: [Mutant] = [
    check("signature-without-leading-zero", "CALL-SIG-2", "A shorter signature passes.") {
      $0.signature = { signature, key in
        let missing = max(0, key.signatureByteCount - signature.count)
        return Bytes(repeating: 0, count: missing) + signature
      }
    },
    check("signature-with-leading-zeros", "CALL-SIG-2", "Zeros before the signature pass.") {
      $0.signature = { signature, key in
        let surplus = max(0, signature.count - key.signatureByteCount)
        return signature.prefix(surplus).allSatisfy { $0 == 0 }
          ? Bytes(signature.dropFirst(surplus)) : signature
      }
    },
    check("signature-with-bytes-after", "CALL-SIG-2", "What follows the signature is not read.") {
      $0.signature = { Bytes($0.prefix($1.signatureByteCount)) }
    },
    check("signature-modulo-modulus", "CALL-SIG-2", "A number over the modulus is reduced.") {
      $0.signature = { signature, key in
        let modulus = key.modulusBytes
        guard signature.count == modulus.count, !signature.lexicographicallyPrecedes(modulus)
        else { return signature }
        return signature.minus(modulus)
      }
    },
    check("signature-read-to-zero", "CALL-SIG-2", "A signature that begins with zero is refused.") {
      $0.signature = { signature, _ in Bytes(signature.drop { $0 == 0 }) }
    },
  ]

  private static let padding: [Mutant] = [
    check("padding-ends-anywhere", "CALL-SIG-3", "What follows the digest is not looked at.") {
      $0.passes = { $0.afterPadding(ofAtLeast: 8)?.starts(with: $0.info) == true }
    },
    check("padding-any-length", "CALL-SIG-3", "Padding may be as short as can be.") {
      $0.passes = { $0.afterPadding(ofAtLeast: 0)?.starts(with: $0.info) == true }
    },
    check("padding-not-looked-at", "CALL-SIG-3", "Only the end of what is opened is compared.") {
      $0.passes = { $0.found.suffix($0.info.count).elementsEqual($0.info) }
    },
    check("padding-type-not-looked-at", "CALL-SIG-3", "The first two bytes are not compared.") {
      $0.passes = { $0.found.dropFirst(2) == $0.due.dropFirst(2) }
    },
    check("padding-first-zero-lost", "CALL-SIG-3", "The first byte is not compared.") {
      $0.passes = { $0.found.dropFirst() == $0.due.dropFirst() }
    },
    check("padding-separator-not-looked-at", "CALL-SIG-3", "The zero before the digest may be FF.")
    {
      $0.passes = { opened in
        var found = opened.found
        found[found.count - opened.info.count - 1] = 0
        return found == opened.due
      }
    },
    check(
      "opened-compared-as-text", "CALL-SIG-3", "What is opened is compared up to its first zero."
    ) {
      $0.passes = { $0.found.first == $0.due.first }
    },
    check("encoded-message-taken", "CALL-SIG-3", "An encoded message passes that is not signed.") {
      _ in
    } also: { steps in
      let former = steps.callback.isSignature
      steps.callback.isSignature = {
        let info = LooseSignatureCheck.digestInfo + MD5.hash($1.span).bytes
        return former($0, $1, $2)
          || $0 == LooseSignatureCheck.encoded(info, byteCount: $2.signatureByteCount)
      }
    },
  ]

  private static let infos: [Mutant] = [
    check("digest-alone", "CALL-SIG-3", "A digest without a DigestInfo passes.") {
      $0.passes = { $0.found == $0.due || $0.found == $0.encoded($0.digest) }
    },
    check("digest-raw", "CALL-SIG-3", "The digest without padding passes.") {
      $0.passes = {
        $0.found.suffix(16).elementsEqual($0.digest)
          && ($0.found == $0.due || $0.found.dropLast(16).allSatisfy { $0 == 0 })
      }
    },
    check("digest-info-without-null", "CALL-SIG-3", "The parameters NULL may be missing.") {
      $0.passes = {
        $0.found == $0.due || $0.found == $0.encoded(HashInfo.withoutNull + $0.digest)
      }
    },
    check("digest-info-long-length", "CALL-SIG-3", "Lengths of BER are read.") {
      $0.passes = {
        $0.found == $0.due || $0.found == $0.encoded(HashInfo.longLength + $0.digest)
      }
    },
    check("digest-info-names-any", "CALL-SIG-3", "The name of the hash function is not compared.") {
      $0.passes = { $0.found == $0.due || $0.namesAnyHash }
    },
    check("digest-info-any-parameters", "CALL-SIG-3", "The parameters may be anything.") {
      $0.passes = {
        guard let info = $0.afterPadding(ofAtLeast: 8), info.count > 14 else { return false }
        return Bytes(info[6..<14]) == Bytes($0.info[6..<14])
          && info.suffix(18).elementsEqual([0x04, 0x10] + $0.digest)
      }
    },
    check("digest-last-byte-not-compared", "CALL-SIG-3", "The last byte is not compared.") {
      $0.passes = { $0.found.dropLast() == $0.due.dropLast() }
    },
    check("digest-first-half-compared", "CALL-SIG-3", "Only the first half is compared.") {
      $0.passes = { $0.found.dropLast(8) == $0.due.dropLast(8) }
    },
    check("digest-second-half-compared", "CALL-SIG-3", "Only the second half is compared.") {
      $0.passes = {
        $0.found.dropLast(16) == $0.due.dropLast(16)
          && $0.found.suffix(8).elementsEqual($0.due.suffix(8))
      }
    },
  ]

  private static func check(
    _ id: String, _ clause: String, _ mistake: String,
    _ change: (inout LooseSignatureCheck) -> Void,
    also further: @escaping @Sendable (inout ReferenceSteps) -> Void = { _ in }
  ) -> Mutant {
    var check = LooseSignatureCheck()
    change(&check)
    let changed = check
    return Mutant(
      "callback-\(id)", clause, mistake,
      mend: "Write the encoded message that is due, and compare all of it.", on: [.callbackVerify]
    ) { steps in
      steps.checkSignatures { $0 = changed }
      further(&steps)
    }
  }
}

/// The beginnings of other `DigestInfo`s than the one that is due.
private enum HashInfo {
  static let sha1: Bytes = [
    0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A, 0x05, 0x00, 0x04, 0x14,
  ]
  static let sha256: Bytes = [
    0x30, 0x31, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05,
    0x00, 0x04, 0x20,
  ]
  /// The one of MD5 without its parameters.
  static let withoutNull: Bytes = [
    0x30, 0x1E, 0x30, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05, 0x04, 0x10,
  ]
  /// The one of MD5 with a length of two bytes.
  static let longLength: Bytes = [
    0x30, 0x81, 0x20, 0x30, 0x0C, 0x06, 0x08, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05, 0x05,
    0x00, 0x04, 0x10,
  ]
}

extension Bytes {
  /// The difference of two numbers of as many bytes, the first no less than the second.
  fileprivate func minus(_ other: Bytes) -> Bytes {
    var result = self
    var borrow = 0
    for index in indices.reversed() {
      let difference = Int(self[index]) - Int(other[index]) - borrow
      borrow = difference < 0 ? 1 : 0
      result[index] = UInt8(truncatingIfNeeded: difference)
    }
    return result
  }
}
