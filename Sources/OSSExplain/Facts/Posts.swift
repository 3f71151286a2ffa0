internal import OSSPrimitives

// What a post shows beside its answer.
extension Facts {
  /// What its words, settings and logs show.
  func ofPost(_ name: String) -> Bytes? {
    switch name {
    case "said-bucket":
      let host = hostWords.first { word in
        word.first != UInt8(ascii: ".") && word.contains(".oss-")
          && word.ends(with: ".aliyuncs.com")
      }
      return host?.halves(at: ".").before
    case "said-label-twice":
      return hostWords.lazy.map { $0.parts(at: ".") }.first {
        $0.count > 3 && $0[0] == $0[1] && $0[2].begins(with: "oss-")
      }?.first
    case "empty-part":
      let isEmpty = { (line: Bytes) in
        line.contains("artNumber=") && line.lowercased.ends(with: "content-length: 0")
      }
      let isListed = evidence.pasted.contains("<Size>0</Size>")
      return flag(isListed || evidence.pasted.parts(at: "\n").contains { isEmpty($0.stripped) })
    case "listed-objects":
      return String((request?.body ?? []).places(of: "<Object>".bytes).count).bytes
    case "own-bucket": return pair.client?.bucket
    case "cut-token":
      guard let sent = self["token"], sent.count > 32 else { return nil }
      return flag(
        evidence.pasted.places(of: sent).prefix(8).contains { place in
          let rest = evidence.pasted[(place + sent.count)...]
          return rest.prefix { $0.isLetterOrDigit || "+/=".utf8.contains($0) }.count > 3
        })
    case "said-token":
      let values = evidence.pasted.parts(at: "\n").map { line in
        (line.behind("ecurity-token=")?.halves(at: "&").before ?? line).stripped
      }
      return values.first { line in
        ["CAIS", "CAES"].contains { line.begins(with: $0) } && line.count > 60
          && line.allSatisfy { $0.isLetterOrDigit || " +/=".utf8.contains($0) }
      }
    case "said-head": return flag(saysHead)
    case "said-status":
      let words = evidence.pasted.split { !$0.isLetterOrDigit }.map { Bytes($0) }
      let codes = words.filter { $0.count == 3 && 400..<600 ~= $0.decimal ?? 0 }
      return codes.joined(by: " ")
    case "late-disposition":
      let lines = evidence.pasted.lowercased.parts(at: "\n").map { $0.stripped }
      return flag(
        zip(lines, lines.dropFirst()).contains {
          $0.begins(with: "content-type:") && $1.begins(with: "content-disposition: form-data")
        })
    case "put-before-domain": return bucketBeforeDomain
    default: return nil
    }
  }

  /// What the URLs in it show.
  func ofURLs(_ name: String) -> Bytes? {
    switch name {
    case "other-host": return signedURLs.first { $0.hostName != request?.hostName }?.hostName
    case "blocked-host":
      let url = evidence.pasted.between(" at '", "' from origin")
      return url?.behind("://").map { $0.halves(at: "/").before }
    case "signed-path":
      let path = request?.path.percentDecoded
      return signedURLs.first { $0.path.percentDecoded != path }?.path
    case "signed-whole":
      let isEncoded = { (url: SentRequest?) in
        url?.rawParameter("Signature")?.contains("%2") == true
      }
      return flag(!isEncoded(request) && signedURLs.contains(where: isEncoded))
    case "plus-signature":
      let plus = UInt8(ascii: "+")
      return flag(
        Evidence.urls(in: evidence.pasted).contains {
          $0.signaturePlace == "url" && $0.rawParameter("Signature")?.contains(plus) == true
        })
    default: return nil
    }
  }

  /// The bucket that is before a domain of its own, which the text has without it, too.
  private var bucketBeforeDomain: Bytes? {
    let hosts = Set(hostWords.prefix(256))
    return pastedValues(["bucket"]).prefix(8).first { bucket in
      AccessKeyID.isBucket(bucket)
        && hosts.contains { !$0.contains("aliyuncs.com") && hosts.contains(bucket + [0x2E] + $0) }
    }
  }

  /// The URLs in the text that carry the signature of the request, also one that was decoded once too often.
  private var signedURLs: [SentRequest] {
    let plain = { (text: Bytes?) in text.map { $0.replacing(" ", with: "+") } }
    guard let request, let signature = plain(request.signature.text) else { return [] }
    return ([evidence.url].compactMap { $0 } + Evidence.urls(in: evidence.pasted)).filter {
      plain($0.signature.text) == signature
    }
  }

