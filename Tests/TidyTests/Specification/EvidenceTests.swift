import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// The page that gives for each promise of the documents its clauses and vectors.
@Suite struct `Promises` {
  @Test func `name clauses and vectors that exist, or a sentence says why not`() throws {
    let corpus = try RealVectors.corpus.get()
    let names = Set((corpus.suites.map(\.name) + corpus.vectors.map(\.id)).map { "`\($0)`" })
    let lines = Repository.text(of: "spec/promises.md").split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("| SEED-") }
      .map { $0.dropFirst(2).dropLast(2).split(separator: " | ") }
    #expect(rows.map(\.first) == (1...89).map { ($0 < 10 ? "SEED-0\($0)" : "SEED-\($0)") })
    var (cited, shown) = (0, 0)
    for row in rows {
      try #require(row.count == 4, "\(row)")
      for id in row[2].split(separator: ", ") where id != "none" {
        cited += 1
        #expect(Clause.named[String(id)] != nil, "\(row[0]) names \(id)")
      }
      guard row[3].hasPrefix("`") else {
        #expect(row[3].hasSuffix(".") && row[3].count > 20, "\(row[0])")
        continue
      }
      shown += 1
      #expect(row[2] != "none", "\(row[0])")
      for name in row[3].split(separator: ", ") {
        #expect(names.contains(String(name)), "\(row[0]): \(name)")
      }
    }
    #expect(cited > 100 && shown > 60)
  }
}

/// What real SDKs are known to answer otherwise than the vectors expect.
@Suite struct `Lists of known failures` {
  /// The lists of all SDKs that can be run again.
  static let paths = Repository.files(in: ["spec/adapters"], endingIn: ".expectations.json")
  private static let known = Result {
    try KnownMistakes(in: RealVectors.folder, of: RealVectors.corpus.get())
  }

  @Test(arguments: paths)
  func `have no vector whose provenance names the SDK, and clauses that name it`(path: String)
    throws
  {
    let corpus = try RealVectors.corpus.get()
    let known = try Self.known.get()
    let list = try JSONReader.read(Bytes(Repository.bytes(of: path))).objectValue
    let sdk = try #require(list?["sdk"]?.stringValue)
    let agreed = corpus.vectors.filter { vector in
      guard case .agreed(let sdks, _) = vector.provenance else { return false }
      return sdks.contains(sdk)
    }
    #expect(agreed.count > 5 && Self.paths.count == 13)
    for entry in try #require(list?["expectations"]?.arrayValue).compactMap(\.objectValue) {
      let name = try #require((entry["mistake"] ?? entry["id"])?.stringValue)
      // A mistake and a vector may have one name.
      let mistake = entry["mistake"] == nil ? nil : known[id: name]
      let vector = mistake == nil ? corpus[id: name] : nil
      // What it fails by a mistake is known where it is run: `generate --check` looks in CI.
      #expect(mistake != nil || !agreed.contains { $0.id == name }, "\(sdk) fails \(name)")
      let clauses = try #require(mistake?.clauses ?? vector?.clauses, "There is no \(name)")
      let isMust = (entry["level"]?.stringValue ?? vector?.level.rawValue) == "must"
      #expect(!isMust || clauses.contains { isNamed(sdk, in: $0) }, "\(sdk): \(clauses), \(name)")
    }
  }

  @Test func `have entries of must vectors, which the test above holds to their clauses`() throws {
    let entries = try Self.paths.flatMap { path in
      let list = try JSONReader.read(Bytes(Repository.bytes(of: path))).objectValue
      return try #require(list?["expectations"]?.arrayValue).compactMap(\.objectValue)
    }
    #expect(entries.count { $0["level"]?.stringValue == "must" } > 25 && entries.count > 400)
  }

  /// Whether a clause names an SDK among those that differ: neither its name nor its version is a part
  /// of another.
  private func isNamed(_ sdk: String, in clause: String) -> Bool {
    let words = Clause.named[clause]?.note("Otherwise")?.split { " ,;:()".contains($0) }
      .map { $0.hasSuffix(".") ? $0.dropLast() : $0 }.joined(separator: " ")
    return " \(words ?? "") ".contains(" \(sdk) ")
  }
}

