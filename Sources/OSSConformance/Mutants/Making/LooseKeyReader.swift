internal import OSSPrimitives
internal import OSSVectors

/// A reader of public keys that passes over much, and notes what it passed over.
struct LooseKeyReader {
  /// What a strict reader refuses.
  enum Liberty: Hashable {
    // The text.
    case around, blanks, headers, label, labelCase, labelOfPKCS1, boundary
    case alphabet, padding, looseBits
    // The values.
    case length, trailing, zeroBefore, negative, unusedBits, parameters, algorithm, bareNumbers
    // The numbers.
    case size, sizeInBytes, evenModulus, exponent, longExponent
  }

  private(set) var liberties: Set<Liberty> = []
  var bytes = Bytes()

  /// The key of a text, and what had to be passed over; nil where nothing can be read.
  static func key(of pem: String) -> (key: RSAPublicKey, liberties: Set<Liberty>)? {
    var reader = LooseKeyReader()
    guard let base64 = reader.base64(of: pem), let der = reader.decoded(base64) else { return nil }
    reader.bytes = der
    guard let (modulus, exponent) = reader.numbers() else { return nil }
    let key = reader.key(modulus, exponent)
    return (key, reader.liberties)
  }

  mutating func take(_ liberty: Liberty) { liberties.insert(liberty) }

  /// What stands between the boundary lines.
  private mutating func base64(of pem: String) -> Bytes? {
    var lines = Bytes(pem.utf8).split(separator: 0x0A, omittingEmptySubsequences: false).map {
      Bytes($0.last == 0x0D ? $0.dropLast() : $0)
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    let trimmed = lines.map(\.blanksTrimmed)
    let begin = trimmed.firstIndex { $0.starts(with: "-----BEGIN ".utf8) }
    let end = trimmed.firstIndex { $0.starts(with: "-----END ".utf8) }
    if begin == nil || end == nil { take(.boundary) }
    let start = begin.map { $0 + 1 } ?? 0
    let stop = max(start, end ?? lines.count)
    if start > 1 || end.map({ $0 + 1 < lines.count }) == true { take(.around) }
    if lines != trimmed { take(.blanks) }
    for line in [begin.map { trimmed[$0] }, end.map { trimmed[$0] }] { noteLabel(line) }
    var text = Bytes()
    for line in trimmed[start..<stop] {
      if line.isEmpty { take(.blanks) }
      if line.contains(0x20) && !line.contains(0x3A) { take(.blanks) }
      if line.contains(0x3A) { take(.headers) } else { text += line.filter { $0 != 0x20 } }
    }
    return text.isEmpty ? nil : text
  }

  private mutating func noteLabel(_ line: Bytes?) {
    guard let line else { return }
    let label = line.text.replacing("-----", with: "").split(separator: " ", maxSplits: 1).last
    switch label {
    case "PUBLIC KEY": break
    case "RSA PUBLIC KEY": take(.labelOfPKCS1)
    case let other? where other.uppercased() == "PUBLIC KEY": take(.labelCase)
    default: take(.label)
    }
  }

  private mutating func decoded(_ given: Bytes) -> Bytes? {
    var text = given.replacing("-", with: "+").replacing("_", with: "/")
    if text != given { take(.alphabet) }
    let count = (4 - text.count % 4) % 4
    if count == 3 { return nil }
    if count > 0 { take(.padding) }
    text += Bytes(repeating: UInt8(ascii: "="), count: count)
    if let bytes = try? Base64.decode(text.text) { return bytes }
    // Else the last character may have bits that belong to no byte.
    let alphabet = Bytes(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    guard let end = text.firstIndex(of: UInt8(ascii: "=")), end > 0,
      let digit = alphabet.firstIndex(of: text[end - 1])
    else { return nil }
    text[end - 1] = alphabet[digit & (text.count - end == 2 ? 0x30 : 0x3C)]
    take(.looseBits)
    return try? Base64.decode(text.text)
  }

  private mutating func key(_ modulus: Bytes, _ exponent: Bytes) -> RSAPublicKey {
    var number: UInt64 = 0
    for byte in exponent { number = number << 8 | UInt64(byte) }
    if exponent.count > 8 { take(.longExponent) }
    if exponent.last.map({ $0 & 1 == 0 }) != false || exponent == [1] { take(.exponent) }
    if modulus.last.map({ $0 & 1 == 0 }) != false { take(.evenModulus) }
    let key = RSAPublicKey(uncheckedModulus: modulus.span, exponent: number)
    if !RSAPublicKey.modulusBitCounts.contains(key.modulusBitCount) {
      take(modulus.count == 64 ? .sizeInBytes : .size)
    }
    return key
  }
}

extension ReferenceSteps {
  /// Reads keys by passing over these and nothing else.
  mutating func readKeys(allowing allowed: Set<LooseKeyReader.Liberty>) {
    publicKey = { pem in
      do throws(RSAKeyError) {
        return .success(try RSAPublicKey(pem: pem))
      } catch {
        guard let read = LooseKeyReader.key(of: pem), read.liberties.isSubset(of: allowed) else {
          return .failure(error)
        }
        return .success(read.key)
      }
    }
  }
}
