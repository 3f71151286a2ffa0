package import OSSJSON
internal import OSSPrimitives

/// The calls of a client in a scenario, in the order in which they came.
package struct Trace: Sendable {
  /// The calls, the first one with the number 1.
  package var calls: [TracedCall] = []

  /// Makes a trace without calls.
  package init(_ calls: [TracedCall] = []) { self.calls = calls }

  /// How many calls are kept; what comes later is served and not traced.
  package static let limit = 10_000
}

/// One call of a client: what was asked with which credentials, and what was answered. It holds no secret,
/// no token and no signature.
package struct TracedCall: Sendable {
  /// Which call it is, from 1, and the milliseconds since the start.
  package var number = 0
  package var milliseconds: Int64 = 0
  package var server = StageServer.oss
  /// What it asks for, as the documents of OSS name it; empty where that is not known.
  package var operation = ""
  /// The method and the target, without signatures and tokens.
  package var method = ""
  package var target = ""
  /// What makes two calls the same request: all but signature, token and date.
  package var identity = ""
  /// The path alone, without the query.
  package var path = ""
  package var accessKeyID = ""
  /// The number of the token, as they were given out; nil without one, and for one that nobody gave.
  package var token: Int?
  /// Whether it carries a signature or a token at all.
  package var isSigned = false
  /// The date that is signed, less the endpoint's clock, in seconds; nil for a URL and without one.
  package var dateOffset: Int64?
  /// The endpoint's clock less that of the machine, in seconds.
  package var clockOffset: Int64 = 0
  /// For how many seconds the token was over, by the end that it was given out with; nil without one.
  package var overdue: Int64?
  /// The status, and the code of a refusal; the status is 0 where no answer was made.
  package var status = 0
  package var code: String?
  /// What the scenario did to the answer; nil for the right one.
  package var injected: String?
  /// Whether the client waited for `100 Continue` and got a final answer; how many bytes of a body came, and how many after the
  /// last answer of the connection.
  package var waits = false
  package var bodyBytes = 0
  package var lateBytes = 0
  /// The connection, and whether it was the only one to its server then.
  package var connection = 0
  package var isAlone = true
  /// The number of the token that it brought.
  package var gave: Int?
  /// The seconds that the token given before had left and had lived for, by the endpoint's clock; nil
  /// before the first.
  package var former: (left: Int64, life: Int64)?
  /// What the endpoint refused without the scenario's doing: a clause and a sentence.
  package var refused: (clause: String?, sentence: String)?

  /// Makes a call of which nothing is known.
  package init() {}

  /// The call in a few words.
  package var text: String {
    let name = operation.isEmpty ? method : operation
    let answer = status == 0 ? "no answer" : "\(status)" + (code.map { " " + $0 } ?? "")
    return "call \(number) \(name)" + (token.map { " with token \($0)" } ?? "") + ": \(answer)"
      + (injected.map { " (\($0))" } ?? "")
  }

  /// The call for a program.
  package var json: JSONValue {
    func number(_ value: Int64?) -> JSONValue { value.map { .number(JSONNumber($0)) } ?? .null }
    return [
      "number": number(Int64(self.number)), "milliseconds": number(milliseconds),
      "server": .string(server.rawValue), "operation": .string(operation),
      "method": .string(method), "target": .string(target), "accessKeyId": .string(accessKeyID),
      "token": token.map { .string("token \($0)") } ?? .null, "dateOffset": number(dateOffset),
      "clockOffset": number(clockOffset), "status": number(Int64(status)),
      "code": code.map { .string($0) } ?? .null,
      "injected": injected.map { .string($0) } ?? .null,
      "bodyBytes": number(Int64(bodyBytes)), "lateBytes": number(Int64(lateBytes)),
      "connection": number(Int64(connection)), "gave": number(gave.map(Int64.init)),
    ]
  }
}
