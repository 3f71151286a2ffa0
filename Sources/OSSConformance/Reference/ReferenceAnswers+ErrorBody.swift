internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  /// Reads an error body, or the header that represents one, and shows every member.
  func errorBody() throws(Refusal) -> Answer {
    Self.answer(showing: try Self.serverError(reader))
  }

  /// Every member of an error.
  private static func answer(showing error: ServerError) -> Answer {
    var members: JSONObject = [:]
    members["code"] = text(error.code)
    members["message"] = text(error.message)
    members["requestId"] = text(error.requestID)
    members["hostId"] = text(error.hostID)
    members["ec"] = text(error.ec)
    members["recommendDoc"] = text(error.recommendedDocument)
    members["accessKeyId"] = text(error.accessKeyID)
    members["signatureProvided"] = text(error.signatureProvided)
    members["stringToSign"] = text(error.stringToSign)
    members["stringToSignAgreement"] = text(error.stringToSignAgreement?.rawValue)
    members["canonicalRequest"] = text(error.canonicalRequest)
    members["requestTime"] = number(error.requestTime?.seconds)
    members["serverTime"] = number(error.serverTime?.seconds)
    members["skewSeconds"] = number(error.clockSkewSeconds)
    members["maxSkewMilliseconds"] = number(error.maximumSkewMilliseconds)
    members["bucket"] = text(error.bucket)
    members["method"] = text(error.method)
    members["endpoint"] = text(error.endpoint)
    members["members"] = .array(
      error.members.map { .array([.string($0.name), .string($0.text)]) })
    return Answer(members: members)
  }

  /// The error that the input holds, as a body or as a header, never as both.
  static func serverError(_ input: InputReader) throws(Refusal) -> ServerError {
    let body = try input.bytes("body")
    let header = try input.text("header", orRefuseAs: .invalidErrorBody)
    let ec = try input.text("ecHeader", orRefuseAs: .invalidErrorBody)
    do {
      switch (body, header) {
      case (let body?, nil): return try ServerError(xml: body.span, ecHeader: ec)
      case (nil, let header?): return try ServerError(base64Header: header, ecHeader: ec)
      default: break
      }
    } catch {
      throw Refusal(error)
    }
    throw Refusal(.invalidInput, "The input has neither or both of 'body' and 'header'.")
  }

  private static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }

  /// Bytes as the protocol writes them: text, or base64 where they are not UTF-8.
  private static func text(_ bytes: Bytes?) -> JSONValue? {
    bytes.map { JSONValue(protocolText: $0) }
  }

  private static func number(_ value: Int64?) -> JSONValue? {
    value.map { .number(JSONNumber($0)) }
  }
}
