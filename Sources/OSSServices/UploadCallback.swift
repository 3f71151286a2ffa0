internal import OSSJSON
public import OSSPrimitives
internal import OSSSigning

/// What OSS is asked to send to an app's server after an upload: the callback parameter (CALL-PAR).
public struct UploadCallback: Sendable {
  /// How the body of the callback is written; OSS takes no other type (CALL-REF-9).
  public enum BodyType: String, Hashable, Sendable, CaseIterable {
    /// As a form; OSS percent-encodes what it puts in for variables.
    case form = "application/x-www-form-urlencoded"
    /// As JSON; OSS writes what it puts in for variables as JSON values.
    case json = "application/json"
  }

  /// The most URLs that OSS tries.
  public static let greatestURLCount = 5
  /// The most bytes of the parameter as it is sent.
  public static let greatestByteCount = 5 << 10

  /// Where OSS sends the callback: one URL after the other, until one answers.
  public let urls: [String]
  /// The value of the `Host` header that OSS sends; nil for the host of the URL.
  public let host: String?
  /// The body, with `${…}` for variables.
  public let body: String
  /// How the body is written; nil for a form, which OSS takes then.
  public let bodyType: BodyType?
  /// Whether OSS names the host when it opens an encrypted connection; nil for no.
  public let sendsServerName: Bool?

  /// Makes a callback that OSS takes.
  ///
  /// - Parameters:
  ///   - urls: 1 to 5 URLs, percent-encoded, with or without a scheme.
  ///   - host: the value of the `Host` header that OSS sends.
  ///   - body: the body, with `${…}` for variables, such as `object=${object}&id=${x:id}`.
  ///   - bodyType: how the body is written.
  ///   - sendsServerName: whether OSS names the host when it opens an encrypted connection.
  /// - Throws: ``CallbackError``, which names the part at fault.
  /// - Complexity: O(*n*) in the length of the parts.
  public init(
    urls: [String], host: String? = nil, body: String, bodyType: BodyType? = nil,
    sendsServerName: Bool? = nil
  ) throws(CallbackError) {
    self.urls = urls
    self.host = host
    self.body = body
    self.bodyType = bodyType
    self.sendsServerName = sendsServerName
    // The parts, and then the parameter that they make (CALL-REF-1, CALL-REF-2, CALL-REF-3,
    // CALL-REF-4).
    try CallbackRules.check(urls: urls)
    if let host, let fault = host.firstByte(where: { $0.breaksLine }) {
      throw .invalidHost(offset: fault.offset)
    }
    try CallbackRules.check(body: body)
    try CallbackRules.check(parameter: parameter)
  }

  /// The JSON of the callback: an object with its members in this order and no white space
  /// (CALL-PAR-2, CALL-PAR-3).
  ///
  /// The URLs are one text (CALL-PAR-4). Of the other members those that are given are written
  /// (CALL-PAR-7), the last one as a truth value (CALL-PAR-6).
  public var json: Bytes {
    var object = JSONObject()
    object["callbackUrl"] = .string(urls.joined(separator: ";"))
    if let host { object["callbackHost"] = .string(host) }
    object["callbackBody"] = .string(body)
    if let bodyType { object["callbackBodyType"] = .string(bodyType.rawValue) }
    if let sendsServerName { object["callbackSNI"] = .bool(sendsServerName) }
    return Bytes(JSONValue.object(object).compact().utf8)
  }

  /// The value of the parameter `callback`, of the header `x-oss-callback` and of the form field
  /// `callback`: the base64 text of the JSON (CALL-PAR-1, CALL-PAR-5).
  public var parameter: String { Base64.encode(json.span) }
}

extension UploadCallback: Equatable {
  /// Whether both are written with the same bytes.
  public static func == (left: Self, right: Self) -> Bool { left.json == right.json }
}

