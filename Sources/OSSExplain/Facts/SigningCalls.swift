internal import OSSPrimitives

/// What is known of the calls of SDKs, by their names in small letters and without marks.
struct CallTable {
  /// What RAM has to allow for a call.
  var actions: [Bytes: [Bytes]] = [:]
  /// What a call that makes a presigned URL signs if it is given no method, nil where it asks for one,
  /// whether it takes the expiry as a number of seconds, not as a moment, and whether it is one of S3, which
  /// need not sign a Content-Type.
  var signers: [Bytes: (method: Bytes?, takesSeconds: Bool, isOfS3: Bool)] = [:]

  /// A name as the table has it: `delete_objects` and `DeleteObjectsRequest` are `deleteobjects`.
  static func plain(_ name: Bytes) -> Bytes {
    var name = Bytes(name.lowercased.filter { $0 != UInt8(ascii: "_") })
    for start in ["oss", "async"] where name.begins(with: start) {
      name.removeFirst(start.utf8.count)
    }
    if name.ends(with: "request") { name.removeLast("request".utf8.count) }
    return name
  }
}

// What code signs a URL for, and what it is used for (EXP-CODE-1, EXP-CODE-2).
extension Facts {
  func ofSigningCall(_ name: String) -> Bytes? {
    switch name {
    case "sign-call": return signingCalls.first?.name
    case "sign-method": return signedMethod
    case "sign-type": return signedType
    case "sent-type": return sentType
    case "used-method": return signedMethod.flatMap { usedMethod(not: $0) }
    case "clock-as-duration":
      return flag(
        signingCalls.contains { call in
          call.row.takesSeconds && Self.clocks.contains { call.arguments.contains($0) }
        })
    case "long-duration":
      return flag(
        signingCalls.contains { call in
          call.row.takesSeconds
            && call.arguments.indices.contains { index in
              let isStart = index == 0 || !call.arguments[index - 1].isLetterOrDigit
              let number = isStart ? call.arguments.product(at: index) : nil
              return number.map { $0 > 604_800 && $0 % 1000 == 0 } == true
            }
        })
    case "short-expiry": return shortExpiry
    case "wildcard-key": return wildcardKey
    case "options-outside":
      let text = evidence.pasted
      return flag(signingCalls.contains { text[$0.range.upperBound...].begins(with: ", {") })
    case "signed-json": return signedJSON
    case "unsent-sign-header": return unsentHeader
    case "unsent-ticket-header":
      let small = evidence.pasted.lowercased
      let tickets = ["\"headers\": {", "\"headers\":{"]
      guard let ticket = tickets.lazy.compactMap({ small.between($0, "}") }).first else {
        return nil
      }
      return ticket.places(of: "\"x-oss-".bytes).prefix(16).lazy.map { place in
        Bytes(
          ticket[(place + 1)...].prefix(64).prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        )
      }.first { small.places(of: $0).count == 1 }
    case "sends-bare":
      let rest = withoutSigners
      let isUsed = signedMethod.map { rest.names($0.text) } == true
      return flag(isUsed && !rest.lowercased.contains("header") && sentType == nil)
    case "client-without-token": return flag(makesClientWithoutToken)
    default: return nil
    }
  }

  /// Whether code makes a client of an ID and a secret alone.
  private var makesClientWithoutToken: Bool {
    // A call may go on on the next lines.
    let small = Bytes(evidence.pasted.lowercased.filter { $0 > 0x20 })
    // What makes the credentials on a line of its own may have the token.
    if small.contains("ststokencredentialprovider(") { return false }
    let makers = [
      "newoss(", "oss2.auth(", "ossclientbuilder().build(", "newossclient(", "oss.new(",
    ]
    let marks = makers.flatMap { name in
      small.places(of: name.bytes).map { $0 + name.utf8.count - 1 }
    }
    return marks.contains { mark in
      let call = Bytes(small[mark..<small.endOfCall(from: mark)])
      let other = ["provider", "option", "config", "..."]
      // What a token is a member of may have its name: `token.accessKeyId`.
      let hasToken = call.places(of: "token".bytes).contains {
        !call[($0 + 5)...].begins(with: ".")
      }
      return call.contains(",") && !hasToken && !other.contains { call.contains($0) }
    }
  }

