/// The catalogue of mistakes, in the order of the pages.
package enum Mistakes {
  /// Every mistake.
  package static let all: [Mistake] = [
    PrimitiveMistakes.all,
    SigningMistakes.all, CharacterMistakes.all,
    FormPolicyMistakes.all, FormSigningMistakes.all, FormCheckMistakes.all,
    LiveChannelMistakes.all, CallbackMistakes.all, CallbackVerificationMistakes.all,
    RPCMistakes.all, AssumeRoleMistakes.all, RoleAnswerMistakes.all, ErrorBodyMistakes.all,
    DescriptionMistakes.all, ExpiryMistakes.all, PresignLimitMistakes.all,
    ResponseMistakes.all, ClockMistakes.all, ActionMistakes.all, VerdictMistakes.all,
    SignerMistakes.all,
    ContentTypeMistakes.all, RefreshMistakes.all,
  ].flatMap { $0 }

  /// The mistake of an id, if there is one.
  package static func named(_ id: String) -> Mistake? { all.first { $0.id == id } }
}
