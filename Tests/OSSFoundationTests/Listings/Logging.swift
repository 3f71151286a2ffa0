// Declarations of swift-log 1, as far as the recipe plugs into them.

public struct Logger: Sendable {
  public struct Message: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
  }

  public init(label: String) {}

  public func info(_ message: @autoclosure () -> Message) {}
}
