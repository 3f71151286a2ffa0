public import OSSPrimitives

/// What a signing key of V4 is good for: one day, one region and one product.
public struct CredentialScopeV4: Hashable, Sendable {
  /// The date in UTC, such as `20231216`.
  public let date: String
  /// The region, or the ID of a CloudBox.
  public let region: String
  /// The product, such as `oss`.
  public let product: String
  /// The days from 1970-01-01 to the date.
  private let day: Int64

  init(day: Int64, of identity: SigningIdentityV4) {
    self.day = day
    date = Self.text(ofDay: day)
    region = identity.region
    product = identity.product
  }

  /// Whether the scope is that of signatures made at a time.
  public func covers(_ time: UnixTime) -> Bool { Self.day(of: time) == day }

  /// The days from 1970-01-01 to the day of a time, negative before it.
  static func day(of time: UnixTime) -> Int64 {
    // Rounded down, not towards zero: a time before 1970 belongs to the day that it is in.
    (time.seconds - UnixTime.earliest.seconds) / secondsOfDay
      + UnixTime.earliest.seconds / secondsOfDay
  }

  private static let secondsOfDay: Int64 = 86_400

  private static func text(ofDay day: Int64) -> String {
    guard let time = try? UnixTime(seconds: day * secondsOfDay) else { return "" }
    return time.iso8601BasicDate
  }
}

extension CredentialScopeV4: CustomStringConvertible {
  /// The scope as it is signed, such as `20231216/cn-hangzhou/oss/aliyun_v4_request`.
  public var description: String { "\(date)/\(region)/\(product)/aliyun_v4_request" }
}
