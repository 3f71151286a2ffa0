internal import OSSPrimitives
internal import OSSSigning

/// What a secret shows: the signature is computed again, and over what else it may have been made.
enum SecretDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let secrets = clues.evidence.secrets else { return [] }
    if let id = clues.accessKeyID, !id.contains("*"), !id.isText(secrets.accessKeyID) {
      return [Explanation(.secretOfOther, .certain)]
    }
    let secret = secrets.accessKeySecret
    let trimmed = withoutMark(secret).stripped
    if trimmed != secret { return [Explanation(.secretBlank, .certain)] }
    guard let provided = clues.error?.signatureProvided, let server = clues.server,
      !server.hasPrefix("OSS4-")
    else { return [] }
    let wanted = Bytes(provided)
    for tail in [" ", "\n", "\r\n", "\t", "\0"]
    where signature(secret + Bytes(tail), server) == wanted {
      return [
        Explanation(.secretBlank, .certain, "The signature was made with a character more.")
      ]
    }
    if signature(Bytes(" ") + secret, server) == wanted {
      return [Explanation(.secretBlank, .certain, "The signature was made with a blank more.")]
    }
    for (mistake, string) in candidates(clues, server) where signature(secret, string) == wanted {
      return [
        Explanation(mistake, .certain, "The signature is that of a string with this mistake.")
      ]
    }
    return clues.client.map { signature(secret, $0) } == wanted ? [] : unknown(clues, server)
  }

  private static func unknown(_ clues: Clues, _ server: Bytes) -> [Explanation] {
    guard server == clues.client, !clues.isClientDerived else { return [] }
    return [
      Explanation(.secretWrong, .certain, "The secret given does not make this signature either.")
    ]
  }

  private static func withoutMark(_ secret: Bytes) -> Bytes {
    secret.starts(with: [0xef, 0xbb, 0xbf]) ? Bytes(secret.dropFirst(3)) : secret
  }

  private static func signature(_ secret: Bytes, _ string: Bytes) -> Bytes {
    var result = Bytes()
    Base64.append(HMACSHA1Key(secret.span).authenticationCode(for: string.span), to: &result)
    return result
  }

  /// Strings that differ from that of OSS by one mistake.
  private static func candidates(
    _ clues: Clues, _ server: Bytes
  ) -> [(Mistake, Bytes)] {
    guard let text = StringText(server), !text.isShort else { return [] }
    let head = [text.method, text.contentMD5, text.contentType, text.date]
    func string(_ lines: [Bytes], _ headers: [Bytes], _ resource: Bytes) -> Bytes {
      var result = Bytes()
      for line in lines + headers { result += line + [0x0a] }
      return result + resource
    }
    let (headers, resource) = (text.headerLines, text.resource)
    let bare = headers.filter { !$0.hasPrefix("x-oss-security-token:") }
    var found: [(Mistake, Bytes)] = [
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
