import OSSPrimitives
import OSSSigning
import TestSupport
import Testing

@Suite struct `Random requests` {
  @Test func `sign or are refused, and no value writes a line of its own`() throws {
    let signer = try signer(token: "t")
    var source = RandomRequests(seed: 1, hasFaults: true)
    var (signed, refused) = (0, 0)
    for _ in 0..<1_000 {
      guard let request = try? source.request() else {
        refused += 1
        continue
      }
      signed += 1
      let unsigned = try signer.identity.headers(for: request, at: .epoch)
      check(unsigned.stringToSign, of: request)
      let sent = try signer.sign(request, at: .epoch)
      let signature = try signer.signature(of: unsigned.stringToSign.text)
      #expect(try unsigned.signed(by: signature) == sent)
      for header in sent.headers {
        try #require(
          !(header.name + header.value).utf8.contains { $0 == 10 || $0 == 13 || $0 == 0 })
      }
    }
    #expect(signed + refused == 1_000)
    #expect(signed > 200 && refused > 200)
  }

  /// Four lines and one for each name of an OSS header, the token's among them; no more line ends
  /// in the resource than the key and the query bring.
  private func check(_ string: StringToSign, of request: SigningRequest) {
    var names = Set(request.headers.map { $0.name.lowercased() }.filter { $0.hasPrefix("x-oss-") })
    names.insert("x-oss-security-token")
    let resourceStart = string.bytes.count - string.step(.canonicalResource).utf8.count
    let lines = string.bytes[..<resourceStart].split(
      separator: 0x0A, omittingEmptySubsequences: false)
    #expect(lines.count == 4 + names.count + 1)
    let sent = lines.dropFirst(4).dropLast().map { line in
      String(decoding: line.prefix { $0 != 0x3A }, as: UTF8.self)
    }
    #expect(sent == names.sorted())
    let brought =
      (request.key ?? "").utf8.count { $0 == 0x0A }
      + request.query.map { ($0.name + ($0.value ?? "")).utf8.count { $0 == 0x0A } }.reduce(0, +)
    #expect(string.step(.canonicalResource).utf8.count { $0 == 0x0A } <= brought)
  }

  @Test func `make URLs of visible ASCII, or are refused`() throws {
    let signer = try signer()
    let endpoint = try Endpoint("https://h")
    var source = RandomRequests(seed: 1, hasFaults: true)
    var made = 0
    for _ in 0..<1_000 {
      guard let request = try? source.request(),
        let url = try? signer.presign(request, at: endpoint, now: .epoch, until: .latest)
      else { continue }
      made += 1
      let unsigned = try signer.identity.url(
        for: request, at: endpoint, now: .epoch, until: .latest)
      let signature = try signer.signature(of: unsigned.stringToSign.text)
      #expect(try unsigned.signed(by: signature) == url)
      try #require(url.url.utf8.allSatisfy { (0x21...0x7E).contains($0) })
      try #require(url.url.utf8.count { $0 == UInt8(ascii: "?") } == 1)
    }
    #expect(made > 200)
  }
}

@Suite struct `Orders that V4 does not sign` {
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
    let signer = try signer(.v4(region: "r"), token: "t")
    let pending = try signer.identity.url(
      for: request, at: Endpoint("http://h"), now: .epoch, validFor: .seconds(1))
    try checkOrder(of: pending.stringToSign.step(.canonicalQuery), count: query.count + 6)
    let unsigned = try signer.identity.headers(for: request, at: .epoch)
    // The same from the two halves of signing elsewhere.
    let url = try pending.signed(by: signer.signature(of: pending.stringToSign.text))
    let elsewhere = try unsigned.signed(by: signer.signature(of: unsigned.stringToSign.text))
    let signed = try signer.sign(request, at: .epoch)
    #expect(elsewhere == signed)
    #expect(
      try url
        == signer.presign(request, at: Endpoint("http://h"), now: .epoch, validFor: .seconds(1)))
    return [
      signed.signature, try signer.prepared(at: .epoch).sign(request, at: .epoch).signature,
      url.signature, unsigned.stringToSign.step(.additionalHeaders),
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
    var source = SplitMix64(seed: 1)
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