/// The values of an app's own variables in a callback: the parameter `callback-var` (CALL-VAR).
public struct CallbackVariables: Sendable {
  /// One variable.
  public struct Variable: Sendable {
    /// The name, which begins with `x:`.
    public let name: String
    /// The value as text.
    public let value: String
  }

  /// The variables in their order.
  public let variables: [Variable]

  /// Makes variables that OSS takes.
  ///
  /// - Parameter variables: names and values. A name is `x:` and lower-case letters, digits, `_`,
  ///   `-` and `.`, and is there once.
  /// - Throws: ``CallbackError``, which names the variable at fault.
  /// - Complexity: O(*n*) in the length of the variables.
  public init(_ variables: [(name: String, value: String)]) throws(CallbackError) {
    self.variables = variables.map { Variable(name: $0.name, value: $0.value) }
    var seen = NameSet()
    for variable in variables {
      try CallbackRules.check(variable: variable.name)
      if !seen.insert(variable.name) {
        throw .repeatedVariable(variable.name)
      }
    }
  }

  /// The JSON of the variables in the order given, without white space (CALL-VAR-1, CALL-VAR-4).
  public var json: Bytes {
    let members = variables.map { JSONMember(name: $0.name, value: .string($0.value)) }
    return Bytes(JSONValue.object(JSONObject(members)).compact().utf8)
  }

  /// The value of the parameter `callback-var` and of the header `x-oss-callback-var`: the base64
  /// text of the JSON.
  ///
  /// - Throws: ``CallbackError/tooLong(byteCount:)`` for more than 5120 bytes (CALL-REF-4). Fields of a
  ///   form may have more.
  public var parameter: String {
    get throws(CallbackError) {
      let text = Base64.encode(json.span)
      try CallbackRules.check(parameter: text)
      return text
    }
  }

  /// The variables as fields of an upload form, which has no `callback-var` (CALL-VAR-3).
  public var formFields: [FormField] { variables.map { FormField($0.name, $0.value) } }
}

extension CallbackVariables: Equatable {
  /// Whether both are written with the same bytes.
  public static func == (left: Self, right: Self) -> Bool { left.json == right.json }
}

/// The rules for the parts of a callback (CALL-REF).
enum CallbackRules {
  /// Refuses no URL, more than 5 (CALL-PAR-4), and one that OSS does not call (CALL-REF-1).
  static func check(urls: [String]) throws(CallbackError) {
    if !(1...UploadCallback.greatestURLCount).contains(urls.count) {
      throw .urlCount(urls.count)
    }
    for (index, url) in urls.enumerated() {
      let bytes = url.bytes
      if bytes.isEmpty { throw .invalidURL(index: index, offset: 0) }
      // Visible ASCII but the semicolon, which is between two URLs.
      if let offset = bytes.firstIndex(where: { !(0x21...0x7E ~= $0) || $0 == 0x3B }) {
        throw .invalidURL(index: index, offset: offset)
      }
      if let offset = placeFault(of: url) { throw .invalidURL(index: index, offset: offset) }
    }
  }

