internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in URLs to publish a stream to (live-channel.md).
enum LiveChannelMistakes {
  static let all: [Mistake] = string + order + resource + location + query + token + refusals

  private typealias Parameter = LiveChannelModel.Parameter
  private static let rows = PartMistakes(\.liveChannel, in: [.livePublish], oss: .refusesSignature)

  private static let whole = rows.breaking(
    "LIVE-STS-1",
    fix: "Sign the seconds since 1970, LF, the lines, a slash, the bucket and the channel.")
  private static let lines = rows.breaking(
    "LIVE-STS-2", fix: "Write the decoded name, a colon, the decoded value and LF.")
  private static let signed = rows.breaking(
    "LIVE-STS-4", fix: "Write a line for each of the other parameters, and for nothing else.")

  private static let string: [Mistake] = [
    whole("live-expiry-in-milliseconds", "The expiry is signed in milliseconds.") {
      $0.expiryLine = { String($0 * 1000) }
    },
    whole("live-expiry-of-32-bits", "The expiry is kept in 32 bits.") {
      $0.expiryLine = { String(Int32(truncatingIfNeeded: $0)) }
    },
    whole("live-line-feed-at-end", "A line feed follows the channel.") {
      $0.stringToSign = { $0 + [0x0A] }
    },
    whole("live-lines-end-with-crlf", "Lines end with CR and LF.") {
      $0.stringToSign = { $0.replaced("\n", by: "\r\n") }
    },
    lines("live-lines-encoded", "Names and values are signed percent-encoded.") {
      $0.line = { "\($0.name.encoded):\($0.text.encoded)\n" }
    },
    lines("live-value-normalized", "Values are normalized to NFC before they are signed.") {
      $0.line = { "\($0.name):\($0.text.raw.composed.text)\n" }
    },
    lines("live-equals-sign", "An equals sign separates the name and the value.") {
      $0.line = { "\($0.name)=\($0.text)\n" }
    },
    lines("live-name-in-lower-case", "Names are signed in lower case, as those of headers are.") {
      $0.line = { "\($0.name.asciiLowercased):\($0.text)\n" }
    },
    lines("live-bare-name-without-colon", "A parameter without a value has no colon.") {
      $0.line = { $0.text.isEmpty ? "\($0.name)\n" : "\($0.name):\($0.text)\n" }
    },
    rows.breaking("LIVE-STS-5", fix: "Sign the value with its blanks.")(
      "live-values-trimmed", "Blanks at the ends of values are not signed.",
      [.c("Values are trimmed before they are signed.")]
    ) { $0.line = { "\($0.name):\($0.text.raw.withoutOuterBlanks.text)\n" } },
    signed("live-expires-signed", "Expires has a line among the parameters.") {
      $0.expiryLine = { "\($0)\nExpires:\($0)" }
    },
    signed(
      "live-blank-line-without-parameters",
      "An empty line is written where there are no parameters."
    ) {
      $0.stringToSign = { $0.filter { $0 == 0x0A }.count > 1 ? $0 : $0.replaced("\n", by: "\n\n") }
    },
  ]

  private static let names = rows.breaking(
    "LIVE-STS-3", fix: "Sort the names by their UTF-8 bytes.")

