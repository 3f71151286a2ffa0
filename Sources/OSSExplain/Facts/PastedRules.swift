internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices

// Rules that somebody pasted, held against what the text shows of the request (EXP-RULE-1).
extension Facts {
  /// What a rule that is shown does not allow, with both values; nil where no rule is shown, where the
  /// request does not show its side, and where the rule allows it.
  func ofRules(_ name: String) -> Bytes? {
    let text = evidence.pasted
    switch name {
    case "cors-rule": return corsRule
    case "referer-rule": return refererRule
    case "policy-rule": return (policyRule ?? folderRule ?? ticketRule)?.bytes
    case "source-address": return sourceAddress
    case "policy-fault":
      return text.replacing("\": \"", with: "\":\"").policyFault?.bytes
    case "allowed-bucket": return allowedBucket
    case "tool-path":
      // A tool names the bucket and the prefix in one.
      return evidence.pasted.behind("oss://").map { text in
        Bytes(text.prefix { $0 > 0x20 && !"\"'`<>".utf8.contains($0) }).halves(at: "/").after ?? []
      }
    case "trust-rule": return trustRule?.bytes
    case "trust-condition": return trustCondition?.bytes
    case "role":
      let words = evidence.pasted.split { !$0.isLetterOrDigit && !":/._-*".utf8.contains($0) }
      let roles = words.map { Bytes($0) }.filter {
        $0.begins(with: "acs:ram::") && $0.contains(":role/")
      }
      let named = statements.flatMap { $0.resources }
      return roles.first { !named.contains($0) } ?? roles.first
    case "form-rule": return formRule?.bytes
    case "kept-seconds":
      guard let lifetime = number(behind: ["durationseconds", "duration_seconds"]),
        let kept = number(behind: ["setex(", "expire(", "ttl", "cache", "\u{7F13}\u{5B58}"]),
        kept > lifetime
      else { return nil }
      return "They are valid for \(lifetime) seconds, and are kept for \(kept).".bytes
    case "text-type-lower": return self["text-type"]?.lowercased
    case "text-type-alone":
      let halves = self["text-type"]?.lowercased.halves(at: ";")
      return halves?.after == nil ? nil : halves?.before
    case "said-md5": return pastedValues(["content-md5"]).first
    case "set-bucket": return pastedValues(["bucket"]).first { AccessKeyID.isBucket($0) }
    case "set-scheme":
      let start = ["endpoint", "curl "].compactMap { evidence.pasted.lowercased.behind($0) }.first
      let scheme = start?.prefix(48).prefix { $0 != 0x0A }
      return ["https", "http"].first { scheme.map { Bytes($0) }?.contains($0 + "://") == true }?
        .bytes
    case "set-endpoint":
      // Points alone are no value, and the number of a version is no host.
      return pastedValues(["endpoint"]).map { value in
        let host = (value.behind("://") ?? value).lowercased.drop { $0 == UInt8(ascii: "/") }
        return Bytes(host.prefix { $0.isLetterOrDigit || "-.".utf8.contains($0) })
      }.first { host in
        host.contains(".") && host.last != UInt8(ascii: ".") && host.contains { 0x61...0x7A ~= $0 }
          && !["process.", "os.", "config.", "settings."].contains { host.begins(with: $0) }
      }
    default: return nil
    }
  }

  /// The first address of IP that no line of a policy has, since those have quotation marks, and no trace
  /// names as that of the server; that of an interface is before its length. Through an internal endpoint it
  /// is the first one of a private network.
  private var sourceAddress: Bytes? {
    let servers = ["\"", "Trying ", "onnected to ", "IPv4: ", "Host: "]
    let lines = evidence.pasted.parts(at: "\n").filter { line in
      !servers.contains { line.contains($0) }
    }
    let words = lines.joined(by: " ").split { !(0x30...0x39 ~= $0) && !"./".utf8.contains($0) }
    let addresses = words.lazy.map { word in
      Bytes(word.prefix { $0 != UInt8(ascii: "/") }).trimming { $0 == UInt8(ascii: ".") }
    }.filter { $0.addressValue != nil }
    let isInternal = error?.hostID?.contains("-internal.") == true
    return (isInternal ? addresses.first { $0.isPrivateAddress } : nil) ?? addresses.first
  }