  /// The words with a dot, in small letters: hosts, and other ones, but none with a value of a program.
  private var hostWords: [Bytes] {
    let marks = "$%}".utf8
    let words = evidence.pasted.lowercased.split { byte in
      !byte.isLetterOrDigit && !"-.".utf8.contains(byte) && !marks.contains(byte)
    }
    return words.map { Bytes($0) }.filter { word in
      word.contains(UInt8(ascii: ".")) && !word.contains { marks.contains($0) }
    }
  }

  /// What its code shows.
  func ofCode(_ name: String) -> Bytes? {
    switch name {
    case "call-need": return callNeed
    case "callback-encoded":
      let texts = [evidence.pasted] + FormStep(facts: self, rule: nil).callbacks
      return flag(texts.contains { $0.contains("%24%7B") || $0.contains("%24%7b") })
    case "bare-percent":
      return flag(
        request.map { request in
          request.path.places(of: "%".bytes).contains { place in
            let digits = request.path[(place + 1)...].prefix(2)
            return digits.count < 2 || !Bytes(digits).isHexadecimal(2)
          }
        } == true)
    case "url-fragment":
      return pastedWords.lazy.compactMap { word -> Bytes? in
        let (path, rest) = word.halves(at: "#")
        let isOfKey = path.contains("://") && path.contains(".aliyuncs.com/") && !path.contains("?")
        return isOfKey ? rest : nil
      }.first
    case "path-plus":
      return pastedWords.lazy.filter { $0.contains("ignature=") }.compactMap {
        $0.halves(at: "?").before.behind("://")?.behind("/")
      }.first { $0.contains(UInt8(ascii: "+")) }
    case "rpc-equal":
      return stringOfSTS.flatMap { flag($0.elementsEqual(evidence.string?.stripped ?? [])) }
    case "head-command": return flag(!headCommands.isEmpty)
    case "signed-head-command":
      return flag(headCommands.contains { $0.contains("ignature=") || $0.contains("$") })
    case "echoed-string": return flag(isStringEchoed)
    case "head-refused": return flag(isHeadRefused)
    case "late-field":
      let small = evidence.pasted.lowercased
      let places = ["policy", "ossaccesskeyid", "signature", "key", "file"].map { name in
        Self.adders.flatMap { ["\($0)'\(name)'", "\($0)\"\(name)\""] }.compactMap {
          small.index(of: $0)
        }
        .min()
      }
      guard let file = places[4] else { return nil }
      return zip(["policy", "OSSAccessKeyId", "signature", "key"], places).first { $1 ?? 0 > file }?
        .0.bytes
    case "host-edit":
      let small = evidence.pasted.lowercased
      let calls = ["replace(", "replaceall(", "replacefirst(", "re.sub("]
      return flag(
        calls.flatMap { small.places(of: $0.bytes) }.contains { place in
          let line = Bytes(small[place...].prefix(160).prefix { $0 != 0x0A })
          return ["-internal", ".aliyuncs.", "endpoint", "host", "domain"].contains {
            line.contains($0)
          }
        })
    default: return nil
    }
  }

  /// What is behind a command that sends HEAD, on its line.
  private var headCommands: [Bytes] {
    let words = [
      "curl -I", "curl -sI", "curl -sSI", "curl -kI", "curl --head", "-X HEAD", "wget --spider",
      "Head \"http",
    ]
    return words.flatMap { evidence.pasted.places(of: $0.bytes).prefix(8) }.map { place in
      Bytes(evidence.pasted[(place + 7)...].prefix(2_048).prefix { $0 != 0x0A })
    }
  }

  /// Whether echo, with its line break, writes a value of the shell into HMAC-SHA1.
  private var isStringEchoed: Bool {
    evidence.pasted.parts(at: "\n").prefix(512).contains { line in
      let (before, after) = line.halves(at: "|")
      guard let tool = after?.stripped, tool.begins(with: "openssl"), tool.contains("sha1"),
        let text = before.behind("echo ")?.stripped
      else { return false }
      return text.contains("$") && !["-n", "-en", "-ne"].contains { text.begins(with: $0) }
    }
  }

