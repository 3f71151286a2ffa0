internal import OSSPrimitives
internal import OSSVectors

/// Suite `live-channel/publish`: the URL to which a stream is published.
enum LiveChannelCases {
  static let all: [BuiltCase] = string + order + channels + locations + query + tokens

  /// A case of `live.publish`.
  static func publish(
    _ slug: String, _ clauses: String..., comment: String, channel: String = "channel",
    playlist: String? = nil, _ parameters: [(JSONValue, JSONValue)] = [],
    input change: (inout SigningInput) -> Void = { _ in }
  ) -> BuiltCase {
    var input = SigningInput()
    input.key = .string(channel)
    input.query = parameters
    change(&input)
    return BuiltCase(
      id: "live-\(slug)", operation: .livePublish, clauses: clauses, comment: comment,
      input: input.publishInput(playlist: playlist))
  }

  private static let string: [BuiltCase] = [
    publish(
      "plain", "LIVE-STS-4", "LIVE-STS-1", "LIVE-SIG-1",
      comment: "A line stands between the expiry and the resource where nothing is signed."),
    publish(
      "playlist", "LIVE-URL-3", "LIVE-STS-2",
      comment: "The name of the playlist is sent and not signed, or signed and not sent.",
      playlist: "playlist.m3u8"),
    publish(
      "playlist-of-6-bytes", "LIVE-URL-3", comment: "A short name of a playlist is lost.",
      playlist: "a.m3u8"),
    publish(
      "playlist-of-128-bytes", "LIVE-URL-3", comment: "A long name of a playlist is cut.",
      playlist: String(repeating: "p", count: 123) + ".m3u8"),
    publish(
      "playlist-not-ascii", "LIVE-URL-3", "LIVE-STS-2", "LIVE-URL-2",
      comment: "The name of the playlist is encoded as another charset.",
      playlist: "\u{76F4}\u{64AD} +1.m3u8"),
    publish(
      "expires-1970", "LIVE-STS-1", comment: "The expiry 0 is taken for none."
    ) { $0.expires = 0 },
    publish(
      "expires-small", "LIVE-STS-1",
      comment: "A small expiry is taken for a number of seconds from now."
    ) { $0.expires = 3600 },
    publish(
      "expires-after-2038", "LIVE-STS-1", comment: "An expiry after 2038 overflows."
    ) { $0.expires = 4_102_444_800 },
    publish(
      "value-decoded", "LIVE-STS-2", "LIVE-URL-2",
      comment: "A value is signed encoded, or sent decoded.", [("note", "a b&c=d/e?f#g")]
    ).flagged("encoding"),
    publish(
      "value-plus-and-percent", "LIVE-STS-2", "LIVE-URL-2",
      comment: "A plus or percent sign of a value is decoded first, or sent as it is.",
      [("note", "1+1=%32")]
    ).flagged("encoding"),
    publish(
      "value-not-ascii", "LIVE-STS-2", "LIVE-URL-2",
      comment: "A value outside ASCII is normalized, or encoded as another charset.",
      [("note", "e\u{301}\u{E9}\u{1F600}")]
    ).flagged("unicode"),
    publish(
      "value-with-colon", "LIVE-STS-2", comment: "A colon in a value ends it.",
      [("time", "12:30:00")]),
    publish(
      "name-decoded", "LIVE-STS-2", "LIVE-URL-2", comment: "A name is signed encoded, or sent raw.",
      [("x y", "1"), ("a&b", "2"), ("c=d", "3"), ("q[]", "4"), ("\u{540D}", "5")]
    ).flagged("encoding"),
    publish(
      "value-empty", "LIVE-STS-2", "LIVE-URL-2",
      comment: "A parameter with an empty value is lost, or signed without its colon.",
      [("a", ""), ("b", "1")]
    ).flagged("empty"),
    publish(
      "value-none", "LIVE-STS-2", "LIVE-URL-2",
      comment: "A parameter without a value is signed as null, or without its colon.",
      [("a", .null), ("b", "1")]
    ).flagged("empty"),
    publish(
      "value-zero", "LIVE-STS-2", "LIVE-URL-2", comment: "A parameter of the value 0 is lost.",
      [("a", "0")]
    ).flagged("zero"),
    publish(
      "value-blanks", "LIVE-STS-5", "LIVE-URL-2", comment: "Blanks around a value are trimmed.",
      [("a", " v "), ("b", "\tw"), ("c", " ")]
    ).flagged("trim"),
    publish(
      "playlist-blanks", "LIVE-STS-5", "LIVE-URL-3",
      comment: "A blank before the name of a playlist is trimmed.", playlist: " live.m3u8"
    ).flagged("trim"),
  ]

