internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// A string to sign of V1, taken apart into its lines without refusing any.
struct StringText: Sendable {
  let method: Bytes
  let contentMD5: Bytes
  let contentType: Bytes
  let date: Bytes
  /// The lines between the date and the resource, as they stand.
  let headerLines: [Bytes]
  /// How many empty lines stand among them.
  let blankLines: Int
  /// The resource with its subresources.
  let resource: Bytes
  /// How many lines there are before the resource.
  let lineCount: Int

  /// Takes a string apart; nil where it is not one of V1, such as one that begins with OSS4.
  init?(_ string: Bytes) {
    let lines = string.linesToTheLast
    guard let verb = lines.first, verb.count > 2, verb.isVerb(), lines.count > 1,
      !CanonicalText.isCanonical(string), Self.isText(lines.prefix(4))
    else { return nil }
    method = verb
    let start = lines.firstIndex { $0.hasPrefix("/") } ?? lines.count - 1
    lineCount = start
    func line(_ index: Int) -> Bytes { index < start ? lines[index] : [] }
    if start < 4 {
      // Lines are missing: the last one before the resource is taken for the date.
      (contentMD5, contentType) = ([], [])
      date = start > 1 ? lines[start - 1] : []
      (headerLines, blankLines) = ([], 0)
    } else {
      (contentMD5, contentType, date) = (line(1), line(2), line(3))
      headerLines = lines[4..<start].filter { !$0.isEmpty }
      blankLines = start - 4 - headerLines.count
    }
    resource = lines[start...].joined(by: "\n")
  }

  /// Whether the first four lines have no control characters, and Content-MD5 is ASCII; else they
  /// are bytes that nobody signed.
  private static func isText(_ lines: ArraySlice<Bytes>) -> Bool {
    lines.joined().allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 || $0 == 0x0d }
      && lines.dropFirst().first?.contains { $0 >= 0x80 } != true
  }

  /// Whether a line of the first four is missing.
  var isShort: Bool { lineCount < 4 }

  /// Whether the string is one of a presigned URL.
  var isPresigned: Bool { date.decimal != nil }

  /// The x-oss- headers with their values as they stand after the colon.
  var headers: [(name: Bytes, value: Bytes)] { headerLines.headerPairs }

  /// The resource up to the subresources.
  var path: Bytes { resource.halves(at: UInt8(ascii: "?")).before }

  /// The subresources in their order; a bare name has no value.
  var subresources: [(name: Bytes, value: Bytes?)] {
    // A question mark alone is signed, too: as a parameter without a name.
    let query = resource.halves(at: UInt8(ascii: "?")).after
    return query.map { $0.isEmpty ? [([], nil)] : $0.parameters } ?? []
  }

  /// The first part of the path.
  var bucket: Bytes {
    Bytes(path.dropFirst().prefix { $0 != UInt8(ascii: "/") })
  }

  /// What follows the bucket and its slash.
  var key: Bytes { Bytes(path.dropFirst(bucket.count + 2)) }

  /// The token among the headers or the subresources.
  var token: Bytes? {
    headers.first { $0.name.lowercased.isText("x-oss-security-token") }?.value
      ?? subresourceToken
  }

  /// The token among the subresources.
  var subresourceToken: Bytes? {
    subresources.first { $0.name.isText("security-token") }?.value ?? nil
  }
}

extension SentRequest {
  /// The string to sign of the request as it is shown; nil where the bucket cannot be known.
  ///
  /// Nothing is refused here: what a signer would refuse may be the very mistake.
  ///
  /// - Parameter bucket: the bucket, if another source gives it.
  func stringToSign(bucket: Bytes?) -> Bytes? {
    guard isV1, let resource = resource(bucket: bucket) else { return nil }
    let date = parameter("Expires") ?? field("x-oss-date") ?? field("date") ?? []
    var string = Bytes()
    let lines = [method ?? Bytes("GET"), field("content-md5") ?? [], field("content-type") ?? []]
    for line in lines + [date] { string += line + [0x0a] }
    let names = fields.filter { $0.name.lowercased.hasPrefix("x-oss-") }
      .sorted { $0.name.lowercased.lexicographicallyPrecedes($1.name.lowercased) }
    for field in names {
      string += field.name.lowercased + Bytes(":") + field.value + [0x0a]
    }
    return string + resource
  }

  /// The canonicalized resource.
  private func resource(bucket hint: Bytes?) -> Bytes? {
    guard var path = path(bucket: hint) else { return nil }
    let signed = rawParameters.map { ($0.name.percentDecoded, $0.value?.percentDecoded) }
      .filter { Subresources.contains($0.0.text) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }
    for (index, parameter) in signed.enumerated() {
      path += Bytes(index == 0 ? "?" : "&") + parameter.0
      if let value = parameter.1, !value.isEmpty { path += Bytes("=") + value }
    }
    return path
  }

