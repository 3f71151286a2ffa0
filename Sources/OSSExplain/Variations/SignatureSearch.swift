internal import OSSPrimitives

/// The search for what makes a signature, in one reading of a request.
struct SignatureSearch {
  /// What is sought.
  enum Target {
    case signature(Bytes)
    /// The hash of a canonical request.
    case hash(Bytes)
  }

  private let own: Ingredients
  private let target: Target
  private let pieces: TextPieces
  private let text: Bytes
  private let hash: Bytes
  private let key: PreparedKey
  /// The texts that were tried, and variations that each gave another one.
  private var seen: Set<TriedText> = []
  private var distinct: [Variation] = []

  init(_ own: Ingredients, _ target: Target) {
    var composition = Composition(own)
    pieces = composition.pieces(right: nil)
    text = composition.text(pieces)
    hash = own.version == .v4 ? Self.hash(of: text) : []
    key = PreparedKey(composition.signingKey(), isV1: own.version == .v1)
    (self.own, self.target) = (own, target)
  }

  /// The proof that nothing was made otherwise; nil where something was.
  func right() -> Proof? {
    var composition = Composition(own)
    return isSought(&composition, text, hash)
      ? Proof(ids: [], secondIDs: [], parts: [], text: text) : nil
  }

  /// The first text of one variation that is sought, with all variations that give it.
  mutating func single(of rows: [Variation]) -> Proof? {
    if text.count > Variations.byteCount { return nil }
    var found: (ids: [String], steps: [VariationStep], text: Bytes)?
    for row in rows where fits(row) {
      var isOther = false
      var turn = 0
      var turnCount = 1
      while turn < turnCount {
        var composition = Composition(own, row.steps, turn: turn)
        turn += 1
        let text = tried(&composition, proven: found?.text, isOther: &isOther)
        turnCount = composition.turnCount
        guard let text else { continue }
        var ids = found?.ids ?? []
        for id in row.ids where !ids.containsBytes(of: id) { ids.append(id) }
        found = (ids, found?.steps ?? row.steps, text)
      }
      if isOther { distinct.append(row) }
    }
    guard let found else { return nil }
    return Proof(
      ids: found.ids, secondIDs: [], parts: Self.parts(of: found.steps), text: found.text)
  }

  /// The first text of two variations that is sought.
  mutating func pair(most limit: Int) -> Proof? {
    let limit = min(limit, Variations.pairByteCount / max(1, text.count))
    var count = 0
    var isOther = false
    for second in distinct.indices {
      for first in 0..<second {
        if count == limit { return nil }
        count += 1
        let steps = distinct[first].steps + distinct[second].steps
        var composition = Composition(own, steps)
        guard let text = tried(&composition, proven: nil, isOther: &isOther) else { continue }
        return Proof(
          ids: distinct[first].ids, secondIDs: distinct[second].ids,
          parts: Self.parts(of: steps), text: text)
      }
    }
    return nil
  }

  private static func parts(of steps: [VariationStep]) -> [String] {
    var names: [String] = []
    for step in steps where !names.containsBytes(of: step.part.name) {
      names.append(step.part.name)
    }
    return names
  }

  /// Whether a row is about such a request.
  private func fits(_ row: Variation) -> Bool {
    if !row.versions.contains(own.version) { return false }
    if let isOfURL = row.isOfURL, isOfURL != own.isURL { return false }
    if !row.methods.isEmpty, !row.methods.contains(own.method) { return false }
    let isThere = { (name: Bytes) in own.headers.contains { $0.name == name } }
    return row.with.allSatisfy(isThere) && !row.without.contains(where: isThere)
  }

