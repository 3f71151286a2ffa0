internal import OSSJSON
package import OSSPrimitives
package import OSSVectors

/// URLs to publish a stream to (live-channel.md).
package struct LiveChannelModel: Sendable {
  /// What a caller gives for a URL.
  package struct Stream: Sendable {
    var bucket: String
    var channel: String
    var playlistName: String?
    var parameters: [Parameter]
  }

  /// A parameter of the URL.
  package struct Parameter: Sendable {
    var name: String
    var value: String?

    init(_ name: String, _ value: String?) { (self.name, self.value) = (name, value) }

    /// The value as it is signed.
    var text: String { value ?? "" }
  }

  /// What is changed of the endpoint before anything is written.
  package var endpoint: @Sendable (inout SigningEndpoint) -> Void = { _ in }

  // String to sign

  /// LIVE-STS-1: the first line.
  package var expiryLine: @Sendable (Int64) -> String = { String($0) }
  /// LIVE-STS-4, LIVE-TOK-2: whether a parameter has a line.
  package var isSigned: @Sendable (Parameter) -> Bool = {
    !$0.name.hasSameBytes(as: "security-token")
  }
  /// LIVE-STS-3: names are sorted byte by byte.
  package var precedes: @Sendable (Parameter, Parameter) -> Bool = {
    $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
  }
  /// LIVE-STS-2, LIVE-STS-5: the line of a parameter.
  package var line: @Sendable (Parameter) -> String = { "\($0.name):\($0.text)\n" }
  /// LIVE-STS-6: the bucket and the channel.
  package var resource: @Sendable (_ bucket: String, _ channel: String) -> Bytes = {
    "/\($0)/\($1)".raw
  }
  /// LIVE-STS-1: what is signed of the string.
  package var stringToSign: @Sendable (Bytes) -> Bytes = { $0 }
  /// LIVE-SIG-1: the base64 text of HMAC-SHA1 with the secret as the key.
  package var signature: @Sendable (Bytes, Bytes, PrimitiveModel) -> String = {
    $2.base64($2.hmacSHA1(key: $0, message: $1))
  }

  // URL

  /// LIVE-URL-1, PRE-HOST-1 to PRE-HOST-6; nil for the scheme of the endpoint.
  package var scheme: String? = "rtmp"
  /// LIVE-URL-1, PRE-HOST-7: the path, given the encoded channel.
  package var path: @Sendable (SigningEndpoint, _ bucket: String, _ channel: String) -> String = {
    $0.path.text + ($0.addressing == .path ? "/\($1)" : "") + "/live/\($2)"
  }
  /// LIVE-URL-5, PRE-HOST-1: whether the bucket is before the host.
  package var isBucketInHost: @Sendable (SigningEndpoint.Addressing) -> Bool = {
    $0 == .virtualHost
  }
  /// LIVE-URL-1: the channel in the path.
  package var channelText: @Sendable (String) -> String = { $0.encoded }
  /// LIVE-URL-3: the parameters of the caller, the playlist with them.
  package var parameters: @Sendable (Stream) -> [Parameter] = {
    $0.parameters + ($0.playlistName.map { [Parameter("playlistName", $0)] } ?? [])
  }
  /// LIVE-URL-2: what is sent: first `Expires`, `OSSAccessKeyId` and `Signature`.
  package var sent: @Sendable ([Parameter]) -> [Parameter] = { $0 }

  // Security token

  /// LIVE-TOK-1: the parameter of the token; an empty token means that there is none.
  package var token: @Sendable (String?) -> [Parameter] = {
    ($0 ?? "").utf8.isEmpty ? [] : [Parameter("security-token", $0)]
  }

  /// The faults that a mistake accepts; none (LIVE-REF-1 to LIVE-REF-6).
  package var accepts: Set<ErrorClass> = []
  /// Whether the signer writes a parameter of a name (LIVE-REF-3).
  package var isReserved: @Sendable (String) -> Bool = { Self.reserved.containsBytes(of: $0) }
  package static let reserved = [
    "Expires", "OSSAccessKeyId", "Signature", "security-token", "SecurityToken",
  ]
  /// Whether the name of a channel is one (LIVE-REF-1, V1-REF-7).
  package var isChannel: @Sendable (Bytes) -> Bool = { channel in
    1...1023 ~= channel.count && !channel.contains(0x2F) && channel.first != 0x5C
  }
  /// Whether the name of a playlist is one (LIVE-REF-2).
  package var isPlaylist: @Sendable (Bytes) -> Bool = {
    6...128 ~= $0.count && $0.suffix(5) == ".m3u8".raw[...]
  }
  /// Which other names of buckets a mistake accepts; none (LIVE-REF-6).
  package var acceptsBucket: @Sendable (Bytes) -> Bool = { _ in false }
}

