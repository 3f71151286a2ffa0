import Testing

/// Which sources may import what; the build checks that a target names the modules that it imports.
@Suite struct `Imports` {
  /// The libraries that sign, and their doubles for tests.
  private static let signers = [
    "OSSSigning/", "OSSServices/", "OSSAppServer/", "OSSCredentials/", "OSSCredentialProviders/",
    "OSSFoundation/", "OSSTestDoubles/",
  ]
  private static let client = "OSSCredentialProviders/Transport/URLSessionTransport.swift"
  private static let system = [
    "OSSVectors/Reading/FileSystem.swift", "OSSConformance/", "OSSEndpoint/Server/", "oss-conform/",
  ]
  private static let reference = "OSSConformance/Reference/"

  /// The beginnings of the paths in `Sources` that may import a module; all may import the others of
  /// this package.
  static let allowed: [String: [String]] = [
    "FoundationEssentials": [
      "OSSCredentialProviders/SystemClock.swift",
      "OSSCredentialProviders/Modes/StaticProviders.swift", "OSSAppServerFoundation/",
    ],
    // Of the providers, the HTTP client alone.
    "Foundation": [client, "OSSFoundation/", "OSSTestDoubles/", "OSSTesting/"],
    // What links it is for tests alone.
    "Testing": ["OSSTesting/"],
    "FoundationNetworking": [client, "OSSFoundation/"],
    "Glibc": system,
    "Darwin": system,
    "Musl": ["OSSVectors/Reading/FileSystem.swift"],
    "Synchronization": ["oss-conform/"],
    // The judge, the runner and the vectors know no signer. What explains a refusal reads answers and
    // forms with the libraries, and never signs; the commands that sign call the library themselves.
    "OSSSigning": signers + [
      reference, "OSSConformance/CommandLine/", "OSSConformance/Timelines/Simulator.swift",
      // The app server's half of the self-signed mode signs, as its owner's server does.
      "OSSEndpoint/Tokens/TokenService.swift",
    ],
    "OSSServices": signers + [
      reference, "OSSExplain/", "OSSEndpoint/", "OSSConformance/CommandLine/",
    ],
    "OSSAppServer": signers + [
      reference, "OSSExplain/", "OSSEndpoint/Uploads/", "OSSEndpoint/Tokens/",
      "OSSAppServerFoundation/",
    ],
    // What plays scripts makes the credentials that they name; the bounds judge the trace alone.
    "OSSCredentials": signers + [reference, "OSSExplain/", "OSSConformance/Timelines/"],
  ]

  @Test func `each source imports only what it may`() {
    let free = Set(Repository.sources.map(\.target)).subtracting(Self.allowed.keys)
    var counted = 0
    for file in Repository.sources {
      for (index, line) in file.lines.enumerated() {
        let words = line.prefix { $0 != "/" }.split(separator: " ")
        guard words.prefix(2).contains("import"), let module = words.last else { continue }
        counted += 1
        // Foundation after `#else` replaces FoundationEssentials.
        let isFallback =
          module == "Foundation" && index > 2
          && file.lines[index - 2].hasSuffix("import FoundationEssentials")
        let name = isFallback ? "FoundationEssentials" : String(module)
        let isAllowed = Self.allowed[name]?.contains { file.path.hasPrefix("Sources/" + $0) }
        #expect(
          isAllowed ?? free.contains(name), "\(file.path):\(index + 1) imports \(module)")
      }
    }
    #expect(counted > 300)
  }
}