  /// What of a header of the request a list does not have.
  private func unlisted(
    _ what: String, _ header: String, _ allowed: [Bytes], _ shown: Bytes? = nil,
    listed: [Bytes]? = nil
  ) -> Bytes? {
    let values = (request?.value(of: header) ?? shown ?? []).parts(at: ",").map { $0.stripped }
    let other = values.first { value in
      !value.isEmpty && !allowed.contains { value.lowercased.fits($0.lowercased) }
    }
    guard let other, !allowed.isEmpty else { return nil }
    let all = (listed ?? allowed).joined(by: " ").text.shown
    let hasSlash = allowed.contains(other + [UInt8(ascii: "/")])
    let slash = hasSlash ? " An origin has no slash at its end." : ""
    let host = other.behind("://") ?? other
    let isBare = allowed.contains { $0.contains("*." + host.halves(at: "/").before.text) }
    let bare = isBare ? " The star with its point covers no host without a label before it." : ""
    return "What is shown allows \(all), and the \(what) is \(other.text.shown).\(slash)\(bare)"
      .bytes
  }

  /// What the list of referers that is shown does not allow.
  private var refererRule: Bytes? {
    let names = [
      "<referer", "whitelist", "white list", "referer list", "\u{767D}\u{540D}\u{5355}",
      "referer \u{5217}\u{8868}",
    ]
    // A Referer may go on behind what is listed, and its scheme be left out.
    let values = pastedValues(names).filter { $0.contains(".") }
    let listed = values.map { $0.trimmingStart("/".bytes) }
    let allowed = listed.map { $0 + "*".bytes }.flatMap {
      $0.contains("://") ? [$0] : [$0, "*://".bytes + $0]
    }
    let shown = evidence.pasted.between("Referer: ", "\n")
    let other = unlisted(
      "Referer", "referer", allowed, shown?.contains("://") == true ? shown : nil, listed: listed)
    // The guides of OSS have no example without a scheme.
    let bare = values.first { !$0.contains("//") && $0.first != UInt8(ascii: "*") }
    return other
      ?? bare.map { entry in
        "The list has \(entry.text.shown) without a scheme, and each Referer has one: list it with http:// and https://."
          .bytes
      }
  }

  /// The first bucket for which a policy that is shown allows something.
  private var allowedBucket: Bytes? {
    let names = statements.lazy.filter { $0.isAllow }.flatMap { $0.resources }.compactMap {
      resource in
      resource.behind("acs:oss:").map { Array($0.parts(at: ":").dropFirst(2)).joined(by: ":") }
    }
    return names.map { $0.halves(at: "/").before }.first { AccessKeyID.isBucket($0) }
  }

  /// What the rules of CORS that are shown do not allow.
  private var corsRule: Bytes? {
    let text = evidence.pasted
    let origin =
      text.between("from origin '", "'") ?? text.between("Origin '", "'")
      ?? text.between("Origin: ", "\n")
    let listed = pastedValues(["allowedorigin", "allowed_origin"])
    return unlisted("origin", "origin", listed.isEmpty ? saidOrigins : listed, origin)
      ?? unlisted(
        "method", "access-control-request-method", pastedValues(["allowedmethod"]),
        text.between("Access-Control-Request-Method: ", "\n"))
      ?? unlisted(
        "header", "access-control-request-headers", pastedValues(["allowedheader"]),
        text.between("Access-Control-Request-Headers: ", "\n"))
      ?? origin.flatMap { splitRule($0) }
  }

  /// That no one rule of several has the origin and the method that is asked for.
  private func splitRule(_ origin: Bytes) -> Bytes? {
    let rules = evidence.pasted.replacing("<CORSRule>", with: "\u{1}").parts(at: "\u{1}")
      .dropFirst()
    guard rules.count > 1, let method = request?.value(of: "access-control-request-method") else {
      return nil
    }
    func values(_ name: String, _ rule: Bytes) -> [Bytes] {
      rule.places(of: ("<" + name + ">").bytes).prefix(16).map { place in
        Bytes(rule[(place + name.utf8.count + 2)...].prefix { $0 != UInt8(ascii: "<") }).stripped
      }
    }
    let own = rules.filter { values("AllowedOrigin", $0).contains { origin.stripped.fits($0) } }
    let methods = own.flatMap { values("AllowedMethod", $0) }.reduce(into: [Bytes]()) { all, one in
      if !all.contains(one) { all.append(one) }
    }
    if own.isEmpty || methods.contains(where: { $0 == method || $0.isText("*") }) { return nil }
    return
      ("A rule has to allow both: what is shown for \(origin.stripped.text.shown) allows "
      + "\(methods.joined(by: " ").text.shown), and the method is \(method.text.shown).").bytes
  }

