package import OSSJSON
package import OSSPrimitives
internal import OSSVectors

/// How far the clock of a device is off, and which answers may say so (clock.md).
package struct ClockModel: Sendable {
  /// An answer from which the time may be learned.
  package struct Reply: Sendable {
    /// Who gave the answer: `oss` or `token-server`.
    package var source: String
    package var status: Int64
    /// What the device's clock showed when the answer came, in milliseconds.
    package var deviceTime: Int64
    /// What is known so far: 0 where nothing is.
    package var known: Int64
    package var body: Bytes?
    /// The value of `x-oss-err`.
    package var header: String?
    package var date: String?
    package var age: String?

    /// A moment less the corrected time.
    package func distance(to time: Int64) -> Int64 { time.minus(deviceTime.plus(known)) }
  }

  /// What is read of an error.
  package struct Fault: Sendable {
    package var code: String?
    package var message: String?
    /// `ServerTime` and `RequestTime` in milliseconds, where they can be read.
    package var serverTime: Int64?
    package var requestTime: Int64?
    /// `ServerTime` as it was written.
    package var serverTimeText: String?
  }

  /// What a refusal says of the clock.
  package enum Meaning: Sendable {
    /// The time of the request is too far from that of OSS.
    case skewed
    /// The day in the scope of V4 is another one than that of OSS.
    case signingDate
  }

  /// Where the error is read: the body, or the header where there is no byte of a body (CLK-SRC-4).
  package var errorInput: @Sendable (Reply) -> JSONObject? = { reply in
    if let body = reply.body, !body.isEmpty { return ["body": ["base64": .string(body.base64)]] }
    return reply.header.map { ["header": .string($0)] }
  }

  /// The error, by the rules of error-body.md; nil for what they refuse (CLK-SRC-6).
  package var fault: @Sendable (JSONObject, Model) -> Fault? = { input, model in
    let answer = try? model.errorBodies.answer(InputReader(input), model)
    guard let members = answer?.members else { return nil }
    let texts = (members["members"]?.arrayValue ?? []).compactMap(\.arrayValue)
    return Fault(
      code: members["code"]?.stringValue, message: members["message"]?.stringValue,
      serverTime: members["serverTime"]?.integerValue.map { $0 * 1000 },
      requestTime: members["requestTime"]?.integerValue.map { $0 * 1000 },
      serverTimeText: texts.first { $0.first?.stringValue == "ServerTime" }?.last?.stringValue)
  }

  /// What a refusal says of the clock, code and message byte by byte (CLK-SRC-1, CLK-SRC-3,
  /// CLK-SRC-6).
  package var meaning: @Sendable (_ status: Int64, Fault) -> Meaning? = { status, fault in
    if status == 403, equal(fault.code, "RequestTimeTooSkewed") { return .skewed }
    let message = "Invalid signing date in Authorization header."
    let isDay = equal(fault.code, "InvalidArgument") && equal(fault.message, message)
    return status == 400 && isDay ? .signingDate : nil
  }

  /// Whether the answer of the token server shows the time (CLK-SRC-5, CLK-SRC-6).
  package var tokenServerTells: @Sendable (Reply) -> Bool = { $0.status == 200 }

  /// The time of OSS in an error (CLK-SRC-1).
  package var serverTime: @Sendable (Reply, Fault) -> Int64? = { $1.serverTime }

  /// Whether `Date` is tried for a refusal that has no time to use of its own (CLK-SRC-2).
  package var triesDate: @Sendable (Fault) -> Bool = { _ in true }

  /// Whether the answer comes out of a cache (CLK-DATE-4).
  package var isCached: @Sendable (_ age: String?) -> Bool = { $0 != nil }

  /// How `Date` is read (CLK-DATE-1 to CLK-DATE-3).
  package var form = DateForm()

  /// Whether a time can be the true one: from 2020 to 2100 (CLK-TRUE-1).
  package var isPlausible: @Sendable (_ time: Int64) -> Bool = {
    1_577_836_800_000...4_102_444_800_000 ~= $0
  }

  /// Whether the request was old and the clock right (CLK-TRUE-2).
  package var isOld: @Sendable (_ time: Int64, Reply) -> Bool = { time, reply in
    -900_000...900_000 ~= reply.distance(to: time)
  }

  /// The offset that an answer teaches (CLK-OFF-1, CLK-OFF-2).
  package var offset: @Sendable (_ time: Int64, Reply) -> Int64 = { time, reply in
    time.minus(reply.deviceTime)
  }

  /// The offset to use from now on: the learned one, or the known one (CLK-OFF-3).
  package var result: @Sendable (_ learned: Int64?, Reply) -> (offset: Int64, learned: Bool) = {
    ($0 ?? $1.known, $0 != nil)
  }

  func answer(_ input: InputReader, _ model: Model) throws(Refusal) -> Answer {
    _ = try input.text("ecHeader", orRefuseAs: .invalidInput)
    let reply = Reply(
      source: try input.word("source", of: "oss", "token-server"),
      status: try input.requiredInteger("status"),
      deviceTime: try input.requiredInteger("deviceTime"), known: try input.integer("offset") ?? 0,
      body: try input.bytes("body"), header: try input.text("header", orRefuseAs: .invalidInput),
      date: try input.text("date", orRefuseAs: .invalidInput),
      age: try input.text("age", orRefuseAs: .invalidInput))
    let result = result(time(reply, model).map { offset($0, reply) }, reply)
    return Answer(members: [
      "offset": .number(JSONNumber(result.offset)), "learned": .bool(result.learned),
    ])
  }

  private static func equal(_ text: String?, _ other: String) -> Bool {
    text.map { $0.raw } == other.raw
  }
}

