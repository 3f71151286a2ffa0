internal import OSSPrimitives
internal import OSSVectors

/// Mistakes with the security token, in headers and in URLs.
enum TokenMistakes {
  static let all: [Mistake] = headers + urls + both

  private static let headers: [Mistake] = [
    header(
      "token-unsigned", signed, "The token's header is sent and not signed.",
      fix: "Add the token's header before the request is signed.",
      seen: [.phpV2("The header is set after the string to sign was made.")]
    ) { $0.leavesOut { $0.name.isText(name) } },
    header(
      "token-under-wrong-name", signed, "The token is sent as security-token, unsigned.",
      fix: "Send and sign x-oss-security-token; security-token is its name in a URL.",
      seen: [.pythonV2("The signer of V1 sets a header named security-token.")]
    ) {
      $0.addedHeaders = { _, headers in
        headers.map { $0.name.isText(name) ? SigningField("security-token", $0.value) : $0 }
      }
    },
    header(
      "token-signed-not-sent", signed, "The token is signed, and its header is not sent.",
      fix: "Send the header that was signed."
    ) { $0.sentHeaders = { input, headers in headers.filter { !$0.name.isText(name) } } },
    header(
      "token-after-other-headers", signed, "The token's line stands after all other lines.",
      fix: "Sort the token's header among the others."
    ) {
      $0.headerPrecedes = { left, right in
        if left.name.isText(name) || right.name.isText(name) { return right.name.isText(name) }
        return left.name.precedes(right.name)
      }
    },
    header(
      "token-percent-encoded", signed, "The token is signed percent-encoded.",
      fix: "Sign the value of the token's header as it is sent."
    ) {
      $0.headerText = { line in
        line.name.isText(name)
          ? line.name + ":".raw + line.value.encoded() + "\n".raw : line.text
      }
    },
    header(
      "v4-token-not-trimmed", ["V4-TOK-1"], "The token is signed and sent with its outer blanks.",
      fix: "Take spaces and tabs off both ends of the token before it is signed.",
      in: .headersV4,
      seen: [
        .oss2("The token goes into the headers as it is, and no header is trimmed."),
        .pythonV2("The token goes into the headers as it is, and no header is trimmed."),
      ]
    ) {
      $0.headerText = { line in
        line.name.isText(name) ? line.name + ":".raw + line.given.text + "\n".raw : line.text
      }
    },
    header(
      "token-in-resource-too", ["V1-TOK-1"], "The token of a signed header is in the resource too.",
      fix: "Sign security-token as a subresource only if the URL carries it.", in: .headersV1
    ) {
      $0.request = { input in
        var input = input
        if let token = input.token, !token.isEmpty {
          input.query.append(SigningField("security-token", token))
        }
        return input
      }
    },
    header(
      "token-of-caller-signed", ["V1-TOK-3"],
      "The caller's x-oss-security-token is signed, and the token of the credentials is sent.",
      fix: "Send the token that was signed."
    ) {
      $0.replaces = { !$0.isText(name) }
      $0.sentHeaders = { input, headers in
        headers.map { header in
          header.name.lowerCase.isText(name)
            ? SigningField(header.name, input.token ?? header.text) : header
        }
      }
    },
    header(
      "token-of-caller-kept", ["V1-TOK-3", "V4-TOK-4"],
      "The caller's x-oss-security-token is signed and sent instead of that of the credentials.",
      fix: "Replace the caller's header by the token of the credentials.",
      equivalent: "The rule is open, so the vectors of the clauses take this answer too."
    ) { $0.replaces = { !$0.isText(name) } },
    header(
      "v4-token-beside-callers", ["V4-TOK-4"],
      "The token of the credentials is signed beside that of the caller's header.",
      fix: "Send and sign one of the two tokens.", in: .headersV4
    ) {
      $0.replaces = { !$0.isText(name) }
      $0.headerText = { $0.name.isText(name) ? $0.text + $0.text : $0.text }
    },
  ]

