internal import OSSPrimitives

/// What a condition or a sentence of `explain.json` can speak of; each is a text, or is not known.
enum Subject: Hashable {
  /// A part of the answer, the request or a text that has a name: `member:Key`.
  case member(String)
  case answer(String)
  case header(String)
  case parameter(String)
  case raw(String)
  case argument(String)
  case textHeader(String)
  case field(String)
  /// A fact of its own name.
  case plain(Plain)

  enum Plain: String, Hashable {
    // The answer.
    case code, ec, message, says, bucket
    case hostId, error, printed
    case bodyFault, bodyRoot, bodyText
    case foreignHost, foreignMember
    case ownDomain, labelTwice, open
    case redirected, wording, tokenLost, operation, isAliyun
    // The request.
    case request, method, host, path, query, body, scheme, version, place, whole
    case queryCount
    case pathLower, hostBucket, atEndpoint
    case cut, unsigned, missing, missingKind, leadingSlash
    case id, rawId, temporary, credentialId, idKind, signature, malformed
    case token, tokenRaw, tokenOther, tokenGiven
    case list, listFault, listNeedless, listAbsent
    case region, product, scopeDay, scopeEnd, scopeParts
    case hostRegion, signingTime, signingDay
    case secret, need, signer, found, timeFault, signatureRestored
    case hostTwice, typeAdded, xAmzTime, expiresMinutes
    // The texts.
    case own, ownDate, ownScheme, derived, equal
    case shown, textMethod, textType, textKey
    case textUri, textBucket, textPresigned
    case textToken, textParameter, textOssHeader
    case textIsPath, textMd5, textKeyMarks, asSent
    case ownVersion, ownMd5, ownHash
    case ownToken
    case emptyHeader, repeatedHeader, blankHeader, foreignHeader, emptyParameter, reservedKey
    // The part that is compared.
    case name, sent, signed, sentLower, sentEncodedAgain
    case ownListed, subresource, restOfKey
    case signedNeedless
  }

  /// Reads a name such as `header:content-md5` or `path`; nil for an unknown one.
  init?(_ text: String) {
    let parts = text.pieces(at: ":", most: 2)
    if parts.count == 1 {
      guard let plain = Plain(rawValue: text.joinedAtHyphens) else { return nil }
      self = .plain(plain)
      return
    }
    switch parts[0] {
    case "member": self = .member(parts[1])
    case "answer": self = .answer(parts[1])
    case "header": self = .header(parts[1])
    case "parameter": self = .parameter(parts[1])
    case "raw": self = .raw(parts[1])
    case "argument": self = .argument(parts[1])
    case "text-header": self = .textHeader(parts[1])
    case "field": self = .field(parts[1])
    default: return nil
    }
  }

  /// Whether the fact is or holds a secret, a token or a signature, which no sentence may show
  /// (EXP-EV-2).
  var isSecret: Bool {
    switch self {
    case .plain(let plain):
      [
        .secret, .signature, .signatureRestored, .token, .tokenRaw, .tokenGiven, .textToken,
        .ownToken, .own, .query, .body, .sent, .signed, .sentLower, .sentEncodedAgain,
      ].contains(plain)
    case .header(let name), .textHeader(let name):
      name == "authorization" || name.bytes.contains("token")
    case .parameter(let name), .raw(let name), .field(let name), .argument(let name):
      name.bytes.lowercased.contains("token") || name.bytes.lowercased.contains("signature")
    case .member, .answer: false
    }
  }

  /// Refuses a sentence with a fact between braces that is not known, or that nobody may see.
  static func check(_ sentence: String?, _ place: String) throws(KnowledgeError) {
    for part in (sentence ?? "").pieces(at: "{").dropFirst() {
      var name = part.pieces(at: "}", most: 2)[0].bytes
      if name.first == UInt8(ascii: "?") { name.removeFirst() }
      guard let subject = Subject(name.text), !subject.isSecret else {
        throw KnowledgeError(place, "shows the fact '\(name.text)'")
      }
    }
  }

  static let ec = Subject.plain(.ec), code = Subject.plain(.code), message = Subject.plain(.message)
  static let method = Subject.plain(.method), signingTime = Subject.plain(.signingTime)
}
