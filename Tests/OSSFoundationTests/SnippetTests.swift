import Foundation
import Testing

/// Compiles every listing as a program of an app would, and runs those that say what works.
@Suite(.timeLimit(.minutes(5))) struct `Listings of the pages` {
  static let catalogue = "Sources/OSSFoundation/OSSFoundation.docc/"
  /// The pages whose listings are run; `main.swift` calls them.
  static let run = [
    "README", "OSSFoundation", "PresignAnUpload", "FromTheIOSSDK", "KeepTheSecretOnYourServer",
  ]

  @Test func `are compiled, and those of five pages run`() async throws {
    let folder = try ListingFolder()
    defer { folder.remove() }
    var count = 0
    for (index, file) in try ListingFolder.files().enumerated() {
      let listings = try ListingFolder.listings(of: file)
      count += listings.count
      try folder.write(listings, of: file, number: index)
    }
    #expect(count > 60)
    try await folder.compileModules()
    try await folder.compile()
    let server = try OSSServer.shared.get()
    let output = try await folder.run(with: server.endpoint)
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

  @Test func `the first listing has six lines at most beside its import`() throws {
    let file = Self.catalogue + "OSSFoundation.md"
    let first = try #require(try ListingFolder.listings(of: file).first)
    #expect(first.lineCount <= 6)
  }

  /// What people write first, where another way is the one: the error names it.
  @Test(arguments: [
    ("let a = try Endpoint(region: \"cn-hangzhou\")", "write Endpoint.region(\"cn-hangzhou\")"),
    (
      "let sign: (Signer, URLRequest) throws -> URLRequest = { try $0.sign($1) }",
      "make a SigningRequest; call urlRequest(for:at:)"
    ),
  ])
  func `what does not compile is an error that names what to write`(
    code: String, message: String
  ) async throws {
    let folder = try ListingFolder()
    defer { folder.remove() }
    let text = "import OSSFoundation\n" + code
    let error = try await #require(throws: ListingFolder.Failure.self) {
      try await folder.compile(text)
    }
    #expect(error.description.contains(message))
  }

  @Test func `a listing of a page and one of a comment are found`() {
    let page = Listing.ofPage("a.md", "text\n```swift\nimport A\nlet a = 1\n```\n```\nb\n```\n")
    #expect(page.map(\.line) == [3])
    #expect(page.map(\.lineCount) == [1])
    let source = "/// Text:\n///\n///     let a = 1\n///     a\n///\n/// - a: text\n///     more\n"
    #expect(Listing.ofSource("a.swift", source).map(\.code) == [["let a = 1", "a"]])
  }
}
