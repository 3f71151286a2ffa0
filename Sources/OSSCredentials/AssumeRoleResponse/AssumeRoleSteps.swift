package import OSSPrimitives
package import OSSSigning

/// The steps from an answer of STS to a token.
///
/// They are members, so that a reader with one known mistake differs in one of them.
package struct AssumeRoleSteps: Sendable {
  /// The steps that the answers of token servers have, too.
  package var tokens: TokenSteps
  /// The elements of an answer in XML (ROLE-RSP-3, ROLE-RSP-9).
  package var document: @Sendable (Bytes) -> Result<XMLDocument, ErrorBodyError>
  /// The error that a document tells of; nil where it tells of none (ROLE-RSP-8).
  package var fault: @Sendable (XMLDocument) -> TokenResponseError?
  /// The object that the elements stand for (ROLE-RSP-3, ROLE-RSP-10).
  package var object: @Sendable (XMLDocument) -> Result<JSONObject, TokenResponseError>

  /// The steps as the specification has them.
  package static let standard = AssumeRoleSteps(
    tokens: tokens,
    document: { bytes in
      Result { () throws(ErrorBodyError) in
        try XMLDocument(bytes, roots: [AssumeRoleMarkup.root, AssumeRoleMarkup.errorRoot])
      }
    },
    fault: { AssumeRoleMarkup.fault(in: $0) },
    object: { AssumeRoleMarkup.object(of: $0) })

  /// The steps of token servers, but that an answer has `Credentials` (ROLE-RSP-2).
  private static var tokens: TokenSteps {
    var steps = TokenSteps.standard
    let former = steps.layout
    steps.layout = { answer in
      answer["Credentials"] == nil ? .failure(.missingMember("Credentials")) : former(answer)
    }
    return steps
  }
}

extension AssumeRoleSteps {
  /// Reads an answer, step by step in the order of ROLE-RSP-14.
  package func response(
    in body: Bytes, format: RPCRequest.Format, httpStatus: Int?, at now: UnixMilliseconds?
  ) throws(TokenResponseError) -> AssumeRoleResponse {
    if let httpStatus, !tokens.acceptsHTTPStatus(httpStatus) {
      throw .httpStatus(httpStatus, serverError(in: body, format))
    }
    let answer = try tokens.object(try value(in: body, format)).get()
    let token = try tokens.token(in: answer, at: now)
    return AssumeRoleResponse(
      token: token, role: AssumedRole(answer["AssumedRoleUser"]?.objectValue),
      requestID: answer.presentText("RequestId"))
  }

  /// The JSON of an answer, or what its XML stands for.
  private func value(
    in body: Bytes, _ format: RPCRequest.Format
  ) throws(TokenResponseError) -> JSONValue {
    switch format {
    case .json:
      return try tokens.value(in: body)
    case .xml:
      let found: XMLDocument
      do {
        found = try document(body).get()
      } catch {
        throw .notXML(error.withoutForeignName)
      }
      if let fault = fault(found) { throw fault }
      return .object(try object(found).get())
    }
  }

  /// What STS says of its error.
  private func serverError(in body: Bytes, _ format: RPCRequest.Format) -> TokenServerError? {
    switch format {
    case .json: return TokenServerError(body: body)
    case .xml:
      guard case .success(let document) = document(body) else { return nil }
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
