internal import OSSPrimitives
internal import OSSVectors

extension ReferenceAdapter {
  /// The answer to the one request of a command, or the error that ends it.
  static func answer(
    toCommand operation: OSSVectors.Operation, _ input: JSONObject
  ) throws(CommandError) -> Answer {
    switch ReferenceAdapter().answer(operation, input) {
    case .ok(let answer): return answer
    case .rejected(let errorClass, let message):
      throw .refused(errorClass: errorClass, message: message)
    case .unsupported(let reason): throw .refused(errorClass: nil, message: reason)
    case .failed(let message): throw .refused(errorClass: nil, message: message)
    case .timeout, .crash: throw .refused(errorClass: nil, message: nil)
    }
  }
}

extension Answer {
  /// All of the answer as one JSON object, a line of its own.
  var text: String {
    var object = members
    if !stages.members.isEmpty { object["stages"] = .object(shownStages) }
    return String(decoding: JSONValue.object(object).canonical(), as: UTF8.self)
  }

  /// The steps without the signing key, which is as secret as what it is made of.
  var shownStages: JSONObject { JSONObject(stages.members.filter { $0.name != "signingKey" }) }
}
