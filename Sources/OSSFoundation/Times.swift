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

  /// A span of a duration of the standard library, rounded down to a millisecond; the shortest or
  /// the longest one that can be counted, where the duration is further from zero.
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    // The division of whole numbers rounds towards zero, and a part below zero must go down.
    let part = (attoseconds - (attoseconds < 0 ? Self.perMillisecond - 1 : 0)) / Self.perMillisecond
    let (whole, isTooGreat) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, isOver) = whole.addingReportingOverflow(part)
    self = .milliseconds(isTooGreat || isOver ? (seconds < 0 ? .min : .max) : sum)
  }

  /// The attoseconds of a millisecond.
  private static let perMillisecond: Int64 = 1_000_000_000_000_000
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
