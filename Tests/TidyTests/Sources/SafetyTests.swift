import Testing

@Suite struct `Safety of the sources` {
  @Test(arguments: [
    "try!", "as!", "@unchecked", "@testable", "fatalError", "preconditionFailure",
    "assertionFailure", "unowned(unsafe)", "unsafeBitCast", " print(",
  ])
  func `the sources do not use what is unsafe`(word: String) {
    #expect(Repository.sources.flatMap { $0.places(of: word) } == [])
  }

  @Test func `one value is shared between threads unchecked, behind a lock`() {
    let places = Repository.sources.flatMap { $0.places(of: "nonisolated(unsafe)") }
    #expect(places.count == 1)
    #expect(places.allSatisfy { $0.hasPrefix("Sources/OSSTestDoubles/Locked.swift:") })
  }

  @Test(arguments: ["try!", "@unchecked", "@testable", "XCTest"])
  func `the tests do not use what is unsafe`(word: String) {
    #expect(Repository.swiftFiles.flatMap { $0.places(of: word) } == [])
  }

  @Test func `the package builds without unsafe flags, for tools of version 6.2`() {
    let manifest = Repository.text(of: "Package.swift")
    #expect(!manifest.contains("unsafeFlags"))
    #expect(manifest.hasPrefix("// swift-tools-version: 6.2\n"))
  }

  @Test func `no value is unwrapped by force`() {
    var places: [String] = []
    for file in Repository.swiftFiles {
      for (index, line) in file.codeLines.enumerated() where Self.forces(Array(line.utf8)) {
        places.append("\(file.path):\(index + 1)")
      }
    }
    #expect(places == [])
    #expect(Self.forces(Array("let a = b!.c".utf8)))
    #expect(Self.forces(Array("f(x)! + y[0]!".utf8)))
    #expect(Self.forces(Array("var a: B!".utf8)))
    #expect(!Self.forces(Array("if !a != b, !(c) { d(!e) }".utf8)))
  }

  /// Whether a `!` follows a value or a type with nothing between.
  private static func forces(_ line: [UInt8]) -> Bool {
    line.indices.dropFirst().contains { index in
      guard line[index] == UInt8(ascii: "!") else { return false }
      if index + 1 < line.count, line[index + 1] == UInt8(ascii: "=") { return false }
      switch line[index - 1] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: return true
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: ">"), UInt8(ascii: "?"),
        UInt8(ascii: "\""), UInt8(ascii: "}"):
        return true
      default: return false
      }
    }
  }

  @Test func `unsafe code is in six named files`() {
    let files = Repository.swiftFiles.filter { file in
      file.codeLines.contains { line in
        line.split(whereSeparator: { !$0.isLetter && $0 != "@" }).contains {
          $0 == "unsafe" || $0 == "@unsafe"
        }
      }
    }
    #expect(
      files.map(\.path) == [
        "Sources/OSSConformance/Adapters/Process/AdapterConnection.swift",
        "Sources/OSSConformance/Adapters/Process/ByteChannel.swift",
        "Sources/OSSConformance/Adapters/Process/ChildProcess.swift",
        "Sources/OSSConformance/Suites/FileAccess.swift",
        "Sources/OSSTestDoubles/Locked.swift",
        "Tests/OSSCredentialProvidersTests/HopTests.swift",
      ])
  }
}
