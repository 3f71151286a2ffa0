import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// SDKs with a mistake, diagnosed from what they show. CI does so with many more, and in Python too.
@Suite struct `Diagnosis of planted mistakes` {
  private static let v1: [OSSVectors.Operation] = [.v1Header, .v1Presign]
  private static let v4: [OSSVectors.Operation] = [.v4Header, .v4Presign]

  private func vectors(of operations: [OSSVectors.Operation]) throws -> [Vector] {
    try RealVectors.corpus.get().vectors.filter {
      operations.contains($0.operation) && !$0.id.hasPrefix("agreed-")
    }
  }

  @Test(
    arguments: [
      ("header-values-not-trimmed", v1, ["signature"]),
      ("accepts-invalid-header-name", v1, ["signature"]),
      ("query-order-locale", v4, ["signature"]),
      ("authorization-empty-list", v4, ["authorization", "url"]),
      ("response-status-converted", [.tokenParse], nil),
      ("refresh-herd", [.credentialTimeline], nil),
    ] as [(String, [OSSVectors.Operation], [String]?)])
  func `names a mistake from what an SDK shows`(
    id: String, operations: [OSSVectors.Operation], members: [String]?
  ) throws {
    let vectors = try vectors(of: operations)
    #expect(vectors.count > 160)
    let diagnosis = Diagnosis(
      of: try PlantedSDK.findings([id], vectors, showing: members), by: try PlantedSDK.known.get())
    #expect(diagnosis.mistakes.map(\.mistake.id) == [id])
    #expect(diagnosis.newKinds.isEmpty)
    let first = try #require(diagnosis.mistakes.first)
    #expect(first.isCertain && first.matches == first.possible && first.exceptions == [])
    let known = try #require(PlantedSDK.known.get()[id: id])
    #expect(!first.clauses.isEmpty && Set(first.clauses).isSubset(of: known.clauses))
  }

  @Test func `learns which names a list of subresources lacks`() throws {
    let missing: Set<String> = ["img", "versionId", "x-oss-process"]
    let findings = try vectors(of: Self.v1).map { vector in
      var other = vector.input
      let query = other["query"]?.arrayValue ?? []
      other["query"] = .array(
        query.filter { !missing.contains($0.arrayValue?.first?.stringValue ?? "") })
      var reply = ReferenceAdapter().answer(vector.operation, other)
      if case .ok(let answer) = reply {
        let signature = answer.members["signature"] ?? .null
        reply = .ok(Answer(members: ["signature": signature]))
      }
      return Finding(vector: vector, reply: reply)
    }
    let first = try #require(
      Diagnosis(of: findings, by: try PlantedSDK.known.get()).mistakes.first)
    #expect(first.mistake.id == "subresources-not-listed")
    #expect(
      first.mistake.sentence == "The list of subresources lacks img, versionId, x-oss-process.")
    #expect(first.clauses == ["V1-SUB-1"])
  }

  @Test func `finds nothing where nothing failed, and nothing new is a known mistake`() throws {
    let vectors = try vectors(of: Self.v1)
    let right = Diagnosis(
      of: try PlantedSDK.findings([], vectors), by: try PlantedSDK.known.get())
    #expect(right.mistakes.isEmpty && right.newKinds.isEmpty)
    let wrong = "AAAAAAAAAAAAAAAAAAAAAAAAAAA="
    let findings = vectors.map { vector in
      let reply = ReferenceAdapter().answer(vector.operation, vector.input)
      guard case .ok(var answer) = reply, vector.input["method"]?.stringValue == "DELETE" else {
        return Finding(vector: vector, reply: reply)
      }
      answer.members["signature"] = .string(wrong)
      return Finding(vector: vector, reply: .ok(answer))
    }
    let diagnosis = Diagnosis(of: findings, by: try PlantedSDK.known.get())
    #expect(diagnosis.mistakes.isEmpty)
    #expect(Set(diagnosis.newKinds.map(\.what)) == ["signature differs"])
    #expect(diagnosis.newKinds.first?.difference?.actual == Bytes(wrong.utf8))
  }

  @Test func `doubts a mistake that passes speak against`() throws {
    let (id, spared) = ("header-values-not-trimmed", "v1-hdr-trailing-tab")
    let findings = try PlantedSDK.findings([id], vectors(of: Self.v1), showing: ["signature"])
      .map { finding in
        guard finding.vector.id == spared else { return finding }
        return Finding(
          vector: finding.vector,
          reply: ReferenceAdapter().answer(finding.vector.operation, finding.vector.input))
      }
    let diagnosis = Diagnosis(of: findings, by: try PlantedSDK.known.get())
    #expect(
      diagnosis.mistakes.filter { $0.mistake.id == id }.map(\.exceptions) == [[spared]])
    #expect(!diagnosis.mistakes.contains { $0.vectors.contains { $0.id == spared } })
  }

  @Test func `names nothing by fingerprints of other vectors`() throws {
    let corpus = try Corpus(suites: Array(RealVectors.corpus.get().suites.dropFirst()))
    let other = try KnownMistakes(in: RealVectors.folder, of: corpus)
    #expect(!other.isCurrent && other.rows.isEmpty && other.all.count > 1_000)
    let findings = try PlantedSDK.findings(["header-values-not-trimmed"], vectors(of: Self.v1))
    #expect(Diagnosis(of: findings, by: other).mistakes.isEmpty)
  }
}