  private static let order: [Mistake] = [
    names(
      "live-order-as-given", "The parameters are signed in the order given.",
      [.java("The parameters keep the order of the map that they come in.")]
    ) { $0.precedes = { _, _ in false } },
    names(
      "live-order-natural", "Numbers in names are sorted by their value.",
      [
        .c("Numbers in names are compared by their value."),
        .phpV1("Parameters are sorted by a function that compares numbers by their value."),
      ]
    ) { $0.precedes = { precedesNaturally($0.name, $1.name) } },
    names(
      "live-order-folds-case", "Names are sorted without regard to case.",
      [.c("Names are compared without regard to case.")]
    ) {
      $0.precedes = {
        $0.name.asciiLowercased.utf8.lexicographicallyPrecedes($1.name.asciiLowercased.utf8)
      }
    },
    names("live-order-of-lines", "The lines are sorted, with the colon after the name.") {
      $0.precedes = { "\($0.name):".utf8.lexicographicallyPrecedes("\($1.name):".utf8) }
    },
    names("live-order-of-values", "The parameters are sorted by their values.") {
      $0.precedes = { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    },
    names("live-order-of-utf-16", "Names are sorted by their UTF-16 units.") {
      $0.precedes = { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
    },
  ]

  private static func precedesNaturally(_ name: String, _ other: String) -> Bool {
    let (left, right) = (runs(of: name), runs(of: other))
    for (one, two) in zip(left, right) where one != two {
      if let first = Int(one.text), let second = Int(two.text) { return first < second }
      return one.precedes(two)
    }
    return left.count < right.count
  }

  /// Runs of digits, and the bytes between them.
  private static func runs(of name: String) -> [Bytes] {
    name.raw.reduce(into: []) { runs, byte in
      if byte.isDigit, runs.last?.last?.isDigit == true {
        runs[runs.count - 1].append(byte)
      } else {
        runs.append([byte])
      }
    }
  }

  private static let channel = rows.breaking("LIVE-STS-6", fix: "Sign the channel as it is given.")

  private static let resource: [Mistake] = [
    whole("live-resource-without-bucket", "The bucket is not signed.") {
      $0.resource = { "/\($1)".raw }
    },
    channel("live-resource-with-live", "The resource has live/ before the channel.") {
      $0.resource = { "/\($0)/live/\($1)".raw }
    },
    channel("live-resource-encoded", "The channel is signed percent-encoded.") {
      $0.resource = { "/\($0)/\($1.encoded)".raw }
    },
    channel("live-resource-decoded", "The channel is decoded as a form is before it is signed.") {
      $0.resource = { Bytes("/\($0)/\($1.replaced("+", by: " ").raw.tripletsDecoded.text)".utf8) }
    },
    channel("live-resource-normalized", "The channel is normalized to NFC.") {
      $0.resource = { "/\($0)/\($1.raw.composed.text)".raw }
    },
    rows.breaking("LIVE-SIG-1", fix: "Write HMAC-SHA1 with the secret as the key in base64.")(
      "live-signature-with-sha-256", "The URL is signed with HMAC-SHA256."
    ) { $0.signature = { $2.base64($2.hmacSHA256(key: $0, message: $1)) } },
    rows.breaking("LIVE-SIG-1", fix: "Write the digest in base64.")(
      "live-signature-in-hexadecimal", "The signature is written in hexadecimal digits."
    ) { $0.signature = { $2.hmacSHA1(key: $0, message: $1).hexadecimal } },
  ]

  private static let place = rows.breaking(
    "LIVE-URL-1", fix: "Write rtmp, the host and port of a presigned URL, live/ and the channel.")

  private static let location: [Mistake] = [
    place("live-scheme-kept", "The URL has the scheme of the endpoint.") { $0.scheme = nil },
    place("live-port-lost", "The port of the endpoint is lost.") {
      $0.endpoint = { $0.port = nil }
    },
    place("live-host-without-bucket", "The host lacks the bucket.") {
      $0.endpoint = { if $0.addressing == .virtualHost { $0.addressing = .cname } }
    },
    place("live-bucket-always-in-host", "Every host begins with the bucket.") {
      $0.endpoint = { $0.addressing = .virtualHost }
    },
    place("live-bucket-after-live", "With path addressing live/ comes before the bucket.") {
      $0.path = { $0.path.text + "/live/" + ($0.addressing == .path ? "\($1)/" : "") + $2 }
    },
    place("live-without-live", "The path is the channel alone.") {
      $0.path = { $0.path.text + ($0.addressing == .path ? "/\($1)" : "") + "/\($2)" }
    },
    place(
      "live-endpoint-path-lost", "A path of the endpoint is lost.",
      [.oss2("Only the host of the endpoint is kept.")]
    ) { $0.endpoint = { $0.path = [] } },
    place(
      "live-channel-not-encoded", "The path has the channel without percent-encoding.",
      [.oss2("The channel is written into the URL as it is given.")],
      fix: "Percent-encode the channel."
    ) {
      $0.channelText = { $0 }
      // The judge compares a URL that it cannot parse as text: this is the order of oss2.
      $0.sent = { [$0[1], $0[0]] + $0.dropFirst(2) }
    },
    place("live-channel-space-as-plus", "A space of the channel becomes a plus sign.") {
      $0.channelText = { $0.encoded.replaced("%20", by: "+") }
    },
  ]

  private static let sent = rows.breaking(
    "LIVE-URL-2", fix: "Send each parameter of the string and of the signature once, encoded once.")
  private static let playlist = rows.breaking(
    "LIVE-URL-3", fix: "Sign and send the name of the playlist as playlistName.")

  private static let query: [Mistake] = [
    sent("live-signing-parameters-lost", "The URL has the parameters of the caller alone.") {
      $0.sent = { Array($0.dropFirst(3)) }
    },
    sent("live-parameters-lost", "The caller's parameters are signed and not sent.") {
      $0.sent = { Array($0.prefix(3)) }
    },
    sent("live-falsy-values-lost", "Parameters without a value, or with 0, are not sent.") {
      $0.sent = { $0.filter { !["", "0"].contains($0.text) || $0.name == "Expires" } }
    },
    sent("live-signature-not-encoded", "The signature is not encoded.") { model in
      model.parameterText = { [former = model.parameterText] in
        $0.name == "Signature" ? "Signature=\($0.text)" : former($0)
      }
    },
    sent("live-names-not-encoded", "The names of parameters are not encoded.") {
      $0.parameterText = { "\($0.name)=\($0.text.encoded)" }
    },
    rows.breaking("LIVE-URL-1", "LIVE-URL-2", "LIVE-TOK-1", fix: "Let one layer encode.")(
      "live-url-encoded-twice", "The channel and the values are encoded twice."
    ) {
      $0.channelText = { $0.encoded.encoded }
      $0.sent = { $0.map { Parameter($0.name, $0.value?.encoded) } }
    },
    playlist("live-playlist-unsigned", "The name of the playlist is sent and not signed.") {
      $0.isSigned = { $0.name != "playlistName" && $0.name != "security-token" }
    },
    playlist("live-playlist-lost", "The name of the playlist is neither signed nor sent.") {
      $0.parameters = { $0.parameters }
    },
  ]

  private static let tokens = rows.breaking(
    "LIVE-TOK-1", fix: "Send the token as security-token, encoded once, and no empty token.")

  private static let token: [Mistake] = [
    tokens(
      "live-token-not-sent", "The token is not sent.",
      [
        .javaScript("The URL to publish to has no token."),
        .phpV1("The URL to publish to has no token."),
        .cpp("The map of parameters that holds the token is overwritten."),
      ]
    ) { $0.token = { _ in [] } },
    tokens("live-token-empty-sent", "An empty token is sent.") {
      $0.token = { $0.map { [Parameter("security-token", $0)] } ?? [] }
    },
    tokens("live-token-under-other-name", "The token is sent as SecurityToken.") {
      $0.sent = {
        $0.map { Parameter($0.name == "security-token" ? "SecurityToken" : $0.name, $0.value) }
      }
    },
    rows.breaking("LIVE-TOK-2", fix: "Leave the token out of the string; what OSS does is open.")(
      "live-token-signed", "The token has a line in the string to sign.",
      [
        .oss2("The token is put among the parameters before they are signed."),
        .java("The token is put among the parameters before they are signed."),
      ], equivalent: "The rule is open, so the vectors of the clause take this answer too."
    ) { $0.isSigned = { _ in true } },
  ]

  private static let channels = rows.breaking("LIVE-REF-1", fix: "Refuse the channel.")
  private static let playlists = rows.breaking(
    "LIVE-REF-2", fix: "Refuse the name of the playlist.")
  private static let reserved = rows.breaking("LIVE-REF-3", fix: "Refuse the reserved parameter.")
  private static let repeated = rows.breaking("LIVE-REF-4", fix: "Refuse the second parameter.")
  private static let parameters = rows.breaking("LIVE-REF-5", fix: "Refuse the parameter.")
  private static let others = rows.breaking(
    "LIVE-REF-6", fix: "Refuse the bucket, the expiry or the credentials; do not repair them.")

  private static let refusals: [Mistake] = [
    channels(
      "live-accepts-any-channel", "Any channel is signed.", [.oss2("Channels are not checked.")]
    ) { $0.isChannel = { _ in true } },
    channels("live-accepts-slash-in-channel", "A channel with a slash is signed.") {
      $0.isChannel = { 1...1023 ~= $0.utf8.count && !["/", "\\"].contains($0.prefix(1)) }
    },
    Mistake(
      "live-channel-repaired", ["LIVE-REF-1"],
      "Bytes of a channel that are not UTF-8 are replaced.",
      fix: "Refuse the channel.", in: [.livePublish]
    ) {
      $0.input = { _, input in
        var input = input
        if let bytes = input["channel"]?.protocolText { input["channel"] = .string(bytes.text) }
        return input
      }
    },
    playlists(
      "live-accepts-any-playlist", "Any name of a playlist is signed.",
      [.oss2("Names of playlists are not checked.")]
    ) { $0.isPlaylistName = { _ in true } },
    playlists("live-playlist-counted-in-characters", "The length is counted in characters.") {
      $0.isPlaylistName = { 6...128 ~= $0.count && $0.hasSuffix(".m3u8") }
    },
    reserved(
      "live-accepts-reserved-parameter", "A caller's Signature or Expires is sent too.",
      [.oss2("Parameters are not checked.")]
    ) { $0.reservedNames = [] },
    repeated("live-accepts-repetition", "A parameter may be given twice.") {
      $0.mayFollow = { _, _ in true }
    },
    parameters(
      "live-accepts-any-parameter", "Any name and any value are signed.",
      [.oss2("Parameters are not checked.")]
    ) { $0.isParameter = { _ in true } },
    others("live-accepts-any-bucket", "Any bucket is signed.") { $0.isBucket = { _ in true } },
    others(
      "live-accepts-any-expiry", "An expiry before 1970 or after 9999 is signed.",
      [.oss2("The expiry is not checked.")]
    ) { $0.isExpiry = { _ in true } },
    others("live-accepts-any-credentials", "Any credentials sign.") {
      $0.credentialFault = { _ in nil }
    },
  ]
}
