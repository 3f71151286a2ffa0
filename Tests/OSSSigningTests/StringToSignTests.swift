import OSSPrimitives
import OSSSigning
import TestSupport
import Testing

@Suite struct `Strings to sign` {
  @Test func `give one signature from any number of tasks`() async throws {
    let signer = try signer(token: "t")
    let request = try SigningRequest(
      method: "PUT", bucket: "b", key: "k", headers: [HeaderField("x-oss-meta-a", "1")])
    let time = try Moment(seconds: 1_702_743_657)
    let expected = try signer.sign(request, at: time)
    var results: [SignedHeaders?] = []
    await withTaskGroup(of: SignedHeaders?.self) { group in
      for _ in 0..<64 { group.addTask { try? signer.sign(request, at: time) } }
      for await signed in group { results.append(signed) }
    }
    #expect(results == Array(repeating: expected, count: 64))
  }

  /// What OSS does with an empty x-oss-date is not known, so no vector asks it.
  @Test func `have an empty Date line beside an empty x-oss-date`() throws {
    let request = try SigningRequest(method: "GET", headers: [HeaderField("x-oss-date", "")])
    let string = try SigningIdentity(.v1).headers(for: request, at: .epoch).stringToSign
    #expect(string.text == "GET\n\n\n\nx-oss-date:\n/")
  }

  /// The places of values that signing reads move where values of another name are joined.
  @Test func `have their values where values of one name were joined before them`() throws {
    let headers = [
      HeaderField("b", "1"), HeaderField("Content-Type", "t"), HeaderField("a", "1"),
      HeaderField("B", "2"), HeaderField("content-md5", "m"), HeaderField("A", "2"),
      HeaderField("x-oss-date", "d"), HeaderField("x-oss-content-sha256", "one"),
      HeaderField("X-Oss-Content-Sha256", "two"),
    ]
    let request = try SigningRequest(method: "GET", headers: headers)
    let v1 = try SigningIdentity(.v1).headers(for: request, at: .epoch).stringToSign
    #expect(v1.text == "GET\nm\nt\nd\nx-oss-content-sha256:one,two\nx-oss-date:d\n/")
    let url = try SigningIdentity(accessKeyID: "ak", .v4(region: "r")).url(
      for: SigningRequest(method: "GET", headers: headers.filter { $0.name != "x-oss-date" }),
      at: Endpoint("http://h"), now: .epoch, validFor: .seconds(1))
    #expect(url.stringToSign.step(.canonicalRequest).hasSuffix("\n\none,two"))
    #expect(
      url.stringToSign.step(.canonicalHeaders)
        == "content-md5:m\ncontent-type:t\nx-oss-content-sha256:one,two\n")
  }
}

@Suite struct `Large inputs` {
  /// Quadratic work on so many headers would take minutes.
  @Test(.timeLimit(.minutes(10)))
  func `10,000 headers are signed and sent`() throws {
    let headers = (0..<10_000).map { HeaderField("X-Oss-Meta-\(9_999 - $0)", "\($0)") }
    let request = try SigningRequest(method: "PUT", bucket: "b", key: "k", headers: headers)
    let signed = try signer().sign(request, at: .epoch)
    let sent = signed.headers
    #expect(sent.count == 10_002)
    #expect(sent[1] == HeaderField("X-Oss-Meta-9998", "1"))
    let string = try signer().stringToSign(for: request, at: .epoch)
    #expect(string.bytes.count { $0 == 0x0A } == 10_004)
    #expect(string.step(.canonicalHeaders).hasPrefix("x-oss-meta-0:9999\nx-oss-meta-1:9998\n"))
  }

  @Test(.timeLimit(.minutes(10)))
  func `10,000 values of one name make one line`() throws {
    let headers = Array(repeating: HeaderField("x-oss-meta-a", "v"), count: 10_000)
    let request = try SigningRequest(method: "PUT", bucket: "b", key: "k", headers: headers)
    let sent = try signer().sign(request, at: .epoch).headers
    #expect(sent.count == 3)
    #expect(sent.first?.value.utf8.count == 19_999)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a value of a megabyte is signed whole`() throws {
    let value = String(repeating: "v", count: 1 << 20)
    let request = try SigningRequest(
      method: "PUT", bucket: "b", key: "k", headers: [HeaderField("x-oss-meta-a", " \(value) ")],
      query: [QueryParameter("acl", value)])
    let string = try signer().stringToSign(for: request, at: .epoch)
    #expect(string.step(.canonicalHeaders).utf8.count == 13 + (1 << 20) + 1)
    #expect(string.step(.canonicalResource).utf8.count == 9 + (1 << 20))
    let url = try signer().presign(request, at: Endpoint("http://h"), now: .epoch, until: .latest)
    #expect(url.url.utf8.count > 1 << 20)
  }
}

@Suite struct `Headers and URLs before their signature` {
  private func request() throws -> SigningRequest {
    try SigningRequest(
      method: "PUT", bucket: "b", key: "a b",
      headers: [
        HeaderField("Range", "r"), HeaderField("Content-Type", " a/b "),
        HeaderField("X-Oss-Meta-A", "1"), HeaderField("If-Match", "m"),
        HeaderField("x-oss-meta-a", "2"),
      ], query: [QueryParameter("acl")], additionalHeaders: ["range"])
  }

