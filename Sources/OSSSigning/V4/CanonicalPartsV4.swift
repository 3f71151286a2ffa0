internal import OSSPrimitives

/// The parts of a V4 canonical request that neither time nor credentials change.
///
/// Made once, when a request is made, so that signing copies them in one piece each.
struct CanonicalPartsV4: Sendable {
  /// The canonical URI.
  let uri: Bytes
  /// The canonical query of the caller's parameters.
  let query: CanonicalQueryV4
  /// The lines of the caller's headers that are signed.
  let headers: CanonicalHeadersV4

  /// Brings the parts of a request into their canonical form.
  ///
  /// - Complexity: O(*n* log *n*) in the number of headers and parameters.
  init(
    bucket: String?, key: String?, query: [QueryParameter], fields: CanonicalFields,
    additionalHeaders: [String]
  ) {
    uri = Self.uri(bucket: bucket, key: key)
    self.query = CanonicalQueryV4(query)
    headers = CanonicalHeadersV4(fields, additionalHeaders: additionalHeaders)
  }

  /// About how many bytes the parts have, for reserving room.
  var byteCount: Int {
    uri.count + query.text.count + headers.lines.count + headers.additionalHeaders.count
  }

  /// `/`, `/bucket/` or `/bucket/key`, percent-encoded but for the slashes (V4-URI).
  private static func uri(bucket: String?, key: String?) -> Bytes {
    var uri = Bytes()
    uri.reserveCapacity(2 + (bucket?.utf8.count ?? 0) + (key?.utf8.count ?? 0))
    uri.append(UInt8(ascii: "/"))
    if let bucket {
      PercentEncoding.append(bucket.utf8, keepingSlash: true, to: &uri)
      uri.append(UInt8(ascii: "/"))
    }
    if let key { PercentEncoding.append(key.utf8, keepingSlash: true, to: &uri) }
    return uri
  }
}
