internal import OSSCredentials
internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

extension ReferenceAnswers {
  /// Learns from an answer how far the clock is off.
  func clockOffset() throws(Refusal) -> Answer {
    guard let status = try reader.integer("status") else {
      throw .shape("status", "a whole number")
    }
    let known = try reader.offset("offset") ?? .zero
    let learned = ClockOffset.learned(
      from: try serverAnswer(status), of: try reader.choice("source"),
      deviceTime: try reader.requiredMoment("deviceTime"), known: known)
    return Answer(members: [
      "offset": .number(JSONNumber((learned ?? known).span.milliseconds)),
      "learned": .bool(learned != nil),
    ])
  }

  /// Says what to do about a refusal.
  func errorAction() throws(Refusal) -> Answer {
    var answer: ServerAnswer?
    if let status = try reader.integer("status") { answer = try serverAnswer(status) }
    let action = ErrorAction.due(
      after: answer, credential: try reader.choice("credential"),
      tried: try reader.choices("tried"))
    return Answer(members: ["action": .string(action.rawValue)])
  }

  /// Says whether an answer to a presigned request is a success.
  func responseVerdict() throws(Refusal) -> Answer {
    guard let status = try reader.integer("status") else {
      throw .shape("status", "a whole number")
    }
    let verdict = ResponseVerdict(
      status: Int(clamping: status), body: try reader.bytes("body"))
    guard case .failure(let text) = verdict else {
      return Answer(members: ["verdict": "success"])
    }
    var members: JSONObject = ["verdict": "failure"]
    members["text"] = text.map { .string($0) }
    return Answer(members: members)
  }

  private func serverAnswer(_ status: Int64) throws(Refusal) -> ServerAnswer {
    ServerAnswer(
      status: Int(clamping: status), body: try reader.bytes("body"),
      errorHeader: try reader.text("header", orRefuseAs: .invalidInput),
      ecHeader: try reader.text("ecHeader", orRefuseAs: .invalidInput),
      date: try reader.text("date", orRefuseAs: .invalidInput),
      age: try reader.text("age", orRefuseAs: .invalidInput))
  }
}
