internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// A signature that arrived, and the strings over which it may have been made.
struct SignatureTrial: Sendable {
  /// The signature that the client sent.
  let wanted: Bytes
  /// The string to sign of OSS, or those of the request as it is shown: one for each method where
  /// it shows none.
  let strings: [Bytes]
  /// Whether OSS itself says what it signed.
  let isOfOSS: Bool
  /// The client's own string to sign; nil where it gives none.
  let own: Bytes?
  let isV4: Bool
  /// The canonical requests of V4, each in the place of its string; empty where none is known.
  let requests: [CanonicalText]

  /// Gathers what can be computed again; nil where no whole signature or no string is known, or where
  /// OSS refuses the request for something else (EXP-SEC-6).
  init?(_ clues: Clues) {
    isV4 = clues.isV4
    let text = isV4 ? SignatureV4Detector.signature(clues) : SignatureDetector.provided(clues)
    guard let text, isV4 ? Self.isV4(text) : (try? Base64.decode(text.text))?.count == 20
    else { return nil }
    wanted = text
    isOfOSS = clues.error?.stringToSign != nil
    if let string = clues.error?.stringToSign {
      strings = [string]
      requests = clues.v4.isServerShown ? [clues.v4.server].compactMap { $0 } : []
    } else {
      let isOpen = clues.error == nil || clues.code == "SignatureDoesNotMatch"
      guard isOpen, let request = clues.request else { return nil }
      let verbs = ["GET", "PUT", "HEAD", "POST", "DELETE"].map { Bytes($0) }
      let sent = (request.method.map { [$0] } ?? verbs).map { verb in
        var request = request
        request.method = verb
        return request
      }
      let canonical = isV4 ? sent.compactMap { $0.canonicalRequest(bucket: nil) } : []
      requests = canonical
      strings =
        isV4
        ? canonical.compactMap { Self.string(of: $0, in: request) }
        : request.version == nil ? [] : sent.compactMap { $0.stringToSign(bucket: nil) }
    }
    own = Self.own(clues, beside: strings.first, isV4: isV4)
    if strings.isEmpty { return nil }
  }

  /// Whether the signature is the one that a secret makes over a string.
  func isMade(by secret: Bytes, over string: Bytes) -> Bool {
    guard isV4 else {
      var code = Bytes()
      Base64.append(HMACSHA1Key(secret.span).authenticationCode(for: string.span), to: &code)
      return code == wanted
    }
    guard let scope = StringTextV4(string)?.scope, scope.parts.count == 4 else { return false }
    return isMade(
      byKey: SigningKeyText.key(Bytes("aliyun_v4") + secret, scope.parts), over: string)
  }

  /// Whether the signature of V4 is the one that a signing key makes over a string.
  func isMade(byKey key: Bytes, over string: Bytes) -> Bool {
    SigningKeyText.hexadecimal(SigningKeyText.code(key, string)) == wanted
  }

  private static func isV4(_ text: Bytes) -> Bool {
    text.isHexadecimal(64) && text == text.lowercased
  }

  /// The string to sign of a canonical request, with the time and the scope of what is sent.
  private static func string(of canonical: CanonicalText, in request: SentRequest) -> Bytes? {
    guard let scope = CredentialText(request)?.scope,
      let time = request.parameter("x-oss-date") ?? request.field("x-oss-date")
    else { return nil }
    let lines = [
      Bytes("OSS4-HMAC-SHA256"), time, scope.parts.joined(by: "/"),
      canonical.hash,
    ]
    return lines.joined(by: "\n")
  }

  /// The string that the client gives; of a canonical request, the string with its hash.
  private static func own(_ clues: Clues, beside string: Bytes?, isV4: Bool) -> Bytes? {
    guard isV4, clues.v4.clientString == nil, let own = clues.evidence.string, let string else {
      return clues.evidence.string
    }
    let head = string.stripped.parts(at: 0x0a).prefix(3)
    return (head + [CanonicalText.hash(of: own)]).joined(by: "\n")
  }
}

