internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the URL to which a stream is published.
enum LiveChannelURLMutants {
  static let all: [Mutant] = locations + query + playlists + tokens

  private static let locations: [Mutant] = [
    location("scheme-kept", "The URL has the scheme of the endpoint.") { pieces, _, endpoint in
      pieces.scheme = Bytes(endpoint.scheme.utf8)
    },
    location("port-lost", "The port of the endpoint is lost.") { pieces, _, endpoint in
      if let port = endpoint.port {
        pieces.authority = pieces.authority.replacing(":\(port)", with: "")
      }
    },
    location("port-of-rtmp", "The port is always that of RTMP.") { pieces, _, endpoint in
      if endpoint.port == nil { pieces.authority += Bytes(":1935".utf8) }
    },
    location("host-without-bucket", "The host lacks the bucket.") { pieces, stream, endpoint in
      if endpoint.addressing == .virtualHost {
        pieces.authority = pieces.authority.replacing("\(stream.bucket).", with: "")
      }
    },
    location("bucket-always-in-host", "The bucket stands before every host.") {
      pieces, stream, endpoint in
      if endpoint.addressing != .virtualHost {
        pieces.authority = Bytes("\(stream.bucket).".utf8) + pieces.authority
      }
    },
    location("bucket-after-live", "With path addressing live stands before the bucket.") {
      pieces, stream, endpoint in
      pieces.path = pieces.path.replacing(
        "/\(stream.bucket)/live/", with: "/live/\(stream.bucket)/")
    },
    location("without-live", "The path is the channel alone.") { pieces, _, _ in
      pieces.path = pieces.path.replacing("/live/", with: "/")
    },
    location(
      "endpoint-path-lost", "A path of the endpoint is lost.",
      [.oss2("Only the host of the endpoint is kept.")]
    ) { pieces, _, endpoint in
      if !endpoint.pathPrefix.isEmpty {
        pieces.path = pieces.path.replacing(endpoint.pathPrefix, with: "")
      }
    },
    LiveChannelMutants.live(
      "channel-not-encoded", "LIVE-URL-1", "The channel stands in the path as it is.",
      mend: "Percent-encode the channel.",
      sightings: [.oss2("The channel is written into the URL as it is given.")]
    ) { steps in
      steps.rewriteLiveLocation { pieces, stream, _ in
        pieces.path = pieces.path.replacing(
          stream.channel.percentEncoded(), with: stream.channel)
      }
      // A URL that cannot be taken apart is compared as text: this is the order of oss2.
      steps.rewriteLiveQuery { [$0[1], $0[0]] + $0.dropFirst(2) }
    },
    location("channel-encoded-twice", "The channel is encoded twice.") { pieces, stream, _ in
      pieces.path = pieces.path.replacing(
        stream.channel.percentEncoded(), with: stream.channel.percentEncoded().percentEncoded())
    },
    location("channel-space-as-plus", "A space of the channel becomes a plus sign.") {
      pieces, _, _ in pieces.path = pieces.path.replacing("%20", with: "+")
    },
    location("channel-dots-removed", "A channel of two dots is taken out of the path.") {
      pieces, _, _ in pieces.path = pieces.path.replacing("/live/..", with: "/")
    },
  ]

