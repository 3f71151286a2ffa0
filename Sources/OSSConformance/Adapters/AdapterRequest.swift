public import OSSPrimitives
public import OSSVectors

/// What an adapter is asked: an operation, its input, and what it must understand to read that input.
///
/// The vector's id, comment, flags and expectation are not here, so they cannot reach an adapter.
public struct AdapterRequest: Hashable, Sendable {
  /// The operation, by its name in the protocol.
  public let operation: Operation

  /// The members of the input, as the vector has them.
  public let input: JSONObject

  /// The features without which the input would be misread.
  public let requires: [String]

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - operation: What is to be done.
  ///   - input: What it is done to.
  ///   - requires: Features that the adapter has to list before it is sent this request.
  public init(operation: Operation, input: JSONObject, requires: [String] = []) {
    self.operation = operation
    self.input = input
    self.requires = requires
  }
}