/// What is said of failures that no known mistake explains.
@Suite struct `What is unexplained` {
  /// The groups of failures: the expected text, the given one, and the clause of each vector.
  private func groups(_ failures: [(due: String, given: String, clause: String)]) -> [NewKind] {
    let findings = failures.enumerated().map { number, failure in
      let vector = Vector(
        id: "v\(number)", operation: .contentType, level: .must, clauses: [failure.clause],
        comment: "It is made up.", provenance: .derived(reason: "It is made up."),
        input: ["uploadName": "photo.png"],
        expectation: Expectation(
          outcome: .answer(Answer(members: ["contentType": .string(failure.due)]))))
      return Finding(
        vector: vector, reply: .ok(Answer(members: ["contentType": .string(failure.given)])))
    }
    return Diagnosis(of: findings, by: .none).newKinds
  }

  @Test(arguments: [
    (["20231216T161000Z": "20231216T161000+0000", "12Z": "12+0000"], #""+0000" in place of "Z""#),
    (["20231216": "2023-12-16", "19700101": "1970-01-01"], #"extra "-""#),
    (["a-b": "ab", "c-d-e": "cde"], #"missing "-""#),
    (["a\nb": "a\r\nb", "a\nb\nc": "a\r\nb\r\nc"], #"extra "\r""#),
    (["a%2Fb": "a/b"], #""/" in place of "%2F""#),
    (["a/b": "photo.png/a/b", "c": "photo.png/c"], #"extra "{uploadName}/""#),
    (["5/07/1": "5/06/1", "5/12/1": "5/11/1"], "a number that is 1 too small"),
    (["host:a\n/": "host:a\nrange:b\n/", "/\n": "range:c\n/\n"], "extra line range"),
    (["a=1&b=2": "a=1", "b=3&c=4&d=5": "c=4&d=5"], "missing parameter b"),
    (["b:1\na:2\nc:3": "a:2\nb:1\nc:3"], "the lines in another order"),
    (
      ["1702747257": "١٧٠٢٧٤٧٢٥٧", "0123456789": "٠١٢٣٤٥٦٧٨٩"],
      "characters beyond ASCII in place of digits"
    ),
    (["AbCdEfGhIjKlMnOp": "abcdefghijklmnop", "QRSTUVWXY": "qrstuvwxy"], "another case"),
  ])
  func `is said as what is given in place of what`(texts: [String: String], sentence: String) {
    let failures = texts.sorted { $0.key < $1.key }.enumerated().map {
      (due: $1.key, given: $1.value, clause: "MADE-\($0)")
    }
    let groups = groups(failures)
    #expect(groups.map(\.what) == ["contentType: " + sentence])
    #expect(groups.map(\.vectors.count) == [texts.count])
    #expect(groups.first?.clause == (texts.count == 1 ? "MADE-0" : nil))
  }

  @Test func `is said of most failures first, and differs by the bytes alone`() {
    let groups = groups([
      ("a=1", "a:1", "MADE-1"), ("one", "two", "MADE-2"), ("b=2", "b:2", "MADE-3"),
    ])
    #expect(
      groups.map(\.what)
        == [#"contentType: ":" in place of "=""#, #"contentType: "two" in place of "one""#])
    #expect(groups.map(\.clause) == [nil, "MADE-2"])
    // One letter in place of another makes no group of strangers.
    let strangers = [("a/1/x", "a/2/x", "MADE-1"), ("b-1-y-z", "b-2-y-z", "MADE-2")]
    #expect(!self.groups(strangers).contains { $0.what.contains(#""2" in place of "1""#) })
  }

  @Test func `is a step alone where the bytes part in too many places, as in a signature`() {
    let groups = groups([
      ("tR8bMlLjTpgtWKOvSo9ZhZ0qEQ4mJnKkdWzXx1", "Zk0IaQ7yPpVsBdFh2uYwX3CcNn5eOoLrGg6Tt8", "MADE-1")
    ])
    #expect(groups.map(\.what) == ["contentType differs"])
  }
}

/// The rules by which a mistake gets a name, over vectors and mistakes that are made up.
@Suite struct `Rules of diagnosis` {
  @Test func `a refusal that was not made is named by equal answers alone`() {
    let vector = Made.vector("a", expecting: .rejection(errorClass: "invalid-input"))
    let known = [Made.mistake("one", ["a": "x"]), Made.mistake("other", ["a": "y"])]
    #expect(Made.names([Made.finding(vector, "y")], known) == ["other"])
    #expect(Made.names([Made.finding(vector, "z")], known).isEmpty)
  }

  @Test func `a member whose text is meant is compared as text`() {
    let due = Made.callback(#"{"a":"/"}"#)
    let vector = Made.vector(
      "a", of: .callbackParameter,
      expecting: OSSVectors.Expectation(outcome: .answer(due), exact: ["callback"]))
    let mistake = MadeMistake("spaces", of: .callbackParameter) { _ in
      .ok(Made.callback(#"{"a": "/"}"#))
    }
    let escaped = Reply.ok(Made.callback(#"{"a":"\/"}"#))
    let spaced = Reply.ok(Made.callback(#"{"a": "/"}"#))
    #expect(Made.names([Finding(vector: vector, reply: escaped)], [mistake]).isEmpty)
    #expect(Made.names([Finding(vector: vector, reply: spaced)], [mistake]) == ["spaces"])
  }

  @Test func `the broad truth comes before narrow coincidences`() throws {
    let ids = ["a", "b", "c", "d", "e"]
    let broad = Dictionary(uniqueKeysWithValues: (ids + ["passed"]).map { ($0, "wrong") })
    let known = [
      Made.mistake("narrow", ["a": "wrong", "b": "wrong"]),
      Made.mistake("narrower", ["c": "wrong"]),
      Made.mistake("broad", broad),
    ]
    let findings =
      ids.map { Made.finding(Made.vector($0), "wrong") }
      + [Made.finding(Made.vector("passed"), "right")]
    let diagnosis = Made.diagnosis(findings, known)
    #expect(diagnosis.mistakes.map { $0.mistake.id } == ["broad"])
    #expect(diagnosis.mistakes.first?.exceptions == ["passed"])
  }

  @Test func `nothing is named that explains less than a third of what it would have caused`() {
    let known = [
      Made.mistake("rare", ["a": "wrong", "b": "other", "c": "other", "d": "other"])
    ]
    let findings = ["a", "b", "c", "d"].map { Made.finding(Made.vector($0), "wrong") }
    #expect(Made.names(findings, known).isEmpty)
    #expect(Made.names(Array(findings.prefix(3)), known) == ["rare"])
  }

  /// FMT-NAME-6: beside one pass for four failures a third is enough, beside more it must be half.
  @Test func `a name that explains less than half has at most one pass for four failures`() {
    let (explained, other) = (["a", "b", "c", "d"], ["e", "f", "g", "h"])
    let wrong = Dictionary(uniqueKeysWithValues: (explained + ["passed"]).map { ($0, "wrong") })
    let known = [
      Made.mistake("rare", wrong.merging(other.map { ($0, "other") }) { first, _ in first })
    ]
    let findings =
      (explained + other).map { Made.finding(Made.vector($0), "wrong") }
      + [Made.finding(Made.vector("passed"), "right")]
    #expect(Made.names(findings, known) == ["rare"])
    #expect(Made.names(Array(findings.dropFirst()), known).isEmpty)
  }

  @Test func `what is unexplained is grouped by behaviour and not by clause`() {
    let findings = (1...6).map { number in
      Made.finding(Made.vector("v\(number)", clause: "MADE-\(number)"), "wrong \(number)")
    }
    let doubted = (1...3).map { number in
      let vector = Made.vector(
        "r\(number)", clause: "MADE-\(number)", expecting: .rejection(errorClass: "invalid-input"))
      let failure = Failure(kind: .implausible, message: "It proves nothing.")
      return Finding(
        vector: vector, reply: .rejected(errorClass: "invalid-input", message: nil),
        verdict: .failed(failure))
    }
    let groups = Made.diagnosis(findings + doubted, []).newKinds
    #expect(groups.map(\.vectors.count) == [6, 3])
    #expect(groups.map(\.what) == ["contentType differs", "the reply proves nothing"])
  }

  /// FMT-NAME-2: a class must be the one of the mistake, and without one any will do.
  @Test func `a refusal without a class is named where nothing speaks against it`() {
    let refusing = MadeMistake("refuses", of: .contentType) { _ in
      .rejected(errorClass: "invalid-input", message: nil)
    }
    func refusal(_ errorClass: String?) -> Finding {
      Finding(vector: Made.vector("a"), reply: .rejected(errorClass: errorClass, message: nil))
    }
    let passed = Made.finding(Made.vector("passed"), "right")
    #expect(Made.names([refusal("invalid-input")], [refusing]) == ["refuses"])
    #expect(Made.names([refusal("invalid-time")], [refusing]).isEmpty)
    #expect(Made.names([refusal(nil)], [refusing]) == ["refuses"])
    #expect(Made.names([refusal(nil), passed], [refusing]).isEmpty)
  }

  /// FMT-NAME-3: a pass speaks by a clause of the mistake alone, and not if it was refused for
  /// another reason.
  @Test func `a pass speaks against a mistake by its own clauses`() {
    let known = [Made.mistake("one", ["a": "wrong", "passed": "wrong"])]
    let failed = Made.finding(Made.vector("a"), "wrong")
    let near = Made.finding(Made.vector("passed"), "right")
    let far = Made.finding(Made.vector("passed", clause: "MADE-2"), "right")
    #expect(Made.names([failed, near], known).isEmpty)
    #expect(Made.names([failed, far], known) == ["one"])
    let due = Made.vector("passed", expecting: .rejection(errorClass: "invalid-input"))
    func refused(_ errorClass: String) -> Finding {
      Finding(vector: due, reply: .rejected(errorClass: errorClass, message: nil))
    }
    #expect(Made.names([failed, refused("invalid-input")], known).isEmpty)
    #expect(Made.names([failed, refused("invalid-time")], known) == ["one"])
  }

  /// FMT-NAME-7: of two that explain as much, the one is named of which less is left.
  @Test func `of two mistakes the one that would have caused less comes first`() {
    let known = [
      Made.mistake("wide", ["a": "wrong", "b": "other"]), Made.mistake("narrow", ["a": "wrong"]),
      Made.mistake("same", ["a": "wrong"]),
    ]
    let findings = [Made.finding(Made.vector("a"), "wrong"), Made.finding(Made.vector("b"), "odd")]
    #expect(Made.names(findings, known) == ["narrow"])
  }

  /// FMT-NAME-9: what proves nothing goes with the mistake that spoils the operation.
  @Test func `refusals that prove nothing belong to the mistake of their operation`() {
    let due = Made.vector("r", expecting: .rejection(errorClass: "invalid-input"))
    let doubted = Finding(
      vector: due, reply: .rejected(errorClass: "invalid-input", message: nil),
      verdict: .failed(Failure(kind: .implausible, message: "It proves nothing.")))
    let wrong = Made.finding(Made.vector("a"), "wrong")
    let named = Made.diagnosis([wrong, doubted], [Made.mistake("one", ["a": "wrong"])])
    #expect(named.mistakes.map { $0.unproven.map(\.id) } == [["r"]])
    #expect(named.newKinds.isEmpty)
    #expect(Made.diagnosis([wrong, doubted], []).newKinds.count == 2)
  }

  /// FMT-NAME-8: a name is a guess where a pass contradicts it, where it misses what it would have
  /// caused, and beside failures like its own that nothing explains.
  @Test func `a name is certain only where nothing speaks against it`() {
    let one = Made.mistake("one", ["a": "wrong", "b": "wrong", "c": "wrong", "d": "wrong"])
    let wrong = ["a", "b", "c"].map { Made.finding(Made.vector($0), "wrong") }
    func isCertain(beside others: Finding...) -> [Bool] {
      Made.diagnosis(wrong + others, [one]).mistakes.map(\.isCertain)
    }
    #expect(isCertain() == [true])
    // It would have caused another answer to d: one such for three that it explains.
    #expect(isCertain(beside: Made.finding(Made.vector("d", clause: "MADE-2"), "odd")) == [true])
    let twice = Made.mistake("one", ["a": "wrong", "b": "wrong", "d": "wrong"])
    let both = Made.diagnosis(
      wrong.prefix(2) + [Made.finding(Made.vector("d", clause: "MADE-2"), "odd")], [twice])
    #expect(both.mistakes.map(\.isCertain) == [false])
    // Failures of its clause, in its operation, that nothing explains: one beside three, then two.
    let odd = Made.finding(Made.vector("x"), "odd")
    #expect(isCertain(beside: odd) == [true])
    #expect(isCertain(beside: odd, Made.finding(Made.vector("y"), "odd")) == [false])
    let elsewhere = ["x", "y"].map { Made.finding(Made.vector($0, clause: "MADE-2"), "odd") }
    #expect(isCertain(beside: elsewhere[0], elsewhere[1]) == [true])
    let four = wrong + [Made.finding(Made.vector("e"), "wrong")]
    let wide = Made.mistake(
      "one", ["a": "wrong", "b": "wrong", "c": "wrong", "e": "wrong", "passed": "wrong"])
    let contradicted = Made.diagnosis(
      four + [Made.finding(Made.vector("passed"), "right")], [wide])
    #expect(contradicted.mistakes.map(\.isCertain) == [false])
    #expect(contradicted.mistakes.map(\.title) == ["perhaps one"])
  }

  /// FMT-NAME-6: who hashes correctly is not refused for a wrong hash.
  @Test(arguments: [false, true])
  func `a refusal is not put down to a primitive that is right`(isRight: Bool) throws {
    let id = "md5-words-reversed"
    let vectors = try RealVectors.corpus.get().vectors.filter {
      [.md5, .callbackVerify].contains($0.operation)
    }
    let findings = try PlantedSDK.findings([id], vectors).map { finding in
      guard finding.vector.operation == .md5, isRight else { return finding }
      return Finding(
        vector: finding.vector,
        reply: ReferenceAdapter().answer(finding.vector.operation, finding.vector.input))
    }
    let names = Diagnosis(of: findings, by: try PlantedSDK.known.get()).mistakes.map(\.mistake.id)
    #expect(names.contains(id) == !isRight)
  }

  @Test func `a correct primitive does not hide a mistake in signing`() throws {
    let id = "base64-line-feed-at-end"
    let vectors = try RealVectors.corpus.get().vectors.filter {
      [.base64, .v1String].contains($0.operation)
    }
    let findings = try PlantedSDK.findings([id], vectors).map { finding in
      guard finding.vector.operation == .base64 else { return finding }
      return Finding(
        vector: finding.vector,
        reply: ReferenceAdapter().answer(finding.vector.operation, finding.vector.input))
    }
    let diagnosis = Diagnosis(of: findings, by: try PlantedSDK.known.get())
    #expect(diagnosis.mistakes.map(\.mistake.id) == [id])
    #expect(diagnosis.mistakes.first?.exceptions == [])
  }
}

/// A mistake that is made up: what it replies to the vectors of an operation.
private struct MadeMistake {
  let id: String
  let operation: OSSVectors.Operation
  let reply: (Vector) -> Reply

  init(
    _ id: String, of operation: OSSVectors.Operation, _ reply: @escaping (Vector) -> Reply
  ) {
    (self.id, self.operation, self.reply) = (id, operation, reply)
  }
}

/// Vectors that ask for a word, and mistakes that give another.
private enum Made {
  static func vector(
    _ id: String, of operation: OSSVectors.Operation, clause: String = "MADE-1",
    expecting expectation: OSSVectors.Expectation
  ) -> Vector {
    Vector(
      id: id, operation: operation, level: .must, clauses: [clause], comment: "It is made up.",
      provenance: .derived(reason: "It is made up."), input: ["uploadName": .string(id)],
      expectation: expectation)
  }

  static func vector(
    _ id: String, clause: String = "MADE-1",
    expecting outcome: Outcome = .answer(Answer(members: ["contentType": "right"]))
  ) -> Vector {
    vector(
      id, of: .contentType, clause: clause, expecting: OSSVectors.Expectation(outcome: outcome))
  }

  /// An answer with a callback of this JSON.
  static func callback(_ json: String) -> Answer {
    Answer(members: ["callback": .string(Base64.encode(Bytes(json.utf8).span))])
  }

  static func finding(_ vector: Vector, _ word: String) -> Finding {
    Finding(vector: vector, reply: .ok(Answer(members: ["contentType": .string(word)])))
  }

  /// A mistake that gives these words for these vectors, and is right about all others.
  static func mistake(_ id: String, _ words: [String: String]) -> MadeMistake {
    MadeMistake(id, of: .contentType) { vector in
      .ok(Answer(members: ["contentType": .string(words[vector.id] ?? "right")]))
    }
  }

  static func names(_ findings: [Finding], _ known: [MadeMistake]) -> [String] {
    diagnosis(findings, known).mistakes.map(\.mistake.id)
  }

  static func diagnosis(_ findings: [Finding], _ known: [MadeMistake]) -> Diagnosis {
    Diagnosis(of: findings, by: (try? Self.known(known, findings.map(\.vector))) ?? .none)
  }

  /// The mistakes as the two files have them (FMT-PRINT-10 to FMT-PRINT-14).
  private static func known(
    _ mistakes: [MadeMistake], _ vectors: [Vector]
  ) throws(VectorError) -> KnownMistakes {
    let corpus = try Corpus(suites: [Suite(name: "made", vectors: vectors)])
    let all = mistakes.map { one -> JSONValue in
      [
        "id": .string(one.id), "page": "made", "clauses": ["MADE-1"], "sentence": "It is wrong.",
        "fix": "Do not.", "seen": [],
      ]
    }
    let listed = vectors.map { vector in
      var words: [String: [String: [String]]] = [:]
      for (row, one) in mistakes.enumerated() where one.operation == vector.operation {
        let finding = Finding(vector: vector, reply: one.reply(vector))
        guard finding.verdict.failure != nil else { continue }
        for (name, hash) in Fingerprint(of: finding.reply, to: vector)?.listed ?? [:] {
          words[name, default: [:]][hash, default: []].append(String(row, radix: 36))
        }
      }
      let members = words.map { name, hashes in
        let texts = hashes.map { $0.key + $0.value.joined(separator: ",") }
        return JSONMember(name: name, value: .string(texts.joined(separator: " ")))
      }
      return JSONMember(name: vector.id, value: .object(JSONObject(members)))
    }
    let prints: JSONObject = [
      "format": 4, "version": "1", "corpus": .string(corpus.digest()),
      "rows": .array(mistakes.map { .string($0.id) }), "vectors": .object(JSONObject(listed)),
    ]
    let known: JSONObject = ["format": 1, "version": "1", "mistakes": .array(all)]
    return try KnownMistakes(
      mistakes: JSONValue.object(known).canonical(),
      fingerprints: JSONValue.object(prints).canonical(), corpus: corpus, folder: "made")
  }
}
