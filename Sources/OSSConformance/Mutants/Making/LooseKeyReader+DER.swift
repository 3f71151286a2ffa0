internal import OSSPrimitives

extension LooseKeyReader {
  private static let rsaEncryption: Bytes = [
    0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01,
  ]

  /// The modulus and the exponent of a key, without zeros before them.
  mutating func numbers() -> (modulus: Bytes, exponent: Bytes)? {
    var place = 0..<bytes.count
    guard var info = value(0x30, &place) else { return nil }
    finish(place)
    if info.first.map({ bytes[$0] == 0x02 }) == true {
      take(.bareNumbers)
      return integers(&info)
    }
    guard var algorithm = value(0x30, &info), let name = value(0x06, &algorithm) else { return nil }
    if Bytes(bytes[name]) != Self.rsaEncryption { take(.algorithm) }
    let parameters = Bytes(bytes[algorithm])
    if parameters.starts(with: [0x05, 0x00]) {
      finish(algorithm.dropFirst(2))
    } else {
      take(.parameters)
    }
    guard let bits = value(0x03, &info), let unused = bits.first else { return nil }
    finish(info)
    if bytes[unused] != 0 { take(.unusedBits) }
    var sequence = bits.dropFirst()
    guard var numbers = value(0x30, &sequence) else { return nil }
    finish(sequence)
    return integers(&numbers)
  }

  private mutating func integers(
    _ place: inout Range<Int>
  ) -> (modulus: Bytes, exponent: Bytes)? {
    guard let modulus = integer(&place), let exponent = integer(&place) else { return nil }
    finish(place)
    return (modulus, exponent)
  }

  private mutating func integer(_ place: inout Range<Int>) -> Bytes? {
    guard let range = value(0x02, &place), let first = range.first else { return nil }
    let contents = Bytes(bytes[range])
    if bytes[first] >= 0x80 { take(.negative) }
    if contents.count > 1, contents[0] == 0, contents[1] < 0x80 { take(.zeroBefore) }
    let number = Bytes(contents.drop { $0 == 0 })
    // A modulus has a zero before it for its sign, which is none too many.
    if contents.starts(with: [0, 0]) { take(.zeroBefore) }
    return number
  }

  /// Moves over a value and gives where its contents stand.
  private mutating func value(_ tag: UInt8, _ place: inout Range<Int>) -> Range<Int>? {
    guard place.count > 1, bytes[place.lowerBound] == tag else { return nil }
    var start = place.lowerBound + 2
    var count = Int(bytes[place.lowerBound + 1])
    if count == 0x80 {
      take(.length)
      let contents = start..<max(start, place.upperBound - 2)
      place = place.upperBound..<place.upperBound
      return contents
    }
    if count > 0x80 {
      let digits = count & 0x7F
      guard digits < 4, start + digits <= place.upperBound else { return nil }
      count = bytes[start..<(start + digits)].reduce(0) { $0 << 8 | Int($1) }
      if count < 0x80 || bytes[start] == 0 { take(.length) }
      start += digits
    }
    guard start + count <= place.upperBound else { return nil }
    place = (start + count)..<place.upperBound
    return start..<(start + count)
  }

  private mutating func finish(_ place: Range<Int>) {
    if !place.isEmpty { take(.trailing) }
  }
}
