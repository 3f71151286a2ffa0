internal import OSSPrimitives
internal import OSSVectors

/// An element of an answer in XML.
package struct RoleElement: Sendable {
  var name: String
  /// How deep it stands; the root has 1.
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

  /// A time of RFC 3339 in milliseconds; nil for none (ROLE-RSP-2, TOK-TIME).
  static func time(_ text: String) -> Int64? { TokenTimeModel().moment(text) }
}

extension STSModel {
  /// Reads an answer, one step after the other (ROLE-RSP-14).
  func parse(_ input: InputReader) throws(Refusal) -> Answer {
    let body = try input.requiredBytes("body")
    let isXML = isXML(try input.word("format", of: "JSON", "XML"), body)
    let status = try input.integer("httpStatus")
    let now = try input.integer("now")
    let root = isXML ? markup(body).flatMap { isRoot($0.name) ? $0 : nil } : nil
    let answer = isXML ? root.map { object($0, value) } : json(body)?.objectValue
    for step in order {
      let fault: ErrorClass? =
        switch step {
        case .httpStatus: isSuccess(status ?? 200) ? nil : .tokenHTTPStatus
        case .format:
          isXML ? root == nil ? .tokenNotXML : nil : json(body) == nil ? .tokenNotJSON : nil
        case .errorInMarkup: root.map(tellsError) ?? false ? .tokenStatus : nil
        case .twice: root.map(isTwice) ?? false ? .tokenTorn : nil
        case .objects: answer.map(isReadable) ?? false ? nil : .tokenNotObject
        case .statuses: answer.map(isRight) ?? true ? nil : .tokenStatus
        case .credentials: answer.flatMap(shapeFault)
        }
      if let fault { throw Refusal(fault, "The answer has a fault.") }
    }
    return try token(answer.flatMap(credentials)?.objectValue ?? [:], isXML, now)
  }

  /// The JSON of a body, after one byte-order mark (ROLE-RSP-2, TOK-BODY-2, TOK-REF-15).
  private func json(_ body: Bytes) -> JSONValue? {
    guard body.count <= 65_536 else { return nil }
    let mark: Bytes = [0xEF, 0xBB, 0xBF]
    return try? JSONReader.read(body.starts(with: mark) ? Bytes(body[3...]) : body)
  }

  /// Whether `Credentials` is an object, null or not there (TOK-REF-4).
  private func isReadable(_ answer: JSONObject) -> Bool {
    answer["Credentials"].map { $0.isNull || $0.objectValue != nil } ?? true
  }

  /// Whether `StatusCode`, `statusCode` and `Code` say success (ROLE-RSP-8, TOK-STAT-2 to TOK-STAT-4).
  private func isRight(_ answer: JSONObject) -> Bool {
    ["StatusCode", "statusCode"].allSatisfy { name in
      answer[name].map { $0 == 200 || $0 == "200" } ?? true
    } && isCodeRight(answer)
  }

  /// Whether `Credentials` is there, alone and not null (ROLE-RSP-2, TOK-REF-6, TOK-REF-8).
  private func shapeFault(_ answer: JSONObject) -> ErrorClass? {
    guard let parts = credentials(answer) else { return lacking }
    if isTorn(answer) { return .tokenTorn }
    return parts.isNull ? .tokenNullMember : nil
  }

  /// The four members, one after the other, and the time (TOK-REF-7 to TOK-REF-14).
  private func token(_ parts: JSONObject, _ isXML: Bool, _ now: Int64?) throws(Refusal) -> Answer {
    var members: JSONObject = [:]
    let rules = TokenModel()
    for part in TokenPart.allCases {
      let name = RoleAnswer.names[part.rawValue]
      let text = trimmed(try rules.text(part, member(name, parts[name])), isXML)
      if text.utf8.isEmpty, !mayBeEmpty(name) {
        throw Refusal(.tokenEmptyMember, "\(name) is empty.")
      }
      if let fault = rules.fault(part, text) { throw Refusal(fault, "\(name) cannot be sent.") }
      members[part.outputName] = .string(text)
    }
    guard let end = time(members["expiration"]?.stringValue ?? "") else {
      throw Refusal(.tokenInvalidTime, "The expiration is no time.")
    }
    if let now, hasExpired(end, now) { throw Refusal(.tokenExpired, "The token has expired.") }
    members["expiration"] = .number(JSONNumber(end))
    return Answer(members: members)
  }
}
