public import OSSPrimitives

extension ServerError {
  /// The time of the request as OSS read it (ERR-TIME-1).
  public var requestTime: Moment? { time("RequestTime") }

  /// The time of OSS (ERR-TIME-1).
  public var serverTime: Moment? { time("ServerTime") }

  /// How many seconds the request's clock is ahead of that of OSS, negative behind it (ERR-TIME-4).
  public var clockSkewSeconds: Int64? {
    guard let requestTime, let serverTime else { return nil }
    return requestTime.seconds - serverTime.seconds
  }

  /// How far the two clocks may be apart (ERR-TIME-3).
  public var maximumSkewMilliseconds: Int64? {
    guard let text = self["MaxAllowedSkewMilliseconds"], 1...18 ~= text.utf8.count else {
      return nil
    }
    var value: Int64 = 0
    for byte in text.utf8 {
      guard 0x30...0x39 ~= byte else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    return value
  }

  /// A time in any form that is known; nil where the member is left out or has another form
  /// (ERR-TIME-2).
  private func time(_ name: String) -> Moment? {
    guard let text = self[name] else { return nil }
    if let time = try? Moment(iso8601: text) { return time }
    if let time = try? Moment(iso8601Basic: text) { return time }
    return try? Moment(rfc1123: text)
  }
}
