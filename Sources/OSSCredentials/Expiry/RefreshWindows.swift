/// How long before their end credentials are to be renewed.
public struct RefreshWindows: Hashable, Sendable {
  /// With less than this left, one caller renews them and nobody waits.
  public let advisory: Milliseconds
  /// With less than this left, they are renewed before anything else is signed.
  public let mandatory: Milliseconds

  /// Makes two windows; an advisory one that is no longer than the mandatory one has no effect.
  public init(advisory: Milliseconds, mandatory: Milliseconds) {
    self.advisory = advisory
    self.mandatory = mandatory
  }
}
