internal import OSSVectors

/// Callbacks after an upload (callback.md).
package struct CallbackModel: Sendable {
  func answer(_ operation: OSSVectors.Operation, _ input: InputReader, _ model: Model)
    throws(Refusal) -> Answer?
  {
    nil
  }
}
