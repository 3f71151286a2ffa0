internal import OSSVectors

/// Upload forms and their policies (post-policy.md).
package struct FormModel: Sendable {
  func answer(_ operation: OSSVectors.Operation, _ input: InputReader, _ model: Model)
    throws(Refusal) -> Answer?
  {
    nil
  }
}
