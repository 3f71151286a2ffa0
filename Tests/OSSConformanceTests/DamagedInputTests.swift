import Foundation
import OSSConformance
import OSSExplain
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// Damaged inputs to every reader: none traps, takes long, or is echoed at length.
///
/// `swift test` gives hundreds; `.ci/address_sanitizer.sh` gives as many as it is asked for.
@Suite struct `A damaged input` {
  /// How many inputs each test reads, and the number of the first one.
  static let count = number("OSS_DAMAGED_INPUTS") ?? 200
  /// How many parts of evidence are explained, which takes a debug build longer.
  static let explained = number("OSS_DAMAGED_INPUTS") ?? 40
  static let first = number("OSS_DAMAGED_FIRST") ?? 1

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// What one input may cost, on a machine that does much else: time, and bytes of what is said of it.
  private static let limit = Duration.seconds(20)
  private static let textLength = 20_000

  /// Reads damaged inputs, each of which its number alone decides.
  private func read(_ seeds: [Bytes], count: Int = count, _ reader: (Bytes) -> String) {
    for number in Self.first..<Self.first + count {
      var damage = Damage(seed: UInt64(number))
      let input = damage.applied(to: seeds)
      var text = ""
      let time = ContinuousClock().measure { text = reader(input) }
      #expect(time < Self.limit, "input \(number) of \(input.count) bytes")
      #expect(text.utf8.count < Self.textLength, "input \(number): \(text.prefix(200))")
    }
  }

  /// The corpus, of which every hundredth vector is enough for a reader of files.
  private static let vectors = Result {
    try RealVectors.corpus.get().vectors.enumerated().filter { $0.offset % 100 == 0 }
      .map(\.element)
  }

  @Test func `is read as JSON, or is not`() throws {
    read(try Self.vectors.get().map { Bytes($0.json.canonical()) }) { bytes in
      do throws(JSONError) {
        let value = try JSONReader.read(bytes)
        #expect((try? JSONReader.read(value.canonical())) == value)
        return ""
      } catch { return "\(error)" }
    }
  }

  @Test func `is read as a suite of vectors, or is not`() throws {
    let seeds = try Self.vectors.get().map {
      Suite(name: "a", vectors: [$0]).canonicalBytes()
    }
    read(seeds) { bytes in
      do throws(VectorError) {
        _ = try Suite(reading: bytes, file: "a.json")
        return ""
      } catch { return "\(error)" }
    }
  }

  @Test func `is read as a list of known failures, or is not`() throws {
    let folder = try ScratchFolder(VectorSamples.suites)
    let list = try ReportSamples.report(ReportSamples.expectations).updatingExpectations().list
    let seeds = [ReportSamples.expectations.canonicalBytes(), list.canonicalBytes()]
    let path = folder.path + "/known.json"
    read(seeds) { bytes in
      do {
        try Data(bytes).write(to: URL(filePath: path))
        _ = try Expectations.read(path)
        return ""
      } catch { return "\(error)" }
    }
  }

  @Test func `is answered where it is a line of the protocol`() throws {
    let vectors = try RealVectors.corpus.get().vectors
    let server = AdapterServer(ReferenceAdapter())
    let seeds = ExportedRequests.lines(for: vectors, corpusDigest: "").split(separator: 0x0A)
    read(seeds.map { Bytes($0) + [0x0A] }) { bytes in
      // Each line has an answer.
      server.replies(to: bytes).last == 0x0A ? "" : "no line"
    }
  }

