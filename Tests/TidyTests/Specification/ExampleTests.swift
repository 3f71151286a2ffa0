import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// An example that a page works out, and the vector whose bytes it shows.
struct WorkedExample {
  let page: String
  let vector: Vector
  /// The lines of its code as they are meant, with the empty ones; the text between is one mark each.
  let lines: [Substring]

  static let all = Result {
    let vectors = try RealVectors.corpus.get().vectors
    let byID = Dictionary(uniqueKeysWithValues: vectors.map { ($0.id, $0) })
    return try Repository.pages.flatMap { page in
      try Repository.text(of: page).split(separator: "The bytes are those of the vector `")
        .dropFirst().map { text in
          let id = String(text.prefix { $0 != "`" })
          let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { !$0.hasPrefix("#") }
            .map { $0.hasPrefix("    ") || $0.isEmpty ? $0.dropFirst(4) : "§" }
          return WorkedExample(
            page: page, vector: try #require(byID[id], "\(page) names \(id)"), lines: lines)
        }
    }
  }
}

/// The words that a vector and the libraries give for a worked example.
struct ExampleWords {
  private var known: Set<Substring>

  /// What the method of HTTP and the labels of a page have.
  private static let labels = """
    HTTP/1.1 https Host examplebucket.oss-cn-hangzhou.aliyuncs.com Authorization playlistName HMAC-SHA256 the line above POST multipart/form-data boundary
    9431149156168 --9431149156168 --9431149156168-- Content-Disposition form-data name filename
    Content-Type text/plain Content-Length key file content user/a.txt a.txt
    """

  init(_ vector: Vector) throws {
    known = Set(Self.words(Self.labels))
    let credentials = try #require(vector.input["credentials"]?.objectValue)
    let secret = try #require(credentials["accessKeySecret"]?.stringValue)
    add(.object(vector.input))
    let host = vector.input["endpoint"]?.stringValue?.split(separator: "/").last
    let bucket = vector.input["bucket"]?.stringValue ?? ""
    known.insert(bucket + "." + (host ?? "oss-cn-hangzhou.aliyuncs.com"))
    guard case .answer(let answer) = vector.expectation.outcome else { return }
    add(.object(answer.members))
    add(.object(answer.stages))
    if let text = answer.members["signature"]?.stringValue, text.hasSuffix("=") {
      let bytes = try Base64.decode(text)
      known.insert(Substring(Hexadecimal.encode(bytes.span)))
    }
    guard let scope = answer.stages["scope"]?.stringValue else { return }
    var key = Bytes(("aliyun_v4" + secret).utf8)
    add(.string(String(decoding: key, as: UTF8.self)))
    for word in scope.split(separator: "/") {
      let message = Bytes(word.utf8)
      key = HMACSHA256Key(key.span).authenticationCode(for: message.span).bytes
      known.insert(Substring(Hexadecimal.encode(key.span)))
    }
  }

  /// The words of a line that neither the vector nor the libraries give.
  func unknown(in line: Substring) -> [Substring] {
    // A blank ends what is a parameter, whose encoded text the vector has.
    line.split(separator: " ").flatMap { piece in
      let encoded = Substring(PercentEncoding.encode(String(piece), keepingSlash: false))
      return known.contains(encoded) ? [] : Self.words(piece).filter { !known.contains($0) }
    }
  }

  private static func words(_ text: some StringProtocol) -> [Substring] {
    Substring(text).split { " /?&=:,;()\"\n".contains($0) }
  }

