internal import OSSVectors

/// What became of the vectors of one level.
public struct LevelCount: Hashable, Sendable {
  /// How many were selected.
  public var selected = 0
  /// How many passed.
  public var passed = 0
  /// How many failed, expected or not.
  public var failed = 0
  /// How many the SDK cannot do.
  public var unsupported = 0

  /// Adds a verdict to the count.
  mutating func add(_ verdict: Verdict) {
    selected += 1
    switch verdict {
    case .passed: passed += 1
    case .failed: failed += 1
    case .unsupported: unsupported += 1
    }
  }
}
