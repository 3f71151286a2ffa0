/// The count of replies on a terminal, which is gone when the run ends.
final class Progress {
  private let total: Int
  private let console: any Console
  private let isShown: Bool
  private var shown = 0

  /// Makes a count; it shows nothing unless a person looks at the standard error.
  init(total: Int, console: some Console, detail: Report.Detail) {
    self.total = total
    self.console = console
    isShown =
      console.errorsAreTerminal && detail != .quiet && console.environment["TERM"] != "dumb"
  }

  /// Shows how many replies there are, a hundred times in a run at most.
  func show(_ count: Int) {
    guard isShown, count - shown >= max(1, total / 100) || count == total else { return }
    shown = count
    console.complain("\r\(count) of \(total)")
  }

  /// Takes the count away.
  func end() {
    if shown > 0 { console.complain("\r\u{1b}[K") }
  }
}
