public import Foundation
public import OSSPrimitives

extension Moment {
  /// The millisecond in which a date lies; the first or the last one that can be counted, where the
  /// date is further away.
  public init(_ date: Date) {
    self.init(milliseconds: Int64(clamping: date.timeIntervalSince1970 * 1000))
  }
}

extension Date {
  /// The date of a moment.
  public init(_ moment: Moment) {
    self.init(timeIntervalSince1970: TimeInterval(moment.milliseconds) / 1000)
  }
}

extension TimeSpan {
  /// A span of so many seconds of Foundation, rounded down to a millisecond.
  public init(_ interval: TimeInterval) {
    self = .milliseconds(Int64(clamping: interval * 1000))
  }

  /// A span of a duration of the standard library, rounded down to a millisecond.
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let milliseconds = Int64(clamping: Double(seconds) * 1000)
    self = .milliseconds(milliseconds + attoseconds / 1_000_000_000_000_000)
  }
}

extension TimeInterval {
  /// The seconds of a span.
  public init(_ span: TimeSpan) { self = TimeInterval(span.milliseconds) / 1000 }
}

extension Int64 {
  /// The whole number below a real one; the nearest that there is, where it is too great.
  fileprivate init(clamping number: Double) {
    // Int64.max has no Double of its own: the next one is 2 to the power of 63.
    let floor = number.rounded(.down)
    self = floor >= 0x1p63 ? .max : floor > -0x1p63 ? Int64(floor) : .min
  }
}
