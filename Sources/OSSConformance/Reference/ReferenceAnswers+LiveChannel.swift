internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  /// The URL to which a stream is published.
  func publishURL() throws(Refusal) -> Answer {
    let signer = LiveChannelSigner(try credentials(), steps: steps.liveChannel)
    let stream = try stream()
    let endpoint = try endpoint()
    let expires = try reader.time("expires", orRefuseAs: .invalidExpires)
    if expires.seconds < 0 { try refuse(.invalidExpiry(seconds: expires.seconds)) }
    let url = signer.publishURL(unchecked: stream, endpoint: endpoint, expires: expires)
    return Answer(
      members: ["signature": .string(url.signature), "url": .string(url.text)],
      stages: steps.showsStages ? ["stringToSign": JSONValue(protocolText: url.stringToSign)] : [:])
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
      try LiveChannelStream.check(
        bucket: bucket, channel: channel, playlistName: playlistName, parameters: parameters)
    } catch {
      try refuse(error)
    }
    return LiveChannelStream(
      uncheckedBucket: bucket, channel: channel, playlistName: playlistName, parameters: parameters)
  }

  private func refuse(_ error: LiveChannelError) throws(Refusal) {
    if steps.refusesStream(error) { throw Refusal(error) }
  }
}
