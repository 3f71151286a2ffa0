/// Who asks for credentials: a number that its provider gives each caller.
public struct CallerID: Hashable, Sendable {
  /// The number; no two callers of one provider share it while one of them waits.
  public let number: UInt64

  /// Names a caller by a number.
  public init(_ number: UInt64) { self.number = number }
}
