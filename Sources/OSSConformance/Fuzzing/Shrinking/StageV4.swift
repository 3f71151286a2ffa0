internal import OSSPrimitives
internal import OSSVectors

/// The part of a V4 signature in which an answer first differs.
enum StageV4 {
  private static let names = [
    "canonicalUri": "the canonical URI", "canonicalQuery": "the canonical query",
    "canonicalHeaders": "the canonical headers", "additionalHeaders": "the additional headers",
    "scope": "the credential scope", "signingKey": "the signing key",
    "canonicalRequestHash": "the hash of the canonical request",
  ]

  /// Names the part.
  ///
  /// - Parameters:
  ///   - difference: The first difference.
  ///   - steps: The steps that are expected.
  /// - Returns: The name; nil where a member differs that says nothing of the parts, such as the
  ///   signature alone.
  static func name(of difference: Difference, steps: JSONObject) -> String? {
    guard steps["canonicalUri"] != nil else { return nil }
    if let name = names[difference.name] { return name }
    guard let offset = difference.offset, let expected = difference.expected else { return nil }
    switch difference.name {
    case "canonicalRequest": return part(at: offset, of: expected, steps)
    case "stringToSign":
      let lines = [
        "the name of the algorithm", "the time of signing", "the credential scope",
        "the hash of the canonical request",
      ]
      return lines[min(expected.prefix(offset).count { $0 == 0x0a }, lines.count - 1)]
    default: return nil
    }
  }

  /// Which of the six parts of a canonical request a byte belongs to.
  ///
  /// The LF behind a part belongs to it: what differs there is a part that is too long.
  private static func part(at offset: Int, of request: Bytes, _ steps: JSONObject) -> String {
    var end = request.firstIndex(of: 0x0a) ?? request.count
    if offset <= end { return "the method" }
    for step in ["canonicalUri", "canonicalQuery", "canonicalHeaders", "additionalHeaders"] {
      end += 1 + (steps[step]?.stringValue?.utf8.count ?? 0)
      if offset <= end { return names[step] ?? step }
    }
    return "the payload line"
  }
}
