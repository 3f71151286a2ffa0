internal import OSSPrimitives

/// A place in DER and the functions that read on from there, strictly: ITU-T X.690 section 10.
struct DERReader {
  private let bytes: Bytes
  /// The offset of the next byte.
  private(set) var offset: Int
  private let end: Int

  init(_ bytes: Bytes) {
    self.bytes = bytes
    offset = 0
    end = bytes.count
  }

  private init(_ bytes: Bytes, _ range: Range<Int>) {
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The tags of the four types that a public key is made of.
  enum Tag: UInt8 {
    case integer = 0x02
    case bitString = 0x03
    case objectIdentifier = 0x06
    case sequence = 0x30
  }

  /// Moves over a value and gives where its contents stand.
  mutating func value(_ tag: Tag) throws(RSAKeyError) -> Range<Int> {
    guard offset < end else { throw .unexpectedEnd(offset: offset) }
    guard bytes[offset] == tag.rawValue else {
      throw .unexpectedTag(bytes[offset], offset: offset)
    }
    offset += 1
    let count = try length()
    guard count <= end - offset else { throw .unexpectedEnd(offset: end) }
    let start = offset
    offset += count
    return start..<offset
  }

  /// Moves over a value and gives a reader of its contents.
  mutating func contents(_ tag: Tag) throws(RSAKeyError) -> DERReader {
    DERReader(bytes, try value(tag))
  }

  /// Moves over a bit string of whole bytes and gives a reader of them.
  mutating func bitString() throws(RSAKeyError) -> DERReader {
    let range = try value(.bitString)
    guard let unused = bytes[range].first else { throw .unexpectedEnd(offset: range.lowerBound) }
    if unused != 0 { throw .unusedBits(offset: range.lowerBound) }
    return DERReader(bytes, range.dropFirst())
  }

  /// Moves over an integer that is not negative.
  mutating func integer() throws(RSAKeyError) -> NaturalNumber {
    let range = try value(.integer)
    let contents = bytes[range]
    guard let first = contents.first else { throw .invalidInteger(offset: range.lowerBound) }
    let hasZero = first == 0 && contents.count > 1
    if first >= 0x80 || hasZero && bytes[range.lowerBound + 1] < 0x80 {
      throw .invalidInteger(offset: range.lowerBound)
    }
    return NaturalNumber(bigEndian: contents.span)
  }

  /// Moves over bytes that must be next, as they are.
  mutating func expect(_ expected: Bytes) throws(RSAKeyError) {
    for byte in expected {
      guard offset < end, bytes[offset] == byte else { throw .notRSA(offset: offset) }
      offset += 1
    }
  }

  /// Checks that nothing follows.
  func finish() throws(RSAKeyError) {
    if offset < end { throw .trailingBytes(offset: offset) }
  }

  /// Reads a length: in one byte up to 127, else in as few bytes as it takes.
  private mutating func length() throws(RSAKeyError) -> Int {
    let start = offset
    guard offset < end else { throw .unexpectedEnd(offset: offset) }
    let first = bytes[offset]
    offset += 1
    if first < 0x80 { return Int(first) }
    // Three bytes are more than any key needs, and the indefinite length has none.
    let count = Int(first & 0x7f)
    guard 1...3 ~= count else { throw .invalidLength(offset: start) }
    guard count <= end - offset else { throw .unexpectedEnd(offset: end) }
    var length = 0
    for _ in 0..<count {
      length = length << 8 | Int(bytes[offset])
      offset += 1
    }
    if length < 0x80 || length >> (8 * (count - 1)) == 0 { throw .invalidLength(offset: start) }
    return length
  }
}