  /// A literal with a star that such a call takes as its key, also by the name of a variable.
  private var wildcardKey: Bytes? {
    let calls = signingCalls.map { $0.arguments }
    if calls.isEmpty { return nil }
    return evidence.pasted.parts(at: "\n").filter { $0.contains("*") }.prefix(64).lazy.flatMap {
      line -> [Bytes] in
      let parts = line.prefix(512).split(omittingEmptySubsequences: false) {
        "\"'`".utf8.contains($0)
      }
      let name = Bytes(parts[0]).halves(at: "=").before.split { !$0.isLetterOrDigit && $0 != 0x5F }
        .last
      return parts.indices.filter { $0 % 2 == 1 }.map { Bytes(parts[$0]) }.filter { word in
        let taken = [word.lowercased, name.map { Bytes($0).lowercased } ?? []].filter {
          $0.count > 2
        }
        return word.contains("*") && !word.contains { $0 <= 0x20 || $0 == UInt8(ascii: ":") }
          && taken.contains { one in calls.contains { $0.index(of: one) != nil } }
      }
    }.first
  }

  private static let clocks = [
    "date.now()", "gettime()", "time.time()", "time()", ".unix()", "currenttimemillis()",
  ]

  /// The call with its arguments, in small letters, and where it is in the text.
  private struct Call {
    let name: Bytes
    let arguments: Bytes
    let range: Range<Int>
    let row: (method: Bytes?, takesSeconds: Bool, isOfS3: Bool)

    var words: [Bytes] { arguments.split { !$0.isLetterOrDigit }.map { Bytes($0) } }

    /// The words that begin as the names of options do.
    func options(_ names: [String]) -> [Bytes] {
      words.filter { word in names.contains { word.begins(with: $0) } }
    }
  }

  /// The first few calls in the text that make a presigned URL.
  private var signingCalls: [Call] {
    let text = Bytes(evidence.pasted.prefix(1 << 16))
    var found: [Call] = []
    for mark in text.indices where "(:".utf8.contains(text[mark]) && found.count < 8 {
      let word = Self.word(in: text, before: mark)
      guard word.count > 6, let row = calls.signers[CallTable.plain(word)] else { continue }
      // A call of Objective-C has its first label in its name; another word with a colon is a member.
      if text[mark] == UInt8(ascii: ":"), !word.lowercased.begins(with: "presign") { continue }
      let end = text.endOfCall(from: mark)
      found.append(
        Call(
          name: word, arguments: text[mark..<end].lowercased, range: (mark - word.count)..<end,
          row: row))
    }
    return found
  }

  /// The method that the calls sign, by what they are given or else by the default of the SDK; nil where
  /// that is in a variable, or where they sign several.
  private var signedMethod: Bytes? {
    let (calls, small) = (signingCalls, evidence.pasted.lowercased)
    guard let first = calls.first else { return nil }
    let set = ["setmethod(", ".method = signhttpmethod", ".method = httpmethod", "params.method ="]
      .compactMap {
        small.behind($0)?.prefix { $0 != 0x0A }
      }
    var (given, isOpen) = (set.compactMap { Self.method(in: Bytes($0)) }, false)
    for call in calls {
      let (words, options) = (call.words, call.options(["opt", "param"]))
      let known = options.prefix(2).flatMap { small.assigned($0) }.first
      let method = Self.method(in: call.arguments) ?? known.flatMap { Self.method(in: $0) }
      if let method { given.append(method) }
      isOpen =
        isOpen
        || method == nil
          && (call.row.method == nil
            || words.contains { $0.ends(with: "method") || $0.isText("verb") }
            || !options.isEmpty && known == nil)
    }
    if given.contains(where: { $0 != given[0] }) || given.isEmpty && isOpen { return nil }
    return given.first ?? first.row.method
  }

  /// The first word that is a method, or begins the name of an operation with one.
  private static func method(in small: Bytes) -> Bytes? {
    for word in small.split(whereSeparator: { !$0.isLetterOrDigit && !"/-".utf8.contains($0) }) {
      let word = word.begins(with: "http") ? word.dropFirst(4) : word
      for name in ["put", "get", "post", "delete", "head"] {
        let isName = Bytes(word).isText(name) || word.begins(with: name + "object")
        if isName { return Bytes(name.utf8.map { $0 & 0xDF }) }
      }
      if word.begins(with: "uploadpart") { return "PUT".bytes }
    }
    return nil
  }

