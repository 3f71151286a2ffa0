/// A moment, counted in milliseconds from 1970-01-01T00:00:00Z without leap seconds.
///
/// The formats of the protocol hold the years 1 to 9999, from ``earliest`` to ``latest``. A moment
/// outside them, which a broken clock may show, is written as the first or the last one.
public struct Moment: Hashable, Sendable {
  /// The first moment that can be written, 0001-01-01T00:00:00Z.
  public static let earliest = Moment(milliseconds: -62_135_596_800_000)
  /// The last moment that can be written, 9999-12-31T23:59:59.999Z.
  public static let latest = Moment(milliseconds: 253_402_300_799_999)
  /// The moment 1970-01-01T00:00:00Z.
  public static let epoch = Moment(milliseconds: 0)

  /// The milliseconds since 1970-01-01T00:00:00Z, negative before it.
  public let milliseconds: Int64

  /// Makes a moment from a count of milliseconds, as a clock shows it.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Makes a moment from a count of seconds, and refuses one that no format can hold (V1-REF-13,
  /// POST-REF-4).
  ///
  /// - Parameter seconds: The seconds since 1970-01-01T00:00:00Z.
  /// - Throws: ``TimeError/outOfRange`` for a moment outside the years 1 to 9999.
  public init(seconds: Int64) throws(TimeError) {
    guard Self.earliest.seconds...Self.latest.seconds ~= seconds else { throw .outOfRange }
    milliseconds = seconds * 1000
  }

  /// The whole seconds since 1970-01-01T00:00:00Z, negative before it.
  public var seconds: Int64 { floorQuotient(milliseconds, 1000) }

  /// The moment a span later; the last or the first one there is, where it cannot be counted.
  public func adding(_ span: TimeSpan) -> Moment {
    let (sum, overflow) = milliseconds.addingReportingOverflow(span.milliseconds)
    return Moment(milliseconds: overflow ? (span < .zero ? .min : .max) : sum)
  }

  /// The beginning of the second that lies a number of seconds later, as signatures count them.
  ///
  /// - Parameter interval: How many seconds later, negative for earlier.
  /// - Throws: ``TimeError/outOfRange`` for a moment outside the years 1 to 9999.
  public func adding(seconds interval: Int64) throws(TimeError) -> Moment {
    let (sum, overflow) = seconds.addingReportingOverflow(interval)
    if overflow || !isWritable { throw .outOfRange }
    return try Moment(seconds: sum)
  }

  /// The span from another moment to this one; the longest there is, where it cannot be counted.
  public func since(_ other: Moment) -> TimeSpan {
    let (span, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    return .milliseconds(overflow ? (milliseconds < 0 ? .min : .max) : span)
  }

  /// Whether the formats of the protocol hold the moment.
  private var isWritable: Bool { Self.earliest <= self && self <= Self.latest }
}

extension Moment: Comparable {
  /// Whether one moment is before another.
  public static func < (left: Moment, right: Moment) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Moment: CustomStringConvertible {
  /// The moment in the extended format of ISO 8601, such as `2015-11-03T09:52:59.250Z`; without a
  /// fraction for a whole second, and as a count outside the years 1 to 9999.
  public var description: String {
    if !isWritable { return "\(milliseconds) ms since 1970" }
    let rest = milliseconds - seconds * 1000
    if rest == 0 { return iso8601 }
    let digits = String(rest)
    let zeros = String(repeating: "0", count: 3 - digits.utf8.count)
    return iso8601.pieces(at: "Z")[0] + "." + zeros + digits + "Z"
  }
}

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