/// Secrets that somebody may have signed with who has the right one.
enum SecretVariants {
  /// One of them.
  struct Variant: Sendable {
    let mistake: RefusalCause
    let secret: Bytes
    /// How it differs, as one sentence.
    let detail: String
  }

  /// Every variation of a secret. None ends in NUL: HMAC fills a short key with such bytes, and the
  /// codes would be equal.
  static func all(_ secret: Bytes) -> [Variant] {
    let blanks = [" ", "\n", "\r\n", "\t"].map { secret + Bytes($0) }
    let marked = [Bytes([0xef, 0xbb, 0xbf]) + secret, Bytes(" ") + secret, trimmed(secret)]
    let quoted = ["\"", "'"].map { Bytes($0) + secret + Bytes($0) }
    let upper = Bytes(secret.map { (0x61...0x7a).contains($0) ? $0 & 0xdf : $0 })
    let cut = [Bytes(secret.dropLast()), Bytes(secret.dropFirst())]
    let variants: [(mistake: RefusalCause, secrets: [Bytes], detail: String)] = [
      (.secretBlank, blanks + marked, "a blank, a line break or a mark at the secret's ends"),
      (.secretWrong, quoted, "quotes around the secret"),
      (.secretWrong, [secret.lowercased, upper], "the secret in one case of letters"),
      (.secretWrong, cut, "a secret that lacks a character at its end"),
    ]
    return variants.flatMap { mistake, secrets, detail in
      secrets.filter { $0 != secret }.map {
        Variant(mistake: mistake, secret: $0, detail: "The signature was made with \(detail).")
      }
    }
  }

  /// A secret without the blanks and the mark at its ends.
  static func trimmed(_ secret: Bytes) -> Bytes {
    let hasMark = secret.starts(with: [0xef, 0xbb, 0xbf])
    return (hasMark ? Bytes(secret.dropFirst(3)) : secret).stripped
  }
}

/// Strings to sign of V1 with one mistake, made of a right one: what a client may have signed.
enum StringVariants {
  static func all(_ server: Bytes) -> [(mistake: RefusalCause, string: Bytes)] {
    guard let text = StringText(server), !text.isShort else { return [] }
    let head = [text.method, text.contentMD5, text.contentType, text.date]
    func string(_ lines: [Bytes], _ headers: [Bytes], _ resource: Bytes) -> Bytes {
      var result = Bytes()
      for line in lines + headers { result += line + [0x0a] }
      return result + resource
    }
    let (headers, resource) = (text.headerLines, text.resource)
    let bare = headers.filter { !$0.hasPrefix("x-oss-security-token:") }
    var found: [(RefusalCause, Bytes)] = [
      (.typeNotSigned, string([head[0], head[1], [], head[3]], headers, resource)),
      (.md5NotSigned, string([head[0], [], head[2], head[3]], headers, resource)),
      (.headerNotSigned, string(head, [], resource)),
      (.subresourceNotSigned, string(head, headers, text.path)),
      (.keyEncodedInString, string(head, headers, resource.percentEncodedPath)),
      (.bucketMissing, string(head, headers, Bytes(resource.dropFirst(text.bucket.count + 1)))),
      (.stringEndsInLine, server + [0x0a]),
      (.carriageReturns, server.replacing("\n", with: "\r\n")),
      (.blankLine, string(head, headers + [[]], resource)),
    ]
    if bare.count < headers.count {
      found.insert((.tokenNotSigned, string(head, bare, resource)), at: 0)
    }
    for verb in ["GET", "PUT", "POST", "HEAD", "DELETE"] where !text.method.isText(verb) {
      found.append(
        (.methodDiffers, string([Bytes(verb), head[1], head[2], head[3]], headers, resource)))
    }
    return found
  }
}
