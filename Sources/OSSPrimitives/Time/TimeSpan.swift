/// A span of time, counted in milliseconds.
public struct TimeSpan: Hashable, Sendable {
  /// The span of no time.
  public static let zero = TimeSpan(0)

  /// The number of milliseconds; negative for a span back in time.
  public let milliseconds: Int64

  private init(_ milliseconds: Int64) { self.milliseconds = milliseconds }

  /// A span of so many milliseconds.
  public static func milliseconds(_ count: Int64) -> TimeSpan { TimeSpan(count) }

  /// A span of so many seconds; the longest there is where the milliseconds cannot be counted.
  public static func seconds(_ count: Int64) -> TimeSpan { TimeSpan(count, times: 1000) }

  /// A span of so many minutes; the longest there is where the milliseconds cannot be counted.
  public static func minutes(_ count: Int64) -> TimeSpan { TimeSpan(count, times: 60_000) }

  /// A span of so many hours; the longest there is where the milliseconds cannot be counted.
  public static func hours(_ count: Int64) -> TimeSpan { TimeSpan(count, times: 3_600_000) }

  /// A span of so many days of 24 hours; the longest there is where the milliseconds cannot be
  /// counted.
  public static func days(_ count: Int64) -> TimeSpan { TimeSpan(count, times: 86_400_000) }

  private init(_ count: Int64, times unit: Int64) {
    let (product, overflow) = count.multipliedReportingOverflow(by: unit)
    self.init(overflow ? (count < 0 ? .min : .max) : product)
  }

  /// The whole seconds, rounded down.
  public var seconds: Int64 { floorQuotient(milliseconds, 1000) }
}

extension TimeSpan: Comparable {
  /// Whether one span is shorter than another.
  public static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension TimeSpan: CustomStringConvertible {
  /// The span in seconds, such as `300 s`, or in milliseconds where they are not whole.
  public var description: String {
    milliseconds % 1000 == 0 ? "\(seconds) s" : "\(milliseconds) ms"
  }
}
