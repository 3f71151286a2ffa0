package import OSSPrimitives

/// How the public key of a callback is read (CALL-KEY-4 to CALL-KEY-6).
package struct CallbackKeyReader: Sendable {
  /// CALL-KEY-5: whether a text of so many bytes is read.
  package var isLength: @Sendable (Int) -> Bool = { $0 <= 4096 }
  /// CALL-KEY-5: the text that is read of a text.
  package var text: @Sendable (Bytes) -> Bytes = { $0 }
  /// CALL-KEY-5: the base64 of the lines where they have no boundaries; nil to refuse them.
  package var base64: @Sendable ([Bytes]) -> Bytes? = { _ in nil }
  /// CALL-KEY-5: whether a line of base64 has so many characters.
  package var isLine: @Sendable (Int) -> Bool = { $0 > 0 }
  /// CALL-KEY-5: whether lengths are the shortest, and nothing follows a value.
  package var isStrict = true
  /// CALL-KEY-6: whether a modulus of so many bits is used.
  package var isSize: @Sendable (Int) -> Bool = { 512...8192 ~= $0 }
  /// CALL-KEY-6.
  package var isExponent: @Sendable (Bytes) -> Bool = {
    $0.count <= 8 && $0 != [1] && $0.last.map { $0 & 1 == 1 } ?? false
  }

  /// The key of a PEM text; nil to refuse it.
  func key(of pem: Bytes, _ primitives: PrimitiveModel) -> PlainRSAKey? {
    guard isLength(pem.count), let text = base64(between: Self.lines(of: text(pem))),
      let der = primitives.base64Bytes(text), let (modulus, exponent) = numbers(der)
    else { return nil }
    let number = exponent.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let key = PlainRSAKey(modulus: modulus, exponent: number)
    let isOdd = (modulus.last ?? 0) & 1 == 1
    guard isSize(key.bitCount), isOdd, isExponent(exponent) else { return nil }
    return key
  }

  /// The lines of the text (CALL-KEY-5).
  private static func lines(of text: Bytes) -> [Bytes] {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let rest = lines.removeLast()
    lines = lines.map { $0.last == 0x0D ? $0.dropLast() : $0 }
    return (rest.isEmpty ? lines : lines + [rest]).map { Bytes($0) }
  }

  /// The base64 between the boundary lines; nil to refuse the lines (CALL-KEY-4, CALL-KEY-5).
  private func base64(between lines: [Bytes]) -> Bytes? {
    guard lines.count > 1, lines.first?.isText("-----BEGIN PUBLIC KEY-----") == true,
      lines.last?.isText("-----END PUBLIC KEY-----") == true,
      lines.dropFirst().dropLast().allSatisfy({ isLine($0.count) })
    else { return base64(lines) }
    return Bytes(lines.dropFirst().dropLast().joined())
  }

  private static let rsaEncryption: Bytes = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]

  /// The modulus and the exponent of a `SubjectPublicKeyInfo`, without zeros before them.
  private func numbers(_ der: Bytes) -> (modulus: Bytes, exponent: Bytes)? {
    var rest = der[...]
    guard var info = value(0x30, &rest), ends(rest) else { return nil }
    guard var algorithm = value(0x30, &info), let name = value(0x06, &algorithm),
      name.elementsEqual(Self.rsaEncryption),
      algorithm.starts(with: [0x05, 0x00]), ends(algorithm.dropFirst(2)),
      var bits = value(0x03, &info), ends(info),
      bits.popFirst() == 0, var numbers = value(0x30, &bits), ends(bits)
    else { return nil }
    return integers(&numbers)
  }

  private func integers(_ rest: inout ArraySlice<UInt8>) -> (modulus: Bytes, exponent: Bytes)? {
    guard let modulus = integer(&rest), let exponent = integer(&rest), ends(rest) else {
      return nil
    }
    return (modulus, exponent)
  }

  private func integer(_ rest: inout ArraySlice<UInt8>) -> Bytes? {
    guard let bytes = value(0x02, &rest), let first = bytes.first, first < 0x80 else { return nil }
    let hasZero = bytes.count > 1 && first == 0 && bytes[bytes.startIndex + 1] < 0x80
    if hasZero, isStrict { return nil }
    return Bytes(bytes.drop { $0 == 0 })
  }

  /// The contents of a value of a tag, which is removed.
  private func value(_ tag: UInt8, _ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.popFirst() == tag, var count = rest.popFirst().map({ Int($0) }) else { return nil }
    if count >= 0x80 {
      let digits = rest.prefix(count & 0x7F)
      guard 1...3 ~= count & 0x7F, digits.count == count & 0x7F else { return nil }
      rest = rest.dropFirst(digits.count)
      count = digits.reduce(0) { $0 << 8 | Int($1) }
      let isShortest = count >= 0x80 && digits.first != 0
      guard isShortest || !isStrict else { return nil }
    }
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private func ends(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.isEmpty || !isStrict
  }
}
