/// How long the runner waits for an adapter, and when it stops trying; times are nanoseconds.
public struct AdapterLimits: Hashable, Sendable {
  /// How long a request may be the oldest outstanding one.
  public var request: Int64 = 2_000_000_000

  /// How long the answer to the handshake may take, for runtimes that start slowly.
  public var handshake: Int64 = 30_000_000_000

  /// How long an adapter may take to end after it was told to.
  public var farewell: Int64 = 1_000_000_000

  /// How many requests may be outstanding, however many more the adapter would take.
  public var window = 64

  /// How many requests in a row have to fail alone before the rest may be given up.
  public var failuresInARow = 16

  /// How long no request must have been answered before the rest may be given up.
  ///
  /// Both limits together: sixteen vectors that end an SDK may well stand side by side in a corpus,
  /// and an adapter that fails fast costs little, so only one that also costs time is given up.
  public var fruitless: Int64 = 20_000_000_000

  /// How many fresh adapters in a row may fail to shake hands before the rest is given up.
  public var failedStartsInARow = 2

  /// The longest line that is read, without its LF.
  public var lineByteCount = 1 << 20

  /// Creates the limits of the protocol.
  public init() {}
}