  /// Whether an access log has a signed URL that is refused with HEAD and served with GET.
  private var isHeadRefused: Bool {
    let lines = evidence.pasted.parts(at: "\n").filter { $0.contains("ignature=") }.prefix(64)
    func targets(_ method: String, _ status: String) -> [Bytes] {
      lines.filter { $0.contains("\" " + status) }.compactMap { $0.between(method, " HTTP/") }
    }
    let served = targets("\"GET ", "20")
    return targets("\"HEAD ", "403").contains { served.contains($0) }
  }

  /// What adds a field to a form.
  private static let adders = [
    "append(", "addfield(", "addbinarydata(", "addformdatapart(", "addtextbody(", "addbinarybody(",
    ".part(", ".text(",
  ]

  /// The text without what sets the headers of an answer: `response-content-type`, `response: {…}`.
  static func withoutResponse(_ text: Bytes) -> Bytes {
    var (result, end) = (Bytes(), 0)
    for place in text.lowercased.places(of: "response".bytes) where place >= end {
      let rest = text[(place + 8)...]
      let gap = rest.prefix { "'\": =".utf8.contains($0) }
      let isBlock = !gap.isEmpty && rest.dropFirst(gap.count).first == UInt8(ascii: "{")
      let name = rest.prefix {
        isBlock ? $0 != UInt8(ascii: "}") : $0.isLetterOrDigit || "-_.".utf8.contains($0)
      }
      result += text[end..<place]
      end = name.endIndex
    }
    return result + text[end...]
  }

  /// Whether the text has the word HEAD, which is no element of a page.
  private var saysHead: Bool {
    let small = evidence.pasted.lowercased
    let calls = [
      "objectexist", "object_exists", "headobject", "head_object", ".head(", "getobjectmeta",
    ]
    return evidence.pasted.contains("curl -I") || calls.contains { small.contains($0) }
      || small.places(of: "head".bytes).contains { place in
        let (before, after) = (small[..<place].last ?? 0x20, small[(place + 4)...].first ?? 0x20)
        return ![before, after].contains { $0.isLetterOrDigit || "<>/-_".utf8.contains($0) }
      }
  }
}

// The calls of SDKs that a text shows, and what RAM has to allow for each (EXP-RULE-2).
extension Facts {
  /// What the operation that the answer names needs, or the one call in the text; of several calls the first
  /// one that no policy shown allows. Nil where nobody can say which call is refused.
  var callNeed: Bytes? {
    if let operation = self["operation"] {
      return calls.actions[CallTable.plain(operation)].map { Self.need(operation, $0) }
    }
    return call.map { Self.need($0.name, $0.actions) }
  }

  /// The call that is refused.
  var call: ShownCall? {
    if self["operation"] != nil { return nil }
    if let failing = failingOperation ?? loggedOperation { return failing }
    let trace = evidence.pasted.behind("Traceback (most recent call last)")
    if let failed = trace.map({ calls(in: $0) }), failed.count == 1 { return failed[0] }
    let (all, statements) = (calls(in: evidence.pasted), statements)
    if all.count == 1 || statements.isEmpty { return all.count == 1 ? all[0] : nil }
    return all.first { refusal(of: $0.actions.map { Optional($0) }, by: $0, in: statements) != nil }
  }

  /// The first literal among arguments that is a key with a folder, no path of a file system, and the bucket
  /// before it.
  private static func names(in text: Bytes.SubSequence) -> (bucket: Bytes?, key: Bytes?) {
    let line = text.prefix { !";\n".utf8.contains($0) }
    let parts = line.split(omittingEmptySubsequences: false) { "\"'`".utf8.contains($0) }
    let literals = parts.indices.filter { $0 % 2 == 1 }.map { Bytes(parts[$0]) }
    let place = literals.indices.first { index in
      let (word, gap) = (literals[index], Bytes(parts[2 * index]).stripped)
      let before = index > 0 ? literals[index - 1] : []
      let isPath =
        word.dropFirst().contains(UInt8(ascii: "/")) && !word.contains("://")
        && !"/.~".utf8.contains(word[0])
        && !word.contains { $0 <= 0x20 || "${%".utf8.contains($0) }
      guard isPath, !types.contains(where: { word.begins(with: $0) }) else { return false }
      guard let mark = gap.last, ":=>".utf8.contains(mark) else {
        return index == 0 || index == 1 && AccessKeyID.isBucket(before)
      }
      // The name of a member or of an argument says what it is.
      let name = gap.trimming { !$0.isLetterOrDigit }
      let label = (name.isEmpty ? before : name).lowercased
      return ["key", "name", "object", "path"].contains { label.ends(with: $0) }
    }
    guard let place else { return (nil, nil) }
    let bucket = place > 0 ? literals[place - 1] : []
    return (AccessKeyID.isBucket(bucket) ? bucket : nil, literals[place])
  }

