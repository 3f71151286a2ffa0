/// How far long work is: a line on a terminal, and a sentence where a signal ends the work.
///
/// Every command that takes long shows itself here. A signal that would end the program waits for the
/// next step of the work. Then it ends the program as it always does, and the adapter with it.
final class Progress {
  private let unit: String
  private let total: Int
  private let console: any Console
  private let isShown: Bool
  private let held = HeldSignals()
  private var count = 0
  /// When the line was shown last, in nanoseconds; nil while there is none.
  private var shownAt: Int64?

  /// How many nanoseconds a line stays.
  private static let pause: Int64 = 100_000_000

  /// Begins some work; the line is shown only where a person looks at the standard error.
  ///
  /// - Parameters:
  ///   - total: How many steps the work has.
  ///   - unit: What the steps are, such as `vectors`.
  init(_ total: Int, _ unit: String, _ console: some Console, isQuiet: Bool = false) {
    self.unit = unit
    self.total = total
    self.console = console
    isShown = console.errorsAreTerminal && !isQuiet && console.environment["TERM"] != "dumb"
  }

  /// Notes how many steps are done.
  func show(_ count: Int) {
    self.count = count
    if HeldSignals.isPending { return end() }
    guard isShown else { return }
    let now = ByteChannel.now()
    if let shownAt, now - shownAt < Self.pause, count < total { return }
    shownAt = now
    console.complain("\r\(grouped(count)) of \(grouped(total)) \(unit)")
  }

  /// Takes the line away; after a signal, says what was done and what is left, and lets it through.
  func end() {
    if shownAt != nil { console.complain("\r\u{1b}[K") }
    shownAt = nil
    if HeldSignals.isPending {
      console.complain(
        "\(Program.name): interrupted after \(grouped(count)) of \(grouped(total)) \(unit); "
          + "\(grouped(total - count)) are left, and no result is written.\n")
    }
    held.release()
  }
}