  /// Every text of an input is read by somebody: bodies, keys, policies, URLs, requests, times.
  @Test func `is answered where it is a text of an operation`() throws {
    let vectors = try RealVectors.corpus.get().vectors.filter {
      !JSONValue.object($0.input).texts.isEmpty
    }
    let reference = ReferenceAdapter()
    for number in Self.first..<Self.first + Self.count {
      var damage = Damage(seed: UInt64(number))
      let vector = damage.pick(vectors)
      let value = JSONValue.object(vector.input)
      let seeds = value.texts
      var place = damage.below(seeds.count)
      let bytes = damage.applied(to: [seeds[place], damage.pick(seeds)])
      let input = value.replacing(&place, with: bytes).objectValue ?? vector.input
      var reply = Reply.timeout
      let time = ContinuousClock().measure { reply = reference.answer(vector.operation, input) }
      #expect(time < Self.limit, "input \(number) of \(vector.id)")
      switch reply {
      case .ok: break
      case .rejected(_, let message):
        #expect((message ?? "").utf8.count < Self.textLength, "\(number) of \(vector.id)")
      default: Issue.record("input \(number) of \(vector.id): \(reply)")
      }
    }
  }

  @Test func `is explained where it is a part of the evidence`() throws {
    let cases = try ExplainCase.all.get()
    let explainer = Explainer(try Refusals.knowledge.get())
    for number in Self.first..<Self.first + Self.explained {
      var damage = Damage(seed: UInt64(number))
      let (sample, other) = (damage.pick(cases), damage.pick(cases))
      let name = damage.pick(["body", "request", "string", "url"])
      let seeds = [sample.part(name) ?? [], other.part(name) ?? other.part("body") ?? []]
      let evidence = Evidence(of: sample, (name, damage.applied(to: seeds)))
      let time = ContinuousClock().measure { _ = explainer.explain(evidence) }
      #expect(time < Self.limit, "input \(number) of \(sample.id)")
    }
  }

