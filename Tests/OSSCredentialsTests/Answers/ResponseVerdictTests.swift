import OSSCredentials
import OSSPrimitives
import Testing

@Suite struct `Verdicts on presigned requests` {
  @Test func `call 203 and everything from 300 on a failure`() {
    var failures = 0
    for status in 0...999 {
      let verdict = ResponseVerdict(status: status, body: nil)
      let isFailure = verdict == .failure(text: nil)
      #expect(isFailure == (status == 203 || status > 299))
      failures += isFailure ? 1 : 0
    }
    #expect(failures == 701)
  }

  @Test func `give the whole body of a failure`() {
    let body = Bytes("\u{FEFF} a\r\n".utf8)
    #expect(ResponseVerdict(status: 404, body: body) == .failure(text: "\u{FEFF} a\r\n"))
    #expect(ResponseVerdict(status: 404, body: []) == .failure(text: ""))
    #expect(ResponseVerdict(status: 404, body: [0xFF]) == .failure(text: "\u{FFFD}"))
    #expect(ResponseVerdict(status: 204, body: body) == .success)
    let answer = ServerAnswer(status: 203, body: Bytes("callback".utf8), errorHeader: "e")
    #expect(ResponseVerdict(answer) == .failure(text: "callback"))
    #expect(ResponseVerdict(ServerAnswer(status: 200)) == .success)
  }

  @Test func `show no text without being asked`() {
    let text = "<Error><StringToSign>security-token=CAES</StringToSign></Error>"
    let verdict = ResponseVerdict(status: 403, body: Bytes(text.utf8))
    #expect("\(verdict)" == "failure(text: 63 bytes)")
    #expect(String(reflecting: verdict) == "failure(text: 63 bytes)")
    var dumped = ""
    dump(verdict, to: &dumped)
    #expect(!dumped.contains("CAES"))
    #expect("\(ResponseVerdict.failure(text: nil))" == "failure")
    #expect("\(ResponseVerdict.success)" == "success")
  }
}
