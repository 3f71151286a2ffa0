import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

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

  /// The SDK of a list, with its version, and the IDs of the vectors that it fails.
  static func read(_ path: String) throws -> (sdk: String, names: [String]) {
    let value = try JSONReader.read(Bytes(Repository.bytes(of: path)))
    let list = try #require(value.objectValue)
    let entries = try #require(list["expectations"]?.arrayValue)
    let names = try entries.map { entry in
      let members = try #require(entry.objectValue)
      return try #require((members["id"] ?? members["pattern"])?.stringValue)
    }
    return (try #require(list["sdk"]?.stringValue), names)
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

  @Test func `an SDK that fails a must vector is named in a clause that the vector cites`() throws {
    let vectors = try Vectors.corpus.get().vectors
    let musts = Dictionary(
      uniqueKeysWithValues: vectors.filter { $0.level == .must }.map { ($0.id, $0.clauses) })
    var pairs = 0
    for path in KnownFailures.paths {
      let (sdk, names) = try KnownFailures.read(path)
      for name in names {
        guard let clauses = musts[name] else { continue }
        pairs += 1
        let lines = clauses.flatMap { Clause.named[$0]?.remarks("Otherwise") ?? [] }
        #expect(
          lines.contains { Self.isNamed(sdk, in: $0) },
          "\(sdk) fails \(name), which cites \(clauses), and none names it")
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
