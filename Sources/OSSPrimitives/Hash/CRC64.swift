/// The checksum that OSS computes of an object: CRC-64/XZ, with the polynomial of ECMA-182.
///
/// OSS sends it as the header `x-oss-hash-crc64ecma` of its answer to an upload and of an object.
/// A client that computes it of the bytes that it sent, or received, compares the two values: other
/// bytes give another value.
///
/// A value of the type is the checksum of the bytes so far. It finds errors of transport. It is no
/// protection against a person who changes bytes on purpose.
public struct CRC64: Hashable, Sendable {
  /// The checksum of the bytes so far; 0 before the first byte.
  public private(set) var value: UInt64

  /// Makes the checksum of no bytes.
  public init() { value = 0 }

  /// Takes over a checksum that was computed before; it may go on.
  ///
  /// - Parameter value: The checksum.
  public init(_ value: UInt64) { self.value = value }

  /// Reads the value of the header `x-oss-hash-crc64ecma`.
  ///
  /// The clause is PRIM-CRC64-2.
  ///
  /// - Parameter header: The value of the header: a decimal number of at most 64 bits, without a sign.
  ///   Any other text gives `nil`.
  public init?(header: String) {
    guard let value = UInt64(digits: header.bytes[...]) else { return nil }
    self.value = value
  }

  /// Takes in the next piece of the bytes.
  ///
  /// The clause is PRIM-CRC64-1.
  ///
  /// - Parameter bytes: The piece, which may be empty.
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    value = ~CRC64Table.shared.remainder(of: bytes, after: ~value)
  }

  /// Takes in the next piece of the bytes, of any type, such as `Data`; it is copied first.
  ///
  /// - Parameter bytes: The piece, which may be empty.
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func update(_ bytes: some Sequence<UInt8>) { update(Bytes(bytes).span) }

  /// The checksum of bytes.
  ///
  /// - Parameter bytes: All bytes.
  /// - Returns: The checksum.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func checksum(_ bytes: Span<UInt8>) -> CRC64 {
    var state = CRC64()
    state.update(bytes)
    return state
  }

  /// The checksum of bytes of any type, such as `Data`; they are copied first.
  ///
  /// - Parameter bytes: All bytes.
  /// - Returns: The checksum.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func checksum(_ bytes: some Sequence<UInt8>) -> CRC64 {
    checksum(Bytes(bytes).span)
  }

  /// The checksum of these bytes and others behind them, from the two checksums alone.
  ///
  /// The checksums of the parts of an upload, combined in the order of their numbers, give the
  /// checksum of the object. The clause is PRIM-CRC64-3.
  ///
  /// - Parameters:
  ///   - next: The checksum of the bytes that follow.
  ///   - length: How many bytes follow.
  /// - Returns: The checksum of all.
  /// - Complexity: O(log *n*) in the length.
  public func combined(with next: CRC64, length: UInt64) -> CRC64 {
    // A byte behind the first bytes multiplies their remainder by x⁸, so `length` bytes multiply it
    // by x⁸ to the power of `length`: squared once for each bit of `length`.
    var power = Polynomial.one.shiftedByByte
    var product = Polynomial(bits: value)
    var rest = length
    while rest > 0 {
      if rest & 1 == 1 { product = product.multiplied(by: power) }
      power = power.multiplied(by: power)
      rest &>>= 1
    }
    return CRC64(product.bits ^ next.value)
  }
}

extension CRC64: CustomStringConvertible {
  /// The checksum as OSS writes it in the header: a decimal number without a sign.
  public var description: String { String(value) }
}

/// A remainder of the division by the polynomial of ECMA-182.
///
/// The bits are reflected: the highest bit is the coefficient of x⁰, the lowest that of x⁶³.
private struct Polynomial {
  var bits: UInt64

  static let one = Polynomial(bits: 1 &<< 63)

  /// The remainder, multiplied by x.
  @inline(__always)
  var shifted: Polynomial {
    // The polynomial without x⁶⁴, for a coefficient that leaves.
    Polynomial(bits: bits &>> 1 ^ (0xc96c_5795_d787_0f42 & (0 &- (bits & 1))))
  }

  /// The remainder, multiplied by x⁸.
  var shiftedByByte: Polynomial {
    var result = self
    for _ in 0..<8 { result = result.shifted }
    return result
  }

  /// The remainder of the product.
  func multiplied(by other: Polynomial) -> Polynomial {
    var product: UInt64 = 0
    var term = other
    for degree in 0..<64 as Range<UInt64> {
      if (bits &<< degree) &>> 63 == 1 { product ^= term.bits }
      term = term.shifted
    }
    return Polynomial(bits: product)
  }
}

/// The remainders of each byte in each of eight places: eight bytes are taken in at once.
private struct CRC64Table: Sendable {
  /// How many bytes a step takes in.
  private static let stepByteCount = 8

  /// The one table, made when the first byte is taken in: 16 KiB.
  static let shared = CRC64Table()

  /// The remainder of a byte that `place` bytes follow is at `place << 8 | byte`.
  private let remainders: ContiguousArray<UInt64>

  private init() {
    var remainders = ContiguousArray<UInt64>()
    remainders.reserveCapacity(Self.stepByteCount * 256)
    for byte in 0..<256 as Range<UInt64> {
      remainders.append(Polynomial(bits: byte).shiftedByByte.bits)
    }
    for index in 256..<Self.stepByteCount * 256 {
      remainders.append(Polynomial(bits: remainders[index - 256]).shiftedByByte.bits)
    }
    self.remainders = remainders
  }

  /// Divides on, without the two complements around it.
  func remainder(of bytes: Span<UInt8>, after start: UInt64) -> UInt64 {
    let table = remainders.span
    // A known count lets the compiler see that each index below is within it.
    precondition(table.count == Self.stepByteCount * 256)
    var remainder = start
    var offset = 0
    while bytes.count &- offset >= Self.stepByteCount {
      let end = offset &+ Self.stepByteCount
      let word = remainder ^ UInt64(littleEndian: bytes.extracting(offset..<end))
      let early =
        table[0x700 | index(word)] ^ table[0x600 | index(word &>> 8)]
        ^ table[0x500 | index(word &>> 16)] ^ table[0x400 | index(word &>> 24)]
      let late =
        table[0x300 | index(word &>> 32)] ^ table[0x200 | index(word &>> 40)]
        ^ table[0x100 | index(word &>> 48)] ^ table[index(word &>> 56)]
      remainder = early ^ late
      offset = end
    }
    while offset < bytes.count {
      remainder = table[index(remainder ^ UInt64(bytes[offset]))] ^ remainder &>> 8
      offset &+= 1
    }
    return remainder
  }

  /// The low byte as an index.
  @inline(__always)
  private func index(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word & 0xff) }
}

extension UInt64 {
  /// Reads eight bytes, the lowest first.
  @inline(__always)
  fileprivate init(littleEndian bytes: Span<UInt8>) {
    precondition(bytes.count == 8)
    let low =
      UInt64(bytes[0]) | UInt64(bytes[1]) &<< 8 | UInt64(bytes[2]) &<< 16 | UInt64(bytes[3]) &<< 24
    let high =
      UInt64(bytes[4]) | UInt64(bytes[5]) &<< 8 | UInt64(bytes[6]) &<< 16 | UInt64(bytes[7]) &<< 24
    self = low | high &<< 32
  }
}
