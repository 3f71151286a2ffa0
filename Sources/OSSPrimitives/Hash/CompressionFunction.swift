/// The words that a hash function carries from block to block, and the step from one to the next.
protocol CompressionFunction: Sendable {
  /// Makes the initial hash value.
  init()

  /// Mixes the words of one block in.
  mutating func compress(_ block: MessageBlock)
}
