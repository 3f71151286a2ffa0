package import OSSPrimitives
package import OSSVectors

/// The specification as plain functions, one for each group of clauses, in the order of the pages.
///
/// It is slow and meant to be read beside `spec/`. A mistake replaces one of its functions. It shares no
/// code with the libraries but the hashes and encoders of OSSPrimitives, so that where both give one
/// answer, two implementations say it.
package struct Model: Sendable {
  /// Makes the model without a mistake.
  package init() {}

  /// The answer to a request of the adapter protocol.
  ///
  /// - Returns: nil for an operation that is not modelled.
  /// - Throws: A ``Refusal`` with the class of the error.
  package func answer(
    _ operation: OSSVectors.Operation, _ input: JSONObject
  ) throws(Refusal) -> Answer? {
    nil
  }
}
