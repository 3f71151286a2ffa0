import OSSPrimitives
import OSSVectors
import Testing

@Suite struct `Provenance` {
  /// The lists of what SDKs that can be run again are known to get wrong.
  static let lists = [
    ("spec/adapters/python/oss2.expectations.json", claims: 300),
    ("spec/adapters/python/oss_v2.expectations.json", claims: 300),
    ("spec/adapters/python/credentials.expectations.json", claims: 20),
    ("spec/adapters/python/opendal.expectations.json", claims: 100),
    ("spec/adapters/python/libcloud.expectations.json", claims: 10),
    ("spec/adapters/go/go.expectations.json", claims: 100),
  ]

  /// The SDK of a list, and the IDs or patterns in it.
  private func read(_ path: String) throws -> (sdk: String, names: [String]) {
    let value = try JSONReader.read(Bytes(Repository.bytes(of: path)))
    let list = try #require(value.objectValue)
    let entries = try #require(list["expectations"]?.arrayValue)
    let names = try entries.map { entry in
      let members = try #require(entry.objectValue)
      return try #require((members["id"] ?? members["pattern"])?.stringValue)
    }
    return (try #require(list["sdk"]?.stringValue), names)
  }

  @Test(arguments: lists)
  func `names no SDK that is known to fail the vector`(path: String, least: Int) throws {
    let (sdk, names) = try read(path)
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

  @Test func `is told for each vector`() throws {
    for vector in try Vectors.corpus.get().vectors {
      switch vector.provenance {
      case .published(let source, _): #expect(source.count > 5, "\(vector.id)")
      case .agreed(let sdks, _):
        #expect(Set(sdks).count == sdks.count, "\(vector.id)")
        #expect(sdks.allSatisfy { $0.split(separator: " ").count == 2 }, "\(vector.id)")
      case .derived(let reason, _): #expect(reason.hasSuffix("."), "\(vector.id)")
      }
    }
  }
}
