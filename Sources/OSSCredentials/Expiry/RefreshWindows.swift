public import OSSPrimitives

/// How long before their end credentials are to be renewed.
public struct RefreshWindows: Hashable, Sendable {
  /// With less than this left, one caller renews them and nobody waits.
  public let advisory: TimeSpan
  /// With less than this left, they are renewed before anything else is signed.
  public let mandatory: TimeSpan

  /// Makes two windows; an advisory one that is no longer than the mandatory one has no effect.
  public init(advisory: TimeSpan, mandatory: TimeSpan) {
    self.advisory = advisory
    self.mandatory = mandatory
  }
}
