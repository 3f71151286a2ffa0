import OSSCredentials
import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

// The vectors of credentials/error-actions, clock and verdicts hold single answers; sweeps over
// many answers, and what is printed, are here.
@Suite struct `Actions after an answer` {
  private static func refusal(_ code: String, status: Int = 403) -> ServerAnswer {
    ServerAnswer(status: status, body: Bytes("<Error><Code>\(code)</Code></Error>".utf8))
  }

  private static let answers: [ServerAnswer?] = [
    nil, refusal("SecurityTokenExpired"), refusal("InvalidSecurityToken"),
    refusal("InvalidAccessKeyId"), refusal("RequestTimeTooSkewed"),
    refusal("SignatureDoesNotMatch"), refusal("InternalError", status: 500),
    ServerAnswer(status: 200), ServerAnswer(status: 403, body: Bytes("<html>".utf8)),
  ]

  @Test(arguments: SigningCredential.allCases)
  func `a request ends after at most five actions, whatever OSS answers`(
    credential: SigningCredential
  ) {
    // Every pair of answers: the first to even tries, the second to odd ones.
    for first in Self.answers {
      for second in Self.answers {
        var tried: [ErrorAction] = []
        while tried.count < 10 {
          let answer = tried.count.isMultiple(of: 2) ? first : second
          let action = ErrorAction.due(after: answer, credential: credential, tried: tried)
          if action == .giveUp { break }
          tried.append(action)
        }
        #expect(tried.count <= 5)
        #expect(tried.count { $0 == .refreshCredentials } <= 1)
        #expect(tried.count { $0 == .correctClock } <= 1)
        #expect(credential == .temporary || !tried.contains(.refreshCredentials))
      }
    }
  }

  @Test func `the description of an answer does not show its body`() {
    let text = "<Error><StringToSign>security-token=CAES</StringToSign></Error>"
    let answer = ServerAnswer(
      status: 403, body: Bytes(text.utf8), errorHeader: "Q0FFUw==", ecHeader: "0002-00000007",
      date: "Tue, 14 Nov 2023 22:13:20 GMT", age: "1")
    let shown =
      "ServerAnswer(status: 403, body: 63 bytes, x-oss-err: 8 bytes, x-oss-ec: 0002-00000007, "
      + "date: Tue, 14 Nov 2023 22:13:20 GMT, age: 1)"
    #expect("\(answer)" == shown)
    #expect(String(reflecting: answer) == shown)
    #expect(!ShownTexts.texts(answer).contains { $0.contains("CAES") || $0.contains("Q0FFUw==") })
  }
}

@Suite struct `Verdicts on presigned requests` {
  @Test func `the description of a verdict does not show its text`() {
    let text = "<Error><StringToSign>security-token=CAES</StringToSign></Error>"
    let verdict = ResponseVerdict(status: 403, body: Bytes(text.utf8))
    #expect("\(verdict)" == "failure(text: 63 bytes)")
    #expect(String(reflecting: verdict) == "failure(text: 63 bytes)")
    #expect(!ShownTexts.texts(verdict).contains { $0.contains("CAES") })
    #expect("\(ResponseVerdict.failure(text: nil))" == "failure")
    #expect("\(ResponseVerdict.success)" == "success")
  }
}

@Suite struct `Clock offsets` {
  @Test func `an offset is learned above 15 minutes, and only once`() {
    let body = """
      <Error><Code>RequestTimeTooSkewed</Code><ServerTime>2023-11-14T22:13:20.000Z</ServerTime>\
      </Error>
      """
    let answer = ServerAnswer(status: 403, body: Bytes(body.utf8))
    for ahead in stride(from: Int64(-43_200_000), through: 43_200_000, by: 99_991) {
      let deviceTime = Moment(milliseconds: 1_700_000_000_000 + ahead)
      let learned = ClockOffset.learned(from: answer, of: .oss, deviceTime: deviceTime)
      #expect((learned == nil) == (abs(ahead) <= 900_000))
      #expect(ClockOffset.learned(from: answer, of: .tokenServer, deviceTime: deviceTime) == nil)
      guard let learned else { continue }
      #expect(learned.corrected(deviceTime) == Moment(milliseconds: 1_700_000_000_000))
      #expect(
        ClockOffset.learned(from: answer, of: .oss, deviceTime: deviceTime, known: learned) == nil)
    }
  }
}

@Suite struct `Answers of a custom signer` {
  /// The cause is kept (CRED-SIGN-12).
  @Test func `the text of an error is kept up to 1,024 bytes`() {
    let short = SignerFailure("HTTP 500: try again")
    #expect(short.text == "HTTP 500: try again")
    #expect(!short.isCut)
    #expect(short.description == "a text of 19 bytes")
    // Three bytes each: 341 of them are 1,023 bytes, and one more does not fit.
    let long = SignerFailure(String(repeating: "\u{7B7E}", count: 400))
    #expect(long.text.utf8.count == 1023)
    #expect(long.isCut)
    #expect(long.description == "a text of more than 1024 bytes")
    #expect(!SignerFailure(String(repeating: "a", count: 1024)).isCut)
    #expect(SignerFailure("").text.isEmpty)
    #expect(SignerFailure("\u{E9}") != SignerFailure("e\u{301}"))
  }
}
