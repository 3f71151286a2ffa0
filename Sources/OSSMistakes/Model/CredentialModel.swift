internal import OSSVectors

/// When credentials expire, and when they are refreshed (credentials.md, clock.md).
package struct CredentialModel: Sendable {
  func answer(_ operation: OSSVectors.Operation, _ input: InputReader, _ model: Model)
    throws(Refusal) -> Answer?
  {
    nil
  }
}
