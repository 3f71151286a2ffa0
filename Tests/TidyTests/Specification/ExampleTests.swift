import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// An example that a page works out, and the vector whose bytes it shows.
struct WorkedExample {
  let page: String
  let vector: Vector
  /// The indented blocks, each with the empty lines inside it.
  let blocks: [String]

  static let all = Result {
    let vectors = try RealVectors.corpus.get().vectors
    let byID = Dictionary(uniqueKeysWithValues: vectors.map { ($0.id, $0) })
    return try Repository.pages.flatMap { page in
      try Repository.text(of: page).split(separator: "The bytes are those of the vector `")
        .dropFirst().map { text in
          let id = String(text.prefix { $0 != "`" })
          let vector = try #require(byID[id], "\(page) names \(id)")
          return WorkedExample(page: page, vector: vector, blocks: blocks(of: text))
        }
    }
  }

  /// The blocks up to the next heading.
  private static func blocks(of text: Substring) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var blocks: [[Substring]] = [[]]
    for line in lines.prefix(while: { !$0.hasPrefix("#") }) {
      if line.hasPrefix("    ") {
        blocks[blocks.count - 1].append(line.dropFirst(4))
      } else if !line.isEmpty {
        blocks.append([])
      } else if blocks.last?.isEmpty == false {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks.map { block in
      block.reversed().drop { $0.isEmpty }.reversed().joined(separator: "\n")
    }.filter { !$0.isEmpty }
  }
}

/// The lines that the vector and the libraries give for a worked example.
struct ExampleFacts {
  private(set) var lines: Set<String> = []
  private let vector: Vector
  private let secret: String

  init(_ vector: Vector) throws {
    self.vector = vector
    let credentials = try #require(vector.input["credentials"]?.objectValue)
    secret = try #require(credentials["accessKeySecret"]?.stringValue)
    guard case .answer(let answer) = vector.expectation.outcome else { return }
    add(.object(answer.members))
    add(.object(answer.stages))
    add(.object(vector.input))
    if let token = credentials["securityToken"]?.stringValue { add(parameter: token) }
    try addSignature(answer)
    try addKeys(answer.stages)
    addRequest(answer)
  }

  /// Whether a line is one of these, or a label and one of these.
  func explain(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    guard let last = words.last, let first = words.first else { return true }
    // `Action   AssumeRole` is a parameter, `20231216   1a2b…` a step of the chain of keys.
    let pair = "\(first)=" + PercentEncoding.encode(String(last), keepingSlash: false)
    return lines.contains(Self.sorted(line)) || words.count == 2 && lines.contains(pair)
      || line.contains("  ") && lines.contains("key:\(last)")
  }

  /// The text with its parameters in order, and the name of a header in lower case.
  private static func sorted(_ line: Substring) -> String {
    let isURL = line.contains("://") || line.hasSuffix(" HTTP/1.1")
    if isURL, let mark = line.firstIndex(of: "?") {
      let end = line.hasSuffix(" HTTP/1.1") ? " HTTP/1.1" : ""
      let path = line[..<mark].replacing("%2F", with: "/")
      let query = line[mark...].dropFirst().dropLast(end.count).split(separator: "&")
      return path + "?" + query.sorted().joined(separator: "&") + end
    }
    guard let colon = line.firstRange(of: ": ") else { return String(line) }
    return line[..<colon.lowerBound].lowercased() + line[colon.lowerBound...]
  }

  private mutating func add(line: String) {
    for line in line.split(separator: "\n") { lines.insert(Self.sorted(line)) }
  }

  /// A text that a query holds, encoded.
  private mutating func add(parameter text: String) {
    add(line: PercentEncoding.encode(text, keepingSlash: false))
  }

  /// Every text of a value, and each pair of texts as a header.
  private mutating func add(_ value: JSONValue) {
    switch value {
    case .string(let text): add(line: text)
    case .object(let object): for member in object.members { add(member.value) }
    case .array(let elements):
      for element in elements { add(element) }
      if elements.count == 2, let name = elements[0].stringValue, let text = elements[1].stringValue
      {
        add(line: "\(name): \(text)")
      }
    default: break
    }
  }

  /// The signature in hexadecimal digits, in base64, and percent-encoded.
  private mutating func addSignature(_ answer: Answer) throws {
    let text = try #require(answer.members["signature"]?.stringValue)
    add(parameter: text)
    if let bytes = try? Base64.decode(text), text.hasSuffix("=") {
      add(line: Hexadecimal.encode(bytes.span))
    }
    if let authorization = answer.members["authorization"]?.stringValue {
      add(line: "Authorization: " + authorization)
    }
  }

  /// The chain of keys of V4, from the scope.
  private mutating func addKeys(_ stages: JSONObject) throws {
    guard let scope = stages["scope"]?.stringValue else { return }
    add(line: "aliyun_v4" + secret)
    var key = Bytes(("aliyun_v4" + secret).utf8)
    for word in scope.split(separator: "/") {
      let message = Bytes(word.utf8)
      key = HMACSHA256Key(key.span).authenticationCode(for: message.span).bytes
      lines.insert("key:" + Hexadecimal.encode(key.span))
    }
    #expect(Hexadecimal.encode(key.span) == stages["signingKey"]?.stringValue)
  }

