internal import OSSPrimitives
internal import OSSVectors

/// Mistakes with the security token, in headers and in URLs.
enum TokenMistakes {
  private static let name = "x-oss-security-token"
  private static let rows = SigningMistakes.rows
  private static let header = rows.breaking("V1-TOK-1", "V2-TOK-1", "V4-TOK-1")
    .fix("Send and sign the header x-oss-security-token as any x-oss- header.").in(.headers)
  private static let caller = rows.breaking("V1-TOK-3")
    .fix("Replace the caller's header by the token of the credentials, and sign what is sent.")
    .in(.headers)
  private static let url = rows.breaking("PRE-TOK-1", "V2-TOK-2", "V4-TOK-2")
    .fix("Add the token's parameter to the URL once, and sign it with the others.").in(.presigning)
  private static let sent: MistakeRows<SigningMistakes.Rewriting> =
    url.breaking("PRE-TOK-2", "V4-TOK-2")
    .fix("Percent-encode the token once, in the builder of the URL or in the signer.").by {
      change in
      { $0.rewriteSent({ $0.given.name.isToken }, change) }
    }
  private static let token = rows.setting(\.token)

  static let all: [Mistake] = [
    // The header of the token.
    header("token-unsigned", "The token's header is sent and not signed.")
      .fix("Add the token's header before the request is signed.")
      .seen("The header is set after the string to sign was made.", .phpV2)
      .change { $0.leavesOut { $0.name.isText(name) } },
    header("token-under-wrong-name", "The token is sent as security-token, unsigned.")
      .fix("Send and sign x-oss-security-token; security-token is its name in a URL.")
      .seen("The signer of V1 sets a header named security-token.", .pythonV2).change {
        $0.addedHeaders = {
          $1.map { $0.name.isText(name) ? SigningField("security-token", $0.value) : $0 }
        }
      },
    header("token-signed-not-sent", "The token is signed, and its header is not sent.")
      .change { $0.sentHeaders = { $1.filter { !$0.name.isText(name) } } },
    header("token-after-other-headers", "The token's line is after all other lines.")
      .fix("Sort the token's header among the others.").change {
        $0.headerPrecedes = { left, right in
          if left.name.isText(name) || right.name.isText(name) { return right.name.isText(name) }
          return left.name.precedes(right.name)
        }
      },
    header("token-percent-encoded", "The token is signed percent-encoded.") {
      $0.headerText = {
        $0.name.isText(name) ? $0.name + ":".raw + $0.value.encoded() + "\n".raw : $0.text
      }
    },
    header("token-in-resource-too", "The token of a signed header is in the resource too.")
      .breaking("V1-TOK-1").fix("Sign security-token as a subresource only if the URL carries it.")
      .in(.headersV1).change {
        $0.addedParameters = { input, _ in
          input.token.map { $0.isEmpty ? [] : [SigningField("security-token", $0)] } ?? []
        }
      },
    // A token that the caller gives as a header.
    caller(
      "token-of-caller-signed",
      "The caller's x-oss-security-token is signed, and the token of the credentials is sent."
    ) {
      $0.replaces = { !$0.isText(name) }
      $0.sentHeaders = { input, headers in
        headers.map {
          $0.name.lowerCase.isText(name) ? SigningField($0.name, input.token ?? $0.text) : $0
        }
      }
    },
    caller(
      "token-of-caller-kept",
      "The caller's x-oss-security-token is signed and sent instead of that of the credentials."
    ).breaking("V1-TOK-3", "V4-TOK-4")
      .equivalent("The rule is open, so the vectors of the clauses take this answer too.")
      .change { $0.replaces = { !$0.isText(name) } },
    caller("v4-token-beside-callers")
      .sentence("The token of the credentials is signed beside that of the caller's header.")
      .breaking("V4-TOK-4", "V4-TOK-1").in(.headersV4).change {
        $0.replaces = { !$0.isText(name) }
        $0.headerText = { $0.name.isText(name) ? $0.text + $0.text : $0.text }
      },
    // The parameter of the token.
    url("presign-token-unsigned", "The token is in the URL and not signed.")
      .fix("Add the parameter before the request is signed.")
      .seen("The parameter is added once the string to sign has been made.", .androidRead)
      .change { $0.leavesOutParameter { $0.isAdded && $0.given.name.isToken } },
    url("presign-token-not-sent", "The token is signed and not in the URL.")
      .change { $0.pieces = { $1.query.removeAll { $0.given.name.isToken } } },
    url("presign-token-left-out", "The token is neither signed nor in the URL.")
      .seen("The token is a header of the request, which the URL does not have.", .aliyungo)
      .change { $0.addedParameters = { $1.filter { !$0.name.isToken } } },
    url(
      "presign-token-under-other-name",
      "The token is the parameter x-oss-security-token with V1 and V2, security-token with V4."
    ).fix("Name the parameter security-token with V1 and V2, x-oss-security-token with V4.")
      .change {
        $0.addedParameters = { input, parameters in
          let other = SigningModel.tokenParameter(input.version == .v4 ? .v1 : .v4)
          return parameters.map { $0.name.isToken ? SigningField(other, $0.value) : $0 }
        }
      },
    url("presign-token-twice", "The token is in the URL twice.") {
      $0.pieces = { $1.query += $1.query.filter { $0.isAdded && $0.given.name.isToken } }
    },
    sent("presign-token-encoded-twice", "The token is encoded twice in the URL.")
      .seen("The signer encodes values that URLComponents encodes again.", .swiftV2)
      .change { $0.encoded() },
    sent("presign-token-not-encoded", "The token is not encoded in the URL.")
      .breaking("PRE-TOK-2").change { $0.percentDecoded },
    url("presign-token-signed-encoded", "The token is signed percent-encoded.")
      .breaking("PRE-TOK-2").fix("Sign the token as it is; percent-encode it in the URL alone.")
      .in(.urlsV1).change {
        $0.parameterText = { part in
          part.isAdded ? part.name + "=".raw + (part.value ?? []).encoded() : part.text
        }
      },
    url("presign-token-as-header-too", "The token of a URL is also signed as a header.")
      .breaking("PRE-TOK-3", "V2-TOK-2", "V4-TOK-2").fix("Sign the token as a parameter alone.")
      .change {
        $0.addedHeaders = { input, headers in
          headers + [input.token].compactMap(\.self).map { SigningField(name, $0) }
        }
      },
    SigningMistakes.inputs("presign-callers-token-dropped")
      .sentence("A token that the caller gives as a parameter is dropped.")
      .breaking("PRE-TOK-5", "V4-TOK-5")
      .fix("Keep and sign the parameter if the credentials have no token.").in(.presigning)
      .seen("Presigning with V1 and V4 removes the parameter before it adds its own.", .pythonV2)
      .change { input in
        let name = SigningModel.tokenParameter(input.version)
        input.query.removeAll { $0.name.isText(name) }
      },
    SigningMistakes.inputs("presign-callers-oss-parameters-dropped")
      .sentence("Parameters of the caller whose names begin with x-oss- are dropped.")
      .breaking("V4-PRE-2").fix("Sign and send all of the caller's parameters.")
      .in(.urlsV2V4).change { $0.query.removeAll { $0.name.lowerCase.begins(with: "x-oss-") } },
    token("presign-token-encoded-first")
      .sentence("The token is percent-encoded before it becomes a parameter, and with it again.")
      .breaking("PRE-TOK-2", "V2-TOK-2", "V4-TOK-2").in(.presigning)
      .fix("Add the token as it is to the parameters, which are percent-encoded once.")
      .change { $0.flatMap { $0.isEmpty ? nil : $0.encoded() } },
    SigningMistakes.inputs("token-of-caller-dropped")
      .sentence(
        "A token that the caller gives as a header is dropped if the credentials have none."
      )
      .breaking("V1-HDR-1", "V4-HDR-1").in(.headers)
      .fix("Replace the caller's header only by a token of the credentials.").change { input in
        if input.token?.isEmpty ?? true {
          input.headers.removeAll { $0.name.lowerCase.isText(name) }
        }
      },
    // Empty and absent tokens.
    token("token-empty-signed", "An empty token is sent and signed.")
      .breaking("V1-TOK-2", "V2-TOK-3", "V4-TOK-3", "PRE-TOK-4")
      .fix("Treat an empty token as no token.")
      .seen("Any token that is not null is a header or a parameter.", .java, .c)
      .seen("Any token that is not nil is a header or a parameter.", .iOS).change { $0 },
    token("token-null-signed", "Where there is no token the word null is signed.")
      .breaking("V1-TOK-2", "V4-TOK-3", "V1-TOK-1")
      .fix("Ask whether there is a token before it becomes text.").change { $0 ?? "null".raw },
  ]
}

extension Bytes {
  /// Whether this is a name of the parameter that carries the token.
  var isToken: Bool { isText("security-token") || isText("x-oss-security-token") }
}

extension SigningModel {
  /// Signs fewer parameters than are due.
  mutating func leavesOutParameter(_ isLeftOut: @escaping @Sendable (QueryPart) -> Bool) {
    let former = signsParameter
    signsParameter = { former($0, $1) && !isLeftOut($1) }
  }

  /// Changes the values of some parameters of a URL, which are encoded already.
  mutating func rewriteSent(
    _ isMeant: @escaping @Sendable (QueryPart) -> Bool,
    _ change: @escaping @Sendable (Bytes) -> Bytes
  ) {
    pieces = { _, pieces in
      for index in pieces.query.indices where isMeant(pieces.query[index]) {
        pieces.query[index].value = pieces.query[index].value.map(change)
      }
    }
  }
}