  @Test(arguments: SignatureVersion.each)
  func `become with the server's signature what signing at once gives`(
    version: SignatureVersion
  ) throws {
    let (signer, request) = (try signer(version, token: "t"), try request())
    let endpoint = try Endpoint("http://h")
    let identity = try SigningIdentity(accessKeyID: "ak", securityToken: "t", version)
    let time = try Moment(seconds: 1_702_743_657)
    let headers = try identity.headers(for: request, at: time)
    let answer = try signer.signature(of: headers.stringToSign.text)
    #expect(try headers.signed(by: Signature(answer.text)) == signer.sign(request, at: time))
    let url = try identity.url(for: request, at: endpoint, now: time, validFor: .hours(1))
    let signed = try url.signed(by: signer.signature(of: url.stringToSign.text))
    #expect(signed == (try signer.presign(request, at: endpoint, now: time, validFor: .hours(1))))
    let until = try signer.presign(request, at: endpoint, now: time, until: time.adding(.hours(1)))
    #expect(signed == until)
    #expect(signed.expires == time.adding(.hours(1)))
    #expect(signed.method == "PUT")
  }

  @Test(arguments: SignatureVersion.each)
  func `take no signature of another version`(version: SignatureVersion) throws {
    let identity = try SigningIdentity(accessKeyID: "ak", version)
    let unsigned = try identity.headers(for: request(), at: .epoch)
    var taken = 0
    for other in SignatureVersion.each {
      let answer = try signer(other).signature(
        of: identity.version == other
          ? unsigned.stringToSign.text
          : SigningIdentity(accessKeyID: "ak", other).headers(for: request(), at: .epoch)
            .stringToSign.text)
      if (try? unsigned.signed(by: answer)) != nil { taken += 1 }
    }
    #expect(taken == 1)
  }

  @Test func `have the steps of their version`() throws {
    let steps = try SignatureVersion.each.map { version in
      let string = try signer(version).stringToSign(for: request(), at: .epoch)
      return StringToSign.Step.allCases.filter { string[$0] != nil }
    }
    #expect(steps[0] == [.canonicalHeaders, .canonicalResource])
    #expect(steps[1] == [.canonicalHeaders, .additionalHeaders, .canonicalResource])
    #expect(steps[2] == StringToSign.Step.allCases.filter { $0 != .canonicalResource })
  }

  @Test func `name the headers that are sent with a URL, as they were signed`() throws {
    let signed = try SignatureVersion.each.map { version in
      try signer(version).presign(
        request(), at: Endpoint("http://h"), now: .epoch, validFor: .hours(1)
      ).signedHeaders
    }
    let both = [HeaderField("Content-Type", "a/b"), HeaderField("X-Oss-Meta-A", "1,2")]
    #expect(signed[0] == both)
    #expect(signed[1] == [HeaderField("Range", "r")] + both)
    #expect(signed[2] == [HeaderField("Range", "r")] + both)
  }

  @Test func `need an access key ID but for V1, whose server names it`() throws {
    #expect(throws: SigningError.emptyAccessKeyID) { try SigningIdentity(.v2) }
    #expect(throws: SigningError.emptyAccessKeyID) { try SigningIdentity(.v4(region: "r")) }
    let unsigned = try SigningIdentity(.v1).headers(for: request(), at: .epoch)
    let value = "OSS other:26NBxoKdsyly4EDv6inkoDft/yA="
    #expect(try unsigned.signed(by: Signature(value)).authorization == value)
  }
}

@Suite struct `Lists of subresources` {
  /// The names in code marks that follow a clause on the page, up to the end of the sentence.
  private func names(in clause: String) throws -> [String] {
    let page = try RealVectors.page("signature-v1.md")
    let start = try #require(page.firstRange(of: "- **\(clause)** "))
    let rest = page[start.upperBound...]
    let end = try #require(rest.firstRange(of: "`.")).upperBound
    let parts = rest[..<end].split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }

  @Test(arguments: [
    ("V1-SUB-1", Subresources.documented, 35), ("V1-SUB-2", Subresources.shared, 53),
    ("V1-SUB-3", Subresources.single, 35), ("V1-SUB-5", Subresources.unsent, 7),
    ("V1-SUB-6", Subresources.operated, 8),
  ])
  func `are those of the specification`(clause: String, list: [String], count: Int) throws {
    #expect(try names(in: clause) == list)
    #expect(list.count == count)
    #expect(list == list.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(list.allSatisfy { Subresources.contains($0) })
  }

  @Test func `share no name`() {
    let all =
      Subresources.documented + Subresources.unsent + Subresources.operated + Subresources.shared
      + Subresources.single
    #expect(Set(all).count == all.count)
    #expect(!Subresources.contains("ACL"))
    #expect(!Subresources.contains("prefix"))
    #expect(!Subresources.contains(""))
  }

  /// V2-RES-5.
  @Test(arguments: [15, 16, 17, 40])
  func `parameters whose names begin alike are sorted by what differs`(count: Int) throws {
    let prefix = String(repeating: "prefix-", count: 30)
    let names = [prefix] + (1..<count).map { prefix + String($0 * 7919 % 1009, radix: 36) }
    let request = try SigningRequest(
      method: "GET", bucket: "b", key: "k", query: names.reversed().map { QueryParameter($0, "v") })
    let string = try SigningIdentity(accessKeyID: "ak", .v2).headers(for: request, at: .epoch)
      .stringToSign
    let query = names.sorted().map { $0 + "=v" }.joined(separator: "&")
    #expect(string.text.hasSuffix("\n%2Fb%2Fk?" + query))
  }
}
