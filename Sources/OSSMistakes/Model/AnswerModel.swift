internal import OSSVectors

/// What to do about an answer of OSS, custom signers, content types (errors.md, content-types.md, credentials.md).
package struct AnswerModel: Sendable {
  func answer(_ operation: OSSVectors.Operation, _ input: InputReader, _ model: Model)
    throws(Refusal) -> Answer?
  {
    nil
  }
}
