internal import OSSPrimitives

/// The value of an Authorization header, taken apart: `OSS <id>:<signature>`.
struct AuthorizationParts {
  let accessKeyID: Bytes
  let signature: Bytes

  /// Takes a value apart, if it has exactly this form.
  ///
  /// There is one space, which ends the scheme. The last colon divides, because no signature holds
  /// one; an id may.
  init?(_ value: Bytes) {
    let scheme = Bytes("OSS ".utf8)
    guard value.starts(with: scheme) else { return nil }
    let rest = value.dropFirst(scheme.count)
    guard !rest.contains(UInt8(ascii: " ")),
      let colon = rest.lastIndex(of: UInt8(ascii: ":"))
    else { return nil }
    accessKeyID = Bytes(rest[..<colon])
    signature = Bytes(rest[(colon + 1)...])
    if accessKeyID.isEmpty || signature.isEmpty { return nil }
  }

  /// What differs between two values; both sides whole where either has another form.
  static func differences(_ name: String, expected: Bytes, actual: Bytes) -> [Difference] {
    if expected == actual { return [] }
    guard let wanted = AuthorizationParts(expected), let given = AuthorizationParts(actual) else {
      return [Difference(name: name, expected: expected, actual: actual)]
    }
    var differences: [Difference] = []
    if wanted.accessKeyID != given.accessKeyID {
      differences.append(
        Difference(
          name: name, part: "access key ID", expected: wanted.accessKeyID,
          actual: given.accessKeyID))
    }
    if wanted.signature != given.signature {
      differences.append(
        Difference(
          name: name, part: "signature", expected: wanted.signature, actual: given.signature))
    }
    return differences
  }
}
