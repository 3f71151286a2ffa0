import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
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

    func workload(for request: AdapterRequest) -> ((_ count: Int) -> Void)? {
      request.operation == .sha1 ? { _ in } : nil
    }
  }

  /// A line that comes in, and the line that goes out.
  static let exchanges = [
    #"{"op":"hello","protocol":1,"runner":{}}"#:
      #"{"protocol":1,"sdk":{"name":"echo","version":"2","language":"swift"},"#
      + #""operations":["sha1"],"features":["bench"],"window":8}"#,
    #"{"op":"hello","protocol":2}"#:
      #"{"protocol":1,"error":"This adapter speaks protocol version 1 only."}"#,
    #"{"op":"run","seq":"7f3","operation":"sha1","input":{"data":"x"},"new":1}"#:
      #"{"seq":"7f3","status":"ok","output":{"digest":"x","stages":{"stringToSign":"s"}}}"#,
    #"{"op":"run","seq":"7f4","operation":"sha1","input":{}}"#:
      #"{"seq":"7f4","status":"rejected","#
      + #""error":{"class":"invalid-input","message":"no data"}}"#,
    #"{"op":"run","seq":"7f5","operation":"v9.header","input":{}}"#:
      #"{"seq":"7f5","status":"unsupported","reason":"the operation is unknown"}"#,
    #"{"op":"run","seq":"7f6","operation":"sha1"}"#:
      #"{"seq":"7f6","status":"failed","#
      + #""message":"line 1 of the adapter's input has no member input"}"#,
    "nonsense":
      #"{"seq":null,"status":"failed","message":"line 1 of the adapter's input is not JSON: "#
      + #"the word at byte 0 is not true, false or null (the line begins \"nonsense\")"}"#,
    #"{"op":"dance","seq":"1"}"#:
      #"{"seq":"1","status":"failed","message":"line 1 of the adapter's input "#
      + #"has a member op that is not hello, run, bench or bye"}"#,
    #"{"op":"bench","seq":"b1","operation":"sha1","input":{},"count":5}"#:
      #"{"seq":"b1","nanoseconds":0}"#,
    #"{"op":"bench","seq":"b2","operation":"sha256","input":{},"count":5}"#:
      #"{"seq":"b2","status":"unsupported","#
      + #""reason":"the operation cannot be timed with this input"}"#,
    #"{"op":"bench","seq":"b3","operation":"sha1","input":{},"count":0}"#:
      #"{"seq":"b3","status":"failed","message":"line 1 of the adapter's input has a member count "#
      + #"that is not a whole number from 1 to 100000000"}"#,
  ]

  static func answer(_ text: String) -> String {
    let server = AdapterServer(Echo()) { 7 }
    return String(decoding: server.replies(to: Bytes(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: exchanges)
  func `answers every line`(request: String, reply: String) {
    #expect(Self.answer(request) == reply + "\n")
  }

  @Test func `ends when leave is taken`() {
    #expect(Self.answer("{\"op\":\"bye\"}\n{\"op\":\"hello\",\"protocol\":1}\n") == "")
  }
}

@Suite struct `The exchange by files` {
  static func vector(_ id: String, _ operation: OSSVectors.Operation, _ data: String) -> Vector {
    VectorSamples.vector(id, operation, input: ["data": .string(data)], answer: ["digest": "00"])
  }

  static let vectors = [
    vector("sha1-case-0", .sha1, "0"), vector("sha1-case-1", .sha1, "1"),
    vector("sha256-case", .sha256, "2"),
  ]

  /// The first eight bytes that `sha256sum` gives for each request line with the id as its seq.
  static let seqs = ["abb8afdf53d8386d", "7c47b6b6df26c5a2", "21947073422f7e0e"]

  static let export = """
    {"op":"hello","protocol":1,"runner":{"name":"oss-conform","version":"0.1.0"},"corpus":"d1"}
    {"op":"run","seq":"abb8afdf53d8386d","operation":"sha1","input":{"data":"0"}}
    {"op":"run","seq":"7c47b6b6df26c5a2","operation":"sha1","input":{"data":"1"}}
    {"op":"run","seq":"21947073422f7e0e","operation":"sha256","input":{"data":"2"}}
    {"op":"bye"}

    """

  @Test func `exports the requests and nothing else of the vectors`() {
    let lines = ExportedRequests.lines(for: Self.vectors, corpusDigest: "d1")
    #expect(String(decoding: lines, as: UTF8.self) == Self.export)
    #expect(Self.vectors.map(ExportedRequests.seq) == Self.seqs)
  }

  static let hello = """
    {"protocol":1,"sdk":{"name":"a","version":"1","language":"c"},"operations":["sha1"]}

    """

  static func read(_ text: String) throws(GradingError) -> GradedReplies {
    try GradedReplies(Bytes(text.utf8), for: vectors)
  }

  @Test func `reads replies in any order`() throws {
    let graded = try Self.read(
      Self.hello + """
        {"seq":"7c47b6b6df26c5a2","status":"failed","message":"m"}
        {"seq":"abb8afdf53d8386d","status":"ok","output":{"digest":"0a","stages":{"stringToSign":"s"}}}
        """)
    #expect(
      graded.replies == [
        .ok(Answer(members: ["digest": "0a"], stages: ["stringToSign": "s"])),
        .failed(message: "m"),
        .unsupported(reason: "the adapter does not list the operation sha256"),
      ])
    #expect(graded.identity.name == "a")
  }

  @Test func `charges a missing reply and one that makes no sense`() throws {
    let graded = try Self.read(Self.hello + #"{"seq":"7c47b6b6df26c5a2","status":"fine"}"#)
    #expect(
      graded.replies.prefix(2) == [
        .failed(message: "the file of replies has no reply"),
        .failed(message: #"line 2 of the file of replies has the unknown status "fine""#),
      ])
  }

  /// What is said of a file of replies.
  static let faults = [
    "": "The file of replies is empty.",
    #"{"protocol":3,"error":"old"}"#:
      "The file of replies is from an adapter that does not speak protocol version 1, but version 3:"
      + " old.",
    "{}": "Line 1 of the file of replies has no member protocol.",
    hello + #"{"seq":"x","status":"ok"}"#:
      #"Line 2 of the file of replies is a reply to "x", which is no request's seq."#,
    hello + repeated + "\n" + repeated:
      #"Line 3 of the file of replies is a second reply to "abb8afdf53d8386d"."#,
    hello + "\n":
      #"Line 2 of the file of replies is not JSON: the text is empty (the line begins "")."#,
  ]
  private static let repeated = #"{"seq":"abb8afdf53d8386d","status":"failed"}"#

  @Test(arguments: faults)
  func `names the line that is wrong`(text: String, sentence: String) {
    let error = #expect(throws: GradingError.self) { try Self.read(text) }
    #expect(error?.description == sentence)
  }
}

// How it reads inputs of every shape is held against the oracle, which `.ci/run` asks for a thousand
// changed inputs of each operation; what those do not have is here.
@Suite struct `The reference adapter` {
  private static let presign: JSONObject = [
    "method": "GET", "bucket": "examplebucket", "key": "key.txt",
    "headers": [["x-oss-meta-a", "b"]], "query": [["acl", nil]],
    "credentials": ["accessKeyId": "ak", "accessKeySecret": "sk", "securityToken": "t"],
    "expires": 1_702_747_257, "endpoint": "https://h", "addressing": "path",
  ]

  private func answer(
    _ operation: OSSVectors.Operation, _ input: JSONObject,
    changing changes: [(String, JSONValue?)] = []
  ) -> Reply {
    var input = input
    for (name, value) in changes { input[name] = value }
    return ReferenceAdapter().answer(operation, input)
  }

  @Test func `passes over members that it does not know`() {
    let more: [(String, JSONValue?)] = [
      ("region", "cn-hangzhou"), ("id", 1), ("Method", "PUT"), ("timestamp", [1]),
    ]
    let reply = answer(.v1Presign, Self.presign, changing: more)
    #expect(reply.answer?.stages.members.count == 3)
    #expect(reply == answer(.v1Presign, Self.presign))
    let credentials: JSONValue = [
      "accessKeyId": "ak", "accessKeySecret": "sk", "securityToken": "t", "expiration": 1,
    ]
    #expect(
      answer(.v1Presign, Self.presign, changing: [("credentials", credentials)])
        == answer(.v1Presign, Self.presign))
  }

  /// The texts have words of their own, in which a secret that is such a word is found.
  @Test(
    arguments: [
      ("a secret", nil, []), ("accessKey", nil, ["accessKeySecret"]),
      ("a secret", "security", ["securityToken"]),
    ] as [(String, String?, [String])])
  func `sees which part of credentials a description shows`(
    secret: String, token: String?, revealed: [String]
  ) {
    let credentials: JSONValue = [
      "accessKeyId": "ak", "accessKeySecret": .string(secret),
      "securityToken": token.map { .string($0) } ?? .null,
    ]
    let reply = answer(.credentialDescription, ["credentials": credentials])
    let names = revealed.map { JSONValue.string($0) }
    #expect(reply == .ok(Answer(members: ["reveals": .array(names)])))
  }

  /// Each place of a text agrees with many pieces of the secret, and lies in many access key IDs.
  @Test func `looks for a long secret no longer than it must`() {
    let text = String(repeating: "a", count: 20_000)
    let credentials: JSONValue = [
      "accessKeyId": .string(text), "accessKeySecret": .string(text), "securityToken": "token-12",
    ]
    var reply = Reply.timeout
    let time = ContinuousClock().measure {
      reply = answer(.credentialDescription, ["credentials": credentials])
    }
    #expect(reply == .ok(Answer(members: ["reveals": []])))
    #expect(time < .seconds(60))
  }
}
