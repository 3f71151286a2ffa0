internal import OSSJSON
public import OSSPrimitives
public import OSSServices
internal import OSSSigning

/// What STS answers to AssumeRole: a token, and whose role it is.
///
/// The reading is strict, as that of a token response is (spec/sts.md): an answer is a whole token
/// that has not expired, or it is refused with a reason. It is a function of its arguments.
///
///     let answer = try AssumeRoleResponse(
///       body.span, format: .xml, httpStatus: status, at: now)
public struct AssumeRoleResponse: Equatable, Sendable {
  /// The token, which has an expiration.
  public let token: FederationToken
  /// The role's session; nil where the answer does not name it.
  public let role: AssumedRole?
  /// The ID under which Alibaba Cloud finds the call again; nil where the answer has none.
  public let requestID: String?

  /// How many bytes of a body are read (ROLE-RSP-9).
  public static let maximumByteCount = TokenResponse.maximumByteCount

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - body: the body of the answer as it came.
  ///   - format: the format that the call asked for; it is not guessed (ROLE-RSP-1).
  ///   - httpStatus: the status of the answer; nil where no HTTP was involved.
  ///   - now: the present moment; nil where it is not known, and expiry is not judged.
  /// - Throws: a ``TokenResponseError`` that says what is wrong with the answer, and what STS says
  ///   of its own error; it shows neither a secret nor a token.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    _ body: Span<UInt8>, format: RPCRequest.Format, httpStatus: Int?, at now: Moment?
  ) throws(TokenResponseError) {
    try self.init(of: Bytes(copying: body), format: format, httpStatus: httpStatus, at: now)
  }
}

extension AssumeRoleResponse: Redacted {
  /// The role's ARN and the request ID; never the secret, never the token.
  public var description: String {
    "AssumeRoleResponse(role: \(role?.arn?.shown ?? "-"), requestID: \(requestID?.shown ?? "-"))"
  }
}

/// The session of a role, as STS names it in its answer (ROLE-RSP-12).
public struct AssumedRole: Equatable, Sendable {
  /// The ARN of the session, such as `acs:ram::123456789012****:role/oss/app`.
  public let arn: String?
  /// The ID of the role, a colon and the name of the session.
  public let id: String?
}

extension AssumeRoleResponse {
  /// Reads an answer, step by step in the order of ROLE-RSP-14: another status than 200 is refused
  /// (ROLE-RSP-7), and so is an answer that lacks a member or has expired (ROLE-RSP-15).
  init(
    of body: Bytes, format: RPCRequest.Format, httpStatus: Int?, at now: Moment?
  ) throws(TokenResponseError) {
    if let httpStatus, httpStatus != 200 {
      throw .httpStatus(httpStatus, Self.serverError(in: body, format))
    }
    let answer = try Self.object(in: body, format)
    if let fault = TokenBodyStatus.fault(in: answer) { throw fault }
    guard answer["Credentials"] != nil else { throw .missingMember("Credentials") }
    token = try TokenReader.token(in: try TokenLayout(of: answer), at: now)
    role = AssumedRole(answer["AssumedRoleUser"]?.objectValue)
    requestID = answer.presentText("RequestId")
  }

  /// The object of an answer (ROLE-RSP-2), or the one that its XML means (ROLE-RSP-3).
  private static func object(
    in body: Bytes, _ format: RPCRequest.Format
  ) throws(TokenResponseError) -> JSONObject {
    switch format {
    case .json: return try TokenReader.object(in: body)
    case .xml:
      let document: XMLDocument
      do {
        document = try AssumeRoleMarkup.document(in: body)
      } catch {
        throw .notXML(error.withoutForeignName)
      }
      if let fault = AssumeRoleMarkup.fault(in: document) { throw fault }
      return try TokenReader.object(of: .object(try AssumeRoleMarkup.object(of: document)))
    }
  }

  /// What STS says of its error.
  private static func serverError(
    in body: Bytes, _ format: RPCRequest.Format
  ) -> TokenServerError? {
    switch format {
    case .json: return TokenServerError(body: body)
    case .xml:
      guard let document = try? AssumeRoleMarkup.document(in: body) else { return nil }
      return TokenServerError(AssumeRoleMarkup.texts(of: document))
    }
  }
}

extension AssumedRole {
  /// Reads the session of an answer; nil where it has neither member (ROLE-RSP-12).
  init?(_ object: JSONObject?) {
    guard let object else { return nil }
    arn = object.presentText("Arn") ?? object.presentText("arn")
    id = object.presentText("AssumedRoleId") ?? object.presentText("AssumedRoleUserId")
    if arn == nil, id == nil { return nil }
  }
}

extension ErrorBodyError {
  /// The error without the name of the root, which is a piece of the body (TOK-SEC-1).
  fileprivate var withoutForeignName: ErrorBodyError {
    guard case .unexpectedRoot(_, let offset) = self else { return self }
    return .unexpectedRoot("\u{2026}", offset: offset)
  }
}

