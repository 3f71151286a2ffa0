internal import OSSPrimitives
internal import OSSVectors

/// Canonical URIs with one mistake, made of a right one.
enum URIVariants {
  static func all(_ uri: Bytes) -> [(mistake: RefusalCause, uri: Bytes)] {
    let bucket = Bytes(uri.dropFirst().prefix { $0 != UInt8(ascii: "/") })
    let key = Bytes(uri.dropFirst(bucket.count + 2))
    let encoded = Bytes("/") + bucket + Bytes("/") + key.replacing("/", with: "%2F")
    // Where other rules suffice, they say more than that nothing is encoded.
    var found: [(RefusalCause, Bytes)] = EncodingVariants.all(uri).map { (.uriOtherEncoding, $0) }
    found += [
      (.uriNotEncoded, uri.percentDecoded),
      (.uriEncodedTwice, uri.percentEncodedPath),
      (.uriSlashEncoded, encoded), (.uriSlashEncoded, uri.replacing("/", with: "%2F")),
      (.bucketMissing, Bytes("/") + key), (.resourceIsURL, key),
      (.resourceIsURL, Bytes(uri.dropFirst())), (.uriNormalized, normalized(uri)),
      (.plusAndSpace, uri.replacing("%20", with: "+")),
      (.plusAndSpace, uri.replacing("%2B", with: "%20")),
      (.plusAndSpace, uri.replacing("%2B", with: "+")),
    ]
    if key.isEmpty { found.append((.slashMissing, Bytes(uri.dropLast()))) }
    return found.filter { $0.1 != uri }
  }

  /// A path without dot segments and double slashes.
  static func normalized(_ path: Bytes) -> Bytes {
    var parts: [Bytes] = []
    let all = path.parts(at: UInt8(ascii: "/")).dropFirst()
    for part in all where !part.isEmpty && !part.isText(".") {
      if part.isText("..") { _ = parts.popLast() } else { parts.append(part) }
    }
    let joined = Bytes("/") + Bytes(parts.joined(separator: Bytes("/")))
    let last = all.last ?? []
    return last.isEmpty && !parts.isEmpty ? joined + Bytes("/") : joined
  }
}

/// One percent-encoded text by the rules of other encoders.
enum EncodingVariants {
  /// What encoders of paths, of queries and of forms leave as it is.
  private static let kept = ["!'()*", "*", "!$&'()*+,;=:@", ":@", ",", "/", "!'()*/"]

  static func all(_ text: Bytes) -> [Bytes] {
    let escapes = kept.map { keeping($0, in: text) }
    let tilde = text.replacing("~", with: "%7E")
    return [lowerCase(text), tilde] + escapes
      + [tilde.replacing("%2A", with: "*"), keeping("!()*", in: tilde)]
  }

  /// The escapes with digits in lower case.
  private static func lowerCase(_ text: Bytes) -> Bytes {
    var result = text
    for index in text.indices where text[index] == UInt8(ascii: "%") && index + 2 < text.count {
      result[index + 1] = text[index + 1].lowercased
      result[index + 2] = text[index + 2].lowercased
    }
    return result
  }

  /// The text with some characters not encoded.
  private static func keeping(_ characters: String, in text: Bytes) -> Bytes {
    var result = text
    for byte in characters.utf8 {
      var escape = Bytes("%")
      let digits = Bytes("0123456789ABCDEF")
      escape += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      result = result.replacing(escape.text, with: Bytes([byte]).text)
    }
    return result
  }
}
