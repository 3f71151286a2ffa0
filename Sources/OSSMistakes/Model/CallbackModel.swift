package import OSSJSON
package import OSSPrimitives
internal import OSSVectors

/// Callbacks after an upload (callback.md): what asks for one. The files in Callbacks/ verify one.
package struct CallbackModel: Sendable {
  /// What a callback is asked for with.
  package struct Wish: Sendable {
    var urls: [String]
    var body: String
    var host: String?
  }

  // What is read of the input, before anything is refused

  package var given: @Sendable (inout Wish) -> Void = { _ in }

  // Asking for a callback

  /// CALL-PAR-1, CALL-VAR-1: the base64 text of the JSON.
  package var parameter: @Sendable (Bytes, PrimitiveModel) -> String = { $1.base64($0) }
  /// CALL-PAR-2: what is changed of the members that are given.
  package var members: @Sendable (inout JSONObject) -> Void = { _ in }
  /// CALL-PAR-3, CALL-VAR-4: the members in their order.
  package var order: @Sendable ([JSONMember]) -> [JSONMember] = { $0 }
  /// CALL-PAR-3, CALL-VAR-4: no white space.
  package var (colon, comma) = (":", ",")
  /// CALL-PAR-3, FMT-FILE-2: a character of a string, in ASCII.
  package var character: @Sendable (Unicode.Scalar) -> String = JSONCharacter.text
  /// CALL-PAR-4.
  package var urls: @Sendable ([String]) -> JSONValue = { .string($0.joined(separator: ";")) }

  // Variables of the app

  /// CALL-VAR-1: what is changed of the variables.
  package var variables: @Sendable (inout JSONObject) -> Void = { _ in }
  /// CALL-VAR-3: the fields of a form.
  package var fields: @Sendable (JSONObject, PrimitiveModel) -> JSONObject = { fields, _ in fields }

  // Refusals

  /// CALL-REF-1, CALL-PAR-4.
  package var isCount: @Sendable (Int) -> Bool = { 1...5 ~= $0 }
  /// CALL-REF-1.
  package var isURL: @Sendable (String) -> Bool = CallbackURL.isURL
  /// CALL-REF-2.
  package var isBody: @Sendable (String) -> Bool = { !$0.utf8.isEmpty }
  /// CALL-REF-2: each `${` has a name and `}`.
  package var hasReferences: @Sendable (String) -> Bool = { body in
    var rest = body.raw[...]
    while let start = rest.indices.dropLast().first(where: { rest[$0...].starts(with: "${".utf8) })
    {
      guard let end = rest[start...].firstIndex(of: UInt8(ascii: "}")), end > start + 2 else {
        return false
      }
      rest = rest[(end + 1)...]
    }
    return true
  }
  /// CALL-REF-3.
  package var isHost: @Sendable (String) -> Bool = { !$0.breaksLines }
  /// CALL-REF-4: whether a parameter may be sent.
  package var isShort: @Sendable (_ parameter: String) -> Bool = { $0.utf8.count <= 5120 }
  /// CALL-REF-5.
  package var isVariable: @Sendable (String) -> Bool = { name in
    name.utf8.starts(with: "x:".utf8) && name.utf8.count > 2
      && name.utf8.dropFirst(2).allSatisfy {
        $0.isHostByte && !(0x41...0x5A ~= $0) || $0 == UInt8(ascii: ".")
      }
  }
  /// CALL-REF-5: whether a variable may follow others.
  package var mayFollow: @Sendable (String, [String]) -> Bool = { !$1.containsBytes(of: $0) }
  /// CALL-REF-9.
  package var isBodyType: @Sendable (String) -> Bool = {
    ["application/x-www-form-urlencoded", "application/json"].containsBytes(of: $0)
  }

  /// How a callback is verified.
  package var verification = CallbackVerification()

  func answer(_ operation: OSSVectors.Operation, _ input: InputReader, _ model: Model)
    throws(Refusal) -> Answer?
  {
    if operation == .callbackVerify { return try verification.answer(input, model.primitives) }
    let callback = try readCallback(input, model.primitives)
    var variables = try readVariables(input, model.primitives)
    var answer: JSONObject = ["callback": .string(callback)]
    if try input.flag("form") == true {
      answer["fields"] = .array(
        fields(variables, model.primitives).members.map { .array([.string($0.name), $0.value]) })
    } else if !variables.members.isEmpty {
      self.variables(&variables)
      answer["callbackVar"] = .string(parameter(json(variables), model.primitives))
    }
    return Answer(members: answer)
  }

  /// CALL-PAR-3, CALL-VAR-4: an object of texts and truth values.
  func json(_ object: JSONObject) -> Bytes {
    let string = { (text: String) in "\"\(text.unicodeScalars.map(character).joined())\"" }
    let members = order(object.members).map { member in
      string(member.name) + colon + (member.value.stringValue.map(string) ?? member.value.compact())
    }
    return Bytes("{\(members.joined(separator: comma))}".utf8)
  }

  /// CALL-PAR-2, CALL-PAR-3: the parameter of the callback.
  private func readCallback(
    _ input: InputReader, _ primitives: PrimitiveModel
  ) throws(Refusal) -> String {
    var urls: [String] = []
    for element in try input.elements("callbackUrl") {
      urls.append(try InputReader.text(element, "callbackUrl", orRefuseAs: .invalidCallback))
    }
    let body = try input.text("callbackBody", orRefuseAs: .invalidCallback) ?? ""
    let host = try input.text("callbackHost", orRefuseAs: .invalidCallback)
    let type = try input.text("callbackBodyType", orRefuseAs: .invalidCallback)
    if let type, !isBodyType(type) { throw Refusal(.invalidCallback, "Not a form or JSON.") }
    let sends = try input.flag("callbackSNI")
    var wish = Wish(urls: urls, body: body, host: host)
    given(&wish)
    var members: JSONObject = ["callbackUrl": self.urls(wish.urls)]
    members["callbackHost"] = wish.host.map { .string($0) }
    members["callbackBody"] = .string(wish.body)
    members["callbackBodyType"] = type.map { .string($0) }
    members["callbackSNI"] = sends.map { .bool($0) }
    self.members(&members)
    let text = json(members)
    let parameter = parameter(text, primitives)
    guard isCount(wish.urls.count), wish.urls.allSatisfy(isURL), isHost(wish.host ?? ""),
      isBody(wish.body), hasReferences(wish.body), isShort(parameter)
    else { throw Refusal(.invalidCallback, "The callback is invalid.") }
    return parameter
  }

  private func readVariables(
    _ input: InputReader, _ primitives: PrimitiveModel
  ) throws(Refusal) -> JSONObject {
    let given = try input.namedValues("variables", orRefuseAs: .invalidCallbackVar)
    var names: [String] = []
    for variable in given {
      if !isVariable(variable.name) || !mayFollow(variable.name, names) {
        throw Refusal(.invalidCallbackVar, "The variable \(variable.name) is invalid.")
      }
      names.append(variable.name)
    }
    let variables = JSONObject(
      given.map { JSONMember(name: $0.name, value: .string($0.value ?? "")) })
    let text = json(variables)
    guard isShort(parameter(text, primitives)) else {
      throw Refusal(.invalidCallback, "The variables are too long.")
    }
    return variables
  }
}

/// The URL of an app's server.
enum CallbackURL {
  /// CALL-REF-1: visible ASCII without `;`, an optional scheme, a host, an optional port, and an
  /// optional text that begins with `/`, `?` or `#`.
  static func isURL(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ";") }) else {
      return false
    }
    let scheme = ["http://", "https://"].first { text.asciiLowercased.hasPrefix($0) } ?? ""
    let place = text.utf8.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) }
    return SigningEndpoint(authority: Bytes(place)) != nil
  }
}

/// The escapes of FMT-FILE-2.
enum JSONCharacter {
  static func text(_ character: Unicode.Scalar) -> String {
    switch character {
    case "\"", "\\": "\\\(character)"
    case " "..."~": "\(character)"
    case "\u{08}": "\\b"
    case "\t": "\\t"
    case "\n": "\\n"
    case "\u{0C}": "\\f"
    case "\r": "\\r"
    default:
      Character(character).utf16.map { unit in
        let bytes: Bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return "\\u" + bytes.hexadecimal
      }.joined()
    }
  }
}
