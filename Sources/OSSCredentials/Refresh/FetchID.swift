/// One fetch of credentials: a number that the machine gives it, so that its result finds its place.
public struct FetchID: Hashable, Sendable {
  /// The number, counted from 1.
  public let number: UInt64

  /// Names a fetch by its number.
  public init(_ number: UInt64) { self.number = number }
}