  /// The other method with which the URL is used; nil where the text does not show it.
  private func usedMethod(not signed: Bytes) -> Bytes? {
    if self["text-presigned"] != nil, self["shown"] != nil {
      return self["text-method"].flatMap { $0 == signed ? nil : $0 }
    }
    let rest = withoutSigners
    if let request, request.isMethodKnown, request.signaturePlace == "url" {
      // What prose and code hold beside may be a request of something else.
      let isInside = ![.wire, .curl, .har].contains(request.form)
      let isOther = isInside && rest.names(signed.text)
      return request.method == signed || isOther ? nil : request.method
    }
    let small = rest.lowercased
    // A call of an SDK may be given the URL in place of a bucket and a key.
    let isPut =
      rest.names("PUT") || ["putobject(url,", "putobject(signed"].contains { small.contains($0) }
    if signed.isText("GET") { return isPut ? "PUT".bytes : nil }
    let isRead = ["浏览器", "browser", "<img", "打开", "requests.get(", "axios.get(", "wget "].contains {
      small.contains($0)
    }
    return signed.isText("PUT") && isRead && !isPut ? "GET".bytes : nil
  }

  /// The text without the calls that make a presigned URL.
  private var withoutSigners: Bytes {
    let text = Bytes(evidence.pasted.prefix(1 << 16))
    var (rest, end) = (Bytes(), 0)
    for call in signingCalls where call.range.lowerBound >= end {
      rest += text[end..<call.range.lowerBound]
      end = call.range.upperBound
    }
    return rest + text[end...]
  }

  /// The Content-Type that the calls sign: its text, `variable`, or `absent` where all that they are given is
  /// shown without one; nil where nobody can say.
  private var signedType: Bytes? {
    let (calls, small) = (signingCalls, evidence.pasted.lowercased)
    let isOfS3 = ["boto3", "aws-sdk", "s3client", "amazons3", "minio"].contains {
      small.contains($0)
    }
    if isOfS3 || calls.contains(where: { $0.row.isOfS3 }) { return nil }
    var given = small.contentTypes([
      "setcontenttype", ".contenttype", ".addheader", "ossheaders.content_type",
    ])
    var isOpen = calls.isEmpty
    for call in calls {
      isOpen = isOpen || call.row.method == nil && Self.method(in: call.arguments) == nil
      let options = call.options(["opt", "param", "header", "req", "input", "command"])
      let known = options.prefix(2).flatMap { small.assigned($0) }
      given += ([call.arguments] + known).flatMap {
        $0.contentTypes(["content-type", "contenttype", "content_type"])
      }
      // A request may be made by another of the calls.
      let isMade = calls.contains { $0.name.lowercased.ends(with: "request") }
      isOpen = isOpen || !options.isEmpty && known.isEmpty && !isMade
    }
    return given.first ?? (isOpen ? nil : "absent".bytes)
  }

