import OSSJSON
import OSSPrimitives
import OSSVectors
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

  @Test func `promises name clauses that exist`() {
    var counted = 0
    for row in rows where row[2] != "none" {
      for id in row[2].split(separator: ", ") {
        counted += 1
        #expect(Clause.ids.contains(String(id)), "\(row[0]) names \(id)")
      }
    }
    #expect(counted > 100)
  }

  @Test func `promises are shown by vectors that exist, or a sentence says why not`() throws {
    let corpus = try Vectors.corpus.get()
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
    let (sdk, names) = try KnownFailures.read(path)
    let vectors = try Vectors.corpus.get().vectors
    let claims = vectors.filter { vector in
      guard case .agreed(let sdks, _) = vector.provenance else { return false }
      return sdks.contains(sdk)
    }
    #expect(claims.count > least)
    #expect(names.count > 10)
    for claim in claims { #expect(!names.contains(claim.id), "\(sdk) fails \(claim.id)") }
    // IDs are compared as they are: a pattern here would need more than that.
    let ids = Set(vectors.map(\.id))
    #expect(names.filter { !ids.contains($0) } == [])
  }

  @Test func `each vector says where its expectation is from`() throws {
    for vector in try Vectors.corpus.get().vectors {
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
    for vector in try Vectors.corpus.get().vectors {
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
