internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in signing a request that asks for a callback (CALL-PAR-5).
enum CallbackSendingMistakes {
  static let all: [Mistake] = [
    Mistake(
      "callback-query-unsigned", ["CALL-PAR-5"],
      "A callback and its variables in a query are not signed.",
      fix: "Sign both as subresources.", in: .signing, oss: .refusesSignature,
      seen: [.iOS("The list of subresources has neither."), .android("The list has neither.")]
    ) { model in
      let former = model.signing.signsParameter
      model.signing.signsParameter = { input, part in
        former(input, part) && !part.given.name.starts(with: "callback".utf8)
      }
    },
    Mistake(
      "callback-header-unsigned", ["CALL-PAR-5"],
      "The headers of a callback are sent and not signed.",
      fix: "Add the headers to the request before it is signed.", in: .signing,
      oss: .refusesSignature
    ) { model in
      let former = model.signing.signsHeader
      model.signing.signsHeader = { version, line, listed in
        former(version, line, listed) && !line.name.starts(with: "x-oss-callback".utf8)
      }
    },
  ]
}
