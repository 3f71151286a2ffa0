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
    case "cors-rule":
      let origin = text.between("from origin '", "'") ?? text.between("Origin: ", "\n")
      let names = ["allowedorigin", "allowed_origin", "\u{6765}\u{6E90}"]
      return unlisted("origin", "origin", pastedValues(names), origin)
        ?? unlisted("method", "access-control-request-method", pastedValues(["allowedmethod"]))
        ?? unlisted("headers", "access-control-request-headers", pastedValues(["allowedheader"]))
    case "referer-rule":
      let names = ["<referer", "whitelist", "white list", "\u{767D}\u{540D}\u{5355}"]
      // A Referer may go on behind what is listed, and its scheme be left out.
      let listed = pastedValues(names).filter { $0.contains(".") }.map { $0 + "*".bytes }
      let allowed = listed.flatMap { $0.contains("://") ? [$0] : [$0, "*://".bytes + $0] }
      return unlisted("Referer", "referer", allowed, text.between("Referer: ", "\n"))
    case "policy-rule": return policyRule?.bytes
    case "form-rule": return formRule?.bytes
    case "kept-seconds":
      guard let lifetime = number(behind: ["durationseconds", "duration_seconds"]),
        let kept = number(behind: ["setex(", "expire(", "ttl", "cache", "\u{7F13}\u{5B58}"]),
        kept > lifetime
      else { return nil }
      return "They are valid for \(lifetime) seconds, and are kept for \(kept).".bytes
    case "text-type-alone":
      let halves = self["text-type"]?.lowercased.halves(at: ";")
      return halves?.after == nil ? nil : halves?.before
    case "set-bucket": return pastedValues(["bucket"]).first { AccessKeyID.isBucket($0) }
    case "set-endpoint":
      // Points alone are no value, and the number of a version is no host.
      return pastedValues(["endpoint"]).map { value in
        let host = (value.behind("://") ?? value).lowercased.drop { $0 == UInt8(ascii: "/") }
        return Bytes(host.prefix { $0.isLetterOrDigit || "-.".utf8.contains($0) })
      }.first { host in
        host.contains(".") && host.last != UInt8(ascii: ".") && host.contains { 0x61...0x7A ~= $0 }
      }
    default: return nil
    }
  }

  /// What of a header of the request a list does not have.
  private func unlisted(
    _ what: String, _ header: String, _ allowed: [Bytes], _ shown: Bytes? = nil
  ) -> Bytes? {
    let values = (request?.value(of: header) ?? shown ?? []).parts(at: ",").map { $0.stripped }
    let other = values.first { value in
      !value.isEmpty && !allowed.contains { value.lowercased.fits($0.lowercased) }
    }
    guard let other, !allowed.isEmpty else { return nil }
    let all = allowed.joined(by: " ").text.shown
    return "What is shown allows \(all), and the \(what) is \(other.text.shown).".bytes
  }

  /// The field of a form that the answer names with its condition, as the text sets it.
  private var formRule: String? {
    let condition = error?.message?.bytes.behind("ondition failed: ")
    let name = condition?.parts(at: "\"").first { $0.begins(with: "$") }?.dropFirst()
    let lines = evidence.pasted.parts(at: "\n").map { $0.trimming { " \t\r,;".utf8.contains($0) } }
    let line = lines.first { line in
      let start = line.drop { "\"'".utf8.contains($0) }
      guard let name, start.prefix(name.count) == name else { return false }
      return start.dropFirst(name.count).first.map { "\"' :=".utf8.contains($0) } == true
    }
    return line.map { "The text has \($0.masked.text.shown)." }
  }

  /// The first number of at least a minute behind one of some words, on the same line.
  private func number(behind words: [String]) -> Int64? {
    let small = evidence.pasted.lowercased
    for place in words.flatMap({ small.places(of: $0.bytes) }) {
      let line = small[place...].prefix { $0 != 0x0A }.prefix(80)
      let numbers = line.split { !(0x30...0x39 ~= $0) }.compactMap { Bytes($0).decimal }
      if let number = numbers.first(where: { $0 >= 60 }) { return number }
    }
    return nil
  }

  /// The words that the text gives for a setting: in an element of XML, in a list of JSON, or behind its
  /// name on that line, else on the next ones.
  private func pastedValues(_ labels: [String]) -> [Bytes] {
    let text = evidence.pasted.replacing("\u{FF1A}", with: ":")
    let small = text.lowercased
    return labels.flatMap { small.places(of: $0.bytes) }.flatMap { place -> [Bytes] in
      let mark = text[place...].prefix(50).dropFirst().firstIndex {
        ":=>\n.<(/,;".utf8.contains($0)
      }
      // The end of an element has no value.
      let isEnd = place > 0 && text[place - 1] == UInt8(ascii: "/")
      guard let mark, !isEnd, ":=>".utf8.contains(text[mark]) else { return [] }
      let (rest, isXML) = (Bytes(text[(mark + 1)...]), text[mark] == UInt8(ascii: ">"))
      let line = rest.halves(at: isXML ? "<" : "\n").before
      let end = line.stripped.isText("[") ? rest.index(of: "]") : rest.index(of: "\n\n")
      let isHere = isXML || line.contains { $0.isLetterOrDigit || $0 == UInt8(ascii: "*") }
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

/// A statement of a policy that was pasted: one of RAM, of a bucket or of a session.
struct Statement {
  let isAllow: Bool
  /// In lower case.
  let actions: [Bytes]
  /// The names alone, such as `examplebucket/*`.
  let resources: [Bytes]
  let conditions: [(verb: String, key: String, values: [Bytes])]

  init(_ object: JSONObject) {
    isAllow = object["Effect"]?.stringValue != "Deny"
    actions = object.bytes("Action").map { $0.lowercased }
    resources = object.bytes("Resource").map { $0.parts(at: ":").last ?? [] }
    var conditions: [(verb: String, key: String, values: [Bytes])] = []
    for verb in object["Condition"]?.objectValue?.members ?? [] {
      let keys = verb.value.objectValue ?? [:]
      for key in keys.members { conditions.append((verb.name, key.name, keys.bytes(key.name))) }
    }
    self.conditions = conditions
  }

  func isAbout(_ action: Bytes) -> Bool { actions.contains { action.lowercased.fits($0) } }

  /// Whether it allows all that another one does, and without a condition.
  func includes(_ other: Statement) -> Bool {
    isAllow && conditions.isEmpty && other.actions.contains { isAbout($0) }
      && other.resources.contains { name in resources.contains { name.fits($0) } }
  }
}

extension Facts {
  /// The statements of all policies that the text shows, also as text of code.
  var statements: [Statement] {
    let text = evidence.pasted.withoutJoints.replacing("\\\"", with: "\"").replacing(
      "\\n", with: "\n")
    return text.places(of: "Statement".bytes).prefix(8).flatMap { place in
      let object = text.object(around: place)
      let single = object?.replacing("{{", with: "{").replacing("}}", with: "}")
      // Code may have it as an object of its own language, or in a format whose braces are doubled.
      let texts = [object, object?.asJSON, single?.asJSON]
      let list = texts.lazy.compactMap { text in
        text.flatMap { (try? JSONReader.read($0))?.objectValue?["Statement"]?.arrayValue }
      }.first
      return (list ?? []).compactMap { $0.objectValue.map { Statement($0) } }
    }
  }

  private var policyRule: String? {
    let statements = statements
    // The actions that the answer denies, or that the request needs.
    let words = self["need"]?.split { !$0.isLetterOrDigit && $0 != UInt8(ascii: ":") } ?? []
    let actions = words.filter { $0.begins(with: "oss:") }.map { Bytes($0) }
    for one in statements where actions.isEmpty || actions.contains(where: { one.isAbout($0) }) {
      for (verb, key, values) in one.conditions {
        guard let value = value(of: key), let isHit = Self.isHit(verb, value, values),
          isHit != one.isAllow, !statements.contains(where: { one.isAllow && $0.includes(one) })
        else { continue }
        return (one.isAllow ? "What is shown allows it if " : "What is shown denies it by ")
          + "\(key) \(values.joined(by: " ").text.shown) (\(verb)), and the request has "
          + (value.isEmpty ? "none." : value.text.shown + ".")
      }
    }
    let allowing = statements.filter { $0.isAllow }
    if allowing.isEmpty { return nil }
    if actions.isEmpty { return lack(of: nil, allowing) }
    return actions.compactMap { lack(of: $0, allowing) }.first
  }

  /// Why no statement allows an action, or allows any where none is known; nil where one does.
  private func lack(of action: Bytes?, _ statements: [Statement]) -> String? {
    let name = action?.text.shown ?? "this"
    let own = statements.filter { one in action.map { one.isAbout($0) } != false }
    let resources = own.flatMap { $0.resources }
    if resources.isEmpty { return "What is shown does not allow \(name)." }
    let isOfBucket = action.map { action in
      let isListing = action.begins(with: "oss:List") && !action.isText("oss:ListParts")
      return isListing || action.contains("Bucket") || !action.contains("Object")
    }
    let bucket = self["host-bucket"] ?? error?.bucket?.bytes ?? self["said-bucket"]
    let key = request?.resource?.key ?? callKey ?? []
    let isCovered = resources.contains { resource in
      let (own, path) = resource.withValues.halves(at: "/")
      if let bucket, !bucket.fits(own) { return false }
      guard let isOfBucket else { return true }
      let isKnown = path == nil || isOfBucket || key.isEmpty
      return isKnown
        ? isOfBucket == (path == nil) || own.ends(with: "*")
        : key.fits(path ?? []) && key.hasNumbers(of: resource.halves(at: "/").after ?? [])
    }
    if isCovered { return nil }
    let end = isOfBucket == false ? "/".bytes + (key.isEmpty ? "<key>".bytes : key) : []
    return
      "What is shown allows \(name) for \(resources.joined(by: " ").text.shown), and it is one for "
      + ((bucket ?? "<bucket>".bytes) + end).text.shown + "."
  }

  /// What the request has for a key of a condition; nil where that is not shown.
  private func value(of key: String) -> Bytes? {
    switch key.lowercasedBytes.text {
    case "acs:sourceip":
      // The lines of a policy have quotation marks.
      let lines = evidence.pasted.parts(at: "\n").filter { !$0.contains("\"") }
      let words = lines.joined(by: " ").split { !(0x30...0x39 ~= $0) && !"./".utf8.contains($0) }
      return words.map { Bytes($0) }.first { $0.addressValue != nil }
    case "acs:securetransport":
      return request?.isSecure.map { ($0 ? "true" : "false").bytes }
    case "oss:prefix":
      let isSaid = self["message"]?.contains("bucket you access") == true
      let isListing = isSaid || self["need"]?.contains("oss:List") == true
      // A tool names the bucket and the prefix in one.
      let path = evidence.pasted.behind("oss://").map { text in
        Bytes(text.prefix { $0 > 0x20 && !"\"'`<>".utf8.contains($0) }).halves(at: "/").after ?? []
      }
      return isListing ? request?.parameter("prefix") ?? path ?? [] : nil
    default: return nil
    }
  }

  /// Whether a condition holds; nil for one without values.
  private static func isHit(_ verb: String, _ value: Bytes, _ values: [Bytes]) -> Bool? {
    let isAny = values.contains { verb.contains("IpAddress") ? value.isInside($0) : value.fits($0) }
    return values.isEmpty ? nil : isAny != verb.contains("Not")
  }
}

extension Bytes {
  /// The number of an address of IP in four decimal parts; nil for another text.
  fileprivate var addressValue: UInt64? {
    let numbers = parts(at: ".").map { UInt64(digits: $0[...]) ?? 256 }
    let isAddress = numbers.count == 4 && numbers.allSatisfy { $0 < 256 }
    return isAddress ? numbers.reduce(0) { $0 << 8 | $1 } : nil
  }

  /// Whether an address is in a block such as `10.0.0.0/8`, or is the address given.
  fileprivate func isInside(_ block: Bytes) -> Bool {
    let (start, bits) = block.halves(at: "/")
    guard let own = addressValue, let first = start.addressValue else { return false }
    let shift = UInt64(32 - Swift.min(32, bits?.decimal ?? 32))
    return own >> shift == first >> shift
  }

  /// The text of a program with its literals put together: `"a" + "b"`, also on two lines.
  fileprivate var withoutJoints: Bytes {
    var (result, index) = (Bytes(), 0)
    while index < count {
      let (byte, isEscaped) = (self[index], result.last == UInt8(ascii: "\\"))
      if !isEscaped, "\"'".utf8.contains(byte) {
        let rest = self[(index + 1)...].drop { $0.isSpace }
        let hasMark = rest.first.map { "+.&".utf8.contains($0) } == true
        let end = rest.dropFirst(hasMark ? 1 : 0).drop { $0.isSpace }
        let gap = self[(index + 1)..<end.startIndex]
        if end.first == byte, gap.contains(where: { $0 == 0x0A || hasMark && $0 == 0x20 }) {
          index = end.startIndex + 1
          continue
        }
        // A value between two literals is one in a format.
        let value = end.prefix { $0.isLetterOrDigit || "_.()$[]>- ".utf8.contains($0) }
        let (name, after) = (Bytes(value).stripped, end[value.endIndex...])
        let next = after.dropFirst().drop { $0 == 0x20 }
        if hasMark, !name.isEmpty,
          after.first.map({ "+.&".utf8.contains($0) }) == true || name.last == UInt8(ascii: "."),
          next.first == byte
        {
          result += "{".bytes + name.filter { $0.isLetterOrDigit } + "}".bytes
          index = next.startIndex + 1
          continue
        }
      }
      result.append(byte)
      index += 1
    }
    return result
  }

  /// An object of a program as JSON: strings in any quotation marks, names without, a comma at the end.
  fileprivate var asJSON: Bytes {
    var (result, index) = (Bytes(), 0)
    while index < count {
      let byte = self[index]
      if "\"'`".utf8.contains(byte) {
        let text = self[(index + 1)...].prefix { $0 != byte }
        result += "\"".bytes + text.filter { $0 >= 0x20 && !"\"\\".utf8.contains($0) } + "\"".bytes
        index = text.endIndex + 1
        continue
      }
      let word = self[index...].prefix { $0.isLetterOrDigit || "_.$".utf8.contains($0) }
      if word.isEmpty {
        if "}]".utf8.contains(byte), result.last == UInt8(ascii: ",") { result.removeLast() }
        if "{}[]:,".utf8.contains(byte) { result.append(byte) }
        index += 1
      } else {
        result += "\"".bytes + word + "\"".bytes
        index = word.endIndex
      }
    }
    return result
  }

  /// Whether a digit is in each folder whose whole name a program gives by a number or an ID.
  fileprivate func hasNumbers(of pattern: Bytes) -> Bool {
    zip(parts(at: "/"), pattern.parts(at: "/").prefix { !$0.contains(UInt8(ascii: "*")) })
      .allSatisfy {
        let name = $1.filter { $0.isLetterOrDigit }.lowercased
        let isNumber = $1.isText("%d") || $1.withValues == [1] && name.ends(with: "id")
        return !isNumber || $0.contains { 0x30...0x39 ~= $0 }
      }
  }

  /// A pattern with the byte 1 for each value that a program puts there, such as `%d`, `${name}` or `{name}`;
  /// behind a star, with another star.
  fileprivate var withValues: Bytes {
    var (result, rest, hasStar) = (Bytes(), self[...], false)
    while let byte = rest.popFirst() {
      let isSign = "$#\\".utf8.contains(byte) && rest.first.map { "{(".utf8.contains($0) } == true
      let isFormat =
        byte == UInt8(ascii: "%") && rest.first.map { "dsvlu@".utf8.contains($0) } == true
      if isSign || "{<".utf8.contains(byte) {
        rest = rest.drop { !"})>".utf8.contains($0) }.dropFirst()
      } else if isFormat {
        rest = rest.drop { "lud".utf8.contains($0) }.drop { "sv@".utf8.contains($0) }
      } else {
        hasStar = hasStar || byte == UInt8(ascii: "*")
        result.append(byte)
        continue
      }
      result.append(hasStar ? UInt8(ascii: "*") : 1)
    }
    return result
  }

  /// The object of JSON that has a member at a place; nil without one.
  func object(around place: Int) -> Bytes? {
    var (depth, isText) = (0, false)
    let before = self[..<place].lastIndex { byte in
      depth += byte == UInt8(ascii: "}") ? 1 : byte == UInt8(ascii: "{") ? -1 : 0
      return depth < 0
    }
    guard let start = before else { return nil }
    for index in start..<count {
      let byte = self[index]
      let isEscaped = self[index - (index > start ? 1 : 0)] == UInt8(ascii: "\\")
      if byte == UInt8(ascii: "\""), !isEscaped { isText.toggle() }
      if isText { continue }
      depth += byte == UInt8(ascii: "{") ? 1 : byte == UInt8(ascii: "}") ? -1 : 0
      if depth < 0 { return Bytes(self[start...index]) }
    }
    return nil
  }
}