  /// Every text of a value: as it is, with small letters, and percent-encoded.
  private mutating func add(_ value: JSONValue) {
    for text in [value.stringValue, value.integerValue.map { String($0) }].compactMap({ $0 }) {
      known.formUnion(Self.words(text))
      known.formUnion(Self.words(PercentEncoding.encode(text, keepingSlash: false)))
      known.formUnion(Self.words(PercentEncoding.encode(text, keepingSlash: true)))
    }
    for member in value.objectValue?.members ?? [] { add(member.value) }
    for element in value.arrayValue ?? [] { add(element) }
  }
}

@Suite struct `Worked examples` {
  @Test func `show each step and each field of their vector, and no word of another`() throws {
    let examples = try WorkedExample.all.get()
    var (steps, lines, forms) = (0, 0, 0)
    for example in examples {
      guard case .answer(let answer) = example.vector.expectation.outcome else { continue }
      let place = "\(example.page), \(example.vector.id)"
      let shown = example.lines.joined(separator: "\n")
      let members = ["signature", "authorization", "policy"].compactMap { answer.members[$0] }
      for step in (members + answer.stages.members.map(\.value)).compactMap(\.stringValue) {
        steps += 1
        #expect(shown.contains(step.hasSuffix("\n") ? step.dropLast() : step[...]), "\(place)")
      }
      let words = try ExampleWords(example.vector)
      for line in example.lines where line != "§" && !line.hasPrefix("Content-Length: ") {
        lines += 1
        #expect(words.unknown(in: line) == [], "\(place)")
      }
      guard let fields = answer.members["fields"]?.arrayValue else { continue }
      forms += 1
      let first = try #require(example.lines.firstIndex(of: "POST / HTTP/1.1"))
      let last = try #require(example.lines.firstIndex { $0.hasSuffix("--9431149156168--") })
      let form = example.lines[first...last].joined(separator: "\n")
      for pair in fields.compactMap({ $0.arrayValue?.compactMap(\.stringValue) }) {
        let field = "name=\"\(pair[0])\"\n\n\(pair[1])\n--9431149156168"
        #expect(form.contains(field), "\(place)")
      }
      // A line end takes two bytes in the request, and one follows the last line, too.
      let body = try #require(form.firstRange(of: "\n\n").map { form[$0.upperBound...].utf8 })
      let length = body.count + body.count { $0 == 0x0A } + 2
      #expect(form.contains("\nContent-Length: \(length)\n"), "\(place)")
    }
    #expect(steps > 40 && lines > 150 && forms == 2)
    let names =
      "live-channel post-policy presigned-urls signature-v1 signature-v2 signature-v4 sts"
    let pages = names.split(separator: " ").map { "spec/\($0).md" }
    #expect(Set(examples.map(\.page)) == Set(pages))
  }
}

/// The table of members on the page of the adapter protocol is that of the schema and of the code.
@Suite struct `The members of an operation` {
  /// The names in the cells of each row, by operation: always and also in `input`, and in `output`.
  static let rows: [String: [Set<Substring>]] = {
    let page = Repository.text(of: "spec/adapter-protocol.md")
    let section = page.split(separator: "\n## Members, required and optional\n").last ?? ""
    var rows: [String: [Set<Substring>]] = [:]
    for line in section.split(separator: "\n## ")[0].split(separator: "\n")
    where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { cell in
        Set(cell.split { "`, ".contains($0) })
      }
      for operation in cells[0] { rows[String(operation)] = Array(cells[1...4]) }
    }
    return rows
  }()

  /// What each form of an object must have, and what it may have besides.
  private func members(of schema: JSONValue?) -> (always: Set<Substring>, also: Set<Substring>) {
    let forms = schema?["oneOf"]?.arrayValue ?? []
    let names = ([schema] + forms).flatMap { form in
      form?["properties"]?.objectValue?.members.map { Substring($0.name) } ?? []
    }
    func required(_ form: JSONValue?) -> Set<Substring> {
      Set(form?["required"]?.arrayValue?.compactMap { $0.stringValue.map { Substring($0) } } ?? [])
    }
    let ofAll = forms.dropFirst().reduce(required(forms.first)) {
      $0.intersection(required($1))
    }
    let always = required(schema).union(ofAll)
    return (always, Set(names).subtracting(always))
  }

  @Test func `are those of the schema, on the page and in the code`() throws {
    let schema = try RealVectors.json("schema.json")
    let rules = try #require(schema["$defs"]?["vector"]?["allOf"]?.arrayValue)
    for operation in OSSVectors.Operation.allCases {
      let name = JSONValue.string(operation.rawValue)
      let rule = try #require(
        rules.first { rule in
          let condition = rule["if"]?["properties"]?["operation"]
          return condition?["const"] == name
            || condition?["enum"]?.arrayValue?.contains(name) == true
        }?["then"]?["properties"])
      let row = try #require(Self.rows[operation.rawValue], "\(operation)")
      let input = members(of: rule["input"])
      #expect(row[0] == input.always && row[1] == input.also, "\(operation)")
      let names = operation.inputMembers.map { Substring($0) }
      #expect(Set(names) == row[0].union(row[1]) && Set(names).count == names.count)
      // A timeline is judged by bounds.
      if operation == .credentialTimeline { continue }
      let reference = try #require(rule["expect"]?["$ref"]?.stringValue?.split(separator: "/").last)
      let forms = schema["$defs"]?[String(reference)]?["oneOf"]?.arrayValue ?? []
      let answers = forms.filter { $0["properties"]?["error"] == nil }
      var output = members(of: ["oneOf": .array(answers)])
      output.also.subtract(["any_of", "exact"])
      if operation.signsRequest { output = ([], output.always.union(output.also)) }
      #expect(row[2] == output.always && row[3] == output.also, "\(operation)")
    }
    #expect(Self.rows.count == OSSVectors.Operation.allCases.count)
  }
}

extension JSONValue {
  /// The member of an object.
  fileprivate subscript(name: String) -> JSONValue? { objectValue?[name] }
}
