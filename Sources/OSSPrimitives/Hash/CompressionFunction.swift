/// The words that a hash function carries from block to block, and the step from one to the next.
protocol CompressionFunction: Sendable {
  /// Makes the initial hash value.
  init()

  /// Mixes the words of one block in.
  mutating func compress(_ block: MessageBlock)

  /// Whether the length that ends the padding has its lowest byte first.
  static var isLittleEndian: Bool { get }
}

extension CompressionFunction {
  /// The functions of FIPS 180-4 have the highest byte first.
  @inline(__always)
  static var isLittleEndian: Bool { false }
}
