extension UnixTime: CustomStringConvertible {
  /// The moment in the extended format of ISO 8601.
  public var description: String { iso8601 }
}