  /// The first literal among arguments that begins with a folder, and is no token and no path of a file.
  private static func template(in text: Bytes.SubSequence) -> Bytes? {
    let line = text.prefix { !";\n".utf8.contains($0) }
    let parts = line.split(omittingEmptySubsequences: false) { "\"'`".utf8.contains($0) }
    return parts.indices.lazy.filter { $0 % 2 == 1 }.map { Bytes(parts[$0]) }.first { word in
      let folder = word.prefix { $0.isLetterOrDigit || "-_".utf8.contains($0) }
      return 1..<64 ~= folder.count && word.dropFirst(folder.count).first == UInt8(ascii: "/")
        && word.count < 200 && !["CAIS", "CAES"].contains { word.begins(with: $0) }
        && !types.contains { word.begins(with: $0) }
    }
  }

  private static let types = ["image/", "video/", "audio/", "text/", "application/", "multipart/"]

  private static let clients = ["client", "store", "oss", "bucket"]

  private static func need(_ name: Bytes, _ actions: [Bytes]) -> Bytes {
    let list = actions.dropFirst().reduce(actions[0]) { $0 + " and ".bytes + $1 }
    return name.text.shown.bytes + " needs ".bytes + list + ".".bytes
  }

  /// The calls in a text, of those that need the same the first one.
  private func calls(in text: Bytes) -> [ShownCall] {
    let text = Bytes(text.prefix(1 << 16))
    var found = commands(in: text)
    for mark in text.indices where "({".utf8.contains(text[mark]) {
      // A stack shows what was called with a blank behind it.
      let isInStack =
        text[..<mark].ends(with: " ") && Bytes(text[..<mark].suffix(80)).contains("    at ")
      let end = isInStack ? mark - 1 : mark
      let word = Self.word(in: text, before: end)
      let start = end - word.count
      let isOfObject = [".", "->"].contains { text[..<start].ends(with: $0) }
      let owner = Self.word(in: text, before: start - (text[..<start].ends(with: ">") ? 2 : 1))
      let isOfClient = isOfObject && Self.clients.contains { owner.lowercased.ends(with: $0) }
      let name = CallTable.plain(word)
      let actions = calls.actions[name] ?? (isOfClient ? calls.actions[".".bytes + name] : nil)
      guard let actions, !found.contains(where: { $0.actions == actions }) else { continue }
      let (bucket, key) = Self.names(in: text[mark...].prefix(256))
      let template = Self.template(in: text[mark...].prefix(256))
      found.append(
        ShownCall(name: word, actions: actions, bucket: bucket, key: key, template: template))
    }
    return found
  }

