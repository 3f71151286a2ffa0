public import OSSVectors

/// Something that answers requests: the built-in reference, or the program that speaks for an SDK.
///
/// The judge sees only replies, so it cannot tell the one from the other.
public protocol Adapter: ~Copyable {
  /// What the adapter says of itself.
  var identity: AdapterIdentity { get }

  /// Answers every request.
  ///
  /// A request that the adapter cannot do, does not answer or does not survive still has a reply. An
  /// error is thrown only when the adapter cannot run at all.
  ///
  /// - Parameters:
  ///   - requests: What to ask. An adapter may see them in another order.
  ///   - progress: Called once for each request, as soon as its reply is final, with its index.
  /// - Returns: One reply for each request, in the order of the requests.
  /// - Throws: An ``AdapterError`` if there is nobody to ask.
  mutating func replies(
    to requests: [AdapterRequest], progress: (Int, Reply) -> Void
  ) throws(AdapterError) -> [Reply]
}
