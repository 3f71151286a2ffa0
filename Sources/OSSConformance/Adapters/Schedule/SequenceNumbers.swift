/// The numbers that name requests on the wire, from which an adapter can learn nothing.
///
/// They are the output of SplitMix64, a bijection of a counter: no two are the same in a run, and
/// their order says nothing to who does not know the seed.
struct SequenceNumbers {
  private var state: UInt64

  /// Begins a sequence.
  ///
  /// - Parameter seed: Where to begin; a random number for a live run.
  init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
