internal import OSSPrimitives
public import OSSSigning

/// A stream to be published to a channel by RTMP (LIVE-URL).
public struct LiveChannelStream: Sendable {
  /// The bucket that holds the channel.
  public let bucket: String
  /// The name of the channel.
  public let channel: String
  /// The parameters of the URL, decoded; the name of the playlist among them.
  public let parameters: [QueryParameter]

  /// Names a stream.
  ///
  /// - Parameters:
  ///   - bucket: the bucket that holds the channel.
  ///   - channel: the name of the channel: that of an object, without a slash.
  ///   - playlistName: the playlist to write, such as `live.m3u8`; nil for the one that the channel
  ///     was made with.
  ///   - parameters: what else the URL carries, each name once; all of it is signed.
  /// - Throws: ``LiveChannelError``, which names the part at fault.
  /// - Complexity: O(*n*) in the length of the parts.
  public init(
    bucket: String, channel: String, playlistName: String? = nil,
    parameters: [QueryParameter] = []
  ) throws(LiveChannelError) {
    try Self.check(bucket: bucket, channel: channel)
    var all = parameters
    // The name of the playlist is a parameter (LIVE-URL-3).
    if let playlistName {
      try Self.check(playlistName: playlistName)
      all.append(QueryParameter("playlistName", playlistName))
    }
    try Self.check(all)
    self.bucket = bucket
    self.channel = channel
    self.parameters = all
  }

  /// Refuses the name of a bucket (LIVE-REF-6) or of a channel (LIVE-REF-1).
  private static func check(bucket: String, channel: String) throws(LiveChannelError) {
    do {
      try SigningRequest.check(bucket: bucket)
    } catch {
      throw .invalidBucketName(bucket)
    }
    do {
      try SigningRequest.check(key: channel)
    } catch {
      if case .invalidObjectKey(let fault) = error { throw .invalidChannelName(fault) }
    }
    if let offset = Bytes(channel.utf8).firstIndex(of: UInt8(ascii: "/")) {
      throw .slashInChannelName(offset: offset)
    }
  }

  /// Refuses a name that is not 6 to 128 bytes with `.m3u8` at its end (LIVE-REF-2).
  private static func check(playlistName: String) throws(LiveChannelError) {
    let bytes = Bytes(playlistName.utf8)
    guard 6...128 ~= bytes.count, bytes.suffix(5).elementsEqual(".m3u8".utf8) else {
      throw .invalidPlaylistName(playlistName)
    }
  }

  private static let reservedNames = [
    "Expires", "OSSAccessKeyId", "SecurityToken", "Signature", "security-token",
  ]

  /// Refuses what would write the line of another parameter (LIVE-REF-5), a name that signing
  /// writes (LIVE-REF-3), and one that is given twice (LIVE-REF-4).
  private static func check(_ parameters: [QueryParameter]) throws(LiveChannelError) {
    var seen: Set<QueryParameter> = []
    for parameter in parameters {
      let text = parameter.name + (parameter.value ?? "")
      if parameter.name.utf8.isEmpty || parameter.name.utf8.contains(UInt8(ascii: ":"))
        || text.utf8.contains(where: { $0.breaksLine })
      {
        throw .invalidParameter(name: parameter.name)
      }
      for name in reservedNames where parameter.name.utf8.elementsEqual(name.utf8) {
        throw .reservedParameter(name: name)
      }
      if !seen.insert(QueryParameter(parameter.name)).inserted {
        throw .repeatedParameter(name: parameter.name)
      }
    }
  }
}
