import Testing

/// The other tests rely on these functions, which are tested here with code that is hard to read.
@Suite struct `Reading of Swift files` {
  static let sample = SwiftFile(
    path: "Sources/T/F.swift",
    text: ##"""
      import A  // import B
      /* try! /* nested */ { */ @_spi(X) public import struct C.D
      let a = "try! \(f("}" + b!)) {", b = #"\("# + #"\#(c) { "#
      func `a { b`(x: Int = { 1 }()) throws(E)
        -> Int
      {
        """
        } try! \(g { 2 })
        """
      }
      protocol P {
        func r()
        var v: Int { get }
        init(x: (Int) -> Void)
      }
      struct S {
        var stored = { 1 }()
        var computed: Int {
          self.init()
        }
      }
      """##)

  @Test func `only comments, strings and raw identifiers are blanked`() {
    #expect(Self.sample.lines.count == 21)
    #expect(Self.sample.codeLines[0] == "import A             ")
    #expect(Self.sample.codeLines[1].hasSuffix(" @_spi(X) public import struct C.D"))
    #expect(!Self.sample.codeLines[1].contains("{"))
    #expect(Self.sample.codeLines[2].contains(#"f(" " + b!"#))
    #expect(Self.sample.places(of: "try!").isEmpty)
    #expect(Self.sample.places(of: "b!") == ["Sources/T/F.swift:3"])
    #expect(Self.sample.code.count { $0 == UInt8(ascii: "{") } == 8)
    #expect(Self.sample.code.count { $0 == UInt8(ascii: "}") } == 8)
  }

  @Test func `functions and their lengths are found`() {
    let functions = Self.sample.functions()
    #expect(functions.map(\.place) == [4, 13, 18].map { "Sources/T/F.swift:\($0)" })
    #expect(functions.map(\.lineCount) == [7, 1, 3])
  }

  @Test func `imported modules are found`() {
    #expect(Self.sample.imports().map(\.module) == ["A", "C"])
  }

  @Test func `the files of this package are found`() {
    #expect(Repository.sources.count > 150)
    #expect(
      Repository.swiftFiles.contains { $0.path == "Tests/TidyTests/Repository/SwiftFile.swift" })
    #expect(Repository.pages.contains("spec/signature-v1.md"))
  }
}
