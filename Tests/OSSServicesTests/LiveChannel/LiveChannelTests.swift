import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `URLs to publish streams to` {
  private func signer(token: String? = nil) throws -> LiveChannelSigner {
    LiveChannelSigner(
      try Credentials(accessKeyID: "akid", accessKeySecret: "sEcret+/é", securityToken: token))
  }

  private func publish(
    _ stream: LiveChannelStream, token: String? = nil,
    endpoint: String = "http://oss-cn-hangzhou.aliyuncs.com", expires: Int64 = 1_706_289_617
  ) throws -> LiveChannelURL {
    try signer(token: token).publishURL(
      for: stream, endpoint: Endpoint(endpoint), expires: Moment(seconds: expires))
  }

  @Test func `agree with the SDK for C++`() throws {
    // LiveChannelTest GenerateRTMPSignedUrl.
    let signer = LiveChannelSigner(try Credentials(accessKeyID: "ak", accessKeySecret: "sk"))
    let url = try signer.publishURL(
      for: LiveChannelStream(
        bucket: "cpp-sdk-live-channel-bucket", channel: "channel", playlistName: "test.m3u8"),
      endpoint: Endpoint("https://oss-cn-hangzhou.aliyuncs.com"),
      expires: Moment(seconds: 1_706_289_617))
    #expect(url.signature == "Y1LCM2PzyECssQhTdi+GKra7iXE=")
    #expect(
      url.text
        == "rtmp://cpp-sdk-live-channel-bucket.oss-cn-hangzhou.aliyuncs.com/live/channel"
        + "?Expires=1706289617&OSSAccessKeyId=ak&Signature=Y1LCM2PzyECssQhTdi%2BGKra7iXE%3D"
        + "&playlistName=test.m3u8")
    #expect(
      url.stringToSign
        == Bytes(
          "1706289617\nplaylistName:test.m3u8\n/cpp-sdk-live-channel-bucket/channel".utf8))
  }

  /// oss2 2.19.1, `Bucket.sign_rtmp_url`, its clock frozen.
  @Test(
    arguments: [
      ("channel", "test.m3u8", "GDqpyhnmwyHvUXX93eA4mKLsdII="),
      ("ch-1", "a b+é.m3u8", "jqmgB2jCwLd5YZexXJukZ5QoIEo="),
      ("channel", nil, "dmx7MqwQ3Dd9K3JUpjV3v/dwXnw="),
    ] as [(String, String?, String)])
  func `agree with oss2`(channel: String, playlist: String?, signature: String) throws {
    let url = try publish(
      LiveChannelStream(bucket: "b-1", channel: channel, playlistName: playlist))
    #expect(url.signature == signature)
  }

  @Test func `carry a token that is not signed`() throws {
    let stream = try LiveChannelStream(
      bucket: "b-1", channel: "channel", playlistName: "x.m3u8")
    let url = try publish(stream, token: "tok+/==")
    // HMAC-SHA1 over the string without a token, from Python; oss2 signs one with it.
    #expect(url.signature == "CFoOK5HYh8Wvfz7L8IxueEAYF6g=")
    #expect(url.text.hasSuffix("&playlistName=x.m3u8&security-token=tok%2B%2F%3D%3D"))
    #expect(try publish(stream, token: "").text == publish(stream).text)
  }

  @Test func `sort and sign every parameter as it is`() throws {
    let stream = try LiveChannelStream(
      bucket: "b", channel: "名 +",
      parameters: [
        QueryParameter("\u{E9}", "e\u{301}"), QueryParameter("a2", "2"), QueryParameter("B"),
        QueryParameter("a10", "1"), QueryParameter("a", " v "),
      ])
    let url = try publish(stream, endpoint: "https://h:1/p/", expires: 0)
    #expect(
      url.stringToSign == Bytes("0\nB:\na: v \na10:1\na2:2\n\u{E9}:e\u{301}\n/b/名 +".utf8))
    #expect(url.signature == "HD8hkIon9HcOiBEcdwzsx5+i10s=")
    #expect(
      url.text
        == "rtmp://b.h:1/p/live/%E5%90%8D%20%2B?Expires=0&OSSAccessKeyId=akid"
        + "&Signature=HD8hkIon9HcOiBEcdwzsx5%2Bi10s%3D"
        + "&%C3%A9=e%CC%81&a2=2&B&a10=1&a=%20v%20")
    #expect(url.expires == .epoch)
  }

  @Test(
    arguments: [
      ("http://192.0.2.1", nil, "rtmp://192.0.2.1/b/live/c?"),
      ("http://h", .path, "rtmp://h/b/live/c?"),
      ("https://live.example.com", .cname, "rtmp://live.example.com/live/c?"),
    ] as [(String, Addressing?, String)])
  func `have the host of the bucket`(text: String, addressing: Addressing?, start: String) throws {
    let endpoint = try Endpoint(text, addressing: addressing)
    let url = try signer().publishURL(
      for: LiveChannelStream(bucket: "b", channel: "c"), endpoint: endpoint, expires: .epoch)
    #expect(url.text.hasPrefix(start))
  }

  static let refused: [(String, String, String?, [QueryParameter], LiveChannelError)] = [
    ("", "c", nil, [], .invalidBucketName("")), ("B", "c", nil, [], .invalidBucketName("B")),
    ("b", "", nil, [], .invalidChannelName(.empty)),
    ("b", "\\c", nil, [], .invalidChannelName(.leading(byte: 0x5C))),
    ("b", "/c", nil, [], .invalidChannelName(.leading(byte: 0x2F))),
    ("b", "é/c", nil, [], .slashInChannelName(offset: 2)),
    ("b", "c/", nil, [], .slashInChannelName(offset: 1)),
    ("b", "c", "", [], .invalidPlaylistName("")),
    ("b", "c", ".m3u8", [], .invalidPlaylistName(".m3u8")),
    ("b", "c", "a.M3U8", [], .invalidPlaylistName("a.M3U8")),
    ("b", "c", "a.mp4", [], .invalidPlaylistName("a.mp4")),
    ("b", "c", nil, [QueryParameter("", "a")], .invalidParameter(name: "")),
    ("b", "c", nil, [QueryParameter("a:b", "a")], .invalidParameter(name: "a:b")),
    ("b", "c", nil, [QueryParameter("a\n", "a")], .invalidParameter(name: "a\n")),
    ("b", "c", nil, [QueryParameter("a", "a\r\nb:c")], .invalidParameter(name: "a")),
    ("b", "c", nil, [QueryParameter("Expires")], .reservedParameter(name: "Expires")),
    ("b", "c", nil, [QueryParameter("Signature", "")], .reservedParameter(name: "Signature")),
    (
      "b", "c", nil, [QueryParameter("OSSAccessKeyId", "a")],
      .reservedParameter(name: "OSSAccessKeyId")
    ),
    (
      "b", "c", nil, [QueryParameter("security-token", "a")],
      .reservedParameter(name: "security-token")
    ),
    (
      "b", "c", nil, [QueryParameter("SecurityToken", "a")],
      .reservedParameter(name: "SecurityToken")
    ),
    (
      "b", "c", nil, [QueryParameter("a"), QueryParameter("a", "b")], .repeatedParameter(name: "a")
    ),
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
    #expect(Self.refused.count == 22)
  }

  @Test func `have names of playlists up to 128 bytes and channels up to 1023`() throws {
    let longest = String(repeating: "a", count: 123) + ".m3u8"
    let channel = String(repeating: "c", count: 1023)
    #expect(
      try LiveChannelStream(bucket: "b", channel: channel, playlistName: longest).channel == channel
    )
    #expect(throws: LiveChannelError.invalidPlaylistName("a" + longest)) {
      try LiveChannelStream(bucket: "b", channel: "c", playlistName: "a" + longest)
    }
    #expect(throws: LiveChannelError.invalidChannelName(.tooLong(byteCount: 1024))) {
      try LiveChannelStream(bucket: "b", channel: channel + "c")
    }
  }

  @Test(arguments: [-1, -62_135_596_800])
  func `do not expire before 1970`(expires: Int64) throws {
    let stream = try LiveChannelStream(bucket: "b", channel: "c")
    #expect(throws: LiveChannelError.invalidExpiry(seconds: expires)) {
      try publish(stream, expires: expires)
    }
  }

  @Test func `have errors with the classes of the specification`() {
    let classes: [(LiveChannelError, String)] = [
      (.invalidBucketName("B"), "invalid-bucket-name"),
      (.invalidChannelName(.empty), "invalid-channel-name"),
      (.slashInChannelName(offset: 1), "invalid-channel-name"),
      (.invalidPlaylistName("a"), "invalid-playlist-name"),
      (.invalidParameter(name: "a:"), "invalid-query-parameter"),
      (.reservedParameter(name: "Expires"), "reserved-parameter"),
      (.repeatedParameter(name: "a"), "duplicate-parameter"),
      (.invalidExpiry(seconds: -1), "invalid-expires"),
    ]
    for (error, code) in classes { #expect(error.code == code) }
    #expect(Set(classes.map(\.0.description)).count == 8)
  }

  @Test func `show neither secret nor token`() throws {
    let stream = try LiveChannelStream(bucket: "b", channel: "c")
    let url = try publish(stream, token: "TokenNobodySees")
    #expect(url.text.contains("TokenNobodySees"))
    for value in [try signer(token: "TokenNobodySees"), url] as [any Sendable] {
      var dumped = ""
      dump(value, to: &dumped)
      for text in [dumped, "\(value)", String(reflecting: value)] {
        #expect(!text.contains("NobodySees") && !text.contains("sEcret"))
      }
    }
  }
}
