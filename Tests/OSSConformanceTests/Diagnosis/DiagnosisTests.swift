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
      ("response-fraction-dropped", [.tokenParse], nil),
      ("refresh-failure-is-final", [.credentialTimeline], nil),
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
