/// Four consecutive words of a message block or of a message schedule.
///
/// Schedules are computed four words at a time: few enough to stay in registers, and enough to keep
/// the processor busy while the rounds wait for each other.
struct WordQuartet: Sendable {
  var first: UInt32
  var second: UInt32
  var third: UInt32
  var fourth: UInt32

  static var zero: WordQuartet { WordQuartet(first: 0, second: 0, third: 0, fourth: 0) }
}