  /// The origins, which have no path, that the lines about rules of CORS name.
  private var saidOrigins: [Bytes] {
    let lines = evidence.pasted.lowercased.parts(at: "\n").filter { line in
      let words = ["cors", "rule", "\u{6765}\u{6E90}", "\u{89C4}\u{5219}", "\u{8DE8}\u{57DF}"]
      let others = ["origin '", "not ", "n't", "\u{4E0D}", "works", "fine"]
      return words.contains { line.contains($0) } && !others.contains { line.contains($0) }
    }
    let words = lines.prefix(16).flatMap {
      $0.split { $0.isSpace || $0 >= 0x80 || "\"'`,;()<>".utf8.contains($0) }
    }
    return words.map { Bytes($0) }.filter { word in
      guard let place = word.behind("://"), word.begins(with: "http") else { return false }
      return !place.isEmpty && !place.contains("/") && !place.contains("aliyuncs")
    }
  }

  /// That words give the right for some folders alone, and the key is in another.
  private var folderRule: String? {
    let key = request?.resource?.key ?? error?["Object"]?.bytes ?? call?.template
    let folders = saidFolders
    guard let key, !folders.isEmpty, !folders.contains(where: { key.begins(with: $0.text + "/") })
    else { return nil }
    let own = key.halves(at: "/")
    let place =
      own.after == nil ? "the key has none" : "the key begins with \(own.before.wordsShown)/"
    return "The text gives the right for \(folders[0].wordsShown)/ alone, and \(place)."
  }

  /// That the text has two keys of one folder, one of which the policy of a session refuses.
  private var ticketRule: String? {
    let small = evidence.pasted.lowercased
    let isOfToken = ["ticket", "token", "sts", "credential", "\u{51ED}\u{8BC1}", "\u{7968}"]
      .contains {
        small.contains($0)
      }
    guard isOfToken, statements.isEmpty, error?.message?.contains("authorizer") == true else {
      return nil
    }
    let keys = pastedValues(["key"]).prefix(64)
    for key in keys {
      guard let name = key.halves(at: "/").after, !name.isEmpty else { continue }
      let folder = key.prefix(key.count - name.count)
      guard let other = keys.first(where: { $0 != key && $0.prefix(folder.count) == folder })
      else { continue }
      return "The text has two keys, \(key.wordsShown) and \(other.wordsShown):"
        + " a token for one key allows that one alone."
    }
    return nil
  }

  /// The folders for which alone words give a right, on a line about rights: `may write only to logs/`.
  private var saidFolders: [Bytes] {
    for line in evidence.pasted.parts(at: "\n").prefix(512) where line.count < 512 {
      let small = line.lowercased
      let limits = ["only ", "limited to ", "restricted to ", "\u{4EC5}", "\u{53EA}"]
      guard
        let place = limits.compactMap({ limit in
          small.index(of: limit).map { $0 + limit.utf8.count }
        }).min(), Self.rights.contains(where: { small.contains($0) }),
        !Self.failures.contains(where: { small.contains($0) })
      else { continue }
      let rest = line[place...].prefix(80).prefix { !";()".utf8.contains($0) }
      let words = rest.split { !$0.isLetterOrDigit && !"-_./*".utf8.contains($0) }
      let folders = words.filter { word in
        let next = Bytes(small[word.endIndex...].prefix(24)).drop { " `\"'".utf8.contains($0) }
        let isNamed = Self.kinds.contains { Bytes(next).begins(with: $0) }
        let name = Bytes(word).trimming { "*/.".utf8.contains($0) }.lowercased
        return word[word.startIndex].isLetterOrDigit && word.count < 64
          && !["this", "that", "the", "a", "one", "bucket", "http", "https"].contains {
            name.isText($0)
          }
          && (isNamed || word.ends(with: "/") || word.ends(with: "/*"))
      }
      if !folders.isEmpty {
        return folders.map { Bytes($0).trimming { "*/.".utf8.contains($0) } }
      }
    }
    return []
  }

  private static let kinds = [
    "folder", "director", "prefix", "\u{6587}\u{4EF6}\u{5939}", "\u{76EE}\u{5F55}",
    "\u{524D}\u{7F00}",
  ]

  private static let rights = [
    "right", "permission", "policy", "allow", "grant", "limited to", "restricted to", "may write",
    "may read", "may upload", "may only", "may access", "token", "credential", "sts", "key",
    "\u{6743}\u{9650}", "\u{6388}\u{6743}", "\u{5141}\u{8BB8}", "\u{51ED}\u{8BC1}",
    "\u{8BBF}\u{95EE}",
    "\u{64CD}\u{4F5C}", "\u{4E0A}\u{4F20}",
  ]

  private static let failures = [
    "fail", "happen", "changed", "when i", "error", "denied", "forbidden", "n't", "not only",
    "-only",
    "\u{5931}\u{8D25}", "\u{62A5}\u{9519}", "\u{62D2}\u{7EDD}", "\u{4E0D}\u{80FD}",
    "\u{5176}\u{4ED6}",
  ]

