internal import OSSPrimitives

/// The search for what makes a signature, in one reading of a request.
struct SignatureSearch {
  /// What is sought.
  enum Target {
    case signature(Bytes, secret: Bytes)
    /// The hash of a canonical request.
    case hash(Bytes)
  }

  private var composition: Composition
  private let target: Target
  private let pieces: TextPieces
  private let text: Bytes
  private let hash: Bytes
  private let key: PreparedKey
  /// What is kept of the texts, by their checksums, since all of them would take much memory: the hash, and
  /// whether the text was tried with all else right.
  private var seen: [UInt64: (hash: Bytes, isTried: Bool)] = [:]
  /// What variations signed that each gave something else alone.
  private var others: [Signed] = []

  /// What one variation signs, in the first of its places.
  private struct Signed {
    let row: Variation
    let changes: ChangedPieces
    let pieces: TextPieces
    let text: Bytes
    let hash: Bytes
    /// The key; nil where it is the right one.
    let key: PreparedKey?
  }

  init(_ own: Ingredients, _ target: Target) {
    var own = own
    if case .signature(_, let secret) = target { own.secret = secret }
    composition = Composition(own)
    pieces = composition.pieces(right: nil)
    text = composition.text(pieces)
    hash = own.version == .v4 ? text.sha256 : []
    key = PreparedKey(composition.signingKey(), isSHA1: own.isSHA1)
    self.target = target
  }

  /// The proof that nothing was made otherwise; nil where something was.
  mutating func right() -> Proof? {
    composition.begin([])
    return isSought(text, hash, key)
      ? Proof(ids: [], secondIDs: [], text: text) : nil
  }

  /// The first text of one variation that is sought, with all variations that give it.
  mutating func single(of rows: [Variation]) -> Proof? {
    if text.count > Variations.byteCount { return nil }
    var found: (ids: [String], text: Bytes)?
    for row in rows where fits(row) {
      let changes = ChangedPieces(row.steps, composition.own.version)
      if changes.isOfSignature, case .hash = target { continue }
      var (turn, turnCount) = (0, 1)
      while turn < turnCount {
        composition.begin(row.steps, turn: turn)
        turn += 1
        let text = tried(row, changes, proven: found?.text, isFirst: turn == 1)
        turnCount = composition.turnCount
        guard let text else { continue }
        var ids = found?.ids ?? []
        for id in row.ids where !ids.containsBytes(of: id) { ids.append(id) }
        found = (ids, text)
      }
    }
    return found.map { Proof(ids: $0.ids, secondIDs: [], text: $0.text) }
  }

  /// The text of a variation that is sought; nil where it is not, or was tried before.
  private mutating func tried(
    _ row: Variation, _ changes: ChangedPieces, proven: Bytes?, isFirst: Bool
  ) -> Bytes? {
    let pieces = composition.pieces(right: pieces)
    let changed = composition.text(pieces)
    if !composition.isPossible { return nil }
    let isSame = changed == text
    if isSame, !changes.isOfSignature { return nil }
    if !changes.isOfSignature, changed == proven { return changed }
    guard let hash = isSame ? hash : hash(of: changed, isAlone: !changes.isOfSignature) else {
      return nil
    }
    let key = changes.isOfKey ? otherKey() : nil
    let isFound = isSought(changed, hash, key ?? self.key)
    if !composition.isPossible { return nil }
    if isFirst {
      others.append(
        Signed(row: row, changes: changes, pieces: pieces, text: changed, hash: hash, key: key))
    }
    return isFound ? changed : nil
  }

  /// The hash of a text, made once; empty but with V4. Nil where the text was tried before, if all else is right.
  private mutating func hash(of text: Bytes, isAlone: Bool) -> Bytes? {
    let checksum = text.checksum
    if let known = seen[checksum] {
      if isAlone, known.isTried { return nil }
      seen[checksum]?.isTried = known.isTried || isAlone
      return known.hash
    }
    let hash = composition.own.version == .v4 ? text.sha256 : []
    seen[checksum] = (hash, isAlone)
    return hash
  }

  /// The first text of two variations that is sought, where so many searches share the time.
  mutating func pair(of searchCount: Int) -> Proof? {
    var rest = Variations.pairByteCount / searchCount
    for second in others.indices {
      for first in 0..<second {
        if rest <= 0 { return nil }
        guard let text = tried(first, second, &rest) else { continue }
        return Proof(ids: others[first].row.ids, secondIDs: others[second].row.ids, text: text)
      }
    }
    return nil
  }

  /// The text of two variations that is sought; nil where it is not, or was tried before.
  private mutating func tried(_ first: Int, _ second: Int, _ rest: inout Int) -> Bytes? {
    let (one, two) = (others[first], others[second])
    composition.begin(one.row.steps + two.row.steps)
    rest -= 1000
    var (text, hash) = two.changes.isOfText ? (two.text, two.hash) : (one.text, one.hash)
    if one.changes.isOfText, two.changes.isOfText {
      let pieces =
        one.changes.meets(two.changes)
        ? composition.pieces(right: pieces) : one.pieces.with(two.pieces, two.changes)
      text = composition.text(pieces)
      rest -= text.count
      if !composition.isPossible || text == self.text { return nil }
      let isOther = one.changes.isOfSignature || two.changes.isOfSignature
      guard let known = self.hash(of: text, isAlone: !isOther) else { return nil }
      hash = known
    }
    let key =
      one.key != nil && two.key != nil ? otherKey() : one.key ?? two.key ?? self.key
    return isSought(text, hash, key) && composition.isPossible ? text : nil
  }

