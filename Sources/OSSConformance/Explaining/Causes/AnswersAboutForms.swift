/// What answers say about upload forms and callbacks.
extension AnswerRule {
  static let ofForms: [AnswerRule] = [
    AnswerRule(
      .fieldMissing, phrases: ["post must contain"], ecs: ["0002-00000702", "0002-00000706"]),
    AnswerRule(
      .policyExpired, phrases: ["policy expired"], ecs: ["0006-00000213"]),
    AnswerRule(
      .policyOfForm, phrases: ["policy condition failed"], ecs: ["0006-0000022"]),
    AnswerRule(
      .policyMalformed, codes: ["InvalidPolicyDocument"],
      ecs: ["0006-0000020", "0006-0000021"]),
    AnswerRule(.policyOfForm, phrases: ["invalid according to policy"]),
    AnswerRule(
      .formMalformed,
      codes: [
        "MalformedPOSTRequest", "IncorrectNumberOfFilesInPOSTRequest", "FieldItemTooLong",
        "RequestIsNotMultiPartContent", "MaxPOSTPreDataLengthExceededError",
      ],
      phrases: ["well-formed multipart/form-data", "requires exactly one file upload"],
      ecs: ["0006-000001"]),
  ]

  static let ofCallbacks: [AnswerRule] = [
    AnswerRule(
      .callbackPrivate, phrases: ["private address is forbidden"],
      ecs: ["0007-00000007", "0007-00000008"]),
    AnswerRule(
      "callback-answer-malformed", "The server of the app answers the callback with no JSON.",
      phrases: [
        "response body is not valid json", "not valid json format", "too long content-length",
      ],
      ecs: ["0007-00000205"],
      change: "Answer 200 with a body that is JSON and with its Content-Length, also where the app "
        + "fails; send such a POST to the server yourself."),
    AnswerRule(
      "callback-malformed", "The callback that the request asks for is no callback.",
      phrases: ["callback configuration is not json", "callback is not json", "invalid callback"],
      ecs: ["0007-000000"],
      change: "Send the base64 text of JSON with callbackUrl and callbackBody, in x-oss-callback "
        + "or in the parameter callback, not in both."),
    AnswerRule(
      "callback-too-slow", "The server of the app does not answer the callback in 5 seconds.",
      phrases: ["cost too long time"],
      change: "Answer at once and do the work afterwards; the upload itself is accepted."),
    AnswerRule(
      "callback-answered-otherwise",
      "The server of the app answers the callback with a redirect or an error of its own.",
      phrases: ["error status : 3", "error status : 4", "error status : 500"],
      change: "Have its URL answer 200 to a POST without a login, a token against CSRF or a "
        + "redirect; send such a POST yourself, and read the log of the server."),
    AnswerRule(
      .callbackFailed, codes: ["CallbackFailed"], phrases: ["error status :", "your callbackurl"],
      ecs: ["0007-"]),
  ]
}
