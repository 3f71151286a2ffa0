internal import OSSCredentials
internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// Answers of OSS: what they say, and what to do about them.
extension ReferenceAnswers {
  /// Reads an error body, or the header in place of one, and shows every member.
  func errorBody() throws(InputRefusal) -> Answer {
    let error = try serverError()
    let texts = [
      ("code", error.code), ("message", error.message), ("requestId", error.requestID),
      ("hostId", error.hostID), ("ec", error.ec), ("recommendDoc", error.recommendedDocument),
      ("accessKeyId", error.accessKeyID), ("signatureProvided", error.signatureProvided),
    ]
    let numbers = [
      ("requestTime", error.requestTime?.seconds), ("serverTime", error.serverTime?.seconds),
      ("skewSeconds", error.clockSkewSeconds),
      ("maxSkewMilliseconds", error.maximumSkewMilliseconds),
    ]
    var members: JSONObject = [:]
    for (name, text) in texts { members[name] = text.map { .string($0) } }
    members["stringToSign"] = error.stringToSign.map { JSONValue(protocolText: $0) }
    members["stringToSignAgreement"] = error.stringToSignAgreement.map { .string($0.rawValue) }
    members["canonicalRequest"] = error.canonicalRequest.map { JSONValue(protocolText: $0) }
    for (name, number) in numbers { members[name] = number.map { .number(JSONNumber($0)) } }
    for (name, text) in [
      ("bucket", error.bucket), ("method", error.method), ("endpoint", error.endpoint),
    ] { members[name] = text.map { .string($0) } }
    members["members"] = .array(
      error.members.map { .array([.string($0.name), .string($0.text)]) })
    return Answer(members: members)
  }

  /// The error that the input holds, as a body or as a header, never as both.
  private func serverError() throws(InputRefusal) -> ServerError {
    let ec = try reader.text("ecHeader", orRefuseAs: .invalidInput)
    let body = try reader.bytes("body")
    guard try (body == nil) != (reader.bytes("header") == nil) else {
      throw InputRefusal(.invalidInput, "The input has neither or both of 'body' and 'header'.")
    }
    let header = try reader.text("header", orRefuseAs: .invalidErrorBody) ?? ""
    do {
      if let body { return try ServerError(xml: body.span, ecHeader: ec) }
      return try ServerError(base64Header: header, ecHeader: ec)
    } catch {
      throw InputRefusal(.invalidErrorBody, error.description)
    }
  }

  /// Learns from an answer how far the clock is off.
  func clockOffset() throws(InputRefusal) -> Answer {
    let status = try reader.requiredInteger("status")
    let known = try reader.offset()
    let learned = ClockOffset.learned(
      from: try serverAnswer(status), of: try reader.choice("source"),
      deviceTime: try reader.requiredMoment("deviceTime"), known: known)
    return Answer(members: [
      "offset": .number(JSONNumber((learned ?? known).span.milliseconds)),
      "learned": .bool(learned != nil),
    ])
  }

  /// Says what to do about a refusal.
  func errorAction() throws(InputRefusal) -> Answer {
    var answer: ServerAnswer?
    if let status = try reader.integer("status") { answer = try serverAnswer(status) }
    let action = ErrorAction.due(
      after: answer, credential: try reader.choice("credential"),
      tried: try reader.choices("tried"))
    return Answer(members: ["action": .string(action.rawValue)])
  }

  private func serverAnswer(_ status: Int64) throws(InputRefusal) -> ServerAnswer {
    ServerAnswer(
      status: Int(clamping: status), body: try reader.bytes("body"),
      errorHeader: try reader.text("header", orRefuseAs: .invalidInput),
      ecHeader: try reader.text("ecHeader", orRefuseAs: .invalidInput),
      date: try reader.text("date", orRefuseAs: .invalidInput),
      age: try reader.text("age", orRefuseAs: .invalidInput))
  }

  /// Says whether an answer to a presigned request is a success.
  func responseVerdict() throws(InputRefusal) -> Answer {
    let status = try reader.requiredInteger("status")
    let verdict = ResponseVerdict(
      status: Int(clamping: status), body: try reader.bytes("body"))
    guard case .failure(let text) = verdict else {
      return Answer(members: ["verdict": "success"])
    }
    var members: JSONObject = ["verdict": "failure"]
    members["text"] = text.map { .string($0) }
    return Answer(members: members)
  }

  func contentType() throws(InputRefusal) -> Answer {
    let path = try reader.text("filePath", orRefuseAs: .invalidInput)
    let name = try reader.text("uploadName", orRefuseAs: .invalidInput)
    let type = ContentType.of(filePath: path, uploadName: name)
    return Answer(members: ["contentType": .string(type)])
  }
}
