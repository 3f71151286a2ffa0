import OSSCredentials
import OSSPrimitives
import Testing

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

  @Test func `end, whatever OSS answers`() {
    var requests = 0
    // Every pair of answers in turn: the first to even tries, the second to odd ones.
    for first in Self.answers {
      for second in Self.answers {
        for credential in SigningCredential.allCases {
          var tried: [ErrorAction] = []
          while tried.count < 10 {
            let answer = tried.count.isMultiple(of: 2) ? first : second
            let action = ErrorAction.due(after: answer, credential: credential, tried: tried)
            if action == .giveUp { break }
            tried.append(action)
          }
          requests += 1
          #expect(tried.count <= 5)
          #expect(tried.count { $0 == .refreshCredentials } <= 1)
          #expect(tried.count { $0 == .correctClock } <= 1)
          #expect(credential == .temporary || !tried.contains(.refreshCredentials))
        }
      }
    }
    #expect(requests == 243)
  }

  @Test func `show no body of an answer`() {
    let text = "<Error><StringToSign>security-token=CAES</StringToSign></Error>"
    let answer = ServerAnswer(
      status: 403, body: Bytes(text.utf8), errorHeader: "Q0FFUw==", ecHeader: "0002-00000007",
      date: "Tue, 14 Nov 2023 22:13:20 GMT", age: "1")
    let shown =
      "ServerAnswer(status: 403, body: 63 bytes, x-oss-err: 8 bytes, x-oss-ec: 0002-00000007, "
      + "date: Tue, 14 Nov 2023 22:13:20 GMT, age: 1)"
    #expect("\(answer)" == shown)
    #expect(String(reflecting: answer) == shown)
    var dumped = ""
    dump(answer, to: &dumped)
    #expect(!dumped.contains("CAES") && !dumped.contains("Q0FFUw=="))
  }

  @Test func `do not read a code out of other texts`() {
    for text in ["", "<Error>", "{\"Code\":\"SecurityTokenExpired\"}", "SecurityTokenExpired"] {
      let answer = ServerAnswer(status: 403, body: Bytes(text.utf8))
      #expect(ErrorAction.due(after: answer, credential: .temporary, tried: []) == .giveUp)
    }
  }
}
