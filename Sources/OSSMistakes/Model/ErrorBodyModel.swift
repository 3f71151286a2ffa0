internal import OSSVectors

/// Error bodies of OSS (error-body.md).
package struct ErrorBodyModel: Sendable {
  func answer(_ input: InputReader, _ model: Model) throws(Refusal) -> Answer? {
    nil
  }
}
