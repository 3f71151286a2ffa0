package import OSSJSON
internal import OSSPrimitives

/// The calls of a client in a scenario, in the order in which they came.
package struct Trace: Sendable {
  /// The calls, the first one with the number 1.
  package var calls: [TracedCall] = []
  /// How far each fault of the scenario came, in the order of the file.
  package var faults: [FaultCount]

  /// Makes a trace, without calls if nothing else is said.
  package init(_ calls: [TracedCall] = [], faults: [FaultCount] = []) {
    (self.calls, self.faults) = (calls, faults)
  }

  /// How many calls are kept; what comes later is served and not traced.
  package static let limit = 10_000
}

/// How far a fault of a scenario came.
package struct FaultCount: Hashable, Sendable {
  /// How many calls came that it is about, and at how many it happened.
  package var calls = 0
  package var happened = 0

  /// Makes the count of a fault that has seen no call.
  package init() {}
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

/// Something that a right client does otherwise in a scenario.
package struct ScenarioFinding: Hashable, Sendable {
  /// The clause, which is also its id: a verdict that is always judged, or what the scenario names.
  package let clause: String
  /// What was done, as one sentence.
  package let sentence: String
  /// The numbers of the calls that show it.
  package let calls: [Int]

  /// Makes a finding.
  package init(_ clause: String, _ sentence: String, calls: [Int] = []) {
    (self.clause, self.sentence, self.calls) = (clause, sentence, calls)
  }
}

/// A fault of a scenario that never happened.
package struct MissingFault: Hashable, Sendable {
  /// Which fault it is, and why it did not happen, as one sentence.
  package let sentence: String
  /// Whether a right client makes no call at which it could happen, by what `seen` allows.
  package let isRight: Bool
}

/// Judges the trace of a scenario. It is a function of its input alone.
package struct ScenarioVerdict {
  private let scenario: Scenario
  private let calls: [TracedCall]
  private let faults: [FaultCount]
  private let status: Int32?

  /// Takes what is judged.
  ///
  /// - Parameter status: the exit status of the client; nil while it runs.
  package init(_ scenario: Scenario, _ trace: Trace, exitStatus status: Int32?) {
    (self.scenario, self.status) = (scenario, status)
    (calls, faults) = (trace.calls, trace.faults)
  }

  /// The faults that never happened, by the order of the scenario.
  package var missing: [MissingFault] {
    zip(scenario.faults, faults).enumerated().compactMap { index, pair in
      let (fault, count) = pair
      if count.happened > 0 { return nil }
      let limit = scenario.seen.filter { $0.calls.includes(fault.calls) }.map(\.range.upperBound)
      let isRight = limit.contains { $0 < fault.call }
      return MissingFault(
        sentence: "fault \(index + 1) (\(fault.calls.text), call \(fault.call)) never happened: "
          + (isRight ? "a right client makes no such call." : fault.obstacle(count.calls)),
        isRight: isRight)
    }
  }

  /// Whether what the scenario says of a right client can be held against this one. A client that ends with
  /// success, and met not all faults, has done its task in another way: nothing is known of it but what is
  /// always judged.
  private var isAsked: Bool { status != 0 || missing.allSatisfy(\.isRight) }

  /// What is found, by the order of the verdicts, then that of the scenario.
  package var findings: [ScenarioFinding] {
    var findings: [ScenarioFinding] = []
    for call in calls {
      guard let refused = call.refused else { continue }
      findings.append(
        ScenarioFinding(
          refused.clause ?? "SCN-SIGN-1", "OSS refuses the request: \(refused.sentence)",
          calls: [call.number]))
    }
    findings += [date, refusedToken, endedToken, host, fetches, stops, late, again].compactMap(
      \.self)
    return isAsked ? findings + expected : findings
  }

  /// What is otherwise than the scenario says of a right client.
  private var expected: [ScenarioFinding] {
    var findings: [ScenarioFinding] = []
    for seen in scenario.seen {
      let found = calls.filter { seen.calls.covers($0.operation, of: $0.server) }
      if seen.range.contains(found.count) { continue }
      let text = seen.calls.text
      findings.append(
        ScenarioFinding(
          seen.clause,
          "The number of calls of \(text) is \(found.count); right is \(seen.rangeText).",
          calls: found.map(\.number)))
    }
    if let status, let succeeds = scenario.succeeds, (status == 0) != succeeds {
      let said = status == 0 ? "success" : "failure (exit status \(status))"
      findings.append(
        ScenarioFinding(
          "SCN-OK-1",
          "The client says \(said), and a right one \(succeeds ? "succeeds" : "fails").",
          calls: lastCalls))
    }
    return findings
  }

  /// The last call that failed or got another answer than the right one; else the last one.
  package var lastCalls: [Int] {
    let last = calls.last { $0.injected != nil || !(200..<300 ~= $0.status) } ?? calls.last
    return last.map { [$0.number] } ?? []
  }

  private static let tokenCodes = [
    "SecurityTokenExpired", "InvalidSecurityToken", "AccessKeyIdAndSecurityTokenNotMatch",
  ]
  private static let finalCodes = ["AccessDenied", "SignatureDoesNotMatch", "InvalidAccessKeyId"]
  /// How far a date may be from the clock of OSS, in seconds.
  private static let skew: Int64 = 900

  private var ofOSS: [TracedCall] { calls.filter { $0.server == .oss } }

  /// The calls that a rule charges, each for an earlier one; nil where there are none.
  private func charged(
    _ clause: String, _ sentence: String, _ isCharged: (TracedCall, _ earlier: TracedCall) -> Bool
  ) -> ScenarioFinding? {
    let ofOSS = ofOSS
    var numbers: [Int] = []
    for (index, call) in ofOSS.enumerated() {
      guard let earlier = ofOSS[..<index].last(where: { isCharged(call, $0) }) else { continue }
      for number in [earlier.number, call.number] where !numbers.contains(number) {
        numbers.append(number)
      }
    }
    return numbers.isEmpty ? nil : ScenarioFinding(clause, sentence, calls: numbers.sorted())
  }

  private func found(
    _ clause: String, _ sentence: String, _ isCharged: (TracedCall) -> Bool
  ) -> ScenarioFinding? {
    let numbers = calls.filter(isCharged).map(\.number)
    return numbers.isEmpty ? nil : ScenarioFinding(clause, sentence, calls: numbers)
  }

  /// Whether a call is an earlier one again. Of callers at once each has its first call, which may be the
  /// same request on another connection.
  private func isRepeat(_ call: TracedCall, _ earlier: TracedCall) -> Bool {
    let isSame = scenario.task != .many || call.connection == earlier.connection
    return call.identity == earlier.identity && isSame
  }

  /// Whether no two connections to OSS were there at once.
  private var isSequential: Bool { calls.allSatisfy { $0.server != .oss || $0.isAlone } }

  private var date: ScenarioFinding? {
    charged(
      "SCN-DATE-1",
      "The clock was refused, and the request is sent again with a date that is still too far off."
    ) { call, earlier in
      earlier.isSkewed && isRepeat(call, earlier)
        && call.dateOffset.map { !(-Self.skew...Self.skew ~= $0) } == true
    }
  }

  private var refusedToken: ScenarioFinding? {
    charged(
      "SCN-TOKEN-1", "A token that OSS refused as ended or invalid is sent again."
    ) { call, earlier in
      Self.tokenCodes.contains(earlier.code ?? "") && call.token != nil
        // Callers at once may send what they signed before they knew of the refusal.
        && call.token == earlier.token && (isSequential || isRepeat(call, earlier))
    }
  }

  private var endedToken: ScenarioFinding? {
    // Two seconds, for the call may have been on its way.
    found("SCN-TOKEN-2", "A token is sent after its Expiration.") {
      $0.server == .oss && $0.clockOffset == 0 && ($0.overdue ?? 0) > 2
    }
  }

  private var host: ScenarioFinding? {
    found("SCN-HOST-1", "A signature or a token goes to a host that it was not made for.") {
      $0.server == .stranger && $0.isSigned
    }
  }

  private var fetches: ScenarioFinding? {
    found(
      "SCN-FETCH-1", "A token is fetched although the one before has not ended and was not refused."
    ) { call in
      guard call.gave != nil, let former = call.former else { return false }
      let last = calls[..<(call.number - 1)].last { $0.gave != nil }
      guard let last, let gave = last.gave else { return false }
      // Some clients renew early, and a wrong clock of theirs may show less time than there is.
      let left = min(former.left, former.left + call.clockOffset)
      if left < 1200 || left < former.life / 2 { return false }
      return !calls[..<(call.number - 1)].contains {
        $0.token == gave && (Self.tokenCodes + Self.finalCodes).contains($0.code ?? "")
      }
    }
  }

  private var stops: ScenarioFinding? {
    charged(
      "SCN-STOP-1", "A refusal that is final is answered with the same request and the same key."
    ) { call, earlier in
      Self.finalCodes.contains(earlier.code ?? "") && isRepeat(call, earlier)
        && call.accessKeyID == earlier.accessKeyID
    }
  }

  private var late: ScenarioFinding? {
    found("SCN-BODY-1", "The body is sent although a final answer came in place of 100 Continue.") {
      // After a whole body, what comes late is the next request.
      $0.lateBytes > 0 && $0.waits && $0.bodyBytes == 0
    }
  }

  private var again: ScenarioFinding? {
    let ofOSS = ofOSS
    return charged(
      "SCN-AGAIN-1", "A request is sent again that has succeeded, or that OSS refused for good."
    ) { call, earlier in
      guard isRepeat(call, earlier), earlier.injected == nil || earlier.code != nil else {
        return false
      }
      let isOnce = ["AppendObject", "CompleteMultipartUpload"].contains(call.operation)
      if earlier.status < 300 { return isOnce && earlier.status >= 200 }
      // Some clients repeat 400, 401, 408 and 429 (ACT-STOP-2).
      guard 402..<500 ~= earlier.status, ![408, 429].contains(earlier.status),
        let code = earlier.code, !earlier.isSkewed,
        !(Self.tokenCodes + Self.finalCodes).contains(code)
      else { return false }
      return !ofOSS.contains {
        earlier.number < $0.number && $0.number < call.number && $0.path == call.path
          && $0.method != call.method
      }
    }
  }
}

extension TracedCall {
  /// Whether OSS refused the date.
  fileprivate var isSkewed: Bool {
    code == "RequestTimeTooSkewed" || code == "InvalidArgument"
  }
}

extension ScenarioFault {
  /// Why it did not happen, where so many calls came that it is about.
  fileprivate func obstacle(_ calls: Int) -> String {
    if calls >= call { return "its calls came, and there was nothing that it could change." }
    switch calls {
    case 0: return "no such call came."
    case 1: return "1 such call came."
    default: return "\(calls) such calls came."
    }
  }
}

extension Scenario.Seen {
  fileprivate var rangeText: String {
    if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
    if range.lowerBound == 0 { return "at most \(range.upperBound)" }
    if range.upperBound >= 10_000 { return "at least \(range.lowerBound)" }
    return "\(range.lowerBound) to \(range.upperBound)"
  }
}
