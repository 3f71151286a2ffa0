internal import OSSVectors

/// Hashes and encoders (primitives.md).
package struct PrimitiveModel: Sendable {
  func answer(_ operation: OSSVectors.Operation, _ input: InputReader) throws(Refusal) -> Answer? {
    nil
  }
}
