internal import OSSPrimitives
internal import OSSVectors

/// The answer to AssumeRole (ROLE-RSP).
package enum RoleAnswer {
  /// What is judged of an answer before its members are, in the order that is due (ROLE-RSP-14).
  package enum Step: CaseIterable, Sendable {
    case httpStatus, format, errorInMarkup, twice, objects, statuses, credentials
  }

  static let names = ["AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"]
  private static let otherNames = [
    "accessKeyId", "accessKeySecret", "securityToken", "stsToken", "expiration",
  ]

  /// `Credentials` or a status in the root, or one of the four in `Credentials` (ROLE-RSP-10).
  static func isTwice(_ root: MarkupElement) -> Bool {
    let parts = root.children.filter { $0.isNamed("Credentials") }.flatMap(\.children)
    return ["Credentials", "StatusCode", "statusCode"].contains { name in
      root.children.count { $0.isNamed(name) } > 1
    } || names.contains { name in parts.count { $0.isNamed(name) } > 1 }
  }

  /// Each element is a member, and the elements in `Credentials` are its members (ROLE-RSP-3).
  static func object(_ root: MarkupElement, value: STSModel.Value) -> JSONObject {
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
  static func value(_ element: MarkupElement, isObject: Bool) -> JSONValue {
    let isBlank = element.text.unicodeScalars.allSatisfy { MarkupReader.isBlank($0) }
    let holdsElements = !element.children.isEmpty
    let isEmpty = element.depth > 2 ? holdsElements : isBlank && (isObject || holdsElements)
    return isEmpty ? .object([:]) : .string(element.text)
  }

  /// Members of another shape beside `Credentials`, or in it beside the four (TOK-REF-6).
  static func isTorn(_ answer: JSONObject) -> Bool {
    let parts = answer["Credentials"]?.objectValue ?? [:]
    return (names + otherNames).contains { answer[$0] != nil }
      || names.contains { parts[$0] != nil } && otherNames.contains { parts[$0] != nil }
  }

  /// A text without white space at its ends (ROLE-RSP-6, TOK-MEM-5).
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F,
        0x3000, 0xFEFF:
        true
      default: false
      }
    }
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  /// A time of RFC 3339 in milliseconds; nil for none (ROLE-RSP-2, TOK-TIME).
  static func time(_ text: String) -> Int64? {
    let bytes = Bytes(text.utf8.map { $0 == UInt8(ascii: "t") ? UInt8(ascii: "T") : $0 })
    guard let (seconds, rest) = ServiceClock.read(bytes, "yyyy-MM-ddTHH:mm:ss") else { return nil }
    var zone = rest[...]
    var milliseconds = 0
    if zone.first == UInt8(ascii: ".") {
      let digits = zone.dropFirst().prefix { 0x30...0x39 ~= $0 }
      if digits.isEmpty { return nil }
      zone = zone.dropFirst(digits.count + 1)
      milliseconds = (digits + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    guard let distance = distance(Bytes(zone)), ServiceClock.range ~= Int64(seconds - distance)
    else { return nil }
    return Int64((seconds - distance) * 1000 + milliseconds)
  }

  /// The seconds of `Z`, `+08:00`, `+0800` or `+08` (TOK-TIME-2, TOK-TIME-5).
  private static func distance(_ zone: Bytes) -> Int? {
    if zone == [UInt8(ascii: "Z")] || zone == [UInt8(ascii: "z")] { return 0 }
    guard let sign = zone.first, "+-".utf8.contains(sign) else { return nil }
    for pattern in ["HH:mm", "HHmm", "HH"] where zone.count == pattern.utf8.count + 1 {
      let day = Bytes("1970-01-01".utf8) + zone.dropFirst()
      guard let (seconds, _) = ServiceClock.read(day, "yyyy-MM-dd" + pattern) else { return nil }
      return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
    return nil
  }
}

extension STSModel {
  /// Reads an answer, one step after the other (ROLE-RSP-14).
  func parse(_ input: InputReader) throws(Refusal) -> Answer {
    let body = try input.requiredBytes("body")
    let isXML = isXML(try input.word("format", of: ["JSON", "XML"]), body)
    let status = try input.integer("httpStatus")
    let now = try input.integer("now")
    let root = isXML ? markup(body).flatMap { isRoot($0.name) ? $0 : nil } : nil
    let answer = isXML ? root.map { object($0, value) } : json(body)?.objectValue
    for step in order {
      let fault: ErrorClass? =
        switch step {
        case .httpStatus: isSuccess(status ?? 200) ? nil : .tokenHTTPStatus
        case .format:
          isXML
            ? root == nil ? .tokenNotXML : nil
            : json(body) == nil ? .tokenNotJSON : nil
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

  /// Whether a document in XML tells of an error (ROLE-RSP-8).
  private func tellsError(_ root: MarkupElement) -> Bool {
    let codes = codes(root.children.filter { $0.isNamed("Code") })
    return isErrorRoot(root.name) || !codes.allSatisfy(saysSuccess)
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
    var texts: [String: String] = [:]
    for name in RoleAnswer.names {
      let text = try text(name, member(name, parts[name]), isXML)
      texts[name] = text
      if name == "AccessKeyId", !ServiceCredentials.isID(text) {
        throw Refusal(.invalidAccessKeyID, "The ID cannot be sent.")
      }
      if name == "SecurityToken", !ServiceCredentials.isToken(text) {
        throw Refusal(.invalidSecurityToken, "The token cannot be sent.")
      }
    }
    guard let end = RoleAnswer.time(texts["Expiration"] ?? "") else {
      throw Refusal(.tokenInvalidTime, "The expiration is no time.")
    }
    if let now, end <= now { throw Refusal(.tokenExpired, "The token has expired.") }
    var members: JSONObject = [:]
    for (name, member) in zip(
      RoleAnswer.names, ["accessKeyId", "accessKeySecret", "securityToken"])
    {
      members[member] = .string(texts[name] ?? "")
    }
    members["expiration"] = .number(JSONNumber(end))
    return Answer(members: members)
  }

  /// The text of one of the four, which is not empty (TOK-REF-7 to TOK-REF-10).
  private func text(
    _ name: String, _ value: JSONValue?, _ isXML: Bool
  ) throws(Refusal) -> String {
    guard let value else { throw Refusal(.tokenMissingMember, "\(name) is missing.") }
    if value.isNull { throw Refusal(.tokenNullMember, "\(name) is null.") }
    guard let text = value.stringValue else {
      throw Refusal(.tokenNonTextMember, "\(name) is not a text.")
    }
    let rest = trimmed(text, isXML)
    if rest.utf8.isEmpty, !mayBeEmpty(name) {
      throw Refusal(.tokenEmptyMember, "\(name) is empty.")
    }
    return rest
  }
}
