internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in URLs to publish a stream to (live-channel.md).
enum LiveChannelMistakes {
  private typealias Parameter = LiveChannelModel.Parameter
  private static let rows = MistakeRows(\.liveChannel, in: [.livePublish])
  private static let whole = rows.breaking("LIVE-STS-1")
    .fix("Sign the seconds since 1970, LF, the lines, a slash, the bucket and the channel.")
  private static let lines = rows.breaking("LIVE-STS-2")
    .fix("Write the decoded name, a colon, the decoded value and LF.").setting(\.line)
  private static let channel = rows.breaking("LIVE-STS-6").fix("Sign the channel as it is given.")
    .setting(\.resource)
  private static let names = rows.breaking("LIVE-STS-3").fix("Sort the names by their UTF-8 bytes.")
    .setting(\.precedes)

  private static func lastOfEachName(_ parameters: [Parameter]) -> [Parameter] {
    parameters.indices.filter { place in
      !parameters[(place + 1)...].contains { $0.name.hasSameBytes(as: parameters[place].name) }
    }.map { parameters[$0] }
  }

  private static let place = rows.breaking("LIVE-URL-1")
    .fix("Write rtmp, the host and port of a presigned URL, live/ and the channel.")
  private static let sent = rows.breaking("LIVE-URL-2")
    .fix("Send each parameter of the string and of the signature once, encoded once.")
    .setting(\.sent)
  private static let playlist = rows.breaking("LIVE-URL-3")
    .fix("Sign and send the name of the playlist as playlistName.")
  /// Rows about values whose parameters are neither signed nor sent.
  private static let omitting: MistakeRows<@Sendable (String) -> Bool> =
    rows
    .breaking("LIVE-STS-2", "LIVE-URL-2")
    .fix("Sign and send every parameter of the caller, whatever its value is.").by { isLost in
      { model in
        let former = model.parameters
        model.parameters = { former($0).filter { !isLost($0.text) } }
      }
    }
  private static let playlists = rows.breaking("LIVE-REF-2").setting(\.isPlaylist)
  private static let tokens = rows.breaking("LIVE-TOK-1")
    .fix("Send the token as security-token, encoded once, and no empty token.")
  private static let accepting = rows.breaking("LIVE-REF-1")
    .fix("Refuse the name of the channel or of the playlist.").setting(\.accepts)
  private static let parameters = rows.breaking("LIVE-REF-5")
    .fix("Refuse parameters that are reserved, repeated or cannot be signed.").setting(\.accepts)
  private static let others = rows.breaking("LIVE-REF-6")
    .fix("Refuse the bucket, the expiry or the credentials; do not repair them.").setting(\.accepts)

  /// What the signer writes, one of which the list of reserved names may lack.
  private static let reserved: [Mistake] = LiveChannelModel.reserved.map { name in
    rows("live-reserved-lacks-\(name.asciiLowercased)", "A caller's \(name) is sent, too.")
      .breaking("LIVE-REF-3").fix("Refuse a caller's parameter \(name).")
      .change {
        $0.isReserved = { LiveChannelModel().isReserved($0) && !$0.hasSameBytes(as: name) }
      }
  }
  private static let channels = rows.breaking("LIVE-REF-1").setting(\.isChannel)
    .fix("Refuse a channel of no byte or over 1023, with a slash, or with a backslash first.")

