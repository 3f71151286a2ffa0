import OSSCredentials
import OSSPrimitives
import OSSServices
import Testing

@Suite struct `Offsets of the clock` {
  private static func moment(_ milliseconds: Int64) -> Moment {
    Moment(milliseconds: milliseconds)
  }

  @Test(arguments: [(1000, 1500, -500), (1500, 1000, 500), (7, 7, 0)])
  func `are added to the device's time`(time: Int64, deviceTime: Int64, span: Int64) {
    let offset = ClockOffset(of: Self.moment(time), from: Self.moment(deviceTime))
    #expect(offset.span == .milliseconds(span))
    #expect(offset.corrected(Self.moment(deviceTime)) == Self.moment(time))
  }

  @Test func `of a clock that is right change nothing`() {
    #expect(ClockOffset.zero.corrected(Self.moment(42)) == Self.moment(42))
  }

  private static func skewed(_ serverTime: String) -> ServerAnswer {
    let body =
      "<Error><Code>RequestTimeTooSkewed</Code><ServerTime>\(serverTime)</ServerTime></Error>"
    return ServerAnswer(status: 403, body: Bytes(body.utf8))
  }

  @Test func `that were learned are not learned again`() throws {
    let answer = Self.skewed("2023-11-14T22:13:20.000Z")
    for ahead in stride(from: Int64(-43_200_000), through: 43_200_000, by: 99_991) {
      let deviceTime = Self.moment(1_700_000_000_000 + ahead)
      let learned = ClockOffset.learned(from: answer, of: .oss, deviceTime: deviceTime)
      #expect((learned == nil) == (abs(ahead) <= 900_000))
      guard let learned else { continue }
      #expect(learned.corrected(deviceTime) == Self.moment(1_700_000_000_000))
      #expect(
        ClockOffset.learned(from: answer, of: .oss, deviceTime: deviceTime, known: learned) == nil)
    }
  }

  @Test func `are not learned from an answer of another sender`() {
    let answer = Self.skewed("2023-11-14T22:13:20.000Z")
    #expect(
      ClockOffset.learned(from: answer, of: .tokenServer, deviceTime: Self.moment(0)) == nil)
  }

  @Test func `are learned from the token server's own answer`() {
    let answer = ServerAnswer(status: 200, date: "Tue, 14 Nov 2023 22:13:20 GMT")
    let learned = ClockOffset.learned(
      from: answer, of: .tokenServer, deviceTime: Self.moment(1_700_000_000_123))
    #expect(learned == ClockOffset(.milliseconds(-123)))
    var cached = answer
    cached.age = "1"
    #expect(
      ClockOffset.learned(
        from: cached, of: .tokenServer, deviceTime: Self.moment(1_700_000_000_123)) == nil)
  }
}
