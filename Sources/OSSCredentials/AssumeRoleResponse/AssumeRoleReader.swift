internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning

extension AssumeRoleResponse {
  /// Reads an answer, step by step in the order of ROLE-RSP-14.
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

  /// The object of an answer, or the one that its XML stands for.
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
  /// The text of a member without outer white space; nil where it is none or empty.
  fileprivate func presentText(_ name: String) -> String? {
    guard let text = self[name]?.stringValue else { return nil }
    let trimmed = OuterWhiteSpace.trimmed(text)
    return trimmed.utf8.isEmpty ? nil : trimmed
  }
}