  /// An x-oss- header that the calls, or what sets up their request, are given and nothing else names; where
  /// OSS shows what it signed, one that is not there.
  private var unsentHeader: Bytes? {
    if signingCalls.isEmpty { return nil }
    let small = evidence.pasted.lowercased
    let given = signingCalls.flatMap { call in
      call.arguments.places(of: "x-oss-".bytes).map { call.arguments[$0...] }
    }
    let added = [".addheader(\"x-oss-", ".setheader(\"x-oss-"].flatMap {
      small.places(of: $0.bytes).prefix(8)
    }
    let names = (given.prefix(16) + added.map { small[($0 + 12)...] }).map { rest in
      Bytes(rest.prefix(64).prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") })
    }
    let isShown = self["shown"] != nil
    return names.first { name in
      name.count > 6 && !["x-oss-process", "x-oss-traffic-limit"].contains(name.text)
        && (isShown ? text?.header(name.text) == nil : small.places(of: name).count == 1)
    }
  }

  /// The Content-Type that the text sets or shows outside of these calls: its text, or `variable`.
  private var sentType: Bytes? {
    let rest = Self.withoutResponse(withoutSigners)
    let small = rest.lowercased
    let kotlin = small.places(of: "\".tomediatype".bytes).prefix(8).compactMap { place in
      small[..<place].suffix(64).split(separator: UInt8(ascii: "\"")).last.flatMap {
        Bytes($0).type
      }
    }
    let types = rest.contentTypes(["content-type", "mediatype.parse"]) + kotlin
    return types.first { !["application/xml", "text/html"].contains($0.text) }
  }

  /// The name that code gives to a text of JSON, or the call that makes it, where a signature is made over
  /// that very text.
  private var signedJSON: Bytes? {
    let small = Bytes(evidence.pasted.lowercased.prefix(1 << 16))
    let makers = [
      "json.stringify", "json.dumps", "json_encode", "json.marshal", ".to_json", "tojson",
    ]
    let names = makers.flatMap { small.places(of: $0.bytes).prefix(8) }.map { place in
      let line = small[..<place].suffix(80).split(separator: 0x0A).last ?? []
      let (before, after) = Bytes(line).halves(at: "=")
      let name = before.trimming { ": ".utf8.contains($0) }
      return after?.contains("64") == true ? [] : Self.word(in: name, before: name.count)
    }
    let signers = ["update(", "hash_hmac(", "hmac.new(", "dofinal(", "hmacsha1(", "hexdigest("]
    let calls = signers.flatMap { name in
      small.places(of: name.bytes).prefix(8).map { place in
        let mark = place + name.utf8.count - 1
        return Bytes(small[mark..<small.endOfCall(from: mark)])
      }
    }.filter { !$0.contains("base64") && !$0.contains("b64") }
    if let maker = makers.first(where: { maker in calls.contains { $0.contains(maker) } }) {
      return maker.bytes
    }
    return names.first { name in
      let isSetOnce = small.places(of: name + " = ".bytes).count == 1
      return name.count > 2 && isSetOnce
        && calls.contains { call in
          call.split { !$0.isLetterOrDigit && $0 != 0x5F }.contains { Bytes($0) == name }
        }
    }
  }

  /// That code adds seconds to a clock of milliseconds, or gives a number where a unit is due.
  private var shortExpiry: Bytes? {
    let small = evidence.pasted.lowercased
    for (clock, unit) in Self.fineClocks {
      for place in small.places(of: clock.bytes) {
        var rest = small[(place + clock.utf8.count)...].drop { " )l".utf8.contains($0) }
        if unit == "milliseconds" {
          guard rest.first == UInt8(ascii: "+") else { continue }
          rest = rest.dropFirst().drop { " (".utf8.contains($0) }
        }
        guard let number = small.product(at: rest.startIndex) else { continue }
        let isShort = number < 30_000 || number <= 604_800 && number % 1000 != 0
        let sentence = "The code gives \(number) to a clock of \(unit), as if it were seconds."
        if isShort { return sentence.bytes }
      }
    }
    return nil
  }

  private static let fineClocks = [
    ("currenttimemillis()", "milliseconds"), ("gettime()", "milliseconds"),
    ("date.now()", "milliseconds"), ("unixmilli()", "milliseconds"),
    ("time.duration(", "nanoseconds"), ("presignexpires(", "nanoseconds"),
  ]
}

extension Bytes {
  /// Where the arguments end of a call that has its bracket or its colon at a place.
  func endOfCall(from mark: Int) -> Int {
    var depth = self[mark] == UInt8(ascii: "(") ? 0 : 1
    for index in mark..<Swift.min(count, mark + 1024) {
      depth += "([{".utf8.contains(self[index]) ? 1 : ")]}".utf8.contains(self[index]) ? -1 : 0
      // Inside of a text, as in that of a type, it ends nothing.
      let isEnd = self[index] == UInt8(ascii: ";") && index + 1 < count && self[index + 1].isSpace
      let rest = self[(index + 1)...].prefix(16).drop { $0 == 0x20 }
      if depth == 0 || isEnd && !rest.begins(with: "charset") { return index + 1 }
    }
    return Swift.min(count, mark + 1024)
  }

  /// The objects that code assigns to a name.
  fileprivate func assigned(_ name: Bytes) -> [Bytes] {
    places(of: name).prefix(64).compactMap { place in
      let rest = self[(place + name.count)...].drop { ": =".utf8.contains($0) }
      let gap = self[(place + name.count)..<rest.startIndex]
      guard rest.first == UInt8(ascii: "{"), gap.contains(UInt8(ascii: "=")) else { return nil }
      return Bytes(self[rest.startIndex..<endOfCall(from: rest.startIndex)])
    }
  }

