import OSSJSON
import OSSVectors
import TestSupport
import Testing

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
