internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension JSONObject {
  /// Whether the body is a refusal for the time.
  var isSkewed: Bool { self["body"]?.stringValue?.contains("RequestTimeTooSkewed") == true }

  /// Changes a text, where there is one.
  mutating func change(_ member: String, _ change: (String) -> String) {
    if let text = self[member]?.stringValue { self[member] = .string(change(text)) }
  }
}

extension String {
  /// The body with its `ServerTime` under a name that nobody reads.
  var withoutServerTime: String {
    Bytes(utf8).replacing("ServerTime>", with: "OtherTime>").text
  }
}

extension UnixTime {
  /// 2020-01-01T00:00:00Z.
  static let epoch2020 = (try? UnixTime(seconds: 1_577_836_800)) ?? .epoch
}

extension ClockSteps {
  /// Finds another fault of the clock, from the status, the error and the fault that was found.
  mutating func afterFault(
    _ change: @escaping @Sendable (Int, ServerError, ClockFault?) -> ClockFault?
  ) {
    let former = fault
    fault = { change($0, $1, former($0, $1)) }
  }

  /// Reads another time in Date, from the text and the time that was read.
  mutating func afterDate(
    _ change: @escaping @Sendable (String, UnixMilliseconds?) -> UnixMilliseconds?
  ) {
    let former = date
    date = { change($0, former($0)) }
  }
}