extension LiveChannelModel {
  func answer(_ input: InputReader, _ model: Model) throws(Refusal) -> Answer? {
    let credentials = try GivenCredentials(input)
    // LIVE-REF-6, V1-REF-1 to V1-REF-3, V1-REF-6.
    for fault in credentials.errorClasses { try refuse(fault, unless: false) }
    let stream = try readStream(input)
    var endpoint = try SigningEndpoint(input)
    self.endpoint(&endpoint)
    let expires = try input.requiredInteger("expires")
    // LIVE-REF-6: from 1970 to the year 9999.
    try refuse(.invalidExpires, unless: 0...253_402_300_799 ~= expires)
    let parameters = parameters(stream) + token(credentials.token)
    let lines = parameters.filter(isSigned).sorted(by: precedes).map(line).joined()
    let string = stringToSign(
      Bytes("\(expiryLine(expires))\n\(lines)".utf8) + resource(stream.bucket, stream.channel))
    let signature = signature(credentials.secret.raw, string, model.primitives)
    let added = [
      Parameter("Expires", String(expires)), Parameter("OSSAccessKeyId", credentials.id),
      Parameter("Signature", signature),
    ]
    let query = sent(added + parameters).map { parameter in
      parameter.name.encoded + (parameter.value.map { "=" + $0.encoded } ?? "")
    }
    let path = path(endpoint, stream.bucket, channelText(stream.channel))
    if let scheme { endpoint.scheme = scheme.raw }
    if isBucketInHost(endpoint.addressing) {
      endpoint.host = "\(stream.bucket).".raw + endpoint.host
    }
    let url = "\(endpoint.origin)\(path)?\(query.joined(separator: "&"))"
    return Answer(
      members: ["signature": .string(signature), "url": .string(url)],
      stages: ["stringToSign": JSONValue(protocolText: string)])
  }

  private func readStream(_ input: InputReader) throws(Refusal) -> Stream {
    let stream = Stream(
      bucket: try input.requiredText("bucket", orRefuseAs: .invalidBucketName),
      channel: try input.requiredText("channel", orRefuseAs: .invalidChannelName),
      playlistName: try input.text("playlistName", orRefuseAs: .invalidPlaylistName),
      parameters: try input.namedValues("parameters", orRefuseAs: .invalidQueryParameter)
        .map { Parameter($0.name, $0.value) })
    // LIVE-REF-6, V1-REF-8.
    let bucket = stream.bucket.raw
    let isBucket = bucket.allSatisfy(SigningModel.isBucketByte) && !bucket.isEmpty
    try refuse(.invalidBucketName, unless: isBucket || acceptsBucket(bucket))
    try refuse(.invalidChannelName, unless: isChannel(stream.channel.raw))
    // LIVE-REF-2.
    try refuse(.invalidPlaylistName, unless: stream.playlistName.map { isPlaylist($0.raw) } ?? true)
    try check(parameters(stream))
    return stream
  }

  /// LIVE-REF-3, LIVE-REF-4, LIVE-REF-5.
  private func check(_ parameters: [Parameter]) throws(Refusal) {
    for (index, parameter) in parameters.enumerated() {
      let name = parameter.name
      let isSignable = !name.isEmpty && !name.utf8.contains(0x3A) && !name.breaksLines
      try refuse(.invalidQueryParameter, unless: isSignable && !parameter.text.breaksLines)
      try refuse(.reservedParameter, unless: !isReserved(name))
      let former = parameters[..<index].map(\.name)
      try refuse(.duplicateParameter, unless: !former.containsBytes(of: name))
    }
  }

  private func refuse(_ fault: ErrorClass, unless isRight: Bool) throws(Refusal) {
    if !isRight, !accepts.contains(fault) { throw Refusal(fault, "The input has a fault.") }
  }
}
