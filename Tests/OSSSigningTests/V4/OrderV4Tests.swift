import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Orders that V4 does not sign` {
  /// Numbers that are the same in each run (xorshift64).
  struct Source: RandomNumberGenerator {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  private static let names = [
    "x-oss-a", "X-Oss-Content-SHA256-b", "x-oss-date-c", "x-oss-security", "x-oss-z", "range",
    "Host", "content-type", "Content-MD5", "abc", "if-match", "X-OSS-copy-source",
  ]
  private static let parameters = [
    "a", "A", "_", "x-oss-process", "x-oss-zzz", "|p", "é", "e\u{301}", "10", "9", "a b", "~",
    "callback", "callback-var", "x-oss-date2", "", "+", "acl",
  ]

  private func signatures(
    _ headers: [String], _ query: [String], _ additional: [String]
  ) throws -> [String] {
    let request = try SigningRequest(
      method: "GET", bucket: "b", key: "k",
      headers: headers.map { HeaderField($0, "v" + $0) },
      query: query.map { QueryParameter($0, $0.utf8.count % 3 == 0 ? nil : "v" + $0) },
      additionalHeaders: additional)
    let signer = try Signer(
      Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: "t"), .v4(region: "r"))
    let pending = try signer.identity.url(
      for: request, at: Endpoint("http://h"), now: .epoch, validFor: .seconds(1))
    try checkOrder(of: pending.stringToSign.step(.canonicalQuery), count: query.count + 6)
    return [
      try signer.sign(request, at: .epoch).signature,
      try signer.prepared(at: .epoch).sign(request, at: .epoch).signature,
      try signer.presign(request, at: Endpoint("http://h"), now: .epoch, validFor: .seconds(1))
        .signature, try signer.stringToSign(for: request, at: .epoch).step(.additionalHeaders),
    ]
  }

  /// Whether the names of a canonical query rise byte by byte.
  private func checkOrder(of query: String, count: Int) throws {
    let names = query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      Array(pair.utf8.prefix { $0 != UInt8(ascii: "=") })
    }
    #expect(names.count == count || names.count == count - 1)
    for index in names.indices.dropFirst() {
      #expect(!names[index].lexicographicallyPrecedes(names[index - 1]), "\(query)")
    }
  }

  @Test func `are those of headers, parameters and additional names`() throws {
    var source = Source()
    var changed = 0
    for _ in 0..<500 {
      let headers = Self.names.filter { _ in Bool.random(using: &source) }
      let query = Self.parameters.filter { _ in Bool.random(using: &source) }
      let additional = Self.names.filter { _ in Bool.random(using: &source) }
      let first = try signatures(headers, query, additional)
      let (one, two) = (headers.shuffled(using: &source), query.shuffled(using: &source))
      let second = try signatures(one, two, additional.shuffled(using: &source))
      #expect(first == second)
      #expect(first[0] == first[1])
      changed += one == headers && two == query ? 0 : 1
    }
    #expect(changed > 450)
  }
}
