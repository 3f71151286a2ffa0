internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// An element of an answer in XML.
package struct RoleElement: Sendable {
  var name: String
  /// How deep it is; the root has 1.
  var depth = 1
  /// Its own text, references decoded, without that of the elements in it.
  var text = ""
  var children: [RoleElement] = []

  /// Whether it has a name, byte by byte (ROLE-RSP-4).
  func isNamed(_ other: String) -> Bool { name.hasSameBytes(as: other) }

  /// The root of a document, by the rules of error-body.md (ROLE-RSP-5, ROLE-RSP-9).
  static func root(of body: Bytes, _ markup: Markup = Markup()) -> RoleElement? {
    var rules = markup
    rules.rootFault = { _ in nil }
    return rules.read(body).map { reader in
      reader.members.reduce(into: RoleElement(name: reader.rootName)) { root, member in
        let path = member.name.raw.pieces(at: "/").map(\.text)
        root.append(
          RoleElement(name: path.last ?? "", depth: path.count + 1, text: member.value.text))
      }
    }
  }

  /// Puts an element below the last one that may hold it.
  private mutating func append(_ element: RoleElement) {
    if element.depth == depth + 1 {
      children.append(element)
    } else {
      children[children.count - 1].append(element)
    }
  }
}

/// The answer to AssumeRole (ROLE-RSP).
package enum RoleAnswer {
  /// What is judged of an answer before its members are, in the order that is due (ROLE-RSP-14).
  package enum Step: CaseIterable, Sendable {
    case httpStatus, format, errorInMarkup, twice, objects, statuses, credentials
  }

  static let names = TokenShape.pascalCase

  /// Whether the root is `Error`, or a `Code` in it is not the text `Success` (ROLE-RSP-8).
  static func tellsError(_ root: RoleElement) -> Bool {
    root.isNamed("Error")
      || root.children.contains {
        $0.isNamed("Code") && !($0.children.isEmpty && $0.text.hasSameBytes(as: "Success"))
      }
  }

  /// `Credentials` or a status in the root, or one of the four in `Credentials` (ROLE-RSP-10).
  static func isTwice(_ root: RoleElement) -> Bool {
    let parts = root.children.filter { $0.isNamed("Credentials") }.flatMap(\.children)
    return ["Credentials", "StatusCode", "statusCode"].contains { name in
      root.children.count { $0.isNamed(name) } > 1
    } || names.contains { name in parts.count { $0.isNamed(name) } > 1 }
  }

  /// Each element is a member, and the elements in `Credentials` are its members (ROLE-RSP-3).
  static func object(_ root: RoleElement, value: STSModel.Value) -> JSONObject {
    var result: JSONObject = [:]
    for element in root.children where result[element.name] == nil {
      let isObject = element.isNamed("Credentials")
      result[element.name] = value(element, isObject)
      guard isObject, result[element.name]?.objectValue != nil else { continue }
      var parts: JSONObject = [:]
      for part in element.children where parts[part.name] == nil {
        parts[part.name] = value(part, false)
      }
      result[element.name] = .object(parts)
    }
    return result
  }

  /// The text, or an object where it holds elements or is to be one and has no text (ROLE-RSP-11).
  static func value(_ element: RoleElement, isObject: Bool) -> JSONValue {
    let isBlank = element.text.utf8.allSatisfy(\.isXMLSpace)
    let holdsElements = !element.children.isEmpty
    let isEmpty = element.depth > 2 ? holdsElements : isBlank && (isObject || holdsElements)
    return isEmpty ? .object([:]) : .string(element.text)
  }
}

extension STSModel {
  /// Reads an answer, one step after the other (ROLE-RSP-14).
  func parse(_ input: InputReader) throws(Refusal) -> Answer {
    let body = try input.requiredBytes("body")
    let isXML = isXML(try input.word("format", of: "JSON", "XML"), body)
    let status = try input.integer("httpStatus")
    var reading = TokenReading(body: body, now: try input.integer("now"))
    let root = isXML ? markup(body).flatMap { isRoot($0.name) ? $0 : nil } : nil
    let json = isXML ? nil : json(body)
    let answer = isXML ? root.map { object($0, value) } : json?.objectValue
    reading.object = answer ?? [:]
    for step in order {
      switch step {
      case .httpStatus: try refuse(.tokenHTTPStatus, if: !tokens.isHTTPSuccess(status))
      case .format:
        try refuse(.tokenNotXML, if: isXML && root == nil)
        try refuse(.tokenNotJSON, if: !isXML && json == nil)
      case .errorInMarkup: try refuse(.tokenStatus, if: root.map(tellsError) ?? false)
      case .twice: try refuse(.tokenTorn, if: root.map(isTwice) ?? false)
      case .objects:
        try refuse(.tokenNotObject, if: answer == nil)
        try TokenStep.credentials.run(&reading, tokens)
      case .statuses: try TokenStep.status.run(&reading, tokens)
      case .credentials:
        let parts = credentials(reading.object)
        try refuse(lacking, if: parts == nil)
        try TokenStep.torn.run(&reading, tokens)
        try refuse(.tokenNullMember, if: parts?.isNull == true)
        reading.shape = TokenShape(
          object: parts?.objectValue ?? [:], names: RoleAnswer.names, isFlat: false)
      }
    }
    var tokens = tokens
    if !isTrimmed(isXML) { tokens.trimmed = { $1 } }
    for part in TokenPart.allCases { try TokenStep.member(part).run(&reading, tokens) }
    try TokenStep.time.run(&reading, tokens)
    try TokenStep.expired.run(&reading, tokens)
    return Answer(members: reading.members)
  }

  /// The JSON of a body, after one byte-order mark (ROLE-RSP-2, TOK-BODY-2, TOK-REF-15).
  private func json(_ body: Bytes) -> JSONValue? {
    body.count > 65_536 ? .none : tokens.json(tokens.withoutMark(body))
  }

  private func refuse(_ fault: ErrorClass, if isThere: Bool) throws(Refusal) {
    if isThere { throw Refusal(fault, "The answer has a fault.") }
  }
}
