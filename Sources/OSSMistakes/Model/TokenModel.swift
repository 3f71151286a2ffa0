internal import OSSVectors

/// Answers of a token server (token-responses.md).
package struct TokenModel: Sendable {
  func answer(_ input: InputReader, _ model: Model) throws(Refusal) -> Answer? {
    nil
  }
}