  /// Where a URL has another scheme, no host or no good port (CALL-REF-1); nil if it is good.
  private static func placeFault(of text: String) -> Int? {
    let url = text.lowercasedBytes
    var start = 0
    for scheme in ["http://", "https://"] where url.begins(with: scheme) {
      start = scheme.utf8.count
    }
    let end = url[start...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? url.count
    var reader = EndpointReader(url[start..<end])
    do throws(SigningError) {
      _ = try reader.readHost()
      _ = try reader.readPort()
      return nil
    } catch {
      switch error {
      case .invalidEndpoint(.host(let offset)): return start + offset
      // From its colon on.
      case .invalidEndpoint(.port(let offset)): return start + offset - 1
      default: return start
      }
    }
  }

  /// Refuses a parameter that is longer than OSS takes (CALL-REF-4).
  static func check(parameter: String) throws(CallbackError) {
    let count = parameter.utf8.count
    if count > UploadCallback.greatestByteCount { throw .tooLong(byteCount: count) }
  }

  /// Refuses an empty body, and a `${` without its `}` or with nothing in it (CALL-REF-2).
  static func check(body: String) throws(CallbackError) {
    let bytes = body.bytes
    if bytes.isEmpty { throw .emptyBody }
    var index = 0
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "$"), bytes[index + 1] == UInt8(ascii: "{") {
        guard let end = bytes[(index + 2)...].firstIndex(of: UInt8(ascii: "}")), end > index + 2
        else { throw .invalidVariableReference(offset: index) }
        index = end
      }
      index += 1
    }
  }

  /// Refuses a name that is not `x:` and lower-case letters, digits, `_`, `-` and `.` (CALL-VAR-2,
  /// CALL-REF-5).
  static func check(variable name: String) throws(CallbackError) {
    let bytes = name.bytes
    guard bytes.begins(with: "x:"), bytes.count > 2 else { throw .invalidVariable(name) }
    for byte in bytes[2...] {
      switch byte {
      case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E, 0x5F: continue
      default: throw .invalidVariable(name)
      }
    }
  }
}

/// A field of an upload form, before the file.
public struct FormField: Sendable {
  /// The name; OSS compares names without regard to case.
  public let name: String
  /// The value as text.
  public let value: String

  /// Makes a field of a name and a value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension FormField: Equatable {
  /// Whether name and value have the same bytes; `String` would also equate normalized forms.
  public static func == (left: Self, right: Self) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.value.hasSameBytes(as: right.value)
  }
}

extension FormField: Redacted {
  /// The name; never the value, which may be the token.
  public var description: String { "FormField(\(name.shown))" }
}

/// Why there is no callback for what an app asks (CALL-REF).
public enum CallbackError: Error, Equatable, Sendable {
  /// There is no URL, or there are more than 5.
  case urlCount(Int)
  /// A URL is empty, has a byte that is not visible ASCII or a semicolon, a scheme other than http
  /// and https, user information, or no good host or port.
  case invalidURL(index: Int, offset: Int)
  /// The host holds a CR, LF or NUL.
  case invalidHost(offset: Int)
  /// The body is empty.
  case emptyBody
  /// A `${` of the body, at the offset, has no name and `}` after it.
  case invalidVariableReference(offset: Int)
  /// The name of a variable is not `x:` and lower-case letters, digits, `_`, `-` and `.`.
  case invalidVariable(String)
  /// A variable is given twice.
  case repeatedVariable(String)
  /// The parameter has more than 5 KiB as it is sent.
  case tooLong(byteCount: Int)
}

extension CallbackError {
  /// The error class of the adapter protocol for this fault.
  public var code: String {
    switch self {
    case .invalidVariable, .repeatedVariable: "invalid-callback-var"
    case .urlCount, .invalidURL, .invalidHost, .emptyBody, .invalidVariableReference, .tooLong:
      "invalid-callback"
    }
  }
}

extension CallbackError: PlainError, CustomStringConvertible {
  /// One sentence that names the part at fault.
  public var description: String {
    switch self {
    case .urlCount(let count): "The callback has % URLs, where it has 1 to 5.".filled(count)
    case .invalidURL(let index, let offset):
      "The URL % of the callback is invalid at byte %.".filled(index, offset)
    case .invalidHost(let offset):
      "The host of the callback has a line end at byte %.".filled(offset)
    case .emptyBody: "The body of the callback is empty."
    case .invalidVariableReference(let offset):
      "The variable at byte % of the callback's body is not ${name}.".filled(offset)
    case .invalidVariable:
      "The name of a variable is not 'x:' and lower-case letters, digits, '_', '-' and '.'."
    case .repeatedVariable(let name): "The variable % is given twice.".filled(name.quoted)
    case .tooLong(let byteCount):
      "The parameter has % bytes, where OSS takes 5120.".filled(byteCount)
    }
  }
}
