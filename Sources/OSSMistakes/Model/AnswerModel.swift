internal import OSSVectors

/// What to do about an answer of OSS, custom signers, content types (errors.md, content-types.md,
/// credentials.md).
package struct AnswerModel: Sendable {
  package var actions = ActionModel()
  package var verdicts = VerdictModel()
  package var signers = SignerModel()
  package var types = ContentTypeModel()

  func answer(_ operation: OSSVectors.Operation, _ input: InputReader, _ model: Model)
    throws(Refusal) -> Answer?
  {
    switch operation {
    case .errorAction: try actions.answer(input, model)
    case .responseVerdict: try verdicts.answer(input)
    case .signerValue: try signers.answer(input)
    case .contentType: try types.answer(input)
    default: nil
    }
  }
}
