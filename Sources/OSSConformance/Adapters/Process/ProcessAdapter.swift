internal import OSSPrimitives

/// The program that speaks for an SDK, in a process of its own.
///
/// It is started when the value is made and started again whenever it dies, hangs or stops speaking
/// the protocol. Which request is then to blame is decided by ``RequestSchedule``. Everything runs on
/// the caller's thread.
public struct ProcessAdapter: ~Copyable, Sendable {
  /// What the adapter said of itself when it was first started.
  public private(set) var identity: AdapterIdentity

  /// What went wrong on the way and is not charged to a request, the first few only.
  ///
  /// A second reply to one request is such a thing, or a death that did not happen again.
  public internal(set) var notes: [String] = []

  /// How often the adapter had to be started again.
  public internal(set) var restarts = 0

  let command: [String]
  let showsErrors: Bool
  let limits: AdapterLimits
  var connection: AdapterConnection?
  var numbers: SequenceNumbers
  /// How often it was read although its oldest request was late.
  var lateRounds = 0

  private static let noteLimit = 20

  /// Starts an adapter and shakes hands with it; ``LaunchedAdapter`` does the two apart.
  ///
  /// From now on this process ignores SIGPIPE.
  ///
  /// - Parameters:
  ///   - command: The program, looked up in PATH, and its arguments.
  ///   - limits: How long to wait and when to stop trying.
  ///   - showsErrors: Whether the adapter's standard error is this process's own, which its author
  ///     wants, or nowhere.
  /// - Throws: An ``AdapterError`` if there is no adapter to talk to.
  public init(
    command: [String], limits: AdapterLimits = AdapterLimits(), showsErrors: Bool = true
  ) throws(AdapterError) {
    let adapter = try LaunchedAdapter(command: command, limits: limits, showsErrors: showsErrors)
      .introduced()
    self.init(adapter, command: command, limits: limits, showsErrors: showsErrors)
  }

  /// Takes over an adapter that has introduced itself.
  init(
    _ adapter: consuming LaunchedAdapter.Introduced, command: [String], limits: AdapterLimits,
    showsErrors: Bool
  ) {
    self.command = command
    self.limits = limits
    self.showsErrors = showsErrors
    identity = adapter.identity
    connection = consume adapter.connection
    numbers = SequenceNumbers(seed: .random(in: .min ... .max))
  }

  /// Takes leave of the adapter and ends it if it does not end by itself.
  ///
  /// A value that goes without this ends its process at once.
  public mutating func end() {
    connection?.close(after: limits.farewell)
    connection = nil
  }

  /// Keeps a sentence for the report, unless there are many already.
  mutating func note(_ sentence: String) {
    if notes.count < Self.noteLimit {
      notes.append(sentence)
    } else if notes.count == Self.noteLimit {
      notes.append("further remarks are left out")
    }
  }
}
