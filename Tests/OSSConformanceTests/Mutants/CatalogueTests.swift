import OSSConformance
import OSSPrimitives
import OSSVectors
import Testing

@Suite struct `The catalogue of mistakes` {
  @Test func `has mutants with IDs of their own, in lower case`() {
    #expect(Set(Mutants.all.map(\.id)).count == Mutants.all.count)
    #expect(Mutants.all.count > 400)
    for mutant in Mutants.all {
      let isSlug = mutant.id.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
      }
      #expect(isSlug && mutant.id.contains("-"), "\(mutant.id)")
      #expect(Mutants.named(mutant.id)?.mistake == mutant.mistake)
    }
    #expect(Mutants.named("no-such-mistake") == nil)
  }

  @Test func `says each mistake, its mend and why it is equivalent in sentences`() {
    var sentences = 0
    for mutant in Mutants.all {
      for text in [mutant.mistake, mutant.mend] + [mutant.equivalent].compactMap(\.self) {
        sentences += 1
        #expect(text.hasSuffix("."), "\(mutant.id): \(text)")
        #expect(
          text.first?.isLowercase == false || text.hasPrefix("x-oss-"), "\(mutant.id): \(text)")
        #expect(text.utf8.count > 6, "\(mutant.id): \(text)")
      }
      #expect(!mutant.operations.isEmpty, "\(mutant.id)")
    }
    #expect(sentences > 800)
  }

  @Test func `names clauses that exist`() throws {
    let specification = try #require(Specification(besideVectors: RealVectors.folder))
    #expect(specification.clauses.count > 120)
    for mutant in Mutants.all {
      #expect(specification[id: mutant.clause] != nil, "\(mutant.id): \(mutant.clause)")
    }
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
    "apache-libcloud 3.9.1",
  ]

  @Test func `says of each sighting the SDK, its version and the place`() {
    var sightings = 0
    for sighting in Mutants.all.flatMap(\.sightings) {
      sightings += 1
      #expect(Self.versions.contains("\(sighting.sdk) \(sighting.version)"), "\(sighting)")
      #expect(sighting.place.hasSuffix("."), "\(sighting)")
    }
    #expect(sightings > 60)
  }

  /// Each way in which SDKs were seen to part over V1, the mistake, and one SDK that makes it.
  private static let disagreements: [(mutant: String, sdk: String)] = [
    ("string-blank-line-without-headers", "alibabacloud-oss-swift-sdk-v2"),
    ("string-content-lines-empty", "alibabacloud-oss-swift-sdk-v2"),
    ("subresource-values-encoded", "alibabacloud-oss-swift-sdk-v2"),
    ("query-signature-encoded-twice", "alibabacloud-oss-swift-sdk-v2"),
    ("presign-token-encoded-twice", "alibabacloud-oss-swift-sdk-v2"),
    ("date-x-oss-date-added", "ali-oss"),
    ("token-unsigned", "alibabacloud-oss-php-sdk-v2"),
    ("token-under-wrong-name", "alibabacloud-oss-v2"),
    ("header-names-first-seven-lowered", "aliyun-oss-c-sdk"),
    ("header-order-natural", "aliyun-oss-c-sdk"),
    ("subresource-order-folds-case", "aliyun-oss-c-sdk"),
    ("hmac-key-cut", "aliyun-oss-c-sdk"),
    ("subresource-case-collapsed", "aliyun-oss-c-sdk"),
    ("string-names-by-prefix", "aliyun-oss-c-sdk"),
    ("header-values-not-trimmed", "oss2"),
    ("header-tabs-not-trimmed", "aliyun-oss-go-sdk"),
    ("string-type-not-trimmed", "alibabacloud-oss-go-sdk-v2"),
    ("subresource-empty-with-equals", "aliyun-oss-java-sdk"),
    ("token-empty-signed", "aliyun-oss-ios-sdk"),
    ("presign-token-empty-sent", "aliyun-oss-java-sdk"),
    ("presign-callers-token-dropped", "alibabacloud-oss-v2"),
    ("header-value-zero-dropped", "aliyun-oss-php-sdk"),
    ("resource-key-zero-dropped", "alibabacloud-oss-php-sdk-v2"),
    ("subresource-pairs-sorted", "alibabacloud-oss-php-sdk-v2"),
    ("query-names-mangled", "aliyun-oss-php-sdk"),
    ("query-empty-value-lost", "aliyun-oss-php-sdk"),
    ("header-empty-value-dropped", "alibabacloud-oss-go-sdk-v2"),
    ("date-line-ignores-x-oss-date", "aliyun-oss-java-sdk"),
    ("date-callers-date-kept", "aliyun-oss-go-sdk"),
    ("query-space-as-plus", "aliyun-oss-go-sdk"),
    ("subresource-values-trimmed", "aliyun-oss-ios-sdk"),
    ("query-values-trimmed", "aliyun-oss-ios-sdk"),
  ]

  @Test func `has every way in which SDKs part over V1`() throws {
    for (id, sdk) in Self.disagreements {
      let mutant = try #require(Mutants.named(id), "\(id)")
      #expect(mutant.sightings.contains { $0.sdk == sdk }, "\(id): \(sdk)")
    }
  }

  /// The same over V2.
  private static let disagreementsV2: [(mutant: String, sdk: String)] = [
    ("v2-content-lines-not-trimmed", "oss2"),
    ("v2-header-values-not-trimmed", "aliyun-oss-go-sdk"),
    ("v2-additional-by-case", "aliyun-oss-java-sdk"),
    ("v2-additional-unasked", "oss2"),
    ("v2-additional-unsorted-in-url", "oss2"),
    ("v2-resource-surrogates-apart", "aliyun-oss-java-sdk"),
    ("v2-resource-one-digit", "aliyun-oss-java-sdk"),
    ("v2-query-space-as-plus", "aliyun-oss-go-sdk"),
    ("v2-query-empty-with-equals", "aliyun-oss-java-sdk"),
    ("v2-query-values-trimmed", "aliyun-oss-java-sdk"),
  ]

  @Test func `has every way in which SDKs part over V2`() throws {
    for (id, sdk) in Self.disagreementsV2 {
      let mutant = try #require(Mutants.named(id), "\(id)")
      #expect(mutant.sightings.contains { $0.sdk == sdk }, "\(id): \(sdk)")
    }
  }

  /// Each way in which SDKs were seen to part over V4, the mistake, and one SDK that makes it.
  private static let disagreementsV4: [(mutant: String, sdk: String)] = [
    ("v4-header-order-natural", "aliyun-oss-c-sdk"),
    ("v4-key-cut", "aliyun-oss-c-sdk"),
    ("v4-query-case-collapsed", "aliyun-oss-c-sdk"),
    ("v4-header-names-by-prefix", "aliyun-oss-c-sdk"),
    ("v4-header-values-not-trimmed", "oss2"),
    ("v4-header-values-not-trimmed", "alibabacloud-oss-v2"),
    ("v4-header-tabs-not-trimmed", "aliyun-oss-go-sdk"),
    ("v4-token-empty-signed", "aliyun-oss-java-sdk"),
    ("v4-url-callers-token-dropped", "alibabacloud-oss-v2"),
    ("v4-header-value-zero-dropped", "aliyun-oss-php-sdk"),
    ("v4-query-names-mangled", "aliyun-oss-php-sdk"),
    ("v4-query-order-numbers", "alibabacloud-oss-php-sdk-v2"),
    ("v4-url-numbers-lost", "aliyun-oss-php-sdk"),
    ("v4-header-empty-dropped", "alibabacloud-oss-go-sdk-v2"),
    ("v4-query-space-as-plus", "aliyun-oss-go-sdk"),
    ("v4-query-empty-with-equals", "ali-oss"),
    ("v4-query-order-locale", "ali-oss"),
    ("v4-header-type-by-case", "ali-oss"),
    ("v4-additional-missing-listed", "oss2"),
    ("v4-additional-missing-refused", "ali-oss"),
    ("v4-additional-repeated", "alibabacloud-oss-go-sdk-v2"),
    ("v4-additional-signed-anyway-listed", "aliyun-oss-go-sdk"),
    ("v4-query-values-trimmed", "aliyun-oss-ios-sdk"),
    ("v4-callers-content-sha256-kept", "aliyun-oss-cpp-sdk"),
    ("v4-callers-date-kept", "aliyun-oss-c-sdk"),
    ("v4-url-additional-ignored", "aliyun-oss-ios-sdk"),
  ]

  @Test func `has every way in which SDKs part over V4`() throws {
    for (id, sdk) in Self.disagreementsV4 {
      let mutant = try #require(Mutants.named(id), "\(id)")
      #expect(mutant.sightings.contains { $0.sdk == sdk }, "\(id): \(sdk)")
    }
  }

  /// `mutants --check` asks the twins for every vector in CI; here for the first of each file.
  @Test func `breaks only what its mutants are about: unbroken twins answer as the reference`()
    throws
  {
    let vectors = try RealVectors.corpus.get().suites.compactMap(\.vectors.first)
    let gate = TwinGate(vectors: vectors)
    #expect(gate.faults == [])
    #expect(gate.compared > vectors.count)
    let broken = try #require(Mutants.named("header-values-not-trimmed"))
    let vector = try #require(RealVectors.corpus.get()[id: "v1-hdr-trailing-tab"])
    #expect(
      TwinGate([broken], vectors: [vector]).faults == [
        "header-values-not-trimmed answers v1-hdr-trailing-tab otherwise than the reference."
      ])
  }

  @Test func `adds up: two mutants make both mistakes`() throws {
    let vector = try #require(RealVectors.corpus.get()[id: "v1-hdr-trim-keeps-inside"])
    let trim = try #require(Mutants.named("header-values-not-trimmed"))
    let feed = try #require(Mutants.named("string-line-feed-at-end"))
    let both = Mutant.answer(combining: [trim, feed])
    guard case .ok(let answer) = both(vector.operation, vector.input) else {
      Issue.record("The pair gives no answer.")
      return
    }
    let string = try #require(answer.stages["stringToSign"]?.stringValue)
    #expect(string.hasSuffix("/examplebucket/key.txt\n"))
    #expect(string.contains("x-oss-meta-a: two"))
  }
}

extension `The catalogue of mistakes` {
  @Test func `leaves the operations alone that a mistake is not made in`() throws {
    let reference = ReferenceAdapter()
    let vectors = try ["v1-tok-empty", "v1-pre-token-encoded-once", "public-url-query", "sha1-abc"]
      .map { try #require(RealVectors.corpus.get()[id: $0], "\($0)") }
    var answers = 0
    for vector in vectors {
      let right = reference.answer(vector.operation, vector.input)
      for mutant in Mutants.all where !mutant.operations.contains(vector.operation) {
        answers += 1
        let reply = mutant.answer(vector.operation, vector.input)
        #expect(reply == right, "\(mutant.id): \(vector.id)")
      }
    }
    #expect(answers > 900)
  }
}
