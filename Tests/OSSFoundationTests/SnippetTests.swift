import OSSFoundation
import Testing

/// The listings of the pages that import this library, each line of which is compiled here.
private enum Listings {
  static func readme(
    _ id: String, _ secret: String, _ token: String, _ tokenURL: String, _ jpeg: Data
  ) async throws {
    let credentials = try Credentials(
      accessKeyID: id, accessKeySecret: secret, securityToken: token)
    let signer = try Signer(credentials, .v4(region: "cn-hangzhou"))
    let put = try SigningRequest(
      "PUT", bucket: "photos", key: "2026/cat.jpg", headers: ["Content-Type": "image/jpeg"])
    let request = try signer.urlRequest(for: put, at: .region("cn-hangzhou"))

    let link = try signer.presign(put, at: .region("cn-hangzhou"), validFor: .hours(1))
    let upload = try URLRequest(link)

    let provider = CredentialsURIProvider(url: tokenURL, version: .v4(region: "cn-hangzhou"))
    let (body, response) = try await URLSession.shared.data(
      for: put, at: .region("cn-hangzhou"), body: jpeg, signer: provider)
    print(request, upload, body, response)
  }

  static func providers(_ put: SigningRequest, _ file: URL, _ tokenURL: String) async throws {
    let provider = CredentialsURIProvider(url: tokenURL, version: .v4(region: "cn-hangzhou"))
    do {
      let (_, response) = try await URLSession.shared.upload(
        for: put, at: .region("cn-hangzhou"), fromFile: file, signer: provider)
      print(response.statusCode)
    } catch let error as RequestError {
      print(error.localizedDescription, error.serverError?.code ?? "-", error.tried)
    }

    let link = try await provider.presign(put, at: .region("cn-hangzhou"), validFor: .hours(1))
    print(try URLRequest(link), Date(link.limit.effective))

    let provided = try await provider.credentials()
    let (secret, token) = provided.credentials.revealed()
    print(secret, token ?? "")
  }
}

@Suite struct `Listings of the pages` {
  @Test(arguments: ["README.md", "spec/providers.md"])
  func `are compiled, line by line`(page: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    let listings = text.components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }.filter { $0.contains("import OSSFoundation") }
    #expect(listings.count == 1)
    let compiled = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let code = Self.code(compiled).joined()
    for line in listings.flatMap(Self.code) where !line.hasPrefix(".package") {
      #expect(code.contains(line), "\(page)")
    }
  }

  /// The lines of a text without comments, and without blanks at their ends and after parentheses.
  private static func code(_ text: String) -> [String] {
    text.components(separatedBy: "\n")
      .map { ($0.components(separatedBy: "// ").first ?? "").trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
