import OSSJSON
import OSSVectors
import Testing

/// The table of members on the page of the adapter protocol is that of the schema and of the code.
@Suite struct `The members of an operation` {
  /// What a row says, or the schema: which members are always there, and which are there also.
  struct Members: Equatable {
    var always: Set<String> = []
    var also: Set<String> = []
  }

  struct Row {
    let input: Members
    let output: Members
  }

  /// The rows of the table, by operation.
  static let rows: [String: Row] = {
    let page = Repository.text(of: "spec/adapter-protocol.md")
    let section = page.split(separator: "\n## Members, required and optional\n").last ?? ""
    var rows: [String: Row] = [:]
    for line in section.split(separator: "\n## ")[0].split(separator: "\n")
    where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map(Self.names)
      let row = Row(
        input: Members(always: cells[1], also: cells[2]),
        output: Members(always: cells[3], also: cells[4]))
      for operation in cells[0] { rows[operation] = row }
    }
    return rows
  }()

  /// The names between grave accents.
  private static func names(_ cell: Substring) -> Set<String> {
    let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
    return Set(parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) })
  }

  /// The schema of each operation, by its name.
  static let schemas = Result {
    let schema = try JSONReader.read(Repository.text(of: "vectors/schema.json"))
    let vector = try #require(schema.objectValue?["$defs"]?.objectValue?["vector"]?.objectValue)
    var schemas: [String: JSONObject] = [:]
    for rule in try #require(vector["allOf"]?.arrayValue) {
      let condition = rule["if"]?["properties"]?["operation"]
      let names = condition?["enum"]?.arrayValue ?? [condition?["const"]].compactMap { $0 }
      for name in names.compactMap(\.stringValue) {
        schemas[name] = rule["then"]?["properties"]?.objectValue
      }
    }
    return (schemas, schema["$defs"])
  }

  /// The members of an object, all of its forms together.
  private static func members(of schema: JSONValue?) -> Members {
    let forms = schema?["oneOf"]?.arrayValue ?? []
    let all = [schema].compactMap { $0 } + forms
    let names = Set(all.flatMap { $0["properties"]?.objectValue?.members.map(\.name) ?? [] })
    func required(_ form: JSONValue) -> Set<String> {
      Set(form["required"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    }
    var always = forms.first.map(required) ?? []
    for form in forms { always.formIntersection(required(form)) }
    if let schema { always.formUnion(required(schema)) }
    return Members(always: always, also: names.subtracting(always))
  }

  @Test(arguments: OSSVectors.Operation.allCases)
  func `are those of the schema, on the page and in the code`(
    operation: OSSVectors.Operation
  ) throws {
    let row = try #require(Self.rows[operation.rawValue])
    let (schemas, definitions) = try Self.schemas.get()
    let schema = try #require(schemas[operation.rawValue])
    #expect(row.input == Self.members(of: schema["input"]))
    let names = operation.inputMembers
    #expect(Set(names) == row.input.always.union(row.input.also) && Set(names).count == names.count)
    // A timeline is judged by bounds.
    if operation == .credentialTimeline { return }
    let reference = try #require(schema["expect"]?["$ref"]?.stringValue?.split(separator: "/").last)
    let forms = definitions?[String(reference)]?["oneOf"]?.arrayValue ?? []
    let answers = forms.filter { $0["properties"]?["error"] == nil }
    var output = Self.members(of: ["oneOf": .array(answers)])
    output.also.subtract(["any_of", "exact"])
    if operation.signsRequest { output = Members(also: output.always.union(output.also)) }
    #expect(row.output == output)
  }

  @Test func `are in one row of the table`() {
    #expect(Self.rows.count == OSSVectors.Operation.allCases.count)
  }
}

extension JSONValue {
  /// The member of an object.
  fileprivate subscript(name: String) -> JSONValue? { objectValue?[name] }
}