  @Test(arguments: [
    ("grade --vectors FOLDER -", ""), ("explain --body -", "body"),
    ("explain --request -", "request"), ("explain --string -", "string"),
    ("explain --url=URL --body -", "body"), ("sign --credentials -", "credentials"),
    ("generate --check --vectors FOLDER", "ledger"),
    ("vector --vectors FOLDER --into a --from -", "input"),
  ])
  func `ends a command with a sentence`(line: String, what: String) throws {
    let folder = try ScratchFolder(VectorSamples.suites)
    let real = try ScratchFolder([RealVectors.suite("primitives/sha1")])
    #expect(TestConsole().run(["generate", "--vectors", real.vectors]) == .asExpected)
    let words = line.replacing(
      "FOLDER", with: what == "ledger" ? real.vectors : folder.vectors)
    let own = VectorSamples.suites.flatMap(\.vectors)
    var seeds = try ExplainCase.all.get().compactMap { $0.part(what) }
    switch what {
    case "":
      let requests = ExportedRequests.lines(for: own, corpusDigest: "")
      seeds = [AdapterServer(ReferenceAdapter()).replies(to: requests)]
    case "credentials": seeds = [Bytes(#"{"accessKeyId":"a","accessKeySecret":"s"}"#.utf8)]
    case "ledger": seeds = [Bytes(try #require(real.read("vectors/ledger.txt")).utf8)]
    case "input": seeds = own.map { $0.json.canonical() }
    default: break
    }
    try #require(!seeds.isEmpty)
    // A command takes longer than the reader in it.
    read(seeds, count: max(10, Self.explained / 10)) { bytes in
      let console = TestConsole()
      console.input = bytes
      if what == "ledger" {
        try? Data(bytes).write(to: URL(filePath: real.vectors + "/ledger.txt"))
      }
      let status = console.run(
        words.replacing("URL", with: "https://b.oss-cn-hangzhou.aliyuncs.com/k?Expires=1"))
      return status == .asExpected ? "" : console.errors
    }
  }

  @Test func `is explained at once where its longest header is no text`() {
    let console = TestConsole()
    let scheme = Bytes(repeating: 0xED, count: Damage.limit) + " a:b".bytes
    console.input =
      "GET /k HTTP/1.1\nHost: b.oss-cn-hangzhou.aliyuncs.com\nAuthorization: ".bytes + scheme
    let time = ContinuousClock().measure { _ = console.run("explain --request -") }
    #expect(time < Self.limit)
    #expect(console.output.contains("authorization-malformed"))
  }

  @Test func `is explained at once where its string has a label without end`() {
    let console = TestConsole()
    console.input = Bytes(String(repeating: "stringToSign: x ", count: 60_000).utf8)
    let time = ContinuousClock().measure { _ = console.run("explain --string -") }
    #expect(time < Self.limit)
  }
}

extension JSONValue {
  /// Every text and every `{"base64": …}` in the value.
  fileprivate var texts: [Bytes] {
    if let protocolText { return [protocolText] }
    return (arrayValue ?? objectValue?.members.map(\.value) ?? []).flatMap(\.texts)
  }

  /// The value with other bytes for one of its ``texts``, whose number is counted down to it.
  fileprivate func replacing(_ number: inout Int, with bytes: Bytes) -> JSONValue {
    if protocolText != nil {
      number -= 1
      return number == -1 ? JSONValue(protocolText: bytes) : self
    }
    if let arrayValue { return .array(arrayValue.map { $0.replacing(&number, with: bytes) }) }
    guard var object = objectValue else { return self }
    for index in object.members.indices {
      object.members[index].value = object.members[index].value.replacing(&number, with: bytes)
    }
    return .object(object)
  }
}

/// Changes bytes as accidents and attackers do; one seed gives one input.
struct Damage {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// The longest input, so that a run of many ends.
  static let limit = 200_000

  /// Bytes that mean something to one reader or another.
  private static let pieces: [Bytes] =
    [
      "{", "[", "\"", "\\", "\\u", "\\ud800", ",", ":", "}", "]", "null", "-", "1e999", "0", "<",
      "</",
      "<!--", "<![CDATA[", "<?", "&", "&#", "&lt;", "=", "?", "%", "%2", "%zz", "/", "//", "://",
      "@",
      ";", "\n", "\r\n", "\r", "\t", " ", "\0", "\u{7f}", "é", "\u{feff}", "中", "😀", "+", "'", "`",
      "$(", "curl ", "-H ", "-----BEGIN PUBLIC KEY-----", "==", "9223372036854775808", "x-oss-",
      "Authorization: OSS ", "OSS4-HMAC-SHA256 Credential=", "Expires=", "2100-02-29T24:00:00Z",
      "x-oss-additional-headers=", "Signature=", "<StringToSign>", "StringToSignBytes", "4f 53 ",
    ].map { Bytes($0.utf8) } + [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0x80]]

  /// One of some inputs, damaged in one to four places.
  mutating func applied(to seeds: [Bytes]) -> Bytes {
    var bytes = pick(seeds)
    for _ in 0...below(4) { change(&bytes, seeds) }
    return bytes.count > Self.limit ? Bytes(bytes.prefix(Self.limit)) : bytes
  }

  private mutating func change(_ bytes: inout Bytes, _ seeds: [Bytes]) {
    let place = below(bytes.count + 1)
    let end = min(bytes.count, place + 1 + below(1 << below(8)))
    switch below(12) {
    case 0: bytes.removeSubrange(place..<max(place, end))
    case 1: bytes = Bytes(bytes.prefix(place))
    case 2: if place < bytes.count { bytes[place] ^= UInt8(1 << below(8)) }
    case 3: if place < bytes.count { bytes[place] = UInt8(below(256)) }
    case 4: insert(Bytes(bytes[place..<max(place, end)]), 1 + below(4), at: place, &bytes)
    case 5: insert(Bytes(bytes[place..<max(place, end)]), 1 << below(14), at: place, &bytes)
    case 6: insert(pick(Self.pieces), 1 << below(17), at: place, &bytes)
    case 7:
      let other = pick(seeds)
      insert(Bytes(other.suffix(below(other.count + 1))), 1, at: place, &bytes)
    default: insert(pick(Self.pieces), 1, at: place, &bytes)
    }
  }

  private mutating func insert(_ piece: Bytes, _ count: Int, at place: Int, _ bytes: inout Bytes) {
    guard !piece.isEmpty else { return }
    let count = min(count, Self.limit / piece.count)
    bytes.insert(contentsOf: (0..<count).flatMap { _ in piece }, at: place)
  }

  mutating func below(_ bound: Int) -> Int { random.below(max(bound, 1)) }
  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
