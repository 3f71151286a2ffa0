internal import OSSPrimitives

// What code takes of a set of credentials: ID, secret and token belong together, and one that is left out is
// the old one, or none (EXP-CODE-4).
extension Facts {
  func ofAssignments(_ name: String) -> Bytes? {
    switch name {
    case "left-secret": return sourceOfLeftSecret
    case "left-token": return sourceOfLeftToken
    default: return nil
    }
  }

  /// The source of which some lines take all, and others ID and token alone; a form and a URL need no secret.
  private var sourceOfLeftSecret: Bytes? {
    let groups = credentialGroups
    return groups.first { group in
      group.has(.id) && group.has(.token) && !group.has(.secret)
        && groups.contains { $0.source == group.source && $0.has(.secret) && $0.has(.token) }
    }?.source
  }

  /// The source of which some lines take ID and secret, and none takes the token that it has.
  private var sourceOfLeftToken: Bytes? {
    let groups = credentialGroups
    let group = groups.first { group in
      group.has(.id) && group.has(.secret) && !group.has(.token)
        && !groups.contains { $0.source == group.source && $0.has(.token) }
    }
    guard let source = group?.source else { return nil }
    let small = evidence.pasted.lowercased
    let hasToken = CredentialPart.token.spellings.contains { name in
      small.places(of: name.bytes).contains { place in
        let before = small[..<place].suffix(source.count + 2)
        return [".", "->", "['", "[\""].contains { Bytes(before).ends(with: source.text + $0) }
      }
    }
    return hasToken ? source : nil
  }

  /// The lines that take parts of one source, those near to each other together.
  private var credentialGroups: [CredentialGroup] {
    var groups: [CredentialGroup] = []
    for (index, line) in evidence.pasted.lowercased.parts(at: "\n").prefix(2048).enumerated()
    where line.count < 512 {
      // What sets by a call has its name and its value as arguments.
      let isCall = line.contains("set(")
      let pieces = isCall ? [line[...]] : line.split { ",{(".utf8.contains($0) }
      for piece in pieces {
        guard let (part, source) = CredentialPart.taken(in: Bytes(piece)) else { continue }
        if let last = groups.last, last.source == source, index - last.line < 4 {
          groups[groups.count - 1].add(part, at: index)
        } else {
          groups.append(CredentialGroup(part, of: source, at: index))
        }
      }
    }
    return groups
  }
}

/// Lines of code that take parts of one set of credentials.
private struct CredentialGroup {
  /// What they are taken of, such as `config` in `config.accessKeyId`.
  let source: Bytes
  private(set) var line: Int
  private var parts: [CredentialPart]

  init(_ part: CredentialPart, of source: Bytes, at line: Int) {
    (self.source, self.line, parts) = (source, line, [part])
  }

  mutating func add(_ part: CredentialPart, at line: Int) {
    self.line = line
    parts.append(part)
  }

  func has(_ part: CredentialPart) -> Bool { parts.contains(part) }
}

private enum CredentialPart {
  case id, secret, token

  /// How code writes its name, in small letters.
  var spellings: [String] {
    switch self {
    case .id: ["accesskeyid", "access_key_id"]
    case .secret: ["accesskeysecret", "access_key_secret", "secretaccesskey", "secret_access_key"]
    case .token:
      [
        "ststoken", "sts_token", "securitytoken", "security_token", "sessiontoken", "session_token",
      ]
    }
  }

  /// The part that a statement sets from a member of its own name, and what it is a member of; nil for another
  /// statement.
  static func taken(in text: Bytes) -> (part: CredentialPart, source: Bytes)? {
    guard let mark = text.firstIndex(where: { "=:,".utf8.contains($0) }) else { return nil }
    let name = Bytes(text[..<mark].filter { $0.isLetterOrDigit || $0 == 0x5F })
    let value = Bytes(text[mark...])
    if ["ossaccesskeyid", "param"].contains(where: { name.contains($0) }) { return nil }
    for part in [CredentialPart.id, .secret, .token]
    where part.spellings.contains(where: { name.ends(with: $0) }) {
      for place in part.spellings.compactMap({ value.index(of: $0.bytes) }) {
        let owner = Bytes(value[..<place])
        guard let gap = ["->", "['", "[\"", "."].first(where: { owner.ends(with: $0) }) else {
          continue
        }
        let source = Facts.word(in: owner, before: owner.count - gap.utf8.count)
        if !source.isEmpty { return (part, source) }
      }
    }
    return nil
  }
}