  private static let order: [BuiltCase] = [
    publish(
      "order", "LIVE-STS-3", comment: "The parameters are signed in the order given.",
      [("b", "1"), ("c", "2"), ("a", "3")]),
    publish(
      "order-of-playlist", "LIVE-STS-3", "LIVE-URL-3",
      comment: "The name of the playlist stands before or after all others.",
      playlist: "live.m3u8", [("z", "1"), ("a", "2"), ("playlist", "3"), ("playlistName2", "4")]),
    publish(
      "order-of-case", "LIVE-STS-3", comment: "Names are sorted without regard to case.",
      [("b", "1"), ("C", "2"), ("a", "3"), ("_", "4")]
    ).flagged("order"),
    publish(
      "order-of-numbers", "LIVE-STS-3", comment: "Numbers in names are sorted by their value.",
      [("a2", "1"), ("a10", "2"), ("a1", "3"), ("10", "4"), ("9", "5")]
    ).flagged("order"),
    publish(
      "order-of-prefixes", "LIVE-STS-3",
      comment: "The lines are sorted, in which the colon stands after a hyphen and a dot.",
      [("a.b", "1"), ("a-b", "2"), ("a", "3"), ("a b", "4"), ("a1", "5")]
    ).flagged("order"),
    publish(
      "order-of-bytes", "LIVE-STS-3",
      comment: "Names are sorted by UTF-16 or by a culture, in which bytes stand otherwise.",
      [("\u{1F600}", "1"), ("\u{FF01}", "2"), ("\u{E9}", "3"), ("z", "4"), ("e\u{301}", "5")]
    ).flagged("order", "unicode"),
    publish(
      "order-ignores-values", "LIVE-STS-3", comment: "The parameters are sorted by their values.",
      [("a", "9"), ("b", "1"), ("c", "5")]
    ).flagged("order"),
  ]

  private static let channels: [BuiltCase] =
    [
      ("not-ascii", "\u{9891}\u{9053}\u{1F4FA}", "outside ASCII is signed encoded or normalized"),
      ("space", "my channel", "with a space is signed encoded, or sent with a plus sign"),
      ("plus", "a+b", "with a plus sign is decoded to a space"),
      ("percent", "100%41", "with a percent sign is decoded first, or not encoded"),
      ("decomposed", "e\u{301}", "is normalized"),
      ("marks", "a&b=c?d#e:f", "with marks of URLs is not encoded"),
      ("live", "live", "named live is taken for the folder before it"),
      ("dots", "..", "of two dots is taken for a dot segment"),
      ("zero", "0", "named 0 is taken for none"),
    ].map { slug, channel, fault in
      publish(
        "channel-\(slug)", "LIVE-STS-6", "LIVE-URL-1", comment: "A channel \(fault).",
        channel: channel)
    }

  private static let query: [BuiltCase] = [
    publish(
      "signature-encoded-once", "LIVE-URL-2", "LIVE-SIG-1",
      comment: "The plus, slash or equals sign of the signature is encoded twice or not at all.",
      [("n", "26")]
    ).flagged("encoding"),
    publish(
      "id-of-sts", "LIVE-URL-2", comment: "An access key ID with a dot is changed."
    ) { $0.accessKeyID = "STS.NUexample0" },
    publish(
      "secret-long", "LIVE-SIG-1", comment: "A secret of more than 64 bytes is cut."
    ) { $0.accessKeySecret = .string(String(repeating: "long secret ", count: 8) + "end") },
    publish(
      "secret-not-ascii", "LIVE-SIG-1", comment: "A secret outside ASCII is changed."
    ) { $0.accessKeySecret = "s\u{E9}cret \u{5BC6}" },
    publish(
      "many-parameters", "LIVE-URL-2", "LIVE-STS-3", comment: "One of many parameters is lost.",
      playlist: "live.m3u8", (1...12).map { (.string("p\($0 * 7 % 13)"), .string("v\($0)")) }),
  ]
}
