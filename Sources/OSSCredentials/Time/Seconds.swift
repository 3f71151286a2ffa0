/// A span of time in whole seconds, as a presigned URL carries it.
///
/// It is a type of its own, so that it is never taken for ``Milliseconds``.
public struct Seconds: Hashable, Sendable {
  /// The number of seconds.
  public let count: Int64

  /// Makes a span of so many seconds.
  public init(_ count: Int64) { self.count = count }
}

extension Seconds: Comparable {
  /// Whether one span is shorter than another.
  public static func < (left: Seconds, right: Seconds) -> Bool { left.count < right.count }
}