  /// The text of a composition that is sought; nil where it is not, or was tried before.
  private mutating func tried(
    _ composition: inout Composition, proven: Bytes?, isOther: inout Bool
  ) -> Bytes? {
    let isOfSignature =
      !composition.changed.isDisjoint(with: .ofSignature)
      || own.version == .v4 && composition.changed.contains(SignedPart.date.option)
    if case .hash = target, isOfSignature { return nil }
    let others = composition.pieces(right: pieces)
    if !composition.isPossible { return nil }
    let isSame = others == pieces && composition.changed.isDisjoint(with: .ofText)
    let changed = isSame ? text : composition.text(others)
    if !composition.isPossible { return nil }
    var hash = hash
    if !isSame, changed != text {
      if changed == proven, !isOfSignature { return changed }
      if !isOfSignature, !seen.insert(TriedText(changed)).inserted { return nil }
      if own.version == .v4 { hash = Self.hash(of: changed) }
    } else if !isOfSignature {
      return nil
    }
    isOther = true
    let isFound = isSought(&composition, changed, hash)
    return isFound && composition.isPossible ? changed : nil
  }

  private func isSought(_ composition: inout Composition, _ text: Bytes, _ hash: Bytes) -> Bool {
    switch target {
    case .hash(let wanted): return wanted[...].lowercased == hash
    case .signature(let wanted):
      let string = composition.string(text, hash)
      var key = key
      let isOther = composition.changed.contains(SignedPart.hmac.option)
      if isOther || !composition.changed.isDisjoint(with: .ofKey) {
        key = PreparedKey(composition.signingKey(), isV1: (own.version == .v1) != isOther)
      }
      return composition.signature(key.code(of: string)) == wanted
    }
  }

  private static func hash(of text: Bytes) -> Bytes {
    var hash = Bytes()
    SHA256.hash(text.span).append(hexadecimalTo: &hash)
    return hash
  }
}

extension Composition {
  /// The string to sign.
  mutating func string(_ text: Bytes, _ hash: Bytes) -> Bytes {
    if own.version != .v4 { return changed(.string, text) }
    var string = "OSS4-HMAC-SHA256\n".bytes + changed(.date, own.date) + [0x0A]
    string += changed(.scope, own.scope.joined(by: "/")) + [0x0A] + changed(.hash, hash)
    return changed(.string, string)
  }

  /// The key that signs: the secret, with V4 what the chain makes of it (V4-KEY-1).
  mutating func signingKey() -> Bytes {
    let secret = changed(.secret, own.secret)
    guard own.version == .v4 else { return changed(.signingKey, changed(.firstKey, secret)) }
    var key = changed(.firstKey, "aliyun_v4".bytes + secret)
    let parts: [SignedPart] = [.keyDate, .keyRegion, .keyProduct, .keyEnd]
    for (part, base) in zip(parts, own.scope) {
      let message = changed(part, base)
      // A link that a change empties is left out.
      if message.isEmpty, !base.isEmpty { continue }
      var next = Bytes()
      HMACSHA256Key(key.span).authenticationCode(for: message.span).append(to: &next)
      key = changed(.derivedKey, next)
    }
    return changed(.signingKey, key)
  }

  /// The signature as it is written.
  mutating func signature(_ digest: Bytes) -> Bytes {
    let text: Bytes
    if changed.contains(SignedPart.digest.option) {
      text = changed(.digest, digest)
    } else if own.version == .v4 {
      text = digest.hexadecimal
    } else {
      text = Base64.encode(digest.span).bytes
    }
    return changed(.signature, text)
  }
}

/// A key that is ready for many texts.
private enum PreparedKey {
  case sha1(HMACSHA1Key)
  case sha256(HMACSHA256Key)

  init(_ key: Bytes, isV1: Bool) {
    self = isV1 ? .sha1(HMACSHA1Key(key.span)) : .sha256(HMACSHA256Key(key.span))
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

/// What is kept of a text that was tried: two sums of it, since all texts would take much memory.
private struct TriedText: Hashable {
  private var first: UInt64
  private var second: UInt64

  init(_ text: Bytes) {
    (first, second) = (UInt64(text.count), 0)
    var word: UInt64 = 0
    for index in text.indices {
      word = word << 8 | UInt64(text[index])
      if index & 7 == 7 { add(word) }
    }
    add(word)
  }

  private mutating func add(_ word: UInt64) {
    first = (first ^ word) &* 0x9E37_79B9_7F4A_7C15 ^ first >> 29
    second = (second &+ word) &* 0xC2B2_AE3D_27D4_EB4F ^ second >> 31
  }
}
