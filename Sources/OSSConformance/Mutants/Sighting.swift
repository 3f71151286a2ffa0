/// A place where a mistake is real.
public struct Sighting: Hashable, Sendable {
  /// The name of the SDK, as its package registry or repository has it.
  public let sdk: String
  /// The version in which it was seen.
  public let version: String
  /// The place in the SDK, and what it does there, in words.
  public let place: String

  /// Makes a sighting.
  public init(sdk: String, version: String, place: String) {
    self.sdk = sdk
    self.version = version
    self.place = place
  }
}