  private static let urls: [Mistake] = [
    url(
      "presign-token-unsigned", ["PRE-TOK-1", "V2-TOK-2", "V4-TOK-2"],
      "The token is in the URL and not signed.",
      fix: "Add the parameter before the request is signed.",
      seen: [.androidRead("The parameter is added once the string to sign has been made.")]
    ) { $0.leavesOutParameter { $0.isAdded && $0.given.name.isToken } },
    url(
      "presign-token-not-sent", ["PRE-TOK-1", "V2-TOK-2", "V4-TOK-2"],
      "The token is signed and not in the URL.", fix: "Add the token's parameter to the URL."
    ) { $0.pieces = { $1.query.removeAll { $0.given.name.isToken } } },
    url(
      "presign-token-left-out", ["PRE-TOK-1", "V2-TOK-2", "V4-TOK-2"],
      "The token is neither signed nor in the URL.", fix: "Add the token's parameter, and sign it."
    ) { $0.addedParameters = { _, parameters in parameters.filter { !$0.name.isToken } } },
    url(
      "presign-token-under-other-name", ["PRE-TOK-1", "V2-TOK-2", "V4-TOK-2"],
      "The token is the parameter x-oss-security-token with V1 and V2, security-token with V4.",
      fix: "Name the parameter security-token with V1 and V2, x-oss-security-token with V4."
    ) {
      $0.addedParameters = { input, parameters in
        let other = SigningModel.tokenParameter(input.version == .v4 ? .v1 : .v4)
        return parameters.map { $0.name.isToken ? SigningField(other, $0.value) : $0 }
      }
    },
    url(
      "presign-token-twice", ["PRE-TOK-1", "V2-TOK-2", "V4-TOK-2"],
      "The token is in the URL twice.",
      fix: "Add the token's parameter once, in the signer or before it."
    ) {
      $0.pieces = { _, pieces in
        pieces.query += pieces.query.filter { $0.isAdded && $0.given.name.isToken }
      }
    },
    url(
      "presign-token-after-others", ["PRE-TOK-1"], "The token is signed after all subresources.",
      fix: "Sort the token among the other subresources."
    ) {
      $0.parameterPrecedes = { left, right in
        left.isAdded == right.isAdded ? left.name.precedes(right.name) : right.isAdded
      }
    },
    url(
      "presign-token-encoded-twice", ["PRE-TOK-2", "V4-TOK-2"],
      "The token is encoded twice in the URL.",
      fix: "Encode the token in one place, the builder of the URL or the signer.",
      seen: [.swiftV2("The signer encodes values that URLComponents encodes again.")]
    ) { $0.rewriteSent({ $0.given.name.isToken }) { $0.encoded() } },
    url(
      "presign-token-not-encoded", ["PRE-TOK-2"], "The token is not encoded in the URL.",
      fix: "Percent-encode the token once."
    ) { $0.rewriteSent({ $0.given.name.isToken }) { $0.percentDecoded } },
    .signing(
      "presign-token-signed-encoded", ["PRE-TOK-2"], "The token is signed percent-encoded.",
      fix: "Sign the token decoded.", in: .urlsV1
    ) {
      $0.parameterText = { part in
        part.isAdded ? part.name + "=".raw + (part.value ?? []).encoded() : part.text
      }
    },
    url(
      "presign-token-as-header-too", ["PRE-TOK-3", "V2-TOK-2", "V4-TOK-2"],
      "The token of a URL is also signed as a header.", fix: "Sign the token as a parameter alone."
    ) {
      $0.addedHeaders = { input, headers in
        headers + [input.token].compactMap(\.self).map { SigningField(name, $0) }
      }
    },
    url(
      "presign-callers-token-dropped", ["PRE-TOK-5", "V4-TOK-5"],
      "A token that the caller gives as a parameter is dropped.",
      fix: "Keep and sign the parameter if the credentials have no token.",
      seen: [.pythonV2("Presigning with V1 and V4 removes the parameter before it adds its own.")]
    ) {
      $0.request = { input in
        var input = input
        input.query.removeAll { $0.name.isText(SigningModel.tokenParameter(input.version)) }
        return input
      }
    },
  ]

  private static let both: [Mistake] = [
    .signing(
      "token-empty-signed", ["V1-TOK-2", "V2-TOK-3", "V4-TOK-3", "PRE-TOK-4"],
      "An empty token is sent and signed.", fix: "Treat an empty token as absent.",
      seen: [
        .java("Any token that is not null is a header or a parameter."),
        .c("Any token that is not null is a header or a parameter."),
        .iOS("Any token that is not nil is a header or a parameter."),
      ]
    ) { $0.token = { $0 } },
    .signing(
      "token-null-signed", ["V1-TOK-2", "V4-TOK-3"], "An absent token is signed as the word null.",
      fix: "Ask whether there is a token before it becomes text."
    ) { $0.token = { $0 ?? "null".raw } },
  ]

  private static let name = "x-oss-security-token"
  private static let signed = ["V1-TOK-1", "V2-TOK-1", "V4-TOK-1"]

  private static func header(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    in operations: Set<OSSVectors.Operation> = .headers, seen: [SeenIn] = [],
    equivalent: String? = nil, _ change: @escaping @Sendable (inout SigningModel) -> Void
  ) -> Mistake {
    .signing(
      id, clauses, sentence, fix: fix, in: operations, seen: seen, equivalent: equivalent, change)
  }

  private static func url(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (inout SigningModel) -> Void
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, in: .presigning, seen: seen, change)
  }
}

extension Bytes {
  /// Whether this is a name of the parameter that carries the token.
  fileprivate var isToken: Bool { isText("security-token") || isText("x-oss-security-token") }
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
