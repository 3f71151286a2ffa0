internal import OSSPrimitives
internal import OSSVectors

/// Suite `live-channel/refusals`: streams for which there is no URL.
enum LiveChannelRefusalCases {
  static let all: [BuiltCase] = channels + playlists + parameters + credentials

  private static let channels: [BuiltCase] =
    [
      ("empty", "", "An empty channel is signed."),
      ("slash", "a/b", "A channel with a slash is signed."),
      ("slash-at-end", "a/", "A slash at the end of the channel is signed."),
      ("slash-first", "/a", "A slash before the channel is signed, or dropped."),
      ("backslash-first", "\\a", "A backslash before the channel is signed."),
      ("too-long", String(repeating: "c", count: 1024), "A channel of 1024 bytes is signed."),
    ].map { slug, channel, comment in
      LiveChannelCases.publish(
        "ref-channel-\(slug)", "LIVE-REF-1", comment: comment, channel: channel
      ).should.refused(.invalidChannelName)
    } + [
      LiveChannelCases.publish(
        "ref-channel-not-utf-8", "LIVE-REF-1",
        comment: "Bytes of the channel that are not UTF-8 are replaced."
      ) { $0.key = ["base64": "Y//A"] }.should.refused(.invalidChannelName)
    ]

  private static let playlists: [BuiltCase] = [
    ("empty", "", "An empty name of a playlist is taken for none."),
    ("suffix-alone", ".m3u8", "The suffix alone is a name."),
    ("suffix-missing", "playlist", "A name without its suffix gets one, or is signed."),
    ("suffix-other", "playlist.m3u", "Another suffix is signed."),
    ("suffix-upper-case", "playlist.M3U8", "The suffix is compared without regard to case."),
    ("blank-at-end", "playlist.m3u8 ", "A blank at the end is trimmed."),
    (
      "too-long", String(repeating: "p", count: 124) + ".m3u8", "A name of 129 bytes is signed."
    ),
    (
      "too-long-chinese", String(repeating: "\u{76F4}", count: 42) + ".m3u8",
      "The length is counted in characters: 47 of them have 131 bytes."
    ),
  ].map { slug, playlist, comment in
    LiveChannelCases.publish(
      "ref-playlist-\(slug)", "LIVE-REF-2", comment: comment, playlist: playlist
    ).should.refused(.invalidPlaylistName)
  }

  private static let parameters: [BuiltCase] =
    ["Expires", "OSSAccessKeyId", "Signature", "security-token", "SecurityToken"].map { name in
      LiveChannelCases.publish(
        "ref-parameter-\(name.lowercased())", "LIVE-REF-3",
        comment: "A parameter \(name) of the caller stands beside the signer's.",
        [(.string(name), "1")]
      ).should.refused(.reservedParameter)
    } + [
      LiveChannelCases.publish(
        "ref-parameter-twice", "LIVE-REF-4", comment: "A parameter is signed twice, or once.",
        [("a", "1"), ("b", "2"), ("a", "3")]
      ).should.refused(.duplicateParameter),
      LiveChannelCases.publish(
        "ref-playlist-twice", "LIVE-REF-4",
        comment: "The name of the playlist is given in two ways, and one of them is signed.",
        playlist: "a.m3u8", [("playlistName", "b.m3u8")]
      ).should.refused(.duplicateParameter),
    ]
    + [
      ("name-empty", "", "v", "A parameter without a name is signed."),
      ("name-with-colon", "a:b", "v", "A colon in a name moves the border to the value."),
      ("name-with-line-feed", "a\nb", "v", "A line feed in a name writes another line."),
      ("value-with-line-feed", "a", "v\nb:w", "A line feed in a value writes another line."),
      (
        "value-with-carriage-return", "a", "v\r", "A carriage return at the end is trimmed."
      ),
      ("value-with-nul", "a", "v\u{0}w", "A NUL cuts the value."),
    ].map { slug, name, value, comment in
      LiveChannelCases.publish(
        "ref-parameter-\(slug)", "LIVE-REF-5", comment: comment,
        [(.string(name), .string(value))]
      ).should.refused(.invalidQueryParameter)
    }

  private static let credentials: [BuiltCase] = [
    refusal("bucket-empty", .invalidBucketName, "An empty bucket is signed.") { $0.bucket = "" },
    refusal("bucket-upper-case", .invalidBucketName, "A bucket in upper case is lowered.") {
      $0.bucket = "ExampleBucket"
    },
    refusal("bucket-slash", .invalidBucketName, "A bucket with a slash is signed.") {
      $0.bucket = "bucket/channel"
    },
    refusal("expires-before-1970", .invalidExpires, "A negative expiry is signed.") {
      $0.expires = -1
    },
    refusal("expires-milliseconds", .invalidExpires, "An expiry in milliseconds is divided.") {
      $0.expires = 1_702_747_257_000
    },
    refusal("id-empty", .missingAccessKeyID, "An empty access key ID is signed.") {
      $0.accessKeyID = ""
    },
    refusal("secret-empty", .missingSecret, "An empty secret signs.") { $0.accessKeySecret = "" },
    refusal("id-with-line-feed", .invalidAccessKeyID, "A line feed stays in the ID.") {
      $0.accessKeyID = "exampleAccessKeyID00\n"
    },
    refusal("token-with-line-feed", .invalidSecurityToken, "A line feed stays in the token.") {
      $0.securityToken = "CAIS0Token\n"
    },
  ]

  private static func refusal(
    _ slug: String, _ errorClass: ErrorClass, _ comment: String,
    _ change: (inout SigningInput) -> Void
  ) -> BuiltCase {
    LiveChannelCases.publish("ref-\(slug)", "LIVE-REF-6", comment: comment, input: change)
      .should.refused(errorClass)
  }
}
