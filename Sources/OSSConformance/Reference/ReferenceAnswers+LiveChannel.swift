internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  /// The URL to which a stream is published.
  func publishURL() throws(Refusal) -> Answer {
    let signer = LiveChannelSigner(try credentials())
    let stream = try stream()
    let endpoint = try endpoint()
    let expires = try reader.time("expires", orRefuseAs: .invalidExpires)
    do {
      let url = try signer.publishURL(for: stream, endpoint: endpoint, expires: expires)
      return Answer(
        members: ["signature": .string(url.signature), "url": .string(url.text)],
        stages: ["stringToSign": JSONValue(protocolText: url.stringToSign)])
    } catch {
      throw Refusal(error)
    }
  }

  /// The stream of the input.
  private func stream() throws(Refusal) -> LiveChannelStream {
    let bucket = try reader.requiredText("bucket", orRefuseAs: .invalidBucketName)
    let channel = try reader.requiredText("channel", orRefuseAs: .invalidChannelName)
    let playlistName = try reader.text("playlistName", orRefuseAs: .invalidPlaylistName)
    let parameters = try reader.namedValues("parameters", orRefuseAs: .invalidQueryParameter).map {
      QueryParameter($0.name, $0.value)
    }
    do {
      return try LiveChannelStream(
        bucket: bucket, channel: channel, playlistName: playlistName, parameters: parameters)
    } catch {
      throw Refusal(error)
    }
  }
}
