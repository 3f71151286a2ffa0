import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// What an adapter says in the handshake of the SDK as a whole: its profiles and its habits.
@Suite struct ClaimsTests {
  static func identity(_ profiles: [String]?, habits: [String] = []) -> AdapterIdentity {
    AdapterIdentity(
      name: "claiming", version: "1", language: "swift",
      operations: OSSVectors.Operation.allCases.map(\.rawValue), profiles: profiles, habits: habits)
  }

  @Test func `without profiles an adapter claims what its operations promise`() {
    #expect(Self.identity(nil).claimed == [.signing, .services, .refresh])
    #expect(Self.identity([]).claimed == [])
    #expect(Self.identity(["ecs", "signing", "novel"]).claimed == [.signing, .ecs])
  }

  @Test func `a vector has its own profile, that of its refusal, or that of its suite`() {
    let own = Vector(
      id: "own", operation: .sha1, level: .should, profile: .scaled, clauses: ["A-1"],
      comment: "C.", provenance: .derived(reason: "R."), input: [:],
      expectation: Expectation(outcome: .rejection(.invalidTime)))
    let suite = Suite(name: "s", profile: .ios, vectors: [])
    #expect(suite.profile(of: own) == .scaled)
    #expect(suite.profile(of: VectorSamples.header()) == .ios)
    #expect(suite.profile(of: VectorSamples.refusal()) == .ios, "a must is no hardening")
    let lower = VectorSamples.vector(
      "lower", .sha1, level: .should, input: [:],
      expectation: Expectation(outcome: .rejection(.invalidTime)))
    #expect(suite.profile(of: lower) == .hardening)
  }

  @Test func `what is not claimed is not asked and is one line`() throws {
    let suites = [
      Suite(name: "a", profile: .signing, vectors: [VectorSamples.header("one")]),
      Suite(name: "b", profile: .ios, vectors: [VectorSamples.header("two")]),
      Suite(
        name: "c", profile: .ecs,
        vectors: [VectorSamples.header("three"), VectorSamples.header("four")]),
    ]
    let corpus = try Corpus(suites: suites)
    var adapter = FunctionAdapter(identity: Self.identity(["signing", "novel"])) { _, _ in
      VectorSamples.ok(VectorSamples.headerMembers)
    }
    let report = try Report(Run(asking: &adapter, corpus.vectors, of: corpus))
    #expect(adapter.asked == 1)
    #expect(report.results.map(\.finding.vector.id) == ["one"])
    #expect(report.summary.unclaimed == [.ios: 1, .ecs: 2])
    let text = report.text()
    let line = "Not run: 3 vectors of profiles that it does not claim (ios, ecs; --profiles all"
    #expect(text.split(separator: "\n").count { $0 == line } == 1)
    #expect(text.contains("note: The adapter claims the unknown profile “novel”."))
    let all = try Report(
      Run(asking: &adapter, corpus.vectors, of: corpus, .named(Profile.allCases)))
    #expect((all.results.count, all.summary.unclaimed) == (4, [:]))
  }

