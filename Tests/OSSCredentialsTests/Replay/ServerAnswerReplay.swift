import OSSCredentials
import OSSPrimitives
import OSSVectors
import Testing

/// What follows from answers of OSS, done with what an app imports.
enum ServerAnswerReplay {
  static func clockOffset(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    let known = ClockOffset(.milliseconds(try input.optionalInteger("offset") ?? 0))
    let learned = ClockOffset.learned(
      from: try answer(input, status: try input.integer("status")),
      of: try #require(ClockSource(rawValue: input.string("source"))),
      deviceTime: Moment(milliseconds: try input.integer("deviceTime")), known: known)
    expected.member("offset", .number(JSONNumber((learned ?? known).span.milliseconds)))
    expected.member("learned", .bool(learned != nil))
  }

  static func action(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    let tried = try input.elements("tried").map { element in
      let name = try #require(element.stringValue)
      return try #require(ErrorAction(rawValue: name))
    }
    let action = ErrorAction.due(
      after: try input.optionalInteger("status").map { try answer(input, status: $0) },
      credential: try #require(SigningCredential(rawValue: input.string("credential"))),
      tried: tried)
    expected.member("action", .string(action.rawValue))
  }

  static func verdict(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    switch ResponseVerdict(
      status: Int(try input.integer("status")), body: try input.optionalBytes("body"))
    {
    case .success:
      expected.member("verdict", "success")
    case .failure(let text):
      expected.member("verdict", "failure")
      expected.member("text", text.map { .string($0) } ?? .null)
    }
  }

  private static func answer(_ input: VectorInput, status: Int64) throws -> ServerAnswer {
    ServerAnswer(
      status: Int(status), body: try input.optionalBytes("body"),
      errorHeader: try input.optionalString("header"),
      ecHeader: try input.optionalString("ecHeader"), date: try input.optionalString("date"),
      age: try input.optionalString("age"))
  }
}
