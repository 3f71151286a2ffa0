internal import OSSPrimitives

/// What the body of an answer says of its own success (TOK-STAT-2 to TOK-STAT-7).
enum TokenBodyStatus {
  /// The first status that is not that of a success; nil where none is there or all are right.
  static func fault(in answer: JSONObject) -> TokenResponseError? {
    for name in ["StatusCode", "statusCode"] {
      guard let value = answer[name] else { continue }
      if !isSuccess(value) { return fault(name, value, answer) }
    }
    guard let code = answer["Code"] else { return nil }
    return code == "Success" ? nil : fault("Code", code, answer)
  }

  /// Whether a status is the number 200 or the text "200", as it is written.
  private static func isSuccess(_ value: JSONValue) -> Bool { value == 200 || value == "200" }

  private static func fault(
    _ name: String, _ value: JSONValue, _ answer: JSONObject
  ) -> TokenResponseError {
    // A text is shown as the number that it is, or not at all.
    let number = value.integerValue ?? value.stringValue.flatMap { Int64($0) }
    return .bodyStatus(member: name, value: number, TokenServerError(answer))
  }
}