  private static func location(
    _ id: String, _ mistake: String, _ sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout URLPieces, LiveChannelStream, Endpoint) -> Void
  ) -> Mutant {
    LiveChannelMutants.live(
      id, "LIVE-URL-1", mistake,
      mend: "Write rtmp, the host of a presigned URL, and live before the channel.",
      sightings: sightings
    ) { $0.rewriteLiveLocation(change) }
  }

  private static let query: [Mutant] =
    ["Expires", "OSSAccessKeyId", "Signature"].map { name in
      sent("without-\(name.lowercased())", "The URL lacks \(name).") { parameters in
        parameters.filter { $0.name != name }
      }
    } + [
      sent("parameters-lost", "The caller's parameters are signed and not sent.") {
        Array($0.prefix(3))
      },
      sent("expires-twice", "Expires stands twice.") { $0 + $0.prefix(1) },
      sent("empty-values-lost", "Parameters without a value are not sent.") {
        $0.filter { !$0.text.isEmpty }
      },
      sent("zeros-lost", "Parameters of the value 0 are not sent.") {
        $0.filter { $0.text != "0" || $0.name == "Expires" }
      },
      sent("values-trimmed-in-url", "Blanks around values are not sent.") {
        $0.map { QueryParameter($0.name, $0.value.map(\.withoutOuterBlanks)) }
      },
      pieces("values-encoded-twice", "The parameters are encoded twice.") { pieces in
        pieces.rewriteValues(where: { _ in true }) { Bytes($0.text.percentEncoded().utf8) }
      },
      pieces("signature-not-encoded", "The signature is not encoded.") { pieces in
        pieces.rewriteValues(where: { $0 == "Signature" }) { Bytes($0.text.percentDecoded.utf8) }
      },
      pieces("names-not-encoded", "The names of parameters are not encoded.") { pieces in
        pieces.query = pieces.query?.map { parameter in
          let parts = parameter.split(
            separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
          return Bytes(Bytes(parts[0]).text.percentDecoded.utf8)
            + parameter[parts[0].endIndex...]
        }
      },
    ]

  private static func sent(
    _ id: String, _ mistake: String,
    _ change: @escaping @Sendable ([QueryParameter]) -> [QueryParameter]
  ) -> Mutant {
    LiveChannelMutants.live(
      id, "LIVE-URL-2", mistake, mend: "Send each parameter of the string, and those of signing."
    ) { steps in
      steps.rewriteLiveQuery(change)
      steps.showURLAlone()
    }
  }

  private static func pieces(
    _ id: String, _ mistake: String, _ change: @escaping @Sendable (inout URLPieces) -> Void
  ) -> Mutant {
    LiveChannelMutants.live(
      id, "LIVE-URL-2", mistake, mend: "Percent-encode each name and each value once."
    ) { $0.rewritePieces(change) }
  }

  private static let playlists: [Mutant] = [
    LiveChannelMutants.live(
      "playlist-lost", "LIVE-URL-3", "The name of the playlist is neither signed nor sent.",
      mend: "Send it as the parameter playlistName, and sign it."
    ) { $0.rewriteInput { _, input in input["playlistName"] = nil } },
    LiveChannelMutants.live(
      "playlist-unsigned", "LIVE-URL-3", "The name of the playlist is sent and not signed.",
      mend: "Sign playlistName as every other parameter."
    ) { $0.rewriteLiveParameters { $0.filter { $0.name != "playlistName" } } },
    LiveChannelMutants.live(
      "playlist-under-wrong-name", "LIVE-URL-3",
      "The name of the playlist is the parameter playlist.",
      mend: "Name the parameter playlistName."
    ) { steps in
      let former = steps.liveChannel.parameters
      steps.liveChannel.parameters = { stream, token in
        former(stream, token).map {
          $0.name == "playlistName" ? QueryParameter("playlist", $0.value) : $0
        }
      }
    },
    LiveChannelMutants.live(
      "playlist-cut", "LIVE-URL-3", "The name of the playlist is cut to 64 bytes.",
      mend: "Keep names of up to 128 bytes."
    ) { $0.rewrite("playlistName") { $0.utf8.count > 64 ? "\($0.prefix(59)).m3u8" : $0 } },
  ]

  private static let tokens: [Mutant] = [
    LiveChannelMutants.live(
      "token-not-sent", "LIVE-TOK-1", "The token is not sent.",
      mend: "Send the parameter security-token.",
      sightings: [
        .javaScript("The URL to publish to has no token."),
        .phpV1("The URL to publish to has no token."),
        .cpp("The map of parameters that holds the token is overwritten."),
      ]
    ) { steps in
      let former = steps.liveChannel.parameters
      steps.liveChannel.parameters = { stream, _ in former(stream, nil) }
    },
    LiveChannelMutants.live(
      "token-empty-sent", "LIVE-TOK-1", "An empty token is sent.",
      mend: "Take an empty token for none."
    ) { $0.token = { $0.map { Bytes($0.utf8) } } },
    LiveChannelMutants.live(
      "token-encoded-twice", "LIVE-TOK-1", "The token is encoded twice.",
      mend: "Let one layer encode."
    ) { steps in
      steps.rewritePieces { pieces in
        pieces.rewriteValues(where: { $0 == "security-token" }) {
          Bytes($0.text.percentEncoded().utf8)
        }
      }
    },
    LiveChannelMutants.live(
      "token-under-other-name", "LIVE-TOK-1", "The token is sent as SecurityToken.",
      mend: "Name the parameter security-token, as in a presigned URL."
    ) { steps in
      steps.rewriteLiveQuery {
        $0.map {
          $0.name == "security-token" ? QueryParameter("SecurityToken", $0.value) : $0
        }
      }
    },
    LiveChannelMutants.live(
      "token-signed", "LIVE-TOK-2", "The token has a line in the string to sign.",
      mend: "Leave it out, as the document says; whether OSS takes it signed is open.",
      sightings: [
        .oss2("The token is put among the parameters before they are signed."),
        .java("The token is put among the parameters before they are signed."),
      ],
      equivalent: "The rule is open, so the vectors of the clause take this answer too."
    ) { $0.liveChannel.isSigned = { _ in true } },
  ]
}

extension ReferenceSteps {
  /// Shows no signature beside the URL, as an SDK whose URL is all that it gives.
  fileprivate mutating func showURLAlone() {
    rewriteOutput { _, answer in answer.members["signature"] = nil }
  }
}
