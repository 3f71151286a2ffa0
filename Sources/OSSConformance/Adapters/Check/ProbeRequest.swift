internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// A request that shows how an adapter speaks the protocol, whatever its SDK signs.
struct ProbeRequest {
  /// The operation, which may be one that nobody knows.
  var operation: String
  var input: JSONObject
  /// How the line is written.
  var form = Form.plain

  /// One of several lines that mean the same.
  enum Form: Hashable {
    /// As the runner writes it: in ASCII, each other character as an escape of JSON.
    case plain
    /// With a text that the input has, in UTF-8.
    case utf8(String)
    /// With a member that the protocol does not have (ADP-LINE-3).
    case extended
    /// As long as a line may be (ADP-LINE-7).
    case long
  }

  /// The line, with its LF.
  ///
  /// - Parameters:
  ///   - seq: What the reply names.
  ///   - limit: How long a line may be, in bytes without its LF.
  func line(seq: String, limit: Int) -> Bytes {
    var members: JSONObject = [
      "op": "run", "seq": .string(seq), "operation": .string(operation), "input": .object(input),
    ]
    if form == .extended { members["note"] = ["of": ["a newer", 2], "null": nil] }
    if form == .long {
      members["note"] = ""
      let length = JSONValue.object(members).compact().utf8.count
      members["note"] = .string(String(repeating: "x", count: max(0, limit - length)))
    }
    var line = JSONValue.object(members).compact()
    if case .utf8(let text) = form {
      line = line.replacing(JSONValue.string(text).compact(), with: "\"\(text)\"")
    }
    return line.bytes + [0x0A]
  }
}

/// A plain input of an operation, and what an adapter answered to it.
struct ProbeSample {
  let operation: OSSVectors.Operation
  let input: JSONObject
  let reply: Reply

  /// The plainest input of an operation; of a request without headers and parameters, for which an SDK
  /// may have no way.
  static func input(of operation: OSSVectors.Operation, in corpus: Corpus) -> JSONObject? {
    var input = UsualMembers(of: operation, in: corpus).plainInput
    for name in ["headers", "query"] where operation.takesRequest { input?[name] = nil }
    return input
  }

  /// The request for the same, once more.
  var request: ProbeRequest { ProbeRequest(operation: operation.rawValue, input: input) }

  /// The same request with another text in the place where the operation takes any; nil if it has none.
  func request(text: JSONValue) -> ProbeRequest? {
    guard let member = operation.textMember else { return nil }
    var request = request
    request.input[member] = text
    return request
  }

  /// The same request at another time; nil if the operation does not depend on the clock.
  func request(later seconds: Int64) -> ProbeRequest? {
    guard operation.readsClock, let time = input["time"]?.integerValue else { return nil }
    var request = request
    request.input["time"] = .number(JSONNumber(time + seconds))
    return request
  }

  /// Whether two replies to this operation mean the same.
  func isSame(_ one: AdapterTalk.Heard, _ other: AdapterTalk.Heard) -> Bool {
    guard case .reply(let first) = one, case .reply(let second) = other else { return one == other }
    return first.status == second.status
      && (first.status != "ok" || first.isSame(as: second, to: operation, input))
  }
}

extension OSSVectors.Operation {
  /// Whether the input is a request with headers and a query.
  fileprivate var takesRequest: Bool {
    [.v1Header, .v1Presign, .v2Header, .v2Presign, .v4Header, .v4Presign].contains(self)
  }

  /// The member of the input that may be any text; nil where the text must have a form.
  fileprivate var textMember: String? {
    switch self {
    case .v1Header, .v1Presign, .v2Header, .v2Presign, .v4Header, .v4Presign, .publicURL: "key"
    case .v1String: "stringToSign"
    case .md5, .sha1, .sha256, .hmacSHA1, .hmacSHA256: "data"
    case .base64: "encode"
    default: nil
    }
  }

  /// Whether the answer depends on `time`.
  fileprivate var readsClock: Bool {
    [
      .v1Header, .v2Header, .v4Header, .v4Presign, .stsRPC, .stsACS3, .serviceHeader, .postV4,
    ].contains(self)
  }
}

extension Reply {
  /// Whether both are the same answer with the same steps, or refusals of one class.
  ///
  /// Answers are compared as the judge compares them: the order of parameters in a URL is free.
  func isSame(as other: Reply, to operation: OSSVectors.Operation, _ input: JSONObject) -> Bool {
    switch (self, other) {
    case (.rejected(let one, _), .rejected(let other, _)): return one == other
    case (.ok(let answer), .ok) where self != other:
      let vector = Vector(
        id: "compared", operation: operation, level: .must, clauses: [], comment: "",
        provenance: .derived(reason: ""), input: input,
        expectation: Expectation(outcome: .answer(answer)))
      // A step that differs beside a right result is a note.
      return Judge.verdict(of: vector, reply: other) == .passed(notes: [])
    default: return self == other
    }
  }
}
