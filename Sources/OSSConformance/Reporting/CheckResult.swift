public import OSSVectors

/// A finding and what it means for the run.
public struct CheckResult: Hashable, Sendable {
  /// What was asked, what came back, and what the judge says.
  public var finding: Finding
  /// What that means, known failures considered.
  public var standing: Standing
}
