internal import OSSVectors

/// Signatures in headers and URLs, of every version (signature-v1.md, signature-v2.md, signature-v4.md, presigned-urls.md).
package struct SigningModel: Sendable {
  func answer(_ operation: OSSVectors.Operation, _ input: InputReader, _ model: Model)
    throws(Refusal) -> Answer?
  {
    nil
  }
}
