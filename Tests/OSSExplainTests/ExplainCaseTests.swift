import OSSExplain
import OSSJSON
import OSSPrimitives
import TestSupport
import Testing

@Suite struct `Cases of refusals` {
  static let counts = [
    ("threads", 79), ("answers", 141), ("cases", 89), ("v4", 127), ("kinds", 178),
    ("brought", 75), ("proofs", 37), ("posts", 937), ("rules", 51),
  ]

  @Test func `are all there, each once`() throws {
    #expect(ExplainCase.files == Self.counts.map(\.0))
    for (name, count) in Self.counts { #expect(try ExplainCase.read(name).count == count) }
    #expect(Set(try ExplainCase.all.get().map(\.id)).count == 1714)
  }

  @Test func `of public threads have their address`() throws {
    for sample in try ExplainCase.read("threads") {
      #expect(sample.source?.hasPrefix("https://") == true, "\(sample.id)")
    }
  }

  /// The evidence is what `explain` is given: another member would be read by nobody.
  @Test func `have the evidence of a developer`() throws {
    let texts: Set = ["body", "request", "string", "url", "text"]
    for sample in try ExplainCase.all.get() {
      #expect(!sample.evidence.members.isEmpty, "\(sample.id)")
      for member in sample.evidence.members {
        let isText = texts.contains(member.name) && member.value.stringValue != nil
        let isObject = member.name == "credentials" && member.value.objectValue != nil
        #expect(isText || isObject, "\(sample.id): \(member.name)")
      }
    }
  }

  @Test func `are each explained by the finding that they state`() async throws {
    for one in try await Refusals.cases.value {
      let (sample, found) = (one.sample, one.found)
      let first = found.first?.cause.id ?? "none"
      let all = found.map { "\($0.certainty) \($0.cause.id)" }
      #expect(first == sample.finding, "\(sample.id): \(all.joined(separator: ", "))")
      let certainty = found.first?.certainty.rawValue
      #expect(sample.certainty == nil || sample.certainty == certainty, "\(sample.id)")
      let detail = found.first?.detail ?? ""
      #expect(sample.detail.map(detail.contains) ?? true, "\(sample.id): \(detail)")
      #expect(sample.without.map(detail.contains) != true, "\(sample.id): \(detail)")
    }
  }

  /// EXP-FIND-9.
  @Test func `are proved by a signature with its secret, or by a hash`() async throws {
    var count = 0
    for one in try await Refusals.cases.value {
      let isProved = one.found.contains(where: \.isProved)
      let isShown = ["credentials", "string", "text"].contains { one.sample.evidence[$0] != nil }
      #expect(isShown || !isProved, "\(one.sample.id)")
      if isProved { count += 1 }
    }
    #expect(count > 20)
  }

  /// EXP-FIND-12.
  @Test func `have no two findings that say the same`() async throws {
    let pairs = [
      ["content-type-added", "content-type-not-signed"],
      ["secret-wrong", "signature-not-of-the-secret"],
    ]
    for one in try await Refusals.cases.value {
      let found = one.found.map(\.id)
      for pair in pairs { #expect(!pair.allSatisfy(found.contains), "\(one.sample.id): \(found)") }
    }
  }

  /// More of the truth takes no finding away: the status line, and the exact cause that the body has. A proof
  /// by a secret rests on neither.
  @Test func `keep their finding where the head of the answer is shown, too`() throws {
    let explainer = Explainer(try Refusals.knowledge.get())
    var counted = 0
    for sample in try ExplainCase.all.get()
    where sample.evidence["credentials"] == nil && sample.evidence["text"] == nil {
      let body = sample.part("body") ?? []
      let isBare = body.isEmpty && sample.finding != "signature-of-the-secret"
      guard isBare || body.starts(with: "<?xml".utf8) || body.starts(with: "<Error".utf8) else {
        continue
      }
      let head = Bytes("HTTP/1.1 403 Forbidden\r\nServer: AliyunOSS\r\n\r\n".utf8)
      let found = explainer.explain(Evidence(of: sample, ("body", head + body))).findings
      let ids = found.map(\.cause.id)
      #expect(ids.contains(sample.finding) || sample.finding == "none", "\(sample.id): \(ids)")
      if !isBare { #expect((ids.first ?? "none") == sample.finding, "\(sample.id): \(ids)") }
      counted += 1
    }
    #expect(counted > 300)
  }

  /// EXP-FIND-4.
  @Test func `of V4 cite a clause of V4`() async throws {
    let others: Set = [
      "none", "signature-version-legacy", "signature-version-refused", "signature-version-mixed",
      "signature-of-the-secret",
    ]
    var counted = 0
    let ids = Set(try ExplainCase.read("v4").map(\.id))
    for one in try await Refusals.cases.value
    where ids.contains(one.sample.id) && !others.contains(one.sample.finding) {
      let first = try #require(one.found.first, "\(one.sample.id)")
      #expect(first.clause?.hasPrefix("V4-") == true, "\(one.sample.id): \(first.cause.id)")
      counted += 1
    }
    #expect(counted > 100)
  }

  @Test(arguments: ["path", "path hass x"])
  func `have rows whose faults are named`(condition: String) throws {
    let row: JSONValue = ["cause": "none", "when": [.string(condition)]]
    let error = #expect(throws: KnowledgeError.self) {
      _ = try Knowledge(
        explain: [
          "causes": [], "codes": [], "answers": [], "weak": [], "differences": [],
          "steps": ["a": [["cause": "b"], row]],
        ], mistakes: ["mistakes": []], variations: [])
    }
    #expect(error?.description.hasPrefix("explain.json, a, row 2, has the unknown verb ") == true)
  }

  @Test func `of a long key are those of a short one`() {
    let key = String(repeating: "a%20", count: 300)
    let (right, wrong) = (key, key.replacing("%", with: "%25"))
    let found = Refusals.explain(
      body: ExplainSamplesV4.body(ExplainSamplesV4.canonical(uri: "/b/" + right)),
      string: ExplainSamplesV4.canonical(uri: "/b/" + wrong))
    #expect(found.first?.cause.id == "uri-encoded-twice")
  }
}
