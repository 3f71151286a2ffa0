public import OSSPrimitives
public import OSSVectors

/// One line of a trial of speed: an operation, what it is done to, and what stays ready between.
public struct TimedOperation: Hashable, Sendable {
  /// What an application keeps from one operation to the next.
  public enum Preparation: Hashable, Sendable {
    /// All that can be kept: the signer, and with V4 the signing key of the day.
    case whole
    /// The signer alone: the signing key is derived each time.
    case withoutSigningKey
  }

  /// The request that is repeated.
  public let request: AdapterRequest
  /// What the reference keeps; an SDK keeps what it keeps.
  public let preparation: Preparation

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - operation: What is done.
  ///   - input: What it is done to.
  ///   - preparation: What the reference keeps.
  public init(
    _ operation: OSSVectors.Operation, _ input: JSONObject, preparation: Preparation = .whole
  ) {
    request = AdapterRequest(operation: operation, input: input)
    self.preparation = preparation
  }

  /// The name of the line: that of the operation, and what is not kept.
  public var name: String {
    switch preparation {
    case .whole: request.operation.rawValue
    case .withoutSigningKey: request.operation.rawValue + ", key derived"
    }
  }

  /// A line for every operation, with inputs of the size that applications have.
  public static var standard: [TimedOperation] { signing + forms + credentials + primitives }
}
