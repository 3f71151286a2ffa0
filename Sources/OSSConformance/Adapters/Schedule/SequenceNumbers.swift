/// The numbers that name requests on the wire, from which an adapter can learn nothing.
///
/// They are the output of SplitMix64, a bijection of a counter: no two are the same in a run, and
/// their order says nothing to who does not know the seed.
struct SequenceNumbers {
  private var numbers: SplitMix64

  /// Begins a sequence.
  ///
  /// - Parameter seed: Where to begin; a random number for a live run.
  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  /// The next number.
  mutating func next() -> UInt64 { numbers.next() }
}
