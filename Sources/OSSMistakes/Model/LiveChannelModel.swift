internal import OSSVectors

/// URLs to publish a stream to (live-channel.md).
package struct LiveChannelModel: Sendable {
  func answer(_ input: InputReader, _ model: Model) throws(Refusal) -> Answer? {
    nil
  }
}