  /// The operation that the words say to fail, such as `PutObject 403`; nil without one, and of several.
  private var failingOperation: ShownCall? {
    let failures = [
      "403", "denied", "forbidden", "fail", "error", "\u{5931}\u{8D25}", "\u{62A5}\u{9519}",
      "\u{62D2}\u{7EDD}", "\u{6CA1}\u{6709}\u{6743}\u{9650}",
    ]
    var found: [ShownCall] = []
    for line in evidence.pasted.parts(at: "\n").prefix(512) where line.count < 512 {
      for word in line.split(whereSeparator: { !$0.isLetterOrDigit }) {
        // The name of an action of a policy is in a quotation mark, or behind `oss:`.
        let before = line[..<word.startIndex].last ?? 0x20
        guard word.count > 6, 0x41...0x5A ~= word[word.startIndex],
          before == 0x20 || before > 0x7F
            || ",(".utf8.contains(before),
          let actions = calls.actions[CallTable.plain(Bytes(word))]
        else { continue }
        let rest = Bytes(line[word.endIndex...].prefix(32)).lowercased
        let clause = rest.prefix { $0 < 0x80 && !",;.:({\"".utf8.contains($0) }
        let lead = Bytes(line[..<word.startIndex].suffix(16)).lowercased
        let isFailing =
          failures.contains { rest.begins(with: " " + $0) || rest.begins(with: $0) }
          || failures.prefix(5).contains { Bytes(clause).contains($0) }
          || ["403 ", "accessdenied ", "forbidden "].contains { lead.ends(with: $0) }
        let head = failures.compactMap { rest.index(of: $0.bytes) }.min().map { rest[..<$0] } ?? []
        let isNegated = ["without", "no ", "not ", "never", "n't"].contains {
          Bytes(head).contains($0)
        }
        if isFailing, !isNegated, !found.contains(where: { $0.actions == actions }) {
          found.append(
            ShownCall(name: Bytes(word), actions: actions, bucket: nil, key: nil, template: nil))
        }
      }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The operation that an access log has between quotation marks on a line with 403; nil without one, and of
  /// several.
  private var loggedOperation: ShownCall? {
    let lines = evidence.pasted.parts(at: "\n").filter { $0.contains(" HTTP/1.1\" 403 ") }
    let words = lines.prefix(64).flatMap { $0.parts(at: "\"") }
    var found: [ShownCall] = []
    for word in words where word.count > 6 && word.allSatisfy({ $0.isLetterOrDigit }) {
      let name = CallTable.plain(word.isText("GetBucket") ? "ListObjects".bytes : word)
      guard let actions = calls.actions[name], !found.contains(where: { $0.actions == actions })
      else { continue }
      found.append(ShownCall(name: word, actions: actions, bucket: nil, key: nil, template: nil))
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The bucket and the key that a word of a command names: `oss://bucket/key`, for rclone `name:bucket/key`.
  private static func object(of word: Bytes, isOfRclone: Bool) -> Bytes? {
    if word.begins(with: "oss://") { return Bytes(word.dropFirst(6)) }
    let (name, path) = word.halves(at: ":")
    guard isOfRclone, let path, !name.isEmpty, !name.begins(with: "-"), !path.begins(with: "/"),
      AccessKeyID.isBucket(path.halves(at: "/").before)
    else { return nil }
    return path
  }

  /// The commands of tools on `oss://bucket/key` and the like, by the verb before it.
  private func commands(in text: Bytes) -> [ShownCall] {
    var found: [ShownCall] = []
    for line in text.parts(at: "\n") where found.count < 8 {
      let isOfRclone = line.contains("rclone ")
      guard isOfRclone || line.contains("oss://") else { continue }
      let words = line.split { $0.isSpace || "\"'`()".utf8.contains($0) }.map { Bytes($0) }
      let objects = words.map { Self.object(of: $0, isOfRclone: isOfRclone) }
      let places = words.indices.filter { objects[$0] != nil }
      guard let first = places.first else { continue }
      // An option such as `--delete` is no verb, nor is the value of `--method`.
      let at = words[..<first].indices.last { index in
        let isOption = index > 0 && words[index - 1].begins(with: "--method")
        return !isOption && calls.actions[" ".bytes + words[index].lowercased] != nil
      }
      guard let at, let actions = calls.actions[" ".bytes + words[at].lowercased] else { continue }
      let verb = (name: words[at], actions: actions)
      for (index, place) in places.enumerated() {
        let (bucket, key) = (objects[place] ?? []).halves(at: "/")
        // Of a copy the first place is read, and the last one written; a file before it is what is written.
        let next = words[(place + 1)...].first?.first
        let hasFile = words[(at + 1)..<first].contains { $0.first != UInt8(ascii: "-") }
        let isTarget = next != nil && next != UInt8(ascii: "-") && !hasFile
        let isRead = index == 0 && (places.count > 1 || isTarget)
        let own = [isRead ? "oss:GetObject".bytes : "oss:PutObject".bytes]
        let actions = verb.actions.count > 1 ? own : verb.actions
        // All keys below one are listed first.
        let isAll = [" -r", "--recursive", " sync "].contains { line.contains($0) }
        let isListed = isAll && !actions[0].isText("oss:PutObject")
        for actions in [actions] + (isListed ? [["oss:ListObjects".bytes]] : [])
        where !found.contains(where: { $0.actions == actions }) {
          found.append(
            ShownCall(name: verb.name, actions: actions, bucket: bucket, key: key, template: key))
        }
      }
    }
    return found
  }

  /// The letters, digits and underscores that end at a place.
  static func word(in text: Bytes, before end: Int) -> Bytes {
    var start = max(end, 0)
    while start > 0, text[start - 1].isLetterOrDigit || text[start - 1] == UInt8(ascii: "_") {
      start -= 1
    }
    return Bytes(text[start..<max(end, 0)])
  }
}
