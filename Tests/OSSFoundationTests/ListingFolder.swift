import Foundation
import TestSupport

/// A folder in which listings are compiled against the modules of this build.
struct ListingFolder {
  /// Why listings do not compile or run: what the tool wrote.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  /// Every library, for listings in documentation comments.
  private static let libraries = [
    "OSSPrimitives", "OSSJSON", "OSSSigning", "OSSServices", "OSSCredentials",
    "OSSCredentialProviders", "OSSFoundation", "OSSAppServer", "OSSTestDoubles", "OSSVectors",
    "OSSTesting",
  ]
  /// What those link that is no product itself, or has no listings.
  private static let linked = libraries + ["OSSExplain", "OSSEndpoint", "OSSConformance"]
  /// What the recipes plug into; each after those that it imports.
  private static let modules = [
    "AliyunOSSiOS", "AlibabaCloudOSS", "Security", "NIOCore", "NIOHTTP1", "AsyncHTTPClient",
    "HTTPTypes", "HTTPTypesFoundation", "Hummingbird", "Vapor", "Logging",
  ]
  private static let support = root.appendingPathComponent("Tests/OSSFoundationTests/Listings")

  private let scratch: ScratchFolder
  private var folder: URL { URL(fileURLWithPath: scratch.path) }
  /// Where the modules and the objects of this build are.
  private let products: URL

  init() throws {
    scratch = try ScratchFolder()
    var products = URL(fileURLWithPath: CommandLine.arguments[0])
    repeat {
      products.deleteLastPathComponent()
    } while products.path != "/"
      && !FileManager.default.fileExists(atPath: products.appendingPathComponent("Modules").path)
    self.products = products
  }

  static func text(of file: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
  }

  /// The pages and the sources that may have listings.
  static func files() throws -> [String] {
    var files = ["README.md"]
    for library in libraries {
      let folder = "Sources/" + library
      let paths = try FileManager.default.subpathsOfDirectory(
        atPath: root.appendingPathComponent(folder).path)
      files += paths.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }.sorted()
        .map { folder + "/" + $0 }
    }
    return files
  }

  /// The listings of a file; the replay of vectors is a file of this package, as another test says.
  static func listings(of file: String) throws -> [Listing] {
    let text = try text(of: file)
    let isPage = file.hasSuffix(".md")
    let listings = isPage ? Listing.ofPage(file, text) : Listing.ofSource(file, text)
    return listings.filter { listing in !listing.code.contains { $0.contains("Judge.verdict") } }
  }

  /// Writes the listings of a file: each with its own imports, and a function that runs all.
  func write(_ listings: [Listing], of file: String, number: Int) throws {
    if listings.isEmpty { return }
    let isPage = file.hasSuffix(".md")
    let page = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    let isRun = `Listings of the pages`.run.contains(page)
    let members = try Self.members()
    let parameters = members.map { "_ \($0.name): \($0.type)" }
    let arguments = members.map { "context.\($0.name)" }.joined(separator: ", ")
    var calls: [String] = []
    for (index, listing) in listings.enumerated() {
      let name = "listing\(number)_\(index)"
      var imports = isPage ? listing.imports : Self.libraries.map { "import \($0)" }
      if !imports.contains("import OSSFoundation") { imports.append("import OSSFoundation") }
      let text =
        imports.joined(separator: "\n") + "\n"
        + listing.function(name, parameters, isRun: isRun)
      try write(text, as: name)
      if !listing.isDeclaration {
        calls.append("  print(\"\(file):\(listing.line)\")")
        calls.append("  try await \(name)(context, \(arguments))")
      }
    }
    if isRun {
      let text = "func run\(page)(_ context: Context) async throws {\n"
      try write(text + calls.joined(separator: "\n") + "\n}\n", as: "run\(number)")
    }
  }

  private func write(_ text: String, as name: String) throws {
    try scratch.write(text, to: name + ".swift")
  }

  /// The members of the context of listings, by its source.
  private static func members() throws -> [(name: String, type: String)] {
    let source = try text(of: "Tests/OSSFoundationTests/Listings/Context.swift")
    let declaration = source.components(separatedBy: "\n}")[0]
    return declaration.components(separatedBy: "\n  let ").dropFirst().map { line in
      let parts = line.components(separatedBy: ": ")
      let type = parts[1...].joined(separator: ": ").components(separatedBy: "\n")[0]
      return (parts[0], type)
    }
  }

  /// Compiles the declarations of what the recipes plug into, each as the module of its name.
  func compileModules() async throws {
    for name in Self.modules {
      let path = folder.appendingPathComponent(name).path
      try await swiftc([
        "-c", "-parse-as-library", "-module-name", name, "-o", path + ".o",
        "-emit-module", "-emit-module-path", path + ".swiftmodule",
        Self.support.appendingPathComponent(name + ".swift").path,
      ])
    }
  }

  /// Compiles all listings as one module, and links the program that runs some.
  func compile() async throws {
    let listings = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted().map { folder.appendingPathComponent($0).path }
    let support = ["Context", "LoopbackServer", "main"].map {
      Self.support.appendingPathComponent($0 + ".swift").path
    }
    let objects = try Self.linked.flatMap { library in
      // A build leaves the objects of sources that are gone.
      try FileManager.default.subpathsOfDirectory(
        atPath: Self.root.appendingPathComponent("Sources/" + library).path
      ).filter { $0.hasSuffix(".swift") }.map { source in
        let name = URL(fileURLWithPath: source).lastPathComponent
        return products.appendingPathComponent("\(library).build/\(name).o").path
      }
    }
    let modules = Self.modules.map { folder.appendingPathComponent($0 + ".o").path }
    let program = folder.appendingPathComponent("program").path
    try await swiftc(
      ["-wmo", "-module-name", "program", "-o", program] + listings + support + objects + modules)
  }

  /// Type-checks a program of one file.
  func compile(_ text: String) async throws {
    try write(text, as: "main")
    try await swiftc(["-typecheck", folder.appendingPathComponent("main.swift").path])
  }

  /// Runs the program, and returns what it wrote.
  func run(with argument: String) async throws -> String {
    try await Self.output(of: [folder.appendingPathComponent("program").path, argument])
  }

  /// Where the compiler keeps the macros of Testing.
  private static let plugins = Task {
    let info = try await output(of: ["swiftc", "-print-target-info"])
    let path = info.components(separatedBy: "\"runtimeResourcePath\": \"").dropFirst().first?
      .components(separatedBy: "\"")[0]
    return (path ?? "") + "/host/plugins/testing"
  }

  private func swiftc(_ arguments: [String]) async throws {
    _ = try await Self.output(
      of: [
        "swiftc", "-swift-version", "6", "-enable-upcoming-feature", "MemberImportVisibility",
        "-suppress-warnings", "-continue-building-after-errors", "-I",
        products.appendingPathComponent("Modules").path,
        "-I", folder.path, "-plugin-path", Self.plugins.value,
      ] + arguments)
  }

  /// What a program writes; its failure is an error with that text.
  private static func output(of command: [String]) async throws -> String {
    let (status, text) = try await onOwnThread { try programOutput(command) }
    if status != 0 { throw Failure(description: text) }
    return text
  }
}