extension ClockModel {
  /// The time that an answer gives, if it gives one: step 1 of the page.
  private func time(_ reply: Reply, _ model: Model) -> Int64? {
    if reply.source != "oss" { return tokenServerTells(reply) ? date(reply) : nil }
    guard let input = errorInput(reply), let fault = fault(input, model) else { return nil }
    switch meaning(reply.status, fault) {
    case nil: return nil
    case .signingDate: return date(reply)
    case .skewed:
      var time = serverTime(reply, fault).flatMap { isPlausible($0) ? $0 : nil }
      if time == nil, triesDate(fault) { time = date(reply) }
      return time.flatMap { isOld($0, reply) ? nil : $0 }
    }
  }

  /// The time of `Date`, if it can be used (CLK-DATE-1 to CLK-DATE-4, CLK-TRUE-1).
  func date(_ reply: Reply) -> Int64? {
    guard let text = reply.date, !isCached(reply.age), let time = form.moment(form.trimmed(text))
    else { return nil }
    return isPlausible(time) ? time : nil
  }
}

/// How the header `Date` is read: `Sun, 06 Nov 1994 08:49:37 GMT` (clock.md, section "The header
/// Date").
package struct DateForm: Sendable {
  /// The text without spaces and tabs at its ends (CLK-DATE-1).
  package var trimmed: @Sendable (String) -> String = { $0.raw.trimmed.text }
  /// Whether there is such a day and such a time of day (CLK-DATE-2).
  package var exists: @Sendable (CivilTime) -> Bool = { $0.isReal }
  /// The milliseconds of a date in its zone; nil for another zone than GMT (CLK-DATE-2).
  package var time: @Sendable (CivilTime, _ zone: String) -> Int64? = {
    $1 == "GMT" ? $0.localSeconds * 1000 : nil
  }

  /// The moment in milliseconds; nil for a text that is no date: every byte has its place, and the day
  /// of the week is that of the date (CLK-DATE-1, CLK-DATE-2, CLK-DATE-3).
  func moment(_ text: String) -> Int64? {
    let bytes = text.raw
    guard bytes.count > 26, bytes.allSatisfy({ $0 < 0x80 }),
      let weekday = CivilMoment.weekdays.firstIndex(of: Bytes(bytes[0..<3]).text),
      let month = CivilMoment.months.firstIndex(of: Bytes(bytes[8..<11]).text),
      var date = CivilTime(Bytes(bytes[3..<8] + bytes[11..<26]), ", dd  yyyy HH:mm:ss ")
    else { return nil }
    date.month = Int64(month) + 1
    guard exists(date), CivilMoment(date.localSeconds).weekday == weekday else { return nil }
    return time(date, Bytes(bytes[26...]).text)
  }
}
