import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

@Suite struct `The adapter server` {
  /// Repeats what it was given, or refuses it.
  struct Echo: Answerer {
    var identity: AdapterIdentity {
      AdapterIdentity(
        name: "echo", version: "2", language: "swift", operations: ["sha1"], features: ["bench"],
        window: 8)
    }

    func answer(_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply {
      guard let data = input["data"]?.stringValue else {
        return .rejected(errorClass: "invalid-input", message: "no data")
      }
      return .ok(Answer(members: ["digest": .string(data)], stages: ["stringToSign": "s"]))
    }

    func workload(for operation: TimedOperation) -> ((_ count: Int) -> Void)? {
      operation.request.operation == .sha1 ? { _ in } : nil
    }
  }

  /// A line that comes in, and the line that goes out.
  static let exchanges: [(String, String)] = [
    (
      #"{"op":"hello","protocol":1,"runner":{}}"#,
      #"{"protocol":1,"sdk":{"name":"echo","version":"2","language":"swift"},"#
        + #""operations":["sha1"],"features":["bench"],"window":8}"#
    ),
    (
      #"{"op":"hello","protocol":2}"#,
      #"{"protocol":1,"error":"This adapter speaks protocol version 1 only."}"#
    ),
    (
      #"{"op":"run","seq":"7f3","operation":"sha1","input":{"data":"x"},"new":1}"#,
      #"{"seq":"7f3","status":"ok","output":{"digest":"x","stages":{"stringToSign":"s"}}}"#
    ),
    (
      #"{"op":"run","seq":"7f4","operation":"sha1","input":{}}"#,
      #"{"seq":"7f4","status":"rejected","#
        + #""error":{"class":"invalid-input","message":"no data"}}"#
    ),
    (
      #"{"op":"run","seq":"7f5","operation":"v9.header","input":{}}"#,
      #"{"seq":"7f5","status":"unsupported","reason":"the operation is unknown"}"#
    ),
    (
      #"{"op":"run","seq":"7f6","operation":"sha1"}"#,
      #"{"seq":"7f6","status":"failed","#
        + #""message":"line 1 of the adapter's input has no member input"}"#
    ),
    (
      "nonsense",
      #"{"seq":null,"status":"failed","message":"line 1 of the adapter's input is not JSON: "#
        + #"the word at byte 0 is not true, false or null (the line begins \"nonsense\")"}"#
    ),
    (
      #"{"op":"dance","seq":"1"}"#,
      #"{"seq":"1","status":"failed","message":"line 1 of the adapter's input "#
        + #"has a member op that is not hello, run, bench or bye"}"#
    ),
    (
      #"{"op":"bench","seq":"b1","operation":"sha1","input":{},"count":5}"#,
      #"{"seq":"b1","nanoseconds":0}"#
    ),
    (
      #"{"op":"bench","seq":"b2","operation":"sha256","input":{},"count":5}"#,
      #"{"seq":"b2","status":"unsupported","#
        + #""reason":"the operation cannot be timed with this input"}"#
    ),
    (
      #"{"op":"bench","seq":"b3","operation":"sha1","input":{},"count":0}"#,
      #"{"seq":"b3","status":"failed","message":"line 1 of the adapter's input has a member count "#
        + #"that is not a whole number from 1 to 100000000"}"#
    ),
  ]

  static func answer(_ text: String) -> String {
    let server = AdapterServer(Echo()) { 7 }
    return String(decoding: server.replies(to: Bytes(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: exchanges)
  func `the adapter server answers every line`(request: String, reply: String) {
    #expect(Self.answer(request) == reply + "\n")
  }

  @Test func `the adapter server ends when leave is taken`() {
    #expect(Self.answer("{\"op\":\"bye\"}\n{\"op\":\"hello\",\"protocol\":1}\n") == "")
  }
}
