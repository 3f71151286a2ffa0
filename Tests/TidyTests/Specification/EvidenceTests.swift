import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// The page that gives for each promise of the documents its clauses and vectors.
@Suite struct `Promises` {
  /// The cells of the table, row by row.
  private let rows: [[Substring]] = Repository.text(of: "spec/promises.md")
    .split(separator: "\n").filter { $0.hasPrefix("| SEED-") }
    .map { row in row.split(separator: " | ").map { Self.trimmed($0) } }

  private static func trimmed(_ cell: Substring) -> Substring {
    let front = cell.drop { $0 == "|" || $0 == " " }
    let marks = front.reversed().prefix { $0 == "|" || $0 == " " }.count
    return front.dropLast(marks)
  }

  @Test func `each of the 89 promises has one row`() {
    let expected = (1...89).map { $0 < 10 ? "SEED-0\($0)" : "SEED-\($0)" }
    #expect(rows.map { $0.first.map { String($0) } } == expected)
    #expect(rows.allSatisfy { $0.count == 4 })
  }

  @Test func `name clauses that exist`() {
    var counted = 0
    for row in rows where row[2] != "none" {
      for id in row[2].split(separator: ", ") {
        counted += 1
        #expect(Clause.ids.contains(String(id)), "\(row[0]) names \(id)")
      }
    }
    #expect(counted > 100)
  }

  @Test func `are shown by vectors that exist, or a sentence says why not`() throws {
    let corpus = try RealVectors.corpus.get()
    let names = Set(corpus.suites.map(\.name) + corpus.vectors.map(\.id))
    var (shown, explained) = (0, 0)
    for row in rows {
      guard row[3].hasPrefix("`") else {
        explained += 1
        #expect(row[3].hasSuffix(".") && row[3].count > 20, "\(row[0])")
        continue
      }
      shown += 1
      #expect(row[2] != "none", "\(row[0])")
      for name in row[3].split(separator: ", ") {
        let isMarked = name.hasPrefix("`") && name.hasSuffix("`") && name.count > 2
        let isThere = isMarked && names.contains(String(name.dropFirst().dropLast()))
        #expect(isThere, "\(row[0]): \(name)")
      }
    }
    #expect(shown > 60)
    #expect(shown + explained == 89)
  }
}

@Suite struct `Provenance` {
  /// The lists of what SDKs that can be run again are known to get wrong.
  static let lists = [
    ("spec/adapters/python/oss2.expectations.json", claims: 300),
    ("spec/adapters/python/oss_v2.expectations.json", claims: 300),
    ("spec/adapters/python/credentials.expectations.json", claims: 20),
    ("spec/adapters/python/openapi.expectations.json", claims: 5),
    ("spec/adapters/python/opendal.expectations.json", claims: 100),
    ("spec/adapters/python/libcloud.expectations.json", claims: 10),
    ("spec/adapters/go/go.expectations.json", claims: 100),
    ("spec/adapters/python/aiooss2.expectations.json", claims: 5),
    ("spec/adapters/python/gateway.expectations.json", claims: 300),
    ("spec/adapters/python/oss_util.expectations.json", claims: 100),
    ("spec/adapters/ruby/fog.expectations.json", claims: 30),
    ("spec/adapters/go/aliyungo.expectations.json", claims: 100),
    ("spec/adapters/gdal/gdal.expectations.json", claims: 50),
  ]

  @Test(arguments: lists)
  func `the provenance of a vector names no SDK that is known to fail it`(path: String, least: Int)
    throws
  {
    // What it fails by a mistake is known where it is run: `generate --check` looks in CI.
    let (sdk, names, _) = try KnownFailures.read(path)
    let vectors = try RealVectors.corpus.get().vectors
    let claims = vectors.filter { vector in
      guard case .agreed(let sdks, _) = vector.provenance else { return false }
      return sdks.contains(sdk)
    }
    #expect(claims.count > least)
    for claim in claims { #expect(!names.contains(claim.id), "\(sdk) fails \(claim.id)") }
    // IDs are compared as they are: a pattern here would need more than that.
    let ids = Set(vectors.map(\.id))
    #expect(names.filter { !ids.contains($0) } == [])
  }

  @Test func `each vector says where its expectation is from`() throws {
    for vector in try RealVectors.corpus.get().vectors {
      switch vector.provenance {
      case .published(let source, _): #expect(source.count > 5, "\(vector.id)")
      case .agreed(let sdks, _):
        #expect(Set(sdks).count == sdks.count, "\(vector.id)")
        #expect(sdks.allSatisfy { $0.split(separator: " ").count == 2 }, "\(vector.id)")
      case .observed(let source, let read, let quote, _):
        #expect(source.hasPrefix("https://"), "\(vector.id)")
        #expect(Evidence.isDate(read[...]), "\(vector.id): \(read)")
        #expect(quote.count > 20, "\(vector.id)")
      case .derived(let reason, _): #expect(reason.hasSuffix("."), "\(vector.id)")
      }
    }
  }

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
    #expect(observed > 9)
  }
}

/// What a line of evidence rests on.
enum Evidence {
  /// Whether a line holds a page with a quote, a public thread, three SDKs with their versions, or
  /// a section of a standard.
  static func isEnough(_ line: Substring) -> Bool {
    isPage(line) || isThread(line) || versions(in: line).count > 2 || isStandard(line)
  }