@Suite struct `Evidence of clauses and vectors` {
  @Test func `an observed string to sign has words or bytes of what the server showed`() throws {
    var observed = 0
    for vector in try RealVectors.corpus.get().vectors {
      guard case .observed(_, _, let quote, let note) = vector.provenance,
        case .answer(let answer) = vector.expectation.outcome
      else { continue }
      observed += 1
      let text = try #require(answer.stages["stringToSign"]?.stringValue, "\(vector.id)")
      #expect(note?.contains("stand-in") == true, "\(vector.id) names no stand-in")
      let words = quote.matches(of: #/[A-Za-z0-9%\/.,:_?=-]{10,}/#).map(\.output)
      let runs = quote.matches(of: #/([0-9A-F]{2} ){5,}/#).map { run in
        run.output.0.split(separator: " ").compactMap { UInt8($0, radix: 16) }
      }
      #expect(
        words.contains { text.contains($0) } || runs.contains { Array(text.utf8).contains($0) },
        "\(vector.id): \(quote)")
    }
    #expect(observed > 8)
  }

  @Test func `a must clause has one line of evidence and one of SDKs that differ below it`() {
    var counted = 0
    for clause in Clause.all {
      // A sentence that ends in a colon goes on in the lines below it.
      let isList = clause.text.hasSuffix(":")
      let notes = clause.notes.drop { isList && !$0.hasPrefix("Otherwise: ") }
      let isCited =
        !clause.evidence.isEmpty && (1...2).contains(notes.count)
        && zip(notes, ["Otherwise: ", "Note: "]).allSatisfy { $0.hasPrefix($1) }
      let isPlain = clause.level != .must && clause.evidence.isEmpty
      #expect(isCited || isPlain, "\(clause.id) has the lines \(clause.notes)")
      counted += isCited ? 1 : 0
    }
    let lines = Repository.pages.flatMap { Repository.text(of: $0).split(separator: "\n") }
    #expect(lines.count { $0.hasPrefix("  - Evidence: ") } == counted && counted > 200)
  }

  /// Whether a line holds a page with the day on which it was read and a quote, a public thread with
  /// its day and what the server's answer shows, three SDKs with their versions, or a section of a
  /// standard.
  private func isEnough(_ line: Substring) -> Bool {
    line.contains(#/https:\/\/[^ ]+.*, read [0-9]{4}-[0-9]{2}-[0-9]{2}.*".{8,}"/#)
      || line.contains(#/thread https:\/\/[^ ]+, read [0-9]{4}-[0-9]{2}-[0-9]{2}: .{20}/#)
      || Set(line.matches(of: #/ [0-9]+\.[0-9]+\.[0-9]+\b/#).map(\.output)).count > 2
      || line.contains(#/(RFC [0-9]+|FIPS [0-9]+-[0-9]+) (§|section )[0-9]/#)
      || line.contains(#/RFC [0-9]+, with (its|the) (test|cases)/#)
  }

  @Test func `evidence is a page with a quote, a thread, three SDKs or a section of a standard`() {
    for clause in Clause.all where !clause.evidence.isEmpty {
      #expect(isEnough(clause.evidence[...]), "\(clause.id): \(clause.evidence)")
      let others = clause.note("Otherwise") ?? ""
      #expect(others.count > 10 && others.hasSuffix("."), "\(clause.id): \(others)")
    }
  }

  @Test(arguments: [
    "The documents say so.", "A page, https://example.com/a, read 2026-11-22.",
    "A page, https://example.com/a: \"It is said there.\"",
    "https://github.com/a/b/issues/1, read 2026-11-22: the string has it.",
    "thread https://github.com/a/b/issues/1: the server's string has it.",
    "SDKs: oss2 2.19.1 and Go v1 3.0.2, and oss2 2.19.1 again.", "RFC 9110.",
  ])
  func `what is less is no evidence`(line: String) { #expect(!isEnough(line[...])) }
}
