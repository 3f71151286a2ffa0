import Foundation
import OSSEndpoint
import OSSJSON
import OSSPrimitives
import TestSupport
import Testing

@Suite struct `A scenario of a file` {
  private static let members: [(name: String, value: String)] = [
    ("title", #""A title.""#), ("right", #""A sentence.""#), ("group", #""tokens""#),
    ("clauses", #"["CRED-RUN-6"]"#), ("task", #""put""#), ("credentials", #""token""#),
    ("tokens", #"[{"lives": 60, "zone": "+08:00", "spelling": "second"}, {"same": true}]"#),
    ("succeeds", "true"),
  ]

  /// The text of a file, with a member added or replaced.
  private static func text(_ name: String, _ value: String?) -> String {
    var members = members.filter { $0.name != name }
    if let value { members.append((name, value)) }
    return "{" + members.map { #""\#($0.name)": \#($0.value)"# }.joined(separator: ", ") + "}"
  }

  private static func read(_ name: String, _ value: String?) throws(ScenarioError) -> Scenario {
    try Scenario(text(name, value).bytes, file: "folder/made.json")
  }

  /// A fault with members beside `on`.
  private static func fault(_ members: String, on: String = "PutObject") -> String {
    #"[{"on": "\#(on)", \#(members)}]"#
  }

  @Test func `has what the file says`() throws {
    let fault = Self.fault(
      #""call": 2, "times": 0, "before": {"advance": 5, "endToken": true, "dropKey": true}"#)
    let scenario = try Self.read("faults", fault)
    #expect(scenario.name == "made" && scenario.group == .tokens && scenario.task == .put)
    #expect(scenario.start == .token && scenario.clock == 0 && scenario.succeeds == true)
    #expect(scenario.tokens.map(\.lifetime) == [60, 3600])
    #expect(scenario.tokens.map(\.repeatsFormer) == [false, true])
    let only = try #require(scenario.faults.first)
    #expect(only.before == [.advance(5), .endToken, .dropKey])
    #expect((0...4).map { only.fires(at: $0) } == [false, false, true, true, true])
  }

  @Test(
    arguments: [
      ("title", nil, "made.json, member title: the member is missing."),
      ("titel", #""x""#, "titel: the format has no such member"),
      ("group", #""others""#, #""others" is not one of tokens, clock, service, transport, bytes."#),
      ("task", #""fly""#, "is not one of put, get, head"),
      ("credentials", #""none""#, "is not one of token, static."),
      (
        "tokens", "[]",
        "tokens: the value must be a list of tokens where the credentials are 'token'"
      ),
      ("credentials", nil, "tokens: the value must be left out where the credentials are"),
      (
        "tokens", #"[{"same": true}]"#, "tokens[0].same: the value must be left out: no token comes"
      ),
      ("tokens", #"[{}, {"same": true, "lives": 1}]"#, "tokens[1].lives: the format has no such"),
      ("tokens", #"[{"same": 1}]"#, "tokens[0].same: the value must be true or false."),
      ("tokens", #"[{"spelling": "third"}]"#, #"tokens[0].spelling: "third" is not 'second'."#),
      ("clock", #""12""#, "clock: the value must be a whole number from -100000000 to 100000000."),
      ("objects", #"{"a": 1}"#, "objects.a: the value must be a string."),
      ("succeeds", #""yes""#, "succeeds: the value must be true or false."),
      (
        "seen", #"[{"on": "any", "clause": "X-1"}]"#,
        "seen[0]: the value must be an object with a count: 'exactly', 'atLeast' or 'atMost'."
      ),
      (
        "seen", #"[{"on": "any", "exactly": 1, "atMost": 1, "clause": "X-1"}]"#,
        "must be an object with 'exactly', or with 'atLeast' and 'atMost'."
      ),
      (
        "seen", #"[{"on": "any", "atLeast": 2, "atMost": 1, "clause": "X-1"}]"#,
        "must be an object whose 'atLeast' is not over its 'atMost'."
      ),
      (
        "seen", #"[{"on": "putObject", "exactly": 1, "clause": "X-1"}]"#,
        #""putObject" is not an op"#
      ),
      ("broken", #"{"replace": "x", "breaks": ["X"]}"#, "broken.by: the member is missing."),
      (
        "faults", fault(#""call": 0, "before": {"endToken": true}"#),
        "faults[0].call: the value must"
      ),
      (
        "faults", fault(#""call": 1, "before": {"endToken": "yes"}"#),
        "faults[0].before.endToken: the value must be true or false."
      ),
      (
        "faults", fault(#""status": 307, "body": {"cut": 1}"#),
        "faults[0].status: the format has no"
      ),
      (
        "faults", fault(#""call": 1"#),
        "faults[0]: the value must be a fault that does something: with one of answer, headers, body, "
          + "transport, redirect, before, after."
      ),
      (
        "faults", fault(#""body": {"drop": 1}, "before": {}"#),
        "faults[0].before: the value must be an object with advance, endToken or dropKey."
      ),
      ("faults", fault(#""headers": {}"#), "headers: the value must be an object with a header."),
      ("faults", fault(#""before": {"endToken": false}"#), "must be a fault that does something"),
      (
        "faults", fault(#""answer": {"status": 500, "code": "InternalError"}, "headers": {}"#),
        "must be a fault with only one of answer, headers, body, transport, redirect."
      ),
      ("faults", fault(#""transport": {"delay": 51}"#), "delay: the value must be a whole number"),
      (
        "faults", fault(#""transport": {"reset": "after"}"#), "reset: the value must be 'before' or"
      ),
      (
        "faults", fault(#""transport": {}"#),
        "transport: the value must be an object with one member"
      ),
      ("faults", fault(#""body": {"cut": 1, "drop": 1}"#), "must be either 'cut' or 'drop'"),
      (
        "faults", fault(#""redirect": "stranger", "status": 303"#),
        "with the status 301, 302 or 307"
      ),
      (
        "faults", fault(#""headers": {"Date": 1}"#),
        "headers.Date: the value must be a string or null"
      ),
      (
        "faults", fault(#""answer": {"status": 500, "code": "AccessDenied"}"#),
        #""500 AccessDenied" is not an answer that OSS could give"#
      ),
      ("faults", fault(#""answer": {"status": 403}"#), "is not an answer that OSS could give"),
      ("faults", fault(#""answer": {"status": 503, "body": "x"}"#), "that OSS could give"),
      (
        "faults", fault(#""answer": {"status": 403, "code": "AccessDenied"}"#, on: "Token"),
        "is not an answer of the token server: a status and a body"
      ),
    ] as [(String, String?, String)])
  func `is refused with the place of what is wrong`(
    name: String, value: String?, sentence: String
  ) throws {
    let error = try #require(throws: ScenarioError.self) { try Self.read(name, value) }
    #expect(error.description.contains(sentence) && error.description.contains("made.json"))
  }

  @Test(arguments: [
    ("clauses", #"["CRED-RUN-6", "X-2"]"#, #"clauses[1]: "X-2""#),
    ("seen", #"[{"on": "any", "exactly": 1, "clause": "X-1"}]"#, #"seen[0].clause: "X-1""#),
    ("broken", #"{"replace": "x", "by": "", "breaks": ["X-1"]}"#, #"broken.breaks[0]: "X-1""#),
  ])
  func `cites no clause that the specification does not have`(
    name: String, value: String, place: String
  ) throws {
    let bytes = Self.text(name, value).bytes
    let error = #expect(throws: ScenarioError.self) {
      try Scenario(bytes, file: "made.json", clauses: ["CRED-RUN-6"])
    }
    #expect(
      error?.description == "made.json, member \(place) is not a clause of the specification.")
    _ = try Scenario(bytes, file: "made.json", clauses: ["CRED-RUN-6", "X-2", "X-1"])
  }

  /// Faults that change the answer of one call are refused where both count the same calls.
  @Test(arguments: [
    (("PutObject", 1, 1), ("PutObject", 1, 1), false),
    (("PutObject", 1, 1), ("PutObject", 2, 1), true),
    (("PutObject", 1, 2), ("PutObject", 2, 1), false),
    (("PutObject", 3, 1), ("PutObject", 1, 0), false),
    (("PutObject", 3, 0), ("PutObject", 1, 2), true),
    (("PutObject|GetObject", 1, 1), ("GetObject|PutObject", 1, 1), false),
    (("PutObject|any", 1, 1), ("any", 1, 1), false),
    (("Credentials|Token", 1, 1), ("Token", 1, 1), false),
    (("PutObject", 1, 1), ("any", 1, 1), true), (("PutObject", 1, 1), ("GetObject", 1, 1), true),
  ])
  func `has one answer for a call`(
    one: (String, Int, Int), other: (String, Int, Int), isRight: Bool
  ) throws {
    func text(_ fault: (on: String, call: Int, times: Int), _ act: String) -> String {
      #"{"on": "\#(fault.on)", "call": \#(fault.call), "times": \#(fault.times), \#(act)}"#
    }
    let delay = #""transport": {"delay": 1}"#
    let both = "[\(text(one, delay)), \(text(other, delay))]"
    if isRight {
      #expect(try Self.read("faults", both).faults.count == 2)
    } else {
      let error = #expect(throws: ScenarioError.self) { try Self.read("faults", both) }
      let sentence =
        "faults[1]: the value must be a fault of calls whose answer faults[0] does not change."
      #expect(error?.description.hasSuffix(sentence) == true)
    }
    // The world may move beside.
    let moved = "[\(text(one, delay)), \(text(other, #""before": {"endToken": true}"#))]"
    #expect(try Self.read("faults", moved).faults.count == 2)
  }

  @Test func `is there for each group, at least 32 in all, in at most 60 lines each`() throws {
    let folder = RealVectors.folder + "/../spec/scenarios"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    var groups: [Scenario.Group: Int] = [:]
    for name in names where name.hasSuffix(".json") {
      let text = try RealVectors.page("scenarios/" + name)
      let scenario = try Scenario(text.bytes, file: name)
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 61, "\(name)")
      #expect(scenario.broken != nil && !scenario.clauses.isEmpty, "\(name)")
      groups[scenario.group, default: 0] += 1
    }
    #expect(groups.count == Scenario.Group.allCases.count)
    #expect(groups.values.reduce(0, +) >= 32)
  }

  @Test func `gives answers alone whose codes explain knows, and its page lists all names`() throws
  {
    let texts = try RealVectors.json("explain.json").compact()
    for code in InjectedAnswer.codes {
      #expect(texts.contains("\"\(code)\""), "\(code)")
    }
    let page = try RealVectors.page("scenarios.md")
    let words = Scenario.Task.allCases.map(\.rawValue) + Scenario.Group.allCases.map(\.rawValue)
    for name in CallFilter.known + InjectedAnswer.codes + words {
      #expect(page.contains("`\(name)`"), "\(name)")
    }
  }
}
