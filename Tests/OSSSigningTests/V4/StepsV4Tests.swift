import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Steps of V4` {
  private func signer(_ change: (inout StepsV4) -> Void = { _ in }) throws -> SignerV4 {
    var steps = StepsV4.standard
    change(&steps)
    return SignerV4(
      unchecked: try Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: "t"),
      region: "cn-hangzhou", product: "oss", steps: steps)
  }

  private func request() throws -> SigningRequest {
    try SigningRequest(
      method: "GET", bucket: "b", key: "k", headers: [HeaderField("abc", "1")],
      query: [QueryParameter("a", "1")], additionalHeaders: ["abc"])
  }

  /// Each step, replaced by one that writes `@`, and where that shows.
  static let replaced:
    [(name: String, change: @Sendable (inout StepsV4) -> Void, request: String)] = [
      ("uri", { $0.uri = { $1.append(0x40) } }, "GET\n@\n"),
      ("query", { $0.query = { $2.append(0x40) } }, "\n@\nabc:1\n"),
      ("headers", { $0.headers = { $2.append(0x40) } }, "a=1\n@\nabc\n"),
      ("additionalHeaders", { $0.additionalHeaders = { $1.append(0x40) } }, "\n@\nUNSIGNED"),
      ("payload", { $0.payload = { $2.append(0x40) } }, "\nabc\n@"),
    ]

  @Test(arguments: replaced.indices)
  func `of the canonical request can be replaced one by one`(index: Int) throws {
    let (name, change, text) = Self.replaced[index]
    let (signer, request) = try (signer(change), request())
    let string = signer.stringToSign(for: request, at: .epoch)
    #expect(string.canonicalRequest.contains(text), "\(name)")
    #expect(string.canonicalRequest.utf8.count { $0 == 0x40 } == 1, "\(name)")
    let right = try self.signer()
    #expect(
      signer.sign(request, at: .epoch).signature != right.sign(request, at: .epoch).signature)
  }

  @Test func `of the string to sign can be replaced one by one`() throws {
    let request = try request()
    let algorithm = try signer { $0.algorithm = { $0.append(0x40) } }
    #expect(algorithm.stringToSign(for: request, at: .epoch).text.hasPrefix("@\n19700101T"))
    let timestamp = try signer { $0.timestamp = { $1.append(0x40) } }
    #expect(timestamp.stringToSign(for: request, at: .epoch).text.contains("SHA256\n@\n1970"))
    let hash = try signer { $0.hash = { _ in "@" } }
    #expect(hash.stringToSign(for: request, at: .epoch).text.hasSuffix("_request\n@"))
    let scope = try signer { $0.scope = { $2.append(0x40) } }
    #expect(scope.stringToSign(for: request, at: .epoch).scope == "@")
    #expect(scope.sign(request, at: .epoch).authorization.contains("Credential=ak/@,"))
  }

  @Test func `of the key and the signature can be replaced`() throws {
    let request = try request()
    let key = try signer { $0.signingKey = { secret, scope in secret + Bytes(scope.date.utf8) } }
    // 736b is the secret, the rest the date.
    #expect(key.signingKey(at: .epoch).hexadecimal == "736b3139373030313031")
    let prepared = key.prepared(at: .epoch)
    #expect(prepared.signingKey(at: .epoch).hexadecimal == "736b3139373030313031")
    #expect(prepared.sign(request, at: .epoch) == key.sign(request, at: .epoch))
    let signature = try signer {
      $0.signingKey = { _, _ in [0x4B] }
      $0.signature = { key, string in
        String(decoding: key, as: UTF8.self) + String(decoding: string.prefix(4), as: UTF8.self)
      }
    }
    #expect(signature.sign(request, at: .epoch).authorization.hasSuffix(",Signature=KOSS4"))
    let url = try signature.presignedURL(
      for: request, endpoint: Endpoint("http://h"), at: .epoch, validFor: 1)
    #expect(url.text.hasSuffix("&x-oss-signature=KOSS4"))
  }

  @Test func `of the output can be replaced`() throws {
    let request = try request()
    let endpoint = try Endpoint("http://h")
    let signer = try signer {
      $0.authorization = { $4.append(0x40) }
      $0.location = { _, _ in Bytes("l:".utf8) }
      $0.addedParameters = { _, _, _, _, seconds in [QueryParameter("s", String(seconds))] }
    }
    #expect(signer.sign(request, at: .epoch).authorization.hasPrefix("@"))
    let pending = try signer.pendingURL(
      for: request, endpoint: endpoint, at: .epoch, validFor: 7)
    #expect(pending.stringToSign.canonicalQuery == "a=1&s=7")
    let url = try signer.presignedURL(
      for: request, endpoint: endpoint, at: .epoch, validFor: 7)
    #expect(url.text.hasPrefix("l:?a=1&s=7&x-oss-signature="))
  }

  @Test func `tell whether more than the string to sign is replaced`() {
    var steps = StepsV4.standard
    steps.uri = { _, _ in }
    steps.query = { _, _, _ in }
    steps.headers = { _, _, _ in }
    steps.additionalHeaders = { _, _ in }
    steps.payload = { _, _, _ in }
    steps.algorithm = { _ in }
    steps.timestamp = { _, _ in }
    steps.hash = { _ in "" }
    #expect(!steps.changesMoreThanString)
    let others: [@Sendable (inout StepsV4) -> Void] = [
      { $0.scope = { _, _, _ in } }, { $0.addedParameters = { _, _, _, _, _ in [] } },
      { $0.location = { _, _ in [] } }, { $0.parameters = { _, _, _ in } },
      { $0.signingKey = { _, _ in [] } }, { $0.signature = { _, _ in "" } },
      { $0.authorization = { _, _, _, _, _ in } },
    ]
    for change in others {
      var changed = steps
      change(&changed)
      #expect(changed.changesMoreThanString)
    }
    #expect(others.count == 7)
  }
}
