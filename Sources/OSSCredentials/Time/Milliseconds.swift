/// A span of time, counted in milliseconds, so that it is never taken for seconds.
public struct Milliseconds: Hashable, Sendable {
  /// The span of no time.
  public static let zero = Milliseconds(0)

  /// The number of milliseconds; negative for a span back in time.
  public let count: Int64

  private init(_ count: Int64) { self.count = count }

  /// A span of so many milliseconds.
  public static func milliseconds(_ count: Int64) -> Milliseconds { Milliseconds(count) }

  /// A span of so many seconds; the longest there is where the milliseconds cannot be counted.
  public static func seconds(_ count: Int64) -> Milliseconds {
    let (product, overflow) = count.multipliedReportingOverflow(by: 1000)
    return Milliseconds(overflow ? (count < 0 ? .min : .max) : product)
  }
}

extension Milliseconds: Comparable {
  /// Whether one span is shorter than another.
  public static func < (left: Milliseconds, right: Milliseconds) -> Bool {
    left.count < right.count
  }
}
