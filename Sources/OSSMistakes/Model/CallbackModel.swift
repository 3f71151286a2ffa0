package import OSSPrimitives
internal import OSSVectors

/// Callbacks after an upload (callback.md): what asks for one. The files in Callbacks/ verify one.
package struct CallbackModel: Sendable {
  /// What a callback is asked for with.
  package struct Wish: Sendable {
    var urls: [String]
    var body: String
    var host: String?
    var bodyType: String?
    var sendsServerName: Bool?
  }

  /// A member of a JSON object, or a field of a form.
  package typealias Member = (name: String, value: JSONValue)

  // What is taken of the input, before anything is refused

  package var given: @Sendable (Wish) -> Wish = { $0 }
  /// CALL-VAR-2: the name of a variable.
  package var variableName: @Sendable (String) -> String = { $0 }

  // Asking for a callback

  /// CALL-PAR-1, CALL-VAR-1: the base64 text of the JSON.
  package var parameter: @Sendable (Bytes, PrimitiveModel) -> String = { $1.base64($0) }
  /// CALL-PAR-2, CALL-PAR-3: the members in their order.
  package var members: @Sendable (Wish, _ urls: JSONValue) -> [Member] = { wish, urls in
    var members: [Member] = [("callbackUrl", urls)]
    if let host = wish.host { members.append(("callbackHost", .string(host))) }
    members.append(("callbackBody", .string(wish.body)))
    if let type = wish.bodyType { members.append(("callbackBodyType", .string(type))) }
    if let sends = wish.sendsServerName { members.append(("callbackSNI", .bool(sends))) }
    return members
  }
  /// CALL-PAR-3, CALL-VAR-4: the object without white space.
  package var object: @Sendable ([Member], _ string: (String) -> String) -> Bytes = {
    members, string in
    let texts = members.map {
      string($0.name) + ":" + ($0.value.stringValue.map(string) ?? $0.value.compact())
    }
    return Bytes("{\(texts.joined(separator: ","))}".utf8)
  }
  /// CALL-PAR-3, FMT-FILE-2: a UTF-16 unit of a string in ASCII.
  package var unit: @Sendable (UInt16) -> String = JSONUnit.text
  /// CALL-PAR-4.
  package var urls: @Sendable ([String]) -> JSONValue = { .string($0.joined(separator: ";")) }

  // Variables of the app

  /// CALL-VAR-1, CALL-VAR-4: the members of the object of the variables.
  package var variables: @Sendable ([Member]) -> [Member] = { $0 }
  /// CALL-VAR-3: the fields of a form.
  package var fields: @Sendable ([Member]) -> [Member] = { $0 }

  // Refusals

  /// CALL-REF-1, CALL-PAR-4.
  package var isCount: @Sendable (Int) -> Bool = { 1...5 ~= $0 }
  /// CALL-REF-1, given the index of the URL.
  package var isURL: @Sendable (String, Int) -> Bool = { url, _ in CallbackURL.isURL(url) }
  /// CALL-REF-2.
  package var isBody: @Sendable (String) -> Bool = { !$0.utf8.isEmpty }
  /// CALL-REF-2: each `${` has a name and `}`.
  package var hasReferences: @Sendable (String) -> Bool = { body in
    var rest = Bytes(body.utf8)[...]
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
  /// CALL-REF-4: whether a parameter may be sent, given the JSON that it encodes.
  package var isShort: @Sendable (_ parameter: String, _ json: Bytes) -> Bool = { parameter, _ in
    parameter.utf8.count <= 5120
  }
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
    let (members, variables) = (try readMembers(input, model), try readVariables(input, model))
    var answer: JSONObject = ["callback": .string(members)]
    if try input.flag("form") == true {
      answer["fields"] = .array(fields(variables).map { .array([.string($0.name), $0.value]) })
    } else if !variables.isEmpty {
      let json = object(self.variables(variables), string)
      answer["callbackVar"] = .string(parameter(json, model.primitives))
    }
    return Answer(members: answer)
  }

  /// A JSON string.
  private func string(_ text: String) -> String { "\"" + text.utf16.map(unit).joined() + "\"" }

  /// The parameter of the callback.
  private func readMembers(_ input: InputReader, _ model: Model) throws(Refusal) -> String {
    var urls: [String] = []
    for element in try input.elements("callbackUrl") {
      urls.append(try InputReader.text(element, "callbackUrl", orRefuseAs: .invalidCallback))
    }
    let body = try input.text("callbackBody", orRefuseAs: .invalidCallback) ?? ""
    let host = try input.text("callbackHost", orRefuseAs: .invalidCallback)
    let type = try input.text("callbackBodyType", orRefuseAs: .invalidCallback)
    if let type, !isBodyType(type) { throw Refusal(.invalidCallback, "Not a form or JSON.") }
    let wish = given(
      Wish(
        urls: urls, body: body, host: host, bodyType: type,
        sendsServerName: try input.flag("callbackSNI")))
    let json = object(members(wish, self.urls(wish.urls)), string)
    let parameter = parameter(json, model.primitives)
    guard isCount(wish.urls.count), wish.urls.enumerated().allSatisfy({ isURL($1, $0) }),
      isHost(wish.host ?? ""), isBody(wish.body), hasReferences(wish.body),
      isShort(parameter, json)
    else { throw Refusal(.invalidCallback, "The callback is invalid.") }
    return parameter
  }

  private func readVariables(_ input: InputReader, _ model: Model) throws(Refusal) -> [Member] {
    let given = try input.namedValues("variables", orRefuseAs: .invalidCallbackVar)
    var names: [String] = []
    for variable in given {
      let name = variableName(variable.name)
      if !isVariable(name) || !mayFollow(name, names) {
        throw Refusal(.invalidCallbackVar, "The variable \(name) is invalid.")
      }
      names.append(name)
    }
    let members = zip(names, given).map { Member($0, .string($1.value ?? "")) }
    let json = object(members, string)
    guard isShort(parameter(json, model.primitives), json) else {
      throw Refusal(.invalidCallback, "The variables are too long.")
    }
    return members
  }
}

/// The URL of an app's server.
enum CallbackURL {
  /// CALL-REF-1: visible ASCII without `;`, a scheme or none, a host and a port, and nothing more or
  /// a text that begins with `/`, `?` or `#`.
  static func isURL(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ";") }) else {
      return false
    }
    let scheme = ["http://", "https://"].first { text.asciiLowercased.hasPrefix($0) } ?? ""
    let place = text.utf8.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) }
    return HostAndPort(Bytes(place)) != nil
  }
}

/// The escapes of FMT-FILE-2.
enum JSONUnit {
  static func text(_ unit: UInt16) -> String {
    let letters: [UInt16: String] = [
      0x22: "\"", 0x5C: "\\", 0x08: "b", 0x09: "t", 0x0A: "n", 0x0C: "f", 0x0D: "r",
    ]
    if let letter = letters[unit] { return "\\" + letter }
    if 0x20...0x7E ~= unit { return String(decoding: [UInt8(unit)], as: UTF8.self) }
    let bytes: Bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    return "\\u" + Hexadecimal.encode(bytes.span)
  }
}
