import OSSConformance
import OSSJSON
import OSSMistakes
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The catalogue of mistakes` {
  @Test func `has rows with ids of their own, in lower case`() {
    #expect(Set(Catalogue.all.map(\.id)).count == Catalogue.all.count)
    #expect(Catalogue.all.count > 700)
    for mistake in Catalogue.all {
      let isSlug = mistake.id.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
      }
      #expect(isSlug && mistake.id.contains("-"), "\(mistake.id)")
      #expect(Catalogue.named(mistake.id)?.sentence == mistake.sentence)
    }
    #expect(Catalogue.named("no-such-mistake") == nil)
  }

  @Test func `says each mistake and its fix in sentences`() {
    var sentences = 0
    for mistake in Catalogue.all {
      for text in [mistake.sentence, mistake.fix] + [mistake.equivalent].compactMap(\.self) {
        sentences += 1
        #expect(text.hasSuffix("."), "\(mistake.id): \(text)")
        let isName = ["x-oss-", "aliyun_", "callback"].contains { text.hasPrefix($0) }
        #expect(text.first?.isLowercase == false || isName, "\(mistake.id): \(text)")
        #expect(text.utf8.count > 6, "\(mistake.id): \(text)")
      }
      #expect(!mistake.operations.isEmpty, "\(mistake.id)")
      #expect(!mistake.clauses.isEmpty, "\(mistake.id)")
    }
    #expect(sentences > 1_400)
  }

  /// The versions of which it is known what they sign, and of those that were read.
  private static let versions: Set<String> = [
    "oss2 2.19.1", "alibabacloud-oss-v2 1.4.1", "aliyun-oss-go-sdk 3.0.2+1 (b6e0a2a)",
    "alibabacloud-oss-go-sdk-v2 1.5.1 (b3226d1)", "ali-oss 6.23.0+1 (fa263d2)",
    "aliyun-oss-php-sdk 2.7.3 (10dbd2a)", "alibabacloud-oss-php-sdk-v2 0.3.2+1 (3cc0a5c)",
    "aliyun-oss-java-sdk 3.18.4+1 (44426bf)", "aliyun-oss-c-sdk 3.11.2 (052594c)",
    "aliyun-oss-cpp-sdk 1.10.1 (c42600f)", "alibabacloud-oss-swift-sdk-v2 0.3.0 (e208a6c)",
    "aliyun-oss-ios-sdk 2.11.1+1 (0e20cab)",
    "alibabacloud-oss-java-sdk-v2 3b95316 (read, not run)",
    "aliyun-oss-csharp-sdk a62f3a9 (read, not run)", "reqsign 765bc44 (read, not run)",
    "aliyun-oss-android-sdk 2.9.20 (read, not run)",
    "aliyun-oss-android-sdk 2.9.20 (8cbaeed)", "reqsign 765bc44", "credentials-go 9ac55b4",
    "alibabacloud-credentials 1.0.12 (0e6d313)", "soto-core 47454bf",
    "aliyun-oss-appserver-python of the documents (read, not run)",
    "aliyun-oss-appserver-java of the documents (read, not run)",
    "aliyun-oss-appserver-php of the documents (read, not run)",
    "aliyun-oss-ruby-sdk callback sample (read, not run)",
    "aliyun-oss-go-sdk 1.5.0", "opendal 0.47.12 (reqsign-aliyun-oss 3.2.0)",
    "apache-libcloud 3.9.1", "aiooss2 0.2.11", "alibabacloud-gateway-oss 0.0.30",
    "alibabacloud-oss-util 0.0.6", "fog-aliyun 0.3.2", "aliyungo 0.0~git20180921.13fa8aa",
    "gdal 3.6.2",
  ]

  @Test func `says where each mistake was seen`() {
    var places = 0
    for place in Catalogue.all.flatMap(\.seen) {
      places += 1
      #expect(Self.versions.contains("\(place.sdk) \(place.version)"), "\(place)")
      #expect(place.place.hasSuffix("."), "\(place)")
    }
    #expect(places > 300)
  }

  @Test func `adds up: two mistakes are made together`() throws {
    let vector = try #require(RealVectors.corpus.get()[id: "v1-hdr-trim-keeps-inside"])
    let trim = try #require(Catalogue.named("header-values-not-trimmed"))
    let feed = try #require(Catalogue.named("string-line-feed-at-end"))
    let both = Mistake.answering(with: [trim, feed])
    let answer = try #require(both(vector.operation, vector.input).answer)
    let string = try #require(answer.stages["stringToSign"]?.stringValue)
    #expect(string.hasSuffix("/examplebucket/key.txt\n"))
    #expect(string.contains("x-oss-meta-a: two"))
  }

  @Test func `leaves the operations alone that a mistake is not made in`() throws {
    let reference = ReferenceAdapter()
    let vectors = try ["v1-tok-empty", "public-url-query", "sha1-abc"]
      .map { try #require(RealVectors.corpus.get()[id: $0], "\($0)") }
    var answers = 0
    for vector in vectors {
      let right = reference.answer(vector.operation, vector.input)
      for mistake in Catalogue.all where !mistake.operations.contains(vector.operation) {
        answers += 1
        let reply = mistake.answering(vector.operation, vector.input)
        #expect(reply == right, "\(mistake.id): \(vector.id)")
      }
    }
    #expect(answers > 900)
  }
}

/// A sample; CI compares every vector and thousands of random inputs with the release tool.
@Suite struct `The model of the specification` {
  /// The first vectors of each operation.
  private static func sample() throws -> [Vector] {
    let vectors = try RealVectors.corpus.get().vectors
    return OSSVectors.Operation.allCases.flatMap { operation in
      vectors.filter { $0.operation == operation }.prefix(3)
    }
  }

  @Test func `is found to differ where it has a mistake`() throws {
    var model = Model()
    model.input = { _, input in
      var input = input
      if input["method"] != nil { input["method"] = "PATCH" }
      return input
    }
    var comparison = ModelComparison(model: model)
    comparison.compare(try Self.sample())
    #expect(comparison.differences.contains { $0.operation == .v1Header })
    #expect(!comparison.differences.contains { $0.operation == .sha1 })
  }

  @Test func `is compared on inputs that a seed gives again`() throws {
    let vectors = try Self.sample()
    func inputs(_ seed: UInt64) -> [JSONObject] {
      var seen: [JSONObject] = []
      var model = Model()
      model.output = { operation, input, _ in Answer(members: input) }
      var comparison = ModelComparison(model: model)
      comparison.compare(changesOf: vectors, count: 3, seed: seed)
      seen += comparison.differences.map(\.input)
      return seen
    }
    #expect(inputs(1) == inputs(1))
    #expect(inputs(1) != inputs(2))
    #expect(inputs(1).count > 20)
  }
}
