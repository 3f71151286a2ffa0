internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension SentRequest {
  /// The string to sign of the request as it is shown; nil where the bucket cannot be told.
  ///
  /// Nothing is refused here: what a signer would refuse may be the very mistake.
  ///
  /// - Parameter bucket: the bucket, if another source tells it.
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
      .filter { Subresources.contains($0.0) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }
    for (index, parameter) in signed.enumerated() {
      path += Bytes(index == 0 ? "?" : "&") + parameter.0
      if let value = parameter.1, !value.isEmpty { path += Bytes("=") + value }
    }
    return path
  }

  /// The path that is signed, decoded, with the bucket; nil where the bucket cannot be told.
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

  /// The bucket that stands before the endpoint in the host.
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

  private func isServiceHost(_ host: Bytes) -> Bool {
    let label = host.halves(at: UInt8(ascii: ".")).before
    return host.hasSuffix(".aliyuncs.com") && Self.isEndpointLabel(label)
      || host.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2e }
  }
}