  /// The lines of the request before it is signed and as it is sent.
  private mutating func addRequest(_ answer: Answer) {
    let query = answer.stages["canonicalQuery"]?.stringValue ?? ""
    lines.formUnion(query.split(separator: "&").map(String.init))
    for stage in ["canonicalHeaders", "canonicalizedHeaders"] {
      let headers = answer.stages[stage]?.stringValue ?? ""
      for header in headers.split(separator: "\n") {
        add(line: header.prefix { $0 != ":" } + ": " + header.drop { $0 != ":" }.dropFirst())
      }
    }
    let method = vector.input["method"]?.stringValue ?? "POST"
    let url = answer.members["url"]?.stringValue ?? ""
    let path = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).last ?? ""
    add(line: "\(method) /\(path) HTTP/1.1")
    add(line: "\(method) \(target) HTTP/1.1")
    if let name = vector.input["playlistName"]?.stringValue {
      add(line: url.prefix { $0 != "?" } + "?playlistName=\(name)")
    }
    let bucket = vector.input["bucket"]?.stringValue.map { $0 + "." } ?? ""
    let endpoint = vector.input["endpoint"]?.stringValue ?? "https://oss-cn-hangzhou.aliyuncs.com"
    let host = endpoint.drop { $0 != "/" }.drop { $0 == "/" }
    add(line: "Host: \(bucket)\(host)")
    if let form { add(line: form) }
  }

  /// The path and the query of the caller.
  private var target: String {
    let key = vector.input["key"]?.stringValue ?? ""
    let query = (vector.input["query"]?.arrayValue ?? []).compactMap(\.arrayValue).map { pair in
      pair.compactMap(\.stringValue).map { PercentEncoding.encode($0, keepingSlash: false) }
        .joined(separator: "=")
    }
    let path = "/" + PercentEncoding.encode(key, keepingSlash: true)
    return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
  }

  /// The form as a client sends it, with the file as the last field.
  var form: String? {
    guard case .answer(let answer) = vector.expectation.outcome,
      let fields = answer.members["fields"]?.arrayValue
    else { return nil }
    let pairs =
      [("key", "user/a.txt")]
      + fields.compactMap(\.arrayValue).compactMap { pair in
        pair.count == 2 ? (pair[0].stringValue ?? "", pair[1].stringValue ?? "") : nil
      }
    let disposition = "Content-Disposition: form-data; name="
    let body =
      pairs.map { "--9431149156168\n\(disposition)\"\($0)\"\n\n\($1)\n" }.joined()
      + "--9431149156168\n\(disposition)\"file\"; filename=\"a.txt\"\n"
      + "Content-Type: text/plain\n\nfile content\n--9431149156168--"
    // A line end takes two bytes in the request, and one follows the last line, too.
    let lineEnds = body.utf8.count { $0 == 0x0A } + 2
    return """
      POST / HTTP/1.1
      Host: examplebucket.oss-cn-hangzhou.aliyuncs.com
      Content-Type: multipart/form-data; boundary=9431149156168
      Content-Length: \(body.utf8.count + lineEnds)

      \(body)
      """
  }
}

@Suite struct `Worked examples` {
  @Test func `each page that shows how to sign works out an example`() throws {
    let pages = Set(try WorkedExample.all.get().map(\.page))
    let names = [
      "live-channel", "post-policy", "presigned-urls", "signature-v1", "signature-v2",
      "signature-v4", "sts",
    ]
    #expect(pages == Set(names.map { "spec/\($0).md" }))
  }

  @Test func `each step of the vector is in the example, whole`() throws {
    var shown = 0
    for example in try WorkedExample.all.get() {
      guard case .answer(let answer) = example.vector.expectation.outcome else { continue }
      let steps =
        answer.stages.members.compactMap(\.value.stringValue)
        + ["signature", "authorization", "policy"].compactMap { answer.members[$0]?.stringValue }
      for step in steps where !step.isEmpty {
        shown += 1
        let text = step.hasSuffix("\n") ? step.dropLast() : step[...]
        #expect(
          example.blocks.contains { $0.contains(text) },
          "\(example.page) does not show for \(example.vector.id): \(text)")
      }
      if let form = try ExampleFacts(example.vector).form {
        #expect(example.blocks.contains(form), "\(example.page): \(form)")
      }
    }
    #expect(shown > 40)
  }

  @Test func `each line of an example is what its vector or the library gives`() throws {
    var lines = 0
    for example in try WorkedExample.all.get() {
      let facts = try ExampleFacts(example.vector)
      for line in example.blocks.joined(separator: ["\n"]).split(separator: "\n") {
        lines += 1
        #expect(facts.explain(Substring(line)), "\(example.page): \(String(line))")
      }
    }
    #expect(lines > 150)
  }
}
