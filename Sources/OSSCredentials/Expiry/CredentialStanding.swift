public import OSSPrimitives

/// How credentials stand towards their end at one moment.
public struct CredentialStanding: Hashable, Sendable {
  /// The part of their life in which credentials are.
  public enum Phase: String, CaseIterable, Hashable, Sendable {
    /// There is nothing to do.
    case fresh
    /// One caller may renew them; nobody waits for it.
    case advisory
    /// They are to be renewed before anything else is signed with them.
    case mandatory
    /// They have ended; nothing may be signed with them.
    case expired
  }

  /// The part of their life.
  public let phase: Phase
  /// How much of it is left, negative after its end; nil where the end is not known.
  public let remaining: TimeSpan?

  init(_ phase: Phase, remaining: TimeSpan?) {
    self.phase = phase
    self.remaining = remaining
  }
}