  @Test func `a name that the runner does not know is noted, and the nearest is named`() throws {
    let identity = AdapterIdentity(
      name: "n", version: "1", language: "c",
      operations: ["v4.headers", "v1.header", "v4.headers"],
      habits: ["sleeps"])
    let replies: [Reply] = [
      .rejected(errorClass: "no-such", message: nil), .timeout,
      .rejected(errorClass: "missing-secret", message: nil),
    ]
    let pairs = replies.enumerated().map { (VectorSamples.header("get-\($0)"), $1) }
    #expect(
      Run(of: identity, in: try Corpus(suites: []), pairs).notes == [
        "The adapter lists the unknown operation “v4.headers”; did you mean v4.header?",
        "The adapter declares the unknown habit “sleeps”.",
        "The adapter answers with the unknown error class “no-such”.",
      ])
  }

  /// When three requests at 0, 60 and 0 s were signed, and whether the clock may be theirs: it is, is
  /// a minute ahead as in another time zone, is right once, and never moves.
  @Test(
    arguments: [
      ([0, 60, 0], true), ([60, 120, 60], true), ([7, 60, 7], true), ([7, 7, 7], false),
    ])
  func `a clock that is not that of the requests is noted, and no other fault of dates`(
    times: [Int64], isRight: Bool
  ) throws {
    let pairs = try zip([0, 60, 0] as [Int64], times).enumerated().map { place, pair in
      let date = try Moment(seconds: pair.1).rfc1123
      let input: JSONObject = ["method": "GET", "time": .number(JSONNumber(pair.0))]
      return (
        VectorSamples.header("get-\(place)", input: input),
        VectorSamples.ok(["headers": [["Date", .string(date)]]])
      )
    }
    let run = Run(of: Self.identity(nil), in: try Corpus(suites: []), pairs)
    #expect(run.notes.isEmpty == isRight)
  }

  /// Signs V1 with the header `x-oss-date` in every request.
  private static func habitual(_ operation: OSSVectors.Operation, _ given: JSONObject) -> Reply {
    var input = given
    let headers = input["headers"]?.arrayValue ?? []
    let names = headers.compactMap { $0.arrayValue?.first?.stringValue?.lowercased() }
    if operation == .v1Header, !names.contains("x-oss-date"),
      let seconds = input["time"]?.integerValue, let moment = try? Moment(seconds: seconds)
    {
      input["headers"] = .array(headers + [.array(["x-oss-date", .string(moment.rfc1123)])])
    }
    return ReferenceAdapter().answer(operation, input)
  }

  @Test func `a client that always sends x-oss-date fails no must for it, and only if it says so`()
    throws
  {
    let corpus = try RealVectors.corpus.get()
    let vectors = corpus.vectors.filter { $0.operation == .v1Header }
    let habits = ["v1-always-sends-x-oss-date"]
    var adapter = FunctionAdapter(
      identity: Self.identity(nil, habits: habits), answer: Self.habitual)
    let report = try Report(Run(asking: &adapter, vectors, of: corpus))
    #expect((report.summary.failed, report.summary.failedShould) == (0, 0))
    #expect(report.summary.notComparable > 300)
    #expect(report.text().split(separator: "\n").count { $0.contains(habits[0]) } == 1)
    var silent = FunctionAdapter(identity: Self.identity(nil), answer: Self.habitual)
    #expect(try Report(Run(asking: &silent, vectors, of: corpus)).summary.failed > 300)
  }

  @Test(arguments: [
    ("v4-sends-date-alone", "v4-date-in-date-header", OSSVectors.Operation.v4Header),
    ("v4-url-signs-host", "v4-url-host-listed", .v4Presign),
  ])
  func `a client of V4 fails no must for its habit, if it says so`(
    habit: String, planted: String, operation: OSSVectors.Operation
  ) throws {
    let corpus = try RealVectors.corpus.get()
    let vectors = corpus.vectors.filter { $0.operation == operation }
    let replies = try PlantedSDK.replies([planted], to: vectors)
    let answers = Dictionary(zip(vectors.map(\.input), replies)) { first, _ in first }
    let answer = { @Sendable (_: OSSVectors.Operation, input: JSONObject) in
      answers[input] ?? .unsupported(reason: nil)
    }
    let identity = Self.identity(nil, habits: [habit])
    var adapter = FunctionAdapter(identity: identity, answer: answer)
    let report = try Report(Run(asking: &adapter, vectors, of: corpus))
    #expect(report.summary.failed == 0)
    #expect(report.summary.notComparable > 300)
    var silent = FunctionAdapter(identity: Self.identity(nil), answer: answer)
    let failed = try Report(Run(asking: &silent, vectors, of: corpus)).summary.failed
    #expect(failed > 250)
  }

  @Test func `a habit excuses nothing else that is wrong`() throws {
    let corpus = try RealVectors.corpus.get()
    let vectors = corpus.vectors.filter { $0.operation == .v1Header }
    var adapter = FunctionAdapter(
      identity: Self.identity(nil, habits: ["v1-always-sends-x-oss-date", "novel"])
    ) { operation, input in
      guard case .ok(var answer) = Self.habitual(operation, input) else {
        return .unsupported(reason: nil)
      }
      answer.members = ["signature": .string(VectorSamples.otherSignature)]
      return .ok(answer)
    }
    let report = try Report(Run(asking: &adapter, vectors, of: corpus))
    #expect((report.summary.notComparable, report.summary.levels[.must]?.passed) == (0, 0))
    #expect(report.notes == ["The adapter declares the unknown habit “novel”."])
  }

  /// The report of an SDK with mistakes that declares a habit.
  private static func report(
    _ habit: String, _ planted: [String], _ operation: OSSVectors.Operation
  ) throws -> Report {
    let corpus = try RealVectors.corpus.get()
    let vectors = corpus.vectors.filter { $0.operation == operation }
    var weighing = Weighing()
    weighing.known = try PlantedSDK.known.get()
    let replies = try PlantedSDK.replies(planted, to: vectors)
    return Report(
      Run(of: identity(nil, habits: [habit]), in: corpus, Array(zip(vectors, replies))), weighing)
  }

  @Test(arguments: [
    (
      "v1-always-sends-x-oss-date", ["date-x-oss-date-added", "header-values-not-trimmed"],
      OSSVectors.Operation.v1Header
    ),
    ("v4-sends-date-alone", ["v4-date-in-date-header", "header-values-not-trimmed"], .v4Header),
    ("v4-url-signs-host", ["v4-url-host-listed", "query-bare-signed-with-equals"], .v4Presign),
  ])
  func `a mistake beside a habit has its own name, and the habit is no difference`(
    habit: String, planted: [String], operation: OSSVectors.Operation
  ) throws {
    let report = try Self.report(habit, planted, operation)
    let mistakes = report.diagnosis().mistakes
    #expect(mistakes.map(\.mistake.id) == [planted[1]] && mistakes.allSatisfy(\.isCertain))
    #expect(report.diagnosis().newKinds.isEmpty)
    let differences = report.results.compactMap {
      $0.finding.verdict.failure?.differences.first { $0.name == "stringToSign" }
    }
    #expect(differences.count >= 5)
    for difference in differences {
      let sides = [difference.expected, difference.actual].map {
        String(decoding: $0 ?? [], as: UTF8.self).contains("\nx-oss-date:")
      }
      #expect(sides[0] == sides[1])
    }
  }

  @Test(arguments: [
    ("v1-always-sends-x-oss-date", "date-x-oss-date-added", OSSVectors.Operation.v1Header),
    ("v4-sends-date-alone", "v4-date-in-date-header", .v4Header),
  ])
  func `another path that is sent has its name beside a habit`(
    habit: String, planted: String, operation: OSSVectors.Operation
  ) throws {
    let report = try Self.report(habit, [planted, "sent-dot-segments-removed"], operation)
    #expect(report.diagnosis().mistakes.map(\.mistake.id) == ["sent-dot-segments-removed"])
    let failures = report.results.compactMap(\.finding.verdict.failure)
    #expect(failures.count >= 5)
    #expect(failures.allSatisfy { $0.differences.map(\.title) == ["target (path, decoded)"] })
  }

  @Test func `a habit is judged in what the vector asks for alone`() throws {
    let corpus = try RealVectors.corpus.get()
    let ids = ["v1-hdr-among-others", "agreed-header-0266"]
    var adapter = FunctionAdapter(
      identity: Self.identity(nil, habits: ["v1-always-sends-x-oss-date"])
    ) { operation, input in
      guard case .ok(var answer) = Self.habitual(operation, input),
        let headers = answer.members["headers"]?.arrayValue
      else { return .unsupported(reason: nil) }
      answer.members["headers"] = .array(
        headers.filter { $0.arrayValue?.first != "Content-Type" || $0.arrayValue?.last != "" }
          .map { $0.arrayValue?.first == "User-Agent" ? ["User-Agent", "sdk/1"] : $0 })
      return .ok(answer)
    }
    let asked = ids.compactMap { corpus[id: $0] }
    let report = try Report(Run(asking: &adapter, asked, of: corpus))
    #expect((asked.count, report.summary.notComparable) == (2, 2))
  }

  @Test func `a client whose HTTP library refuses bad headers fails nothing for it`() throws {
    let corpus = try RealVectors.corpus.get()
    let vectors = corpus.vectors.filter { $0.operation == .v1Header || $0.operation == .v4Header }
    var refused = 0
    var adapter = FunctionAdapter(identity: Self.identity(["signing", "hardening"])) {
      operation, input in
      let headers = input["headers"]?.arrayValue ?? []
      let isBad = headers.contains { header in
        let value = header.arrayValue?.last?.stringValue ?? ""
        return value.hasPrefix(" ") || value.utf8.contains(0x0A) || value.utf8.contains(0x0D)
      }
      if isBad { refused += 1 }
      return isBad
        ? .refusedByTransport(message: "a bad header")
        : ReferenceAdapter().answer(operation, input)
    }
    let report = try Report(Run(asking: &adapter, vectors, of: corpus))
    #expect((report.summary.failed, report.summary.failedShould) == (0, 0))
    #expect(refused > 20 && report.summary.notComparable > 10)
    #expect(report.summary.notComparable < refused, "where a refusal is due, it is one")
  }
}