  /// The path that is signed, decoded, with the bucket; nil where the bucket cannot be known.
  func path(bucket hint: Bytes?) -> Bytes? {
    let path = path.percentDecoded
    if let namedBucket { return Bytes("/") + namedBucket + path }
    if let bucket = bucketInHost { return Bytes("/") + bucket + path }
    let isService = host.map(isServiceHost) == true
    guard let hint, !hint.isEmpty else { return isService ? Self.closed(path) : nil }
    // A host of another kind may be a domain of the bucket, or stand before path addressing.
    let isPathStyle = Self.closed(path).starts(with: Bytes("/") + hint + Bytes("/"))
    return isService || isPathStyle ? Self.closed(path) : Bytes("/") + hint + path
  }

  /// A path of path addressing, with the slash after the bucket.
  private static func closed(_ path: Bytes) -> Bytes {
    path.dropFirst().contains(UInt8(ascii: "/")) || path.count < 2 ? path : path + Bytes("/")
  }

  /// The bucket that is before the endpoint in the host.
  var bucketInHost: Bytes? {
    guard let host, host.hasSuffix(".aliyuncs.com") || host.hasSuffix(".aliyun-inc.com") else {
      return nil
    }
    let (label, rest) = host.halves(at: UInt8(ascii: "."))
    guard let rest, rest.hasPrefix("oss") || rest.hasPrefix("img") || rest.contains("oss-")
    else { return nil }
    return Self.isEndpointLabel(label) && !rest.hasPrefix("oss-") ? nil : label
  }

  private static func isEndpointLabel(_ label: Bytes) -> Bool {
    label.isText("oss") || label.hasPrefix("oss-")
  }

  /// Whether it goes to an endpoint, and its host names no bucket.
  var isAtEndpoint: Bool { bucketInHost == nil && host.map(isServiceHost) == true }

  private func isServiceHost(_ host: Bytes) -> Bool {
    let label = host.halves(at: UInt8(ascii: ".")).before
    return host.hasSuffix(".aliyuncs.com") && Self.isEndpointLabel(label)
      || host.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2e }
  }

  /// The canonical request of the request as it is shown; nil where the bucket cannot be known.
  ///
  /// Nothing is refused here: what a signer would refuse may be the very mistake.
  ///
  /// - Parameter hint: the bucket, if another source gives it.
  func canonicalRequest(bucket hint: Bytes?) -> CanonicalText? {
    guard isV4, let path = path(bucket: hint) else { return nil }
    let listed = (CredentialText(self)?.additionalNames ?? []).map(\.lowercased)
    let signed = fields.map { (name: $0.name.lowercased, value: $0.value) }.filter {
      Self.isSignedAnyway($0.name) || listed.contains($0.name)
    }.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    let hash = signed.first { $0.name.isText("x-oss-content-sha256") }?.value
    return CanonicalText(
      method: method ?? Bytes("GET"), uri: path.percentEncodedPath,
      query: canonicalQuery, headerLines: signed.map { $0.name + Bytes(":") + $0.value },
      additional: listed.joined(by: ";"),
      payload: hash ?? Bytes("UNSIGNED-PAYLOAD"))
  }

  /// The canonical request of S3, which has the same parts, as the request shows it.
  var canonicalRequestOfS3: CanonicalText? {
    guard let names = CredentialText(self, s3: true)?.additionalNames else { return nil }
    let sent =
      fields.map { (name: $0.name.lowercased, value: $0.value) }.filter {
        !$0.name.isText("host")
      } + [(name: Bytes("host"), value: field("host") ?? host ?? [])]
    let signed = sent.filter { names.contains($0.name) }
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }
    return CanonicalText(
      method: method ?? Bytes("GET"), uri: path, query: canonicalQuery,
      headerLines: signed.map { $0.name + Bytes(":") + $0.value },
      additional: names.joined(by: ";"),
      payload: field("x-amz-content-sha256") ?? Bytes("UNSIGNED-PAYLOAD"))
  }

  /// The parameters as V4 signs them, without the signature.
  private var canonicalQuery: Bytes {
    let parameters = rawParameters.map { parameter in
      QueryParameter(
        parameter.name.percentDecoded.text, parameter.value.map { $0.percentDecoded.text })
    }
    let signatures = ["x-oss-signature", "X-Amz-Signature"]
    return EncodedQuery(parameters.filter { !signatures.contains($0.name) }).canonical
  }

  /// Whether V4 signs a header, named in lower case, without its being listed (V4-HDR-1).
  static func isSignedAnyway(_ name: Bytes) -> Bool {
    name.isText("content-type") || name.isText("content-md5") || name.hasPrefix("x-oss-")
  }

  /// Whether the request shows that it is signed by V4.
  var isV4: Bool { version.map { Bytes($0).isText("OSS4-HMAC-SHA256") } ?? false }
}
