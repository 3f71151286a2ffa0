internal import OSSPrimitives
internal import OSSVectors

extension CallbackCases {
  private static let callback = "eyJjYWxsYmFja1VybCI6Imh0dHA6Ly9hIiwiY2FsbGJhY2tCb2R5IjoiYj0xIn0="
  private static let values = "eyJ4OmlkIjoiMSJ9"

  /// Requests that carry a callback, which is signed as anything else of its kind.
  static let sending: [BuiltCase] = [
    sent(
      .v1Presign, "query", "A callback in the query is not signed."
    ) { $0.query = [("callback", .string(callback))] },
    sent(
      .v1Presign, "query-with-variables", "A callback stands after its variables, or is not signed."
    ) { $0.query = [("callback-var", .string(values)), ("callback", .string(callback))] },
    sent(.v1Header, "header", "A callback in a header is not signed.") {
      $0.headers = [("x-oss-callback", .string(callback))]
    },
    sent(.v1Header, "header-with-variables", "The variables of a callback are not signed.") {
      $0.headers = [
        ("x-oss-callback", .string(callback)), ("x-oss-callback-var", .string(values)),
      ]
    },
    sent(.v1Header, "parameter-of-header", "A callback in the query of a request is not signed.") {
      $0.query = [("callback", .string(callback)), ("callback-var", .string(values))]
    },
  ]

  private static func sent(
    _ operation: OSSVectors.Operation, _ slug: String, _ comment: String,
    _ change: (inout SigningInput) -> Void
  ) -> BuiltCase {
    var input = SigningInput()
    input.method = "PUT"
    change(&input)
    return BuiltCase(
      id: "callback-sent-\(slug)", operation: operation,
      clauses: slug.contains("variables") ? ["CALL-PAR-5", "CALL-VAR-1"] : ["CALL-PAR-5"],
      comment: comment,
      input: operation == .v1Header ? input.headerInput : input.presignInput)
  }

  static let variables: [BuiltCase] = [
    asking("var-one", "CALL-VAR-1", comment: "The variables are not sent in base64.") {
      $0.variables = [("x:id", "42")]
    },
    asking("var-several", "CALL-VAR-1", "CALL-VAR-2", comment: "One of the variables is lost.") {
      $0.variables = [("x:var1", "value1"), ("x:my_var", "value2"), ("x:a-b.c", "value3")]
    },
    asking("var-none", "CALL-VAR-1", comment: "An empty object is sent without variables.") {
      $0.body = "object=${object}"
    },
    asking("var-texts", "CALL-VAR-1", comment: "A text becomes a number, a truth value or null.") {
      $0.variables = [
        ("x:n", "1"), ("x:t", "true"), ("x:z", "null"), ("x:e", ""), ("x:f", "1.50"),
        ("x:o", "{}"),
      ]
    },
    asking("var-not-ascii", "CALL-VAR-1", comment: "A value is encoded as another charset.") {
      $0.variables = [("x:name", "\u{56FE}\u{7247}e\u{301}\u{1F600}")]
    },
    asking("var-marks", "CALL-VAR-1", comment: "Marks in a value are encoded, or end it.") {
      $0.variables = [("x:q", "a\"b\\c/d&e=f+g%20\n"), ("x:s", " v ")]
    },
    asking("var-prefix", "CALL-VAR-2", comment: "The prefix x: is dropped, or added again.") {
      $0.variables = [("x:x", "1"), ("x:0", "2"), ("x:x.x", "3")]
    },
    speltVariables("order", "The variables are sorted.") {
      $0.variables = [("x:b", "1"), ("x:c", "2"), ("x:a", "3")]
    },
    speltVariables("escapes", "Slashes are escaped, or other characters in another way.") {
      $0.variables = [("x:a", "/\u{7F}\u{E9}\u{1F600}"), ("x:b", "\n\"")]
    },
  ]

  private static func speltVariables(
    _ slug: String, _ comment: String, _ change: (inout Input) -> Void
  ) -> BuiltCase {
    var result = asking("var-spelling-\(slug)", "CALL-VAR-4", comment: comment, change: change)
      .may("OSS takes any JSON; the bytes are fixed so that two implementations can be compared.")
    result.exact = ["callback", "callbackVar"]
    return result
  }

  static let forms: [BuiltCase] = [
    asking("form", "CALL-VAR-3", comment: "The variables of a form are one field, callback-var.") {
      $0.isForm = true
      $0.variables = [("x:id", "42")]
    },
    asking("form-several", "CALL-VAR-3", comment: "One of the fields is lost.") {
      $0.isForm = true
      $0.variables = [("x:b", "2"), ("x:a", "1"), ("x:empty", "")]
    },
    asking("form-values", "CALL-VAR-3", comment: "The values of the fields are encoded.") {
      $0.isForm = true
      $0.variables = [("x:name", "\u{56FE}\u{7247} +&=%41\"")]
    },
  ]
}
