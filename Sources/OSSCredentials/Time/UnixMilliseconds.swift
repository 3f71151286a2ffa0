public import OSSPrimitives

/// A moment, counted in milliseconds from 1970-01-01T00:00:00Z without leap seconds.
///
/// SDKs differ in whether a bare number is seconds or milliseconds. Here the type says it, and the
/// protocol's seconds are another type, ``UnixTime``.
public struct UnixMilliseconds: Hashable, Sendable {
  /// The milliseconds since 1970-01-01T00:00:00Z, negative before it.
  public let milliseconds: Int64

  /// Makes a moment from a count of milliseconds.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Makes the moment at which a second begins.
  public init(_ time: UnixTime) { milliseconds = time.seconds * 1000 }

  /// The second that the moment is in; nil outside the years 1 to 9999.
  public var time: UnixTime? {
    let seconds = milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
    return try? UnixTime(seconds: seconds)
  }

  /// The moment a span later; the last or the first one there is, where it cannot be counted.
  public func adding(_ span: Milliseconds) -> UnixMilliseconds {
    let (sum, overflow) = milliseconds.addingReportingOverflow(span.count)
    return UnixMilliseconds(milliseconds: overflow ? (span.count < 0 ? .min : .max) : sum)
  }

  /// The span from another moment to this one; the longest there is, where it cannot be counted.
  public func since(_ other: UnixMilliseconds) -> Milliseconds {
    let (span, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    return .milliseconds(overflow ? (milliseconds < 0 ? .min : .max) : span)
  }
}

extension UnixMilliseconds: Comparable {
  /// Whether one moment is before another.
  public static func < (left: UnixMilliseconds, right: UnixMilliseconds) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
