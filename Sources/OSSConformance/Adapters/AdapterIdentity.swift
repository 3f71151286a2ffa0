internal import OSSVectors

/// What an adapter says of itself in the handshake.
public struct AdapterIdentity: Hashable, Sendable {
  /// The SDK's name, such as the one that its package registry knows.
  public let name: String

  /// The SDK's version.
  public let version: String

  /// The language that the SDK is written in.
  public let language: String

  /// The names of the operations that the SDK can do, including any that this runner does not know.
  public let operations: [String]

  /// The names of the optional parts of the protocol that the adapter understands.
  public let features: [String]

  /// How many requests may be outstanding at once; at least 1.
  public let window: Int

  /// Creates an identity.
  ///
  /// - Parameters:
  ///   - name: The SDK's name.
  ///   - version: The SDK's version.
  ///   - language: The SDK's language.
  ///   - operations: What the SDK can do.
  ///   - features: Which optional parts of the protocol the adapter understands.
  ///   - window: How many requests may be outstanding; less than 1 counts as 1.
  public init(
    name: String, version: String, language: String, operations: [String],
    features: [String] = [], window: Int = 1
  ) {
    self.name = name
    self.version = version
    self.language = language
    self.operations = operations
    self.features = features
    self.window = max(window, 1)
  }

  /// Says why a request must not be sent to this adapter, or nothing if it may be.
  ///
  /// - Parameter request: The request to look at.
  /// - Returns: The reason for the reply `unsupported`, which is then given without asking.
  public func objection(to request: AdapterRequest) -> String? {
    let operation = request.operation.rawValue
    guard operations.contains(operation) else {
      return "the adapter does not list the operation \(operation)"
    }
    for feature in request.requires where !features.contains(feature) {
      return "the adapter does not list the feature \(feature)"
    }
    return nil
  }
}
