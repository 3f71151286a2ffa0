import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The command generate` {
  private let folder: ScratchFolder
  private let console = TestConsole()

  init() throws { folder = try ScratchFolder([RealVectors.suite("primitives/sha1")]) }

  @Test func `writes the ledger of a new folder`() throws {
    let count = try RealVectors.suite("primitives/sha1").vectors.count
    #expect(console.run(["generate", "--check", "--vectors", folder.vectors]) == .failures)
    #expect(console.output.contains("ledger.txt: not as generate writes it\n"))
    #expect(folder.read("vectors/ledger.txt") == nil)
    #expect(console.run(["generate", "--vectors", folder.vectors]) == .asExpected)
    #expect(console.run(["generate", "--check", "--vectors", folder.vectors]) == .asExpected)
    let lines = console.output.split(separator: "\n").suffix(2)
    #expect(lines.first == "\(count) vectors in 1 files and a ledger; 2 of 2 current.")
    #expect(lines.last?.hasSuffix(" changed expectations; 0 faults.") == true)
  }

  @Test func `names every fault, and writes nothing then`() throws {
    try folder.generate()
    let text = try #require(folder.read("vectors/primitives/sha1.json"))
    let changed = text.replacing("\"digest\": \"", with: "\"digest\": \"0")
    try folder.write(changed, to: "vectors/primitives/sha1.json")
    #expect(console.run(["generate", "--vectors", folder.vectors]) == .failures)
    let lines = console.errors.split(separator: "\n")
    #expect(lines.count > 2)
    #expect(lines.dropLast().allSatisfy { $0.contains(", member expect.digest: the file has ") })
    #expect(lines.last == "Nothing is written. Faults: \(lines.count - 1).")
    #expect(folder.read("vectors/primitives/sha1.json") == changed)
  }

  @Test func `echoes no long id of a ledger whole`() throws {
    try folder.generate()
    let ledger = try #require(folder.read("vectors/ledger.txt"))
    let id = "sha1-" + String(repeating: "a", count: 9_000)
    let text = ledger.replacing("  sha1-abc ", with: "  \(id) ")
    try folder.write(text, to: "vectors/ledger.txt")
    #expect(console.run(["generate", "--check", "--vectors", folder.vectors]) == .failures)
    #expect(console.errors.contains("is in the ledger and not in the file"))
    #expect(console.errors.utf8.count < 1_000)
  }
}

@Suite struct `The command vector` {
  private let folder: ScratchFolder
  private let console = TestConsole()

  init() throws { folder = try ScratchFolder([RealVectors.suite("primitives/sha1")]) }

  /// Adds a request to the suite `mine/case`.
  private func add(_ request: String, clause: String, _ flags: [String] = []) throws -> RunnerStatus
  {
    try folder.write(request, to: "request.json")
    let words = [
      "vector", "--from", "\(folder.path)/request.json", "--into", "mine/case", "--id", "my-case",
      "--clause", clause, "--comment", "It was asked.", "--vectors", folder.vectors,
    ]
    return console.run(words + flags)
  }

  @Test func `adds a request as an entry, completed`() throws {
    let request = #"{"operation":"sha1","input":{"data":"abc"}}"#
    #expect(try add(request, clause: "PRIM-SHA1-1") == .asExpected, "\(console.errors)")
    let suite = try Suite(reading: #require(folder.bytes(of: "mine/case")), file: "h.json")
    #expect(suite.vectors.map(\.id) == ["my-case"])
    #expect(
      suite.vectors.first?.expectation.outcome
        == .answer(Answer(members: ["digest": "a9993e364706816aba3e25717850c26c9cd0d89d"])))
    #expect(folder.read("vectors/ledger.txt")?.contains("mine/case 1\n  my-case ") == true)
    #expect(try add(request, clause: "PRIM-SHA1-1") == .failures)
    #expect(console.errors.contains("the id \"my-case\" is taken"))
  }

  @Test(arguments: [(false, "ExampleSecret0000000000000000ab"), (true, "my own")])
  func `replaces credentials, which may be real ones, unless it is asked to keep them`(
    keeps: Bool, secret: String
  ) throws {
    let request = #"""
      {"operation":"v1.string","input":{"stringToSign":"a","credentials":
      {"accessKeyId":"exampleAccessKeyID00","accessKeySecret":"my own"}}}
      """#
    let flags = keeps ? ["--keep-credentials"] : []
    #expect(try add(request, clause: "V1-SIG-1", flags) == .asExpected)
    #expect(console.errors.contains("credentials are replaced") != keeps)
    let text = folder.read("vectors/mine/case.json")
    #expect(text?.contains(#""accessKeySecret": "\#(secret)""#) == true)
  }
}

@Suite struct `Credentials of a request that becomes a vector` {
  private static let id = "RealAccessKeyRealReal01"
  private static let secret = "RealSecret/+RealSecret00000001"
  private static let token = "CAISreal+Token/1111RealReal=="

  private let folder: ScratchFolder
  private let console = TestConsole()

  init() throws { folder = try ScratchFolder([RealVectors.suite("primitives/sha1")]) }

  /// Adds a request of V1 with such members beside its credentials.
  private func add(
    _ members: String, token: String = token, _ flags: [String] = []
  ) throws -> (status: RunnerStatus, text: String) {
    let request = """
      {"operation":"v1.header","input":{"method":"GET","bucket":"b","key":"k","query":[],
      "headers":[],"time":1700000000,"credentials":{"accessKeyId":"\(Self.id)",
      "accessKeySecret":"\(Self.secret)","securityToken":"\(token)"}}}
      """
    let entry = members.isEmpty ? request : request.replacing(#""headers":[]"#, with: members)
    try folder.write(entry, to: "request.json")
    let status = console.run(
      [
        "vector", "--from", "\(folder.path)/request.json", "--into", "v1/case", "--id",
        "v1-case-one",
        "--clause", "V1-HDR-1", "--comment", "It was asked.", "--vectors", folder.vectors,
      ] + flags)
    return (status, folder.read("vectors/v1/case.json") ?? "")
  }

  private static func base64(_ text: String) -> String {
    var bytes = Bytes()
    Base64.append(Bytes(text.utf8).span, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func encoded(_ text: String) -> String {
    PercentEncoding.encode(text, keepingSlash: false)
  }

  private static func encodedInSmallLetters(_ text: String) -> String {
    ["%2B", "%2F", "%3D"].reduce(encoded(text)) { $0.replacing($1, with: $1.lowercased()) }
  }

  static let places: [String] = [id, secret, token].flatMap { value in
    [
      value, "before \(value) behind", "a\(value)b", encoded(value), base64(value),
      "x=\(encoded(value))&y", "policy \(base64("{\"a\":\"\(value)\"}")) end",
      base64(base64("1 \(value)")), encodedInSmallLetters(value),
      value.replacing("/", with: "\\\\/"),
    ]
  }

  @Test(arguments: places)
  func `are replaced wherever they occur`(value: String) throws {
    let (status, text) = try add(#""headers":[["x-oss-meta-a","\#(value)"]]"#)
    #expect(status == .asExpected, "\(console.errors)")
    for given in [Self.id, Self.secret, Self.token] {
      for form in [given, Self.encoded(given), Self.base64(given)] { #expect(!text.contains(form)) }
    }
    #expect(!text.contains(value) && text.contains("ExampleSecret0000000000000000ab"))
    #expect(!console.errors.contains("RealReal"))
  }

  static let hidden: [String] = [id, secret, token].flatMap { value in
    let hexadecimal = Hexadecimal.encode(Bytes(value.utf8).span)
    let unpadded = base64("12\(value)").split(separator: "=").joined() + "!"
    // What has no mark is not changed by percent-encoding, and is replaced.
    return [hexadecimal, "A" + unpadded] + (value == id ? [] : [encoded(encoded(value))])
  }

  @Test(arguments: hidden)
  func `are refused by the name of the member where they cannot be replaced`(value: String) throws {
    let (status, text) = try add(#""headers":[["a","b"],["x-oss-meta-a","\#(value)"]]"#)
    #expect(status == .usage)
    #expect(text == "")
    #expect(console.errors.hasPrefix("oss-conform: The member input.headers[1][1] of the request "))
    #expect(console.errors.hasSuffix("or keep it with --keep-credentials.\n"))
    #expect(!console.errors.contains(value))
    #expect(try add("", []).status == .asExpected)
  }

  @Test func `are replaced as words alone where they are short`() throws {
    let headers = #""headers":[["x-oss-meta-a","REAL REALLY"],["x-oss-meta-b","REAL"]]"#
    let (status, text) = try add(headers, token: "REAL")
    #expect(status == .asExpected, "\(console.errors)")
    #expect(text.contains("CAISexample+Token/0000== REALLY"))
    #expect(!text.contains("REAL\"") && !text.contains("REAL "))
  }
}

@Suite struct `Fresh suites` {
  private let folder: ScratchFolder
  private let console = TestConsole()

  init() throws { folder = try ScratchFolder([RealVectors.suite("primitives/sha1")]) }

  private func suite(count: Int = 40, _ words: String...) throws -> Suite {
    let into = "\(folder.vectors)/fresh.json"
    let arguments = ["generate", "--fresh", "--into", into, "--count", "\(count)"] + words
    #expect(console.run(arguments) == .asExpected, "\(console.errors)")
    return try Suite(reading: #require(folder.bytes(of: "fresh")), file: "fresh.json")
  }

  @Test func `expect the headers that are signed, at the level of what they need`() throws {
    let suite = try suite(count: 200, "--operation", "v1.header", "--operation", "v4.header")
    #expect(Set(suite.vectors.map(\.level)) == [.must, .should, .may])
    #expect(suite.vectors.allSatisfy { ($0.level == .may) == ($0.reason != nil) })
    var (unsigned, additional) = (0, 0)
    for vector in suite.vectors {
      guard case .answer(let answer) = vector.expectation.outcome,
        let expected = answer.members["headers"]
      else { continue }
      let named = Set(vector.input["additionalHeaders"]?.arrayValue?.map(\.lowered) ?? [])
      let given = Self.names(vector.input["headers"]).filter { name in
        !["authorization", "date", "content-type", "content-md5"].contains(name)
          && !name.hasPrefix("x-oss-")
      }
      unsigned += given.subtracting(named).count
      additional += given.intersection(named).count
      #expect(Self.names(expected).intersection(given) == given.intersection(named))
    }
    #expect(unsigned > 0 && additional > 0)
  }

  private static func names(_ headers: JSONValue?) -> Set<String> {
    Set((headers?.arrayValue ?? []).compactMap(\.arrayValue?.first?.lowered))
  }

  @Test func `are counted on a terminal while they are made`() throws {
    console.errorsAreTerminal = true
    let line = "generate --fresh --count 3 --into \(folder.vectors)/fresh.json"
    #expect(console.run(line) == .asExpected)
    #expect(console.errors.hasSuffix("\r3 of 3 vectors\r\u{1b}[K"))
  }

  @Test func `are the same for the same seed, and others for another`() throws {
    #expect(try suite("--seed", "7") == suite("--seed", "7"))
    #expect(try suite("--seed", "7") != suite("--seed", "8"))
  }

  @Test
  func `have inputs of every operation, those that are refused too, where they are asked for`()
    throws
  {
    let suite = try suite(count: 30, "--changed")
    #expect(suite.vectors.count == 30 * (OSSVectors.Operation.allCases.count - 2))
    #expect(Set(suite.vectors.map(\.operation)).count == OSSVectors.Operation.allCases.count - 2)
    let refused = suite.vectors.filter { $0.expectation.outcome.answer == nil }
    #expect(Set(refused.map(\.operation)).count > 25)
    for vector in suite.vectors {
      let reply = ReferenceAdapter().answer(vector.operation, vector.input)
      #expect(Judge.verdict(of: vector, reply: reply).isPass, "\(vector.id)")
    }
  }

  @Test func `take the region and the credentials that are given`() throws {
    let credentials = #"{"accessKeyId":"id","accessKeySecret":"of a user"}"#
    try folder.write(credentials, to: "credentials")
    let suite = try suite(
      "--region", "eu-central-1", "--operation", "v4.presign", "--credentials",
      "\(folder.path)/credentials")
    #expect(suite.vectors.count == 40)
    for vector in suite.vectors {
      #expect(vector.operation == .v4Presign)
      #expect(vector.input["region"] == "eu-central-1")
      let given = try #require(vector.input["credentials"]?.objectValue)
      #expect(given["accessKeyId"] == "id")
      #expect(given["accessKeySecret"] == "of a user")
    }
  }

  @Test func `are not made where the reference refuses everything`() throws {
    let words = ["generate", "--fresh", "--into", "/missing/a.json", "--region", "No Region"]
    #expect(console.run(words + ["--operation", "v4.header", "--count", "3"]) == .usage)
    #expect(console.errors.contains("0 of 3 vectors could be made"))
  }
}

extension JSONValue {
  /// The text in lower case.
  fileprivate var lowered: String { stringValue?.lowercased() ?? "" }
}