  /// The field of a form that the answer names with its condition, as the text sets it.
  private var formRule: String? {
    let condition = error?.message?.bytes.behind("ondition failed: ")
    let parts = condition?.parts(at: "\"") ?? []
    let name = parts.first { $0.begins(with: "$") }?.dropFirst()
    let lines = evidence.pasted.split { "\n{,".utf8.contains($0) }.map { line in
      Bytes(line).trimming { " \t\r,;}".utf8.contains($0) }
    }
    let line = lines.first { line in
      let start = line.drop { "\"'".utf8.contains($0) }
      guard let name, start.prefix(name.count) == name else { return false }
      return start.dropFirst(name.count).first.map { "\"' :=".utf8.contains($0) } == true
    }
    guard let line else {
      guard let name, parts.count == 7, parts[1].isText("eq"), parts[5].isEmpty else { return nil }
      let field = Bytes(name).text.shown
      return
        "The policy wants an empty \(field): leave that condition out where nothing is sent for it."
    }
    let value = line.dropFirst((name?.count ?? 0) + 1).drop { "\"'` :=".utf8.contains($0) }
    let hasSlash =
      parts.count == 7 && parts[5].first != UInt8(ascii: "/") && value.first == UInt8(ascii: "/")
    let slash = hasSlash ? " A slash comes before what the condition wants." : ""
    return "The text has \(line.masked.text.shown).\(slash)"
  }

  /// The first number of seconds, from a minute to a year, behind one of some words, on the same line.
  func number(behind words: [String]) -> Int64? {
    let small = evidence.pasted.lowercased
    for place in words.flatMap({ small.places(of: $0.bytes) }) {
      let line = small[place...].prefix(80).prefix { $0 != 0x0A }
      for index in line.indices.dropFirst() where !line[index - 1].isLetterOrDigit {
        // A number with a hyphen behind it is of a date.
        let isDate = small[index...].first { !(0x30...0x39 ~= $0) } == UInt8(ascii: "-")
        let number = isDate ? nil : small.product(at: index)
        if let number, 60...31_536_000 ~= number { return number }
      }
    }
    return nil
  }

  /// The words that the text gives for a setting: in an element of XML, in a list of JSON, or behind its
  /// name on that line, else on the next ones.
  func pastedValues(_ labels: [String]) -> [Bytes] {
    let text = evidence.pasted.replacing("\u{FF1A}", with: ":")
    let small = text.lowercased
    return labels.flatMap { small.places(of: $0.bytes).prefix(64) }.flatMap { place -> [Bytes] in
      let mark = text[place...].prefix(50).dropFirst().firstIndex {
        ":=>\n.<(/,;".utf8.contains($0)
      }
      // The end of an element has no value, buckets are no bucket, and what was asked for is no setting.
      let isOther =
        place > 0 && text[place - 1] == UInt8(ascii: "/") || small[place...].begins(with: "buckets")
        || small[..<place].ends(with: "request ")
      guard let mark, !isOther, ":=>".utf8.contains(text[mark]) else { return [] }
      let (behind, isXML) = (text[(mark + 1)...], text[mark] == UInt8(ascii: ">"))
      // A list may begin behind an empty line.
      let rest = Bytes(behind.drop { $0 == 0x0A && !isXML })
      let line = rest.halves(at: isXML ? "<" : "\n").before
      let end = line.stripped.isText("[") ? rest.index(of: "]") : rest.index(of: "\n\n")
      let isHere =
        isXML
        || behind.first != 0x0A && line.contains { $0.isLetterOrDigit || $0 == UInt8(ascii: "*") }
      let words = (isHere ? line[...] : rest.prefix(end ?? rest.count)).split {
        $0.isSpace || ",;\"'[])<>`".utf8.contains($0)
      }
      // A word with a bracket is the name of a function.
      return words.map { Bytes($0) }.filter { word in
        word.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "(") }
      }
    }
  }
}

extension Bytes {
  /// The text with stars in place of each long word of small letters, capitals and digits, which may be a
  /// part of a secret or a token.
  fileprivate var wordsShown: String {
    split(omittingEmptySubsequences: false) { !$0.isLetterOrDigit }.reduce(into: Bytes()) {
      text, word in
      let isMixed =
        word.contains { 0x61...0x7A ~= $0 } && word.contains { 0x41...0x5A ~= $0 }
        && word.contains { 0x30...0x39 ~= $0 }
      if word.startIndex > startIndex { text.append(self[word.startIndex - 1]) }
      text += word.count >= 16 && isMixed ? "***".bytes : Bytes(word)
    }.text.shown
  }
}
