public import OSSPrimitives
public import OSSVectors

/// Something that answers in this process, and that a server can put behind the protocol.
public protocol Answerer: Sendable {
  /// What the server says of it in the handshake.
  var identity: AdapterIdentity { get }

  /// Answers one request.
  ///
  /// - Parameters:
  ///   - operation: What is to be done.
  ///   - input: What it is done to.
  func answer(_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply

  /// Prepares an operation so that it can be done over and over and be timed.
  ///
  /// What an application does once, such as making the request value, belongs into the preparation.
  ///
  /// - Parameter operation: What is to be done, to what, and what may be kept between.
  /// - Returns: A function that does it so many times, or nothing if it cannot be done.
  func workload(for operation: TimedOperation) -> ((_ count: Int) -> Void)?
}