/// A listing of a page or of a documentation comment, which becomes a function that is compiled.
struct Listing {
  /// The file, from the root of the package.
  let file: String
  /// The line of the file on which its code begins, counted from 1.
  let line: Int
  let code: [String]

  /// The listings of a page: what is between ``` swift and ```.
  static func ofPage(_ file: String, _ text: String) -> [Listing] {
    blocks(file, text.components(separatedBy: "\n"), language: "swift")
  }

  /// The blocks of one language on a page.
  static func blocks(_ file: String, _ lines: [String], language: String) -> [Listing] {
    var found: [Listing] = []
    var start: Int?
    for (index, line) in lines.enumerated() {
      if line == "```" + language {
        start = index + 1
      } else if line == "```", let first = start {
        found.append(Listing(file: file, line: first + 1, code: Array(lines[first..<index])))
        start = nil
      }
    }
    return found
  }

  /// The listings in the documentation comments of a source: indented text after an empty line.
  static func ofSource(_ file: String, _ text: String) -> [Listing] {
    var found: [Listing] = []
    var code: [String] = []
    var (start, isAfterBlank) = (0, false)
    for (index, line) in (text + "\n").components(separatedBy: "\n").enumerated() {
      let comment = line.trimmingCharacters(in: .whitespaces)
      let isCode = comment.hasPrefix("///     ") && (isAfterBlank || !code.isEmpty)
      if isCode {
        if code.isEmpty { start = index + 1 }
        code.append(String(comment.dropFirst(8)))
      } else if !code.isEmpty {
        found.append(Listing(file: file, line: start, code: code))
        code = []
      }
      isAfterBlank = comment == "///"
    }
    return found
  }

  /// The modules that the code imports.
  var imports: [String] { code.filter { $0.hasPrefix("import ") } }

  /// The code without its imports, without the lines of a manifest, and without empty ends.
  private var body: [String] {
    let others = ["import ", ".package(", ".product("]
    return code.map { line in others.contains { line.hasPrefix($0) } ? "" : line }
  }

  /// Whether the code declares something, which then is beside the functions.
  var isDeclaration: Bool {
    let first = body.first { !$0.isEmpty && !$0.hasPrefix("//") } ?? ""
    return ["struct ", "func ", "@Suite", "extension ", "final class "].contains {
      first.hasPrefix($0)
    }
  }

  /// How many lines have code.
  var lineCount: Int {
    code.count { line in
      let text = line.trimmingCharacters(in: .whitespaces)
      return !text.isEmpty && !text.hasPrefix("//") && !text.hasPrefix("import ")
    }
  }

  /// The code as it is compiled, and errors on the lines of its file.
  ///
  /// - Parameters:
  ///   - name: the name of the function.
  ///   - parameters: those of the function.
  ///   - isRun: whether a signer or a link of the listing is put to use afterwards.
  func function(_ name: String, _ parameters: [String], isRun: Bool) -> String {
    let place = "#sourceLocation(file: \"\(file)\", line: \(line))\n"
    var text = place + body.joined(separator: "\n") + "\n#sourceLocation()\n"
    // What runs is sent to the server of the test; a declaration finds it in `main.swift`.
    if isRun {
      for region in ["\"cn-hangzhou\"", ".cnHangzhou"] {
        text.replace(
          "at: .region(\(region))", with: isDeclaration ? "at: endpoint" : "at: context.endpoint")
      }
    }
    if isDeclaration { return text }
    let names = isRun ? ["signer", "link"] : []
    let checks = names.filter { name in code.contains { $0.hasPrefix("let \(name) =") } }
      .map { "try await verify(\($0), context)\n" }
    return "func \(name)(_ context: Context, \(parameters.joined(separator: ", "))) "
      + "async throws {\n" + text + checks.joined() + "}\n"
  }
}