extension JSONObject {
  /// The text of a member without outer white space; nil where it is not a text or is empty.
  fileprivate func presentText(_ name: String) -> String? {
    guard let text = self[name]?.stringValue else { return nil }
    let trimmed = OuterWhiteSpace.trimmed(text)
    return trimmed.utf8.isEmpty ? nil : trimmed
  }
}

/// What an answer of STS in XML means: the object that the same answer is in JSON.
enum AssumeRoleMarkup {
  /// The root of an answer that holds a token.
  static let root = "AssumeRoleResponse"
  /// The root of an answer that reports an error.
  static let errorRoot = "Error"
  /// The elements that stand for objects.
  private static let objects = ["Credentials", "AssumedRoleUser"]

  /// Reads the elements of an answer, their texts as those of an error are (ROLE-RSP-3, ROLE-RSP-5,
  /// ROLE-RSP-9).
  static func document(in body: Bytes) throws(ErrorBodyError) -> XMLDocument {
    try XMLDocument(body, roots: [root, errorRoot])
  }

  /// The error that a document reports; nil where it reports no error (ROLE-RSP-8).
  ///
  /// Each `Code` is judged, so that one that says `Success` hides no other.
  static func fault(in document: XMLDocument) -> TokenResponseError? {
    let codes = document.elements.filter { $0.path.hasSameBytes(as: "Code") }
    let wrong = codes.first { $0.holdsElements || !$0.decoded.hasSameBytes(as: "Success") }
    guard wrong != nil || document.root.hasSameBytes(as: errorRoot) else { return nil }
    var said = texts(of: document)
    // The error is named by the code that reports it, not by one before it.
    if let wrong { said["Code"] = wrong.holdsElements ? nil : .string(wrong.decoded) }
    let value = wrong.flatMap { Int64(decimal: $0.decoded) }
    // What is said is kept without the secret and the token; of two nobody knows which it repeats.
    guard let answer = try? object(of: document) else {
      return .bodyStatus(member: "Code", value: value, nil)
    }
    said["Credentials"] = answer["Credentials"]
    return .bodyStatus(member: "Code", value: value, TokenServerError(said))
  }

  /// The object of a document: names are compared byte by byte, those of other elements are passed
  /// over (ROLE-RSP-4, ROLE-RSP-17, ROLE-RSP-16). Refused where a part of it is there twice (ROLE-RSP-10).
  static func object(of document: XMLDocument) throws(TokenResponseError) -> JSONObject {
    if let name = repeatedPart(of: document) { throw .torn(name, name) }
    var result: JSONObject = [:]
    for element in document.elements {
      let (parent, name) = element.names
      guard let name else { continue }
      guard let parent else {
        if result[name] == nil { result[name] = value(of: element, named: name) }
        continue
      }
      guard var object = result[parent]?.objectValue, object[name] == nil else { continue }
      object[name] = element.holdsElements ? .object([:]) : .string(element.decoded)
      result[parent] = .object(object)
    }
    return result
  }

  /// The members of a document that are texts.
  static func texts(of document: XMLDocument) -> JSONObject {
    var result: JSONObject = [:]
    for element in document.elements where !element.holdsElements {
      let (parent, name) = element.names
      if parent == nil, let name, result[name] == nil { result[name] = .string(element.decoded) }
    }
    return result
  }

  /// What an element in the root means: an object if its name is that of one and it has no
  /// text of its own (ROLE-RSP-11).
  private static func value(of element: XMLDocument.Element, named name: String) -> JSONValue {
    let isObject = objects.contains { $0.hasSameBytes(as: name) } && element.isBlank
    if isObject || element.holdsElements && element.isBlank { return .object([:]) }
    return .string(element.decoded)
  }

  /// The first part that is there twice (ROLE-RSP-10).
  private static func repeatedPart(of document: XMLDocument) -> String? {
    let names = TokenNames.pascalCase.inOrder
    for (path, name) in ["Credentials", "StatusCode", "statusCode"].map({ ($0, $0) })
      + names.map({ ("Credentials/\($0)", $0) })
    where document.elements.count(where: { $0.path.hasSameBytes(as: path) }) > 1 {
      return name
    }
    return nil
  }
}

extension XMLDocument.Element {
  /// The text.
  fileprivate var decoded: String { String(decoding: text, as: UTF8.self) }

  /// Whether there is nothing but white space in it, elements aside.
  fileprivate var isBlank: Bool { text.allSatisfy { XMLWhiteSpace.contains($0) } }

  /// The name of the element around it, nil where that is the root, and its own; no name for one
  /// that is deeper.
  fileprivate var names: (parent: String?, name: String?) {
    let parts = path.pieces(at: "/")
    switch parts.count {
    case 1: return (nil, path)
    case 2: return (parts[0], parts[1])
    default: return (nil, nil)
    }
  }
}
