import OSSAppServer
import OSSPrimitives
import OSSSigning
import TestSupport
import Testing

@Suite struct `URLs to publish streams to` {
  // The vectors of live-channel/refusals hold each refusal; what the errors say is here.
  static let refused: [(String, String, String?, [QueryParameter], LiveChannelError)] = [
    ("B", "c", nil, [], .invalidBucketName("B")),
    ("b", "é/c", nil, [], .slashInChannelName(offset: 2)),
    ("b", "\\c", nil, [], .invalidChannelName(.leading(byte: 0x5C))),
    (
      "b", String(repeating: "c", count: 1024), nil, [],
      .invalidChannelName(.tooLong(byteCount: 1024))
    ),
    ("b", "c", nil, [QueryParameter("a", "a\r\nb:c")], .invalidParameter(name: "a")),
    ("b", "c", nil, [QueryParameter("Expires")], .reservedParameter(name: "Expires")),
    (
      "b", "c", "a.m3u8", [QueryParameter("playlistName", "b.m3u8")],
      .repeatedParameter(name: "playlistName")
    ),
  ]

  @Test(arguments: refused.indices)
  func `are not made for a stream with a fault`(index: Int) {
    let (bucket, channel, playlist, parameters, error) = Self.refused[index]
    #expect(throws: error) {
      try LiveChannelStream(
        bucket: bucket, channel: channel, playlistName: playlist, parameters: parameters)
    }
    #expect(error.description.hasSuffix("."))
  }

  @Test func `show neither secret nor token`() throws {
    let signer = LiveChannelSigner(
      try Credentials(
        accessKeyID: "akid", accessKeySecret: "sEcret+/é", securityToken: "TokenNobodySees"))
    let url = try signer.publishURL(
      for: LiveChannelStream(bucket: "b", channel: "c"), endpoint: Endpoint("http://h"),
      expires: Moment(seconds: 1_706_289_617))
    #expect(url.text.contains("TokenNobodySees"))
    for text in ShownTexts.texts(ofEach: [signer, url]) {
      #expect(!text.contains("NobodySees") && !text.contains("sEcret"))
      #expect(!text.contains(url.signature))
    }
  }
}