  /// Whether a row is about such a request.
  private func fits(_ row: Variation) -> Bool {
    if !row.versions.contains(composition.own.version) { return false }
    if let isOfURL = row.isOfURL, isOfURL != composition.own.isURL { return false }
    if !row.methods.isEmpty, !row.methods.contains(composition.own.method) { return false }
    let isThere = { (name: Bytes) in composition.own.headers.contains { $0.name == name } }
    return row.with.allSatisfy(isThere) && !row.without.contains(where: isThere)
  }

  private mutating func otherKey() -> PreparedKey {
    let isSHA1 = composition.own.isSHA1 != composition.changes(part: .hmac)
    return PreparedKey(composition.signingKey(), isSHA1: isSHA1)
  }

  private mutating func isSought(_ text: Bytes, _ hash: Bytes, _ key: PreparedKey) -> Bool {
    switch target {
    case .hash(let wanted): return wanted.lowercased == hash
    case .signature(let wanted, _):
      let string = composition.string(text, hash)
      if !composition.changes(part: .construction) {
        return composition.signature(key.code(of: string)) == wanted
      }
      let isSHA1 = composition.own.isSHA1 != composition.changes(part: .hmac)
      let code = composition.code(of: string, composition.signingKey(), isSHA1: isSHA1)
      return composition.signature(code) == wanted
    }
  }

  /// The signature that a secret makes over a string to sign, of V4 where it begins as one.
  static func signature(of string: Bytes, _ version: SignatureKind?, _ secret: Bytes) -> Bytes {
    let scope = StringV4(string)?.scope
    let own = Ingredients(
      version: scope == nil ? (version == .v2 ? .v2 : .v1) : .v4, method: [], date: [],
      scope: scope ?? [], secret: secret)
    var composition = Composition(own)
    let key = PreparedKey(composition.signingKey(), isSHA1: own.isSHA1)
    return composition.signature(key.code(of: string))
  }
}

extension Composition {
  /// The string to sign.
  mutating func string(_ text: Bytes, _ hash: Bytes) -> Bytes {
    if own.version != .v4 || own.policy != nil { return changed(.string, text) }
    let string = "OSS4-HMAC-SHA256\n".bytes + changed(.date, own.date) + [0x0A]
    let scope = changed(.scopeLine, self.scope().joined(by: "/") + [0x0A])
    // From the value of it a change takes the canonical request.
    return changed(.string, string + scope + changed(.hash, hash), SignedItem([], text))
  }

  /// The scope that is signed; empty but with V4.
  private mutating func scope() -> [Bytes] {
    let parts: [SignedPart] = [.scopeDate, .scopeRegion, .scopeProduct, .scopeEnd]
    var scope: [Bytes] = []
    for (part, base) in zip(parts, own.scope) { scope.append(changed(part, base)) }
    return scope
  }

  /// The key that signs: the secret, with V4 what the chain makes of it (V4-KEY-1), in a call of STS
  /// with an ampersand (RPC-SIG-1).
  mutating func signingKey() -> Bytes {
    let (prefix, end) = (own.version == .v4 ? "aliyun_v4" : "", own.version == .rpc ? "&" : "")
    var key = changed(.firstKey, prefix.bytes + changed(.secret, own.secret) + end.bytes)
    let parts: [SignedPart] = [.keyDate, .keyRegion, .keyProduct, .keyEnd]
    for (part, base) in zip(parts, scope()) {
      let message = changed(part, base)
      // A link that a change empties is left out.
      if message.isEmpty, !base.isEmpty { continue }
      let code =
        changes(part: .construction)
        ? code(of: message, key, isSHA1: false) : derivedKey(key, message)
      key = changed(.derivedKey, code)
    }
    return key
  }

  /// The HMAC of a message, or what is made in its place.
  mutating func code(of message: Bytes, _ key: Bytes, isSHA1: Bool) -> Bytes {
    switch changed(.construction, []).text {
    case "swapped": return PreparedKey(message, isSHA1: isSHA1).code(of: key)
    case "key first": return Self.hash(of: key + message, isSHA1: isSHA1)
    case "message first": return Self.hash(of: message + key, isSHA1: isSHA1)
    default: return PreparedKey(key, isSHA1: isSHA1).code(of: message)
    }
  }

  private static func hash(of text: Bytes, isSHA1: Bool) -> Bytes {
    var hash = Bytes()
    if isSHA1 {
      SHA1.hash(text.span).append(to: &hash)
    } else {
      SHA256.hash(text.span).append(to: &hash)
    }
    return hash
  }

  /// The signature as it is written.
  mutating func signature(_ digest: Bytes) -> Bytes {
    let isHexadecimal = own.version == .v4
    let text =
      changes(part: .digest)
      ? changed(.digest, digest)
      : (isHexadecimal ? Hexadecimal.encode(digest.span) : Base64.encode(digest.span)).bytes
    return changed(.signature, text)
  }
}

/// A key that is ready for many texts.
enum PreparedKey {
  case sha1(HMACSHA1Key)
  case sha256(HMACSHA256Key)

  init(_ key: Bytes, isSHA1: Bool) {
    self = isSHA1 ? .sha1(HMACSHA1Key(key.span)) : .sha256(HMACSHA256Key(key.span))
  }

  func code(of text: Bytes) -> Bytes {
    var code = Bytes()
    switch self {
    case .sha1(let key): key.authenticationCode(for: text.span).append(to: &code)
    case .sha256(let key): key.authenticationCode(for: text.span).append(to: &code)
    }
    return code
  }
}