  /// An address, the day on which it was read, and words of the page in quotation marks.
  private static func isPage(_ line: Substring) -> Bool {
    line.contains(#/https:\/\/[^ ]+.*, read [0-9]{4}-[0-9]{2}-[0-9]{2}.*".{8,}"/#)
  }

  /// The address of a thread, the day, and what the server's answer shows in it.
  private static func isThread(_ line: Substring) -> Bool {
    line.contains(#/thread https:\/\/[^ ]+, read [0-9]{4}-[0-9]{2}-[0-9]{2}: .{20}/#)
  }

  private static func isStandard(_ line: Substring) -> Bool {
    line.contains(#/(RFC [0-9]+|FIPS [0-9]+-[0-9]+) (§|section )[0-9]/#)
      || line.contains(#/RFC [0-9]+, with (its|the) (test|cases)/#)
  }

  /// The versions such as 2.19.1, each once.
  private static func versions(in line: Substring) -> Set<Substring> {
    Set(line.matches(of: #/ [0-9]+\.[0-9]+\.[0-9]+\b/#).map(\.output))
  }

  /// Whether a text is a day such as 2026-11-22.
  static func isDate(_ text: Substring) -> Bool {
    text.wholeMatch(of: #/20[0-9]{2}-[01][0-9]-[0-3][0-9]/#) != nil
  }
}

/// What a real SDK is known to answer otherwise than the vectors expect.
enum KnownFailures {
  /// The lists of all SDKs that can be run again.
  static let paths = Repository.files(in: ["spec/adapters"], endingIn: ".expectations.json")

  /// The SDK of a list, with its version, the IDs of vectors that it fails, and those of mistakes by
  /// which it fails a must.
  static func read(
    _ path: String
  ) throws -> (sdk: String, names: [String], mistakes: [String]) {
    let value = try JSONReader.read(Bytes(Repository.bytes(of: path)))
    let list = try #require(value.objectValue)
    let entries = try #require(list["expectations"]?.arrayValue).compactMap(\.objectValue)
    let names = entries.compactMap { ($0["id"] ?? $0["pattern"])?.stringValue }
    let mistakes = entries.filter { $0["level"] == "must" }.compactMap {
      $0["mistake"]?.stringValue
    }
    return (try #require(list["sdk"]?.stringValue), names, mistakes)
  }

  /// The clauses of each known mistake.
  static func clauses() throws -> [String: [String]] {
    let rows = try RealVectors.json("mistakes.json").objectValue?["mistakes"]?.arrayValue
    let pairs = try #require(rows).compactMap(\.objectValue).map { row in
      (
        try #require(row["id"]?.stringValue),
        try #require(row["clauses"]?.arrayValue).compactMap(\.stringValue)
      )
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}

@Suite struct `Evidence of clauses` {
  @Test func `a must clause has one line of evidence and one of SDKs that differ below it`() {
    var counted = 0
    for clause in Clause.all {
      // A sentence that ends in a colon goes on in the lines below it.
      let lines =
        clause.sentence.hasSuffix(":")
        ? clause.remarks.drop { $0.kind == nil } : clause.remarks[...]
      let kinds = lines.map { $0.kind ?? "text" }
      let isCited =
        kinds.starts(with: ["Evidence", "Otherwise"])
        && kinds.dropFirst(2).elementsEqual(["Note"].prefix(kinds.count - 2))
      let isPlain = clause.level != .must && kinds.allSatisfy { $0 == "text" }
      #expect(isCited || isPlain, "\(clause.id) has the lines \(kinds)")
      counted += isCited ? 1 : 0
    }
    #expect(counted > 200)
  }

  @Test func `evidence is a page with a quote, a thread, three SDKs or a section of a standard`() {
    for clause in Clause.all {
      for line in clause.remarks("Evidence") {
        #expect(Evidence.isEnough(line), "\(clause.id): \(line)")
      }
      for line in clause.remarks("Otherwise") {
        #expect(line.count > 10 && line.hasSuffix("."), "\(clause.id): \(line)")
      }
    }
  }

  @Test(arguments: [
    "The documents say so.", "A page, https://example.com/a, read 2026-11-22.",
    "A page, https://example.com/a: \"It is said there.\"",
    "https://github.com/a/b/issues/1, read 2026-11-22: the string has it.",
    "thread https://github.com/a/b/issues/1: the server's string has it.",
    "SDKs: oss2 2.19.1 and Go v1 3.0.2, and oss2 2.19.1 again.", "RFC 9110.",
  ])
  func `what is less is no evidence`(line: String) { #expect(!Evidence.isEnough(line[...])) }

  @Test func `an SDK that fails a must is named in a clause of the vector or the mistake`() throws {
    let vectors = try RealVectors.corpus.get().vectors
    let musts = Dictionary(
      uniqueKeysWithValues: vectors.filter { $0.level == .must }.map { ($0.id, $0.clauses) })
    let broken = try KnownFailures.clauses()
    var pairs = 0
    for path in KnownFailures.paths {
      let (sdk, names, mistakes) = try KnownFailures.read(path)
      for name in names + mistakes {
        guard let clauses = musts[name] ?? broken[name] else { continue }
        pairs += 1
        let lines = clauses.flatMap { Clause.named[$0]?.remarks("Otherwise") ?? [] }
        #expect(
          lines.contains { Self.isNamed(sdk, in: $0) },
          "\(sdk) fails by \(name), whose clauses are \(clauses), and none names it")
      }
    }
    #expect(KnownFailures.paths.sorted() == `Provenance`.lists.map(\.0).sorted())
    #expect(pairs > 100)
  }

  /// Whether a line has an SDK's name and version, and neither is a part of another.
  private static func isNamed(_ sdk: String, in line: Substring) -> Bool {
    line.ranges(of: sdk).contains { range in
      let before = line[..<range.lowerBound].last
      let after = line[range.upperBound...].first
      return !(before?.isLetter == true || before == "-") && after?.isNumber != true
    }
  }
}