  static let all: [Mistake] =
    reserved + [
      // String.
      whole("live-expiry-in-milliseconds", "The expiry is signed in milliseconds.")
        .change { $0.expiryLine = { String($0 * 1000) } },
      whole("live-parameters-as-subresources")
        .sentence("The parameters are signed behind the resource, as subresources are.").change {
          $0.stringToSign = { string in
            let lines = string.pieces(at: "\n")
            let parts = lines.dropFirst().dropLast().map { line -> Bytes in
              let name = Bytes(line.prefix { $0 != 0x3A })
              let value = Bytes(line.dropFirst(name.count + 1))
              return value.isEmpty ? name : name + "=".raw + value
            }
            let query = parts.isEmpty ? [] : "?".raw + parts.joined(with: "&")
            return lines[0] + "\n".raw + lines[lines.count - 1] + query
          }
        },
      whole("live-empty-line-without-parameters")
        .sentence("Without parameters an empty line is before the resource.")
        .breaking("LIVE-STS-1", "LIVE-STS-4").change {
          $0.stringToSign = { string in
            let lines = string.pieces(at: "\n")
            return lines.count == 2 ? lines.joined(with: "\n\n") : string
          }
        },
      whole("live-line-feed-at-end", "A line feed follows the channel.")
        .change { $0.stringToSign = { $0 + [0x0A] } },
      whole("live-expires-signed", "Expires has a line among the parameters.")
        .breaking("LIVE-STS-4").change { $0.expiryLine = { "\($0)\nExpires:\($0)" } },
      whole("live-resource-without-bucket", "The bucket is not signed.")
        .change { $0.resource = { "/\($1)".raw } },
      lines("live-lines-encoded", "Names and values are signed percent-encoded.")
        .change { "\($0.name.encoded):\($0.text.encoded)\n" },
      lines("live-equals-sign", "An equals sign separates the name and the value.")
        .change { "\($0.name)=\($0.text)\n" },
      lines("live-empty-value-without-colon", "An empty value has no colon after its name.")
        .change { $0.text.isEmpty ? "\($0.name)\n" : "\($0.name):\($0.text)\n" },
      lines("live-empty-value-unsigned", "A parameter with an empty value has no line.")
        .change { $0.text.isEmpty ? "" : "\($0.name):\($0.text)\n" },
      lines("live-values-trimmed", "Blanks at the ends of values are not signed.")
        .breaking("LIVE-STS-5").fix("Sign the value with its blanks.")
        .seen("Values are trimmed before they are signed.", .c)
        .change { "\($0.name):\($0.text.raw.withoutOuterBlanks.text)\n" },
      channel("live-resource-with-live", "The resource has live/ before the channel.")
        .change { "/\($0)/live/\($1)".raw },
      channel("live-resource-encoded", "The channel is signed percent-encoded.")
        .change { "/\($0)/\($1.encoded)".raw },
      channel("live-resource-decoded", "The channel is decoded as a form is before it is signed.")
        .change { Bytes("/\($0)/\($1.replaced("+", by: " ").raw.tripletsDecoded.text)".utf8) },
      rows("live-signature-with-sha-256", "The URL is signed with HMAC-SHA256.")
        .breaking("LIVE-SIG-1").fix("Write HMAC-SHA1 with the secret as the key in base64.")
        .change { $0.signature = { $2.base64($2.hmacSHA256(key: $0, message: $1)) } },
      // Order.
      names("live-playlist-last", "The line of the playlist's name follows all others.").change {
        let isLast = [$0, $1].map { $0.name.hasSameBytes(as: "playlistName") }
        return isLast[0] == isLast[1] ? $0.name.raw.precedes($1.name.raw) : isLast[1]
      },
      names("live-order-as-given", "The parameters are signed in the order given.")
        .seen("The parameters keep the order of the map that they come in.", .java)
        .change { _, _ in false },
      names("live-order-natural", "Numbers in names are sorted by their value.")
        .seen("Numbers in names are compared by their value.", .c)
        .seen("Parameters are sorted by a function that compares numbers by their value.", .phpV1)
        .change { $0.name.raw.precedesNaturally($1.name.raw) },
      names("live-order-folds-case", "Names are sorted without regard to case.")
        .seen("Names are compared without regard to case.", .c)
        .change { $0.name.asciiLowercased.precedesInBytes($1.name.asciiLowercased) },
      names("live-order-of-lines", "The finished lines are sorted, so a1 comes before a.")
        .change { "\($0.name):\($0.text)\n".precedesInBytes("\($1.name):\($1.text)\n") },
      names("live-order-of-values", "The parameters are sorted by their values.")
        .change { $0.text.precedesInBytes($1.text) },
      // Location.
      place("live-scheme-kept", "The URL has the scheme of the endpoint.") { $0.scheme = nil },
      place("live-port-lost", "The port of the endpoint is lost.")
        .change { $0.endpoint = { $0.port = nil } },
      place("live-without-live", "The path is the channel alone.")
        .change {
          $0.path = { $0.path.text + ($0.addressing == .path ? "/\($1)" : "") + "/\($2)" }
        },
      place("live-bucket-behind-live", "With path addressing live/ is before the bucket.")
        .breaking("LIVE-URL-5").fix("Write the bucket before live/ where it is in the path.").change
      {
        $0.path = { $0.path.text + "/live" + ($0.addressing == .path ? "/\($1)" : "") + "/\($2)" }
      },
      place("live-endpoint-path-lost", "A path of the endpoint is lost.").breaking("LIVE-URL-5")
        .seen("Only the host of the endpoint is kept.", .oss2)
        .change { $0.endpoint = { $0.path = [] } },
      place("live-base-path-replaced")
        .sentence("The path is /live/ and the channel, without the bucket and the endpoint's path.")
        .breaking("LIVE-URL-5").fix("Write live/ behind the path that a URL of the bucket has.")
        .change { $0.path = { "/live/\($2)" } },
      place("live-bucket-in-host-always")
        .sentence("The bucket is before the host, also of a CNAME, of an IP address and in a path.")
        .breaking("LIVE-URL-5")
        .fix("Write the bucket where a presigned URL of the endpoint has it.").change {
          $0.isBucketInHost = { _ in true }
          $0.path = { $0.path.text + "/live/\($2)" }
        },
      place("live-channel-encoded-as-form")
        .sentence("The channel is encoded as a form: a space becomes a plus sign.")
        .breaking("LIVE-URL-4").fix("Write a space of the channel as %20 in the path.").change {
          $0.channelText = { $0.encoded.replaced("%20", by: "+").replaced("%2A", by: "*") }
        },
      place("live-channel-not-encoded", "The path has the channel without percent-encoding.")
        .breaking("LIVE-URL-4").fix("Percent-encode the channel in the path of the URL.")
        .seen("The channel is written into the URL as it is given.", .oss2).change {
          $0.channelText = { $0 }
          // The judge compares a URL that it cannot parse as text: this is the order of oss2.
          $0.sent = { [$0[1], $0[0]] + $0.dropFirst(2) }
        },
      // Query.
      sent("live-parameters-lost", "The caller's parameters are signed and not sent.")
        .change { Array($0.prefix(3)) },
      rows("live-url-encoded-twice", "The channel and the values are encoded twice.")
        .breaking("LIVE-URL-1", "LIVE-URL-2", "LIVE-TOK-1")
        .fix("Percent-encode the channel and the values in one layer alone.").change {
          $0.channelText = { $0.encoded.encoded }
          $0.sent = { $0.map { Parameter($0.name, $0.value?.encoded) } }
        },
      playlist("live-playlist-unsigned", "The name of the playlist is sent and not signed.")
        .change { $0.isSigned = { $0.name != "playlistName" && $0.name != "security-token" } },
      playlist("live-playlist-lost", "The name of the playlist is neither signed nor sent.")
        .change { $0.parameters = { $0.parameters } },
      playlist("live-playlist-assumed", "Without a playlist playlist.m3u8 is signed and sent.")
        .breaking("LIVE-STS-1").fix(
          "Sign and send the playlist that the caller gives, and no other."
        )
        .change {
          $0.parameters = {
            $0.parameters + [Parameter("playlistName", $0.playlistName ?? "playlist.m3u8")]
          }
        },
      omitting(
        "live-empty-values-left-out", "A parameter without a value, or of an empty one, is lost."
      )
      .change { $0.isEmpty },
      omitting(
        "live-false-values-left-out",
        "A parameter without a value, or of an empty one or 0, is lost."
      )
      .change { $0.isEmpty || $0 == "0" },
      // Token.
      tokens("live-token-not-sent", "The token is not sent.")
        .seen("The URL to publish to has no token.", .javaScript, .phpV1)
        .seen("The map of parameters that holds the token is overwritten.", .cpp)
        .change { $0.token = { _ in [] } },
      tokens("live-token-empty-sent", "An empty token is sent.")
        .change { $0.token = { $0.map { [Parameter("security-token", $0)] } ?? [] } },
      tokens("live-token-under-name-of-v4", "The token is sent as x-oss-security-token.") {
        $0.sent = {
          $0.map {
            Parameter($0.name == "security-token" ? "x-oss-security-token" : $0.name, $0.value)
          }
        }
      },
      tokens("live-token-under-other-name", "The token is sent as SecurityToken.") {
        $0.sent = {
          $0.map { Parameter($0.name == "security-token" ? "SecurityToken" : $0.name, $0.value) }
        }
      },
      rows("live-token-signed", "The token has a line in the string to sign.")
        .breaking("LIVE-TOK-2").fix("Leave the token out of the string; what OSS does is open.")
        .seen("The token is put among the parameters before they are signed.", .oss2, .java)
        .equivalent("The rule is open, so the vectors of the clause take this answer too.")
        .change { $0.isSigned = { _ in true } },
      // Refusals.
      accepting("live-accepts-any-channel", "Any channel is signed.")
        .fix("Refuse a channel that V1-REF-7 refuses as a key, or with a slash.")
        .seen("Channels are not checked.", .oss2).change([.invalidChannelName]),
      Mistake(
        "live-channel-repaired", ["LIVE-REF-1"],
        "Bytes of a channel that are not UTF-8 are replaced.",
        fix: "Refuse a channel whose bytes are not UTF-8.", in: [.livePublish]
      ) {
        $0.input = { _, input in
          var input = input
          if let bytes = input["channel"]?.protocolText { input["channel"] = .string(bytes.text) }
          return input
        }
      },
      channels("live-accepts-empty-channel", "The name of a channel may be empty.")
        .change { $0.isEmpty || LiveChannelModel().isChannel($0) },
      channels("live-accepts-slash-in-channel", "The name of a channel may have a slash.")
        .change { LiveChannelModel().isChannel(Bytes($0.map { $0 == 0x2F ? 0x61 : $0 })) },
      channels("live-accepts-backslash-before-channel", "A channel may begin with a backslash.")
        .change { LiveChannelModel().isChannel(Bytes($0.map { $0 == 0x5C ? 0x61 : $0 })) },
      channels("live-channel-counted-in-characters", "Characters of a channel are counted.").change
      {
        $0.text.unicodeScalars.count <= 1023 && LiveChannelModel().isChannel(Bytes($0.prefix(1023)))
      },
      channels("live-channel-counted-encoded", "The length of a channel is counted encoded.")
        .change { $0.encoded().count <= 1023 && LiveChannelModel().isChannel($0) },
      rows("live-reserved-in-any-case", "Reserved names are compared without regard to case.")
        .breaking("LIVE-REF-3").fix("Compare the names of parameters byte by byte, case included.")
        .change {
          $0.isReserved = { name in
            LiveChannelModel.reserved.contains { $0.asciiLowercased == name.asciiLowercased }
          }
        },
      accepting("live-accepts-any-playlist", "Any name of a playlist is signed.")
        .fix("Refuse a playlist of which the name does not end with .m3u8.").breaking("LIVE-REF-2")
        .change([.invalidPlaylistName]),
      playlists("live-playlist-suffix-in-any-case", "The .M3U8 of a playlist may be in upper case.")
        .fix("Compare the .m3u8 of a playlist byte by byte.")
        .change { LiveChannelModel().isPlaylist($0.lowerCase) },
      playlists(
        "live-playlist-counted-in-characters", "Characters of a playlist's name are counted."
      )
      .fix("Count the bytes of a playlist's name, from 6 to 128.")
      .change { 6...128 ~= $0.text.utf16.count && $0.text.hasSuffix(".m3u8") },
      playlists("live-playlist-of-any-length", "The name of a playlist may have any length.")
        .fix("Refuse a playlist's name of fewer than 6 or more than 128 bytes.")
        .change { $0.text.hasSuffix(".m3u8") },
      playlists("live-playlist-of-any-suffix", "The name of a playlist may have any end.")
        .fix("Refuse a playlist's name that does not end with .m3u8.")
        .change { 6...128 ~= $0.count },
      playlists("live-playlist-suffix-alone", "The name of a playlist may be .m3u8 alone.")
        .fix("Refuse a playlist's name of fewer than 6 bytes.")
        .change { $0.isText(".m3u8") || LiveChannelModel().isPlaylist($0) },
      playlist("live-any-playlist-but-empty", "Any name is signed; an empty one means the default.")
        .fix("Refuse a playlist of which the name does not end with .m3u8.")
        .breaking("LIVE-REF-2").seen("Names of playlists are not checked.", .oss2).change {
          $0.accepts = [.invalidPlaylistName]
          $0.parameters = { stream in
            let name = stream.playlistName ?? ""
            return stream.parameters + (name.isEmpty ? [] : [Parameter("playlistName", name)])
          }
        },
      parameters("live-accepts-reserved-parameter", "A caller's Signature or Expires is sent too.")
        .fix("Refuse a parameter of a name that the signer writes.")
        .breaking("LIVE-REF-3").change([.reservedParameter]),
      rows("live-parameters-replaced")
        .sentence("Of two parameters of a name the last one counts, and the token is signed too.")
        .breaking("LIVE-REF-3", "LIVE-REF-4").fix(
          "Refuse parameters that are reserved or repeated."
        )
        .seen("The parameters are a dict into which the signer writes its own.", .oss2).change {
          $0.accepts = [.reservedParameter]
          $0.parameters = { stream in
            let playlist = stream.playlistName.map { [Parameter("playlistName", $0)] } ?? []
            return lastOfEachName(playlist + stream.parameters)
          }
          $0.isSigned = {
            !["Expires", "OSSAccessKeyId", "Signature", "SecurityToken"].contains($0.name)
          }
          $0.sent = { lastOfEachName(Array($0.dropFirst(3)) + $0.prefix(3)) }
        },
      parameters("live-accepts-repetition", "A parameter may be given twice.")
        .fix("Refuse a parameter whose name is given twice.").breaking("LIVE-REF-4").change([
          .duplicateParameter
        ]),
      rows("live-names-normalized", "Names of parameters are normalized.")
        .breaking("LIVE-REF-4", "LIVE-STS-2").fix("Sign and compare names byte by byte.").change {
          $0.parameters = { [former = $0.parameters] in
            former($0).map { Parameter($0.name.raw.composed.text, $0.value) }
          }
        },
      rows("live-last-of-repeated", "Of two parameters of a name the last one is signed and sent.")
        .breaking("LIVE-REF-4").fix("Refuse a parameter whose name is given twice.").change {
          let former = $0.parameters
          $0.parameters = { lastOfEachName(former($0)) }
        },
      parameters("live-accepts-any-parameter", "Any name and any value are signed.")
        .fix("Refuse a name that is empty or has a colon, and any line end.")
        .seen("Parameters are not checked.", .oss2).change([.invalidQueryParameter]),
      others("live-accepts-any-expiry", "An expiry before 1970 or after 9999 is signed.")
        .fix("Refuse an expiry before 1970 or after the year 9999.")
        .seen("The expiry is not checked.", .oss2).change([.invalidExpires]),
    ]
}
