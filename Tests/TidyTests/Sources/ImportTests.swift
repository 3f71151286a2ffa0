import Testing

@Suite struct `Imports` {
  /// What of the system each target may import; the build checks imports of the package's modules.
  static let allowed: [String: Set<String>] = [
    // Another test lists the files that may import Foundation.
    "OSSCredentialProviders": ["FoundationEssentials", "Foundation", "FoundationNetworking"],
    // For the sentences of its errors alone, where there is Foundation.
    "OSSAppServer": ["FoundationEssentials", "Foundation"],
    "OSSTestDoubles": ["Foundation"],
    "OSSFoundation": ["Foundation", "FoundationNetworking"],
    "OSSVectors": ["FoundationEssentials"],
    "OSSConformance": ["FoundationEssentials", "Glibc", "Darwin"],
    "oss-conform": ["Synchronization", "Glibc", "Darwin"],
    // It runs servers and waits for programs.
    "TestSupport": ["FoundationEssentials", "Foundation"],
    "OSSCredentialProvidersTests": ["Dispatch", "Synchronization"],
    // The listings of the pages are compiled against declarations that import each other.
    "OSSFoundationTests": ["Foundation", "Synchronization", "NIOCore", "NIOHTTP1", "HTTPTypes"],
    "OSSConformanceTests": ["Synchronization", "Foundation", "Glibc", "Darwin"],
  ]

  @Test func `each target imports only what it may`() {
    let own = Set(Repository.swiftFiles.map(\.target))
    var counted = 0
    for file in Repository.swiftFiles {
      for (module, line) in file.imports() where !isFallback(module, line, in: file) {
        counted += 1
        let isFree =
          own.contains(module)
          || file.path.hasPrefix("Tests/") && ["Testing", "FoundationEssentials"].contains(module)
        #expect(
          isFree || Self.allowed[file.target]?.contains(module) == true,
          "\(file.path):\(line + 1) imports \(module)")
      }
    }
    #expect(counted > 300)
  }

  /// Whether Foundation is imported only where FoundationEssentials is missing.
  private func isFallback(_ module: String, _ line: Int, in file: SwiftFile) -> Bool {
    guard module == "Foundation", line >= 3 else { return false }
    let lines = file.codeLines[(line - 3)..<line].map { $0.drop { $0 == " " } }
    return lines[0] == "#if canImport(FoundationEssentials)"
      && lines[1].hasSuffix("import FoundationEssentials") && lines[2] == "#else"
  }

  @Test func `three files of the providers import Foundation: HTTP client, clock and environment`()
  {
    let files = Repository.swiftFiles.filter { file in
      file.target.hasPrefix("OSSCredentialProviders")
        && file.imports().contains { $0.module.hasPrefix("Foundation") }
    }
    #expect(
      files.map(\.path) == [
        "Sources/OSSCredentialProviders/Clock/SystemClock.swift",
        "Sources/OSSCredentialProviders/Modes/EnvironmentProvider.swift",
        "Sources/OSSCredentialProviders/Transport/URLSessionTransport.swift",
      ])
  }

  @Test func `the judge and the runner do not import OSSCredentials`() {
    let files = Repository.sources.filter { file in
      file.target == "OSSConformance" && file.imports().contains { $0.module == "OSSCredentials" }
    }
    #expect(files.count >= 4)
    for file in files {
      let folders = ["Reference/", "Timelines/"]
      #expect(
        folders.contains { file.path.hasPrefix("Sources/OSSConformance/\($0)") },
        "\(file.path) imports OSSCredentials")
    }
  }

  @Test func `the judge, the runner and the vectors do not import the signer`() {
    let files = Repository.sources.filter { file in
      ![
        "OSSSigning", "OSSServices", "OSSAppServer", "OSSCredentials", "OSSCredentialProviders",
        "OSSFoundation", "OSSTestDoubles",
      ]
      .contains(file.target)
        && file.imports().contains {
          ["OSSSigning", "OSSServices", "OSSAppServer"].contains($0.module)
        }
    }
    #expect(files.count >= 4)
    for file in files {
      let isAllowed =
        file.path.hasPrefix("Sources/OSSConformance/Reference/")
        // The commands that sign call the library themselves.
        || file.path.hasPrefix("Sources/OSSConformance/CommandLine/")
        // What explains a refusal reads answers and forms with the libraries, and never signs.
        || file.target == "OSSExplain" && !file.imports().contains { $0.module == "OSSSigning" }
        // What plays scripts makes the credentials that they name; the bounds judge the trace alone.
        || file.path == "Sources/OSSConformance/Timelines/Simulator.swift"
      #expect(isAllowed, "\(file.path) imports the signer")
    }
  }
}
