import OSSPrimitives
import OSSSigning
import Testing

/// A mutant is a signer with one step replaced: each step must then be one that the result hangs on.
@Suite struct `A replaced step` {
  private let credentials = Result {
    try Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: "t")
  }
  private let endpoint = Result { try Endpoint("https://h") }

  static let v2: [@Sendable (inout StepsV2) -> Void] = [
    { $0.leadingLines = { $1.append(contentsOf: "X\n\n\n".utf8) } },
    { $0.dateLine = { $2.append(contentsOf: "x".utf8) } },
    { $0.canonicalizedHeaders = { _, _, _ in } },
    { $0.additionalHeaders = { _, _, _ in } },
    { $0.canonicalizedResource = { _, _, _ in } },
    { $0.signature = { _, _ in "x" } },
    { $0.authorization = { "\($0)\($1)\($2)" } },
  ]
  static let v2URL: [@Sendable (inout StepsV2) -> Void] = [
    { $0.expiryLine = { $2.append(contentsOf: "x".utf8) } },
    { $0.addedParameters = { _, _, _, _, _ in [] } },
    { $0.location = { _, _ in [] } },
    { $0.parameters = { _, _, _ in } },
  ]

  @Test func `of V2 changes what is signed or sent`() throws {
    let request = try SigningRequest(
      method: "GET", bucket: "b", key: "k", headers: [HeaderField("Range", "r")],
      query: [QueryParameter("a")], additionalHeaders: ["range"])
    let signer = SignerV2(try credentials.get())
    var results = [signer.sign(request, at: .epoch).authorization]
    for change in Self.v2 {
      var steps = StepsV2.standard
      change(&steps)
      let mutant = SignerV2(try credentials.get(), steps: steps)
      results.append(mutant.sign(request, at: .epoch).authorization)
    }
    #expect(Set(results).count == 8)
    var urls = [try signer.presignedURL(for: request, endpoint: endpoint.get(), expires: .epoch)]
    for change in Self.v2URL {
      var steps = StepsV2.standard
      change(&steps)
      let mutant = SignerV2(try credentials.get(), steps: steps)
      urls.append(
        try mutant.presignedURL(for: request, endpoint: endpoint.get(), expires: .epoch))
      #expect(steps.changesMoreThanString == (urls.count > 3))
    }
    #expect(Set(urls.map(\.text)).count == 5)
  }
}
