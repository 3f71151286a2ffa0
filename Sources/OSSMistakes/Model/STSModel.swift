internal import OSSVectors

/// Calls of STS and their answers (sts.md).
package struct STSModel: Sendable {
  func answer(_ operation: OSSVectors.Operation, _ input: InputReader, _ model: Model)
    throws(Refusal) -> Answer?
  {
    nil
  }
}
