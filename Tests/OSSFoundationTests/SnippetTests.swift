import Foundation
import Testing

/// Compiles every listing as a program of an app would, and runs those that say what works.
@Suite(.timeLimit(.minutes(10))) struct `Listings of the pages` {
  static let catalogue = "Sources/OSSFoundation/OSSFoundation.docc/"
  /// The pages whose listings are run; `main.swift` calls them.
  static let run = [
    "README", "OSSFoundation", "PresignAnUpload", "FromTheIOSSDK", "KeepTheSecretOnYourServer",
    "HandCredentialsOn", "UploadInParts", "SignOnAServer",
  ]

  @Test func `are compiled, and those of eight pages run`() async throws {
    let folder = try ListingFolder()
    var count = 0
    for (index, file) in try ListingFolder.files().enumerated() {
      let listings = try ListingFolder.listings(of: file)
      count += listings.count
      try folder.write(listings, of: file, number: index)
    }
    #expect(count > 60)
    try await folder.compileModules()
    try await folder.compile()
    let output = try await folder.run(with: ossServer.get())
    #expect(output.hasSuffix("All listings ran.\n"), "\(output)")
  }

  @Test func `none of the iOS SDK's examples needs fewer lines than ours`() throws {
    let lines = try ListingFolder.text(of: Self.catalogue + "FromTheIOSSDK.md")
      .components(separatedBy: "\n")
    let ours = Listing.blocks("", lines, language: "swift")
    var compared = 0
    for theirs in ["objc", "json"].flatMap({ Listing.blocks("", lines, language: $0) }) {
      let answer = try #require(ours.first { $0.line > theirs.line })
      #expect(answer.lineCount <= theirs.lineCount, "line \(answer.line)")
      compared += 1
    }
    #expect(compared == 16)
  }

  /// A signed PUT from an empty package; then signing, a token server, presigning, a secret that stays
  /// on the server, and another SDK. Each page is one of those that run.
  @Test(arguments: [
    ("OSSFoundation", "upload(for: request", 6), ("OSSFoundation", "signer.urlRequest(", 10),
    ("KeepTheSecretOnYourServer", "CredentialsURIProvider(", 10),
    ("PresignAnUpload", "URLRequest(link)", 10),
    ("KeepTheSecretOnYourServer", "CustomSigner(", 10), ("HandCredentialsOn", "revealed()", 10),
  ])
  func `a use of the library has few lines beside its import`(
    page: String, call: String, most: Int
  ) throws {
    let listings = try ListingFolder.listings(of: Self.catalogue + page + ".md")
      .filter { listing in listing.code.contains { $0.contains(call) } }
    #expect(!listings.isEmpty && Self.run.contains(page))
    for listing in listings { #expect(listing.lineCount <= most, "line \(listing.line)") }
  }

  /// What people write first, where another way is the one: the error names it.
  @Test func `what does not compile is an error that names what to write`() async throws {
    let lines = [
      "let a = try Endpoint(region: \"cn-hangzhou\")": "write Endpoint.region(\"cn-hangzhou\")",
      "let sign = { (signer: Signer, request: URLRequest) in signer.sign(request) }":
        "make a SigningRequest; call urlRequest(for:at:)",
      "let fields = { (signed: SignedHeaders) in signed.allHTTPHeaderFields }":
        "has been renamed to 'headerDictionary'",
    ]
    let text = "import OSSFoundation\n" + lines.keys.joined(separator: "\n")
    let folder = try ListingFolder()
    let error = try await #require(throws: ListingFolder.Failure.self) {
      try await folder.compile(text)
    }
    for message in lines.values { #expect(error.description.contains(message)) }
  }

  @Test func `a listing of a page and one of a comment are found`() {
    let page = Listing.ofPage("a.md", "text\n```swift\nimport A\nlet a = 1\n```\n```\nb\n```\n")
    #expect(page.map(\.line) == [3])
    #expect(page.map(\.lineCount) == [1])
    let source = "/// Text:\n///\n///     let a = 1\n///     a\n///\n/// - a: text\n///     more\n"
    #expect(Listing.ofSource("a.swift", source).map(\.code) == [["let a = 1", "a"]])
  }
}