  /// The values of Content-Type that code names, of the header by its name alone: also in a call or a list
  /// that sets it.
  fileprivate func contentTypes(_ names: [String]) -> [Bytes] {
    let small = lowercased
    return names.flatMap { name in
      small.places(of: name.bytes).prefix(32).compactMap { place in
        let before = Bytes(small[..<place].suffix(120))
        if let value = before.places(of: "value".bytes).last, before.contains("forhttpheader") {
          return Bytes(before[(value + 5)...]).type ?? "variable".bytes
        }
        let rest = small[(place + name.utf8.count)...].drop { "\"'`])} ".utf8.contains($0) }
        guard let mark = rest.first, ":=,(".utf8.contains(mark) else { return nil }
        // Behind a comma is a value of a call; in a list of names or in a sentence it is another word.
        let opens = before.trimming { "\"'`".utf8.contains($0) }.last == UInt8(ascii: "(")
        let other = mark == UInt8(ascii: ",") && !opens ? nil : "variable".bytes
        return Bytes(rest.prefix(80)).type ?? other
      }
    }
  }

  /// The media type that a value begins with; nil for another text.
  fileprivate var type: Bytes? {
    let word = drop { !$0.isLetterOrDigit }.prefix {
      $0.isLetterOrDigit || "/.+-".utf8.contains($0)
    }
    let (main, sub) = Bytes(word).halves(at: "/")
    guard sub?.isEmpty == false, !main.isEmpty else { return nil }
    // A parameter belongs to the type.
    let rest = self[word.endIndex...].prefix { !"\"'`\n),".utf8.contains($0) }
    let hasCharset = rest.first == UInt8(ascii: ";") && Bytes(rest).contains("charset=")
    return Bytes(word) + (hasCharset ? Bytes(rest) : [])
  }

  /// The product of the decimal numbers that begin at a place, such as `60 * 1_000L`; nil where something
  /// else is multiplied, or none begins.
  func product(at start: Int) -> Int64? {
    var (result, rest): (Int64?, Bytes.SubSequence) = (nil, self[start...])
    while true {
      let digits = rest.prefix { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
      guard let number = Bytes(digits.filter { $0 != UInt8(ascii: "_") }).decimal else {
        return nil
      }
      let (product, isTooLarge) = (result ?? 1).multipliedReportingOverflow(by: number)
      if isTooLarge { return nil }
      result = product
      rest = rest[digits.endIndex...].drop { " lL".utf8.contains($0) }
      guard rest.first == UInt8(ascii: "*") else { return result }
      rest = rest.dropFirst().drop { $0 == 0x20 }
    }
  }

  /// Whether code or prose sends a request with a method: its word in capitals or between quotation marks,
  /// or the call of a library for HTTP.
  fileprivate func names(_ method: String) -> Bool {
    let (small, name) = (lowercased, method.lowercasedBytes)
    return small.places(of: name).contains { place in
      let (before, end) = (self[..<place], place + name.count)
      let after = end < count ? self[end] : 0x20
      let isWord = before.last?.isLetterOrDigit != true && !after.isLetterOrDigit
      if isWord, Bytes(self[place..<end]).isText(method) { return true }
      if isWord, let quote = before.last, "\"'".utf8.contains(quote), after == quote { return true }
      let isCall = after == UInt8(ascii: "(") || small[end...].begins(with: "async(")
      if !isCall { return false }
      if before.ends(with: "http") || before.ends(with: "Http") { return true }
      let line = small[..<place].suffix(80)
      let owner = line.dropLast().split { !$0.isLetterOrDigit }.last.map { Bytes($0).text } ?? ""
      let isChain = line.ends(with: ").") && Bytes(line).contains("url(")
      return isChain || line.ends(with: ".") && Self.httpLibraries.containsBytes(of: owner)
    }
  }

  private static let httpLibraries = [
    "axios", "requests", "http", "dio", "request", "session", "got", "ky", "superagent",
    "resttemplate", "httpclient", "fetch",
  ]
}
