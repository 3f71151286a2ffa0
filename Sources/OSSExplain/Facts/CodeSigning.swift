internal import OSSPrimitives

// What code signs with V1, held against what the same code sends: for that no string of OSS is needed
// (EXP-EV-10).
extension Facts {
  func ofCodeSigning(_ name: String) -> Bytes? {
    switch name {
    case "code-unsigned-header": return codeSigning?.unsignedHeader
    case "code-unsent-header": return codeSigning?.unsentHeader
    case "code-equals-header": return codeSigning?.equalsHeader
    case "code-unsigned-type": return codeSigning?.unsignedType
    case "code-unsigned-subresource": return codeSigning?.unsignedSubresource
    case "code-unsent-type": return flag(codeSigning?.lacksTypeHeader == true)
    case "code-unsent-date": return flag(codeSigning?.lacksDateHeader == true)
    case "code-lost-md5": return flag(codeSigning?.lacksMD5 == true)
    case "code-lost-date": return flag(codeSigning?.lacksDate == true)
    case "code-unsigned-token": return flag(codeSigning?.leavesTokenUnsigned == true)
    case "code-unsigned-process": return flag(codeSigning?.leavesProcessUnsigned == true)
    case "code-token-line": return flag(codeSigning?.signsTokenOfURLAsHeader == true)
    case "code-browser-date": return flag(codeSigning?.setsDateInBrowser == true)
    case "code-path": return codeSigning?.pathAlone
    case "code-unsorted": return flag(isUnsorted)
    case "code-hexadecimal": return hexadecimalHMAC
    case "code-hmac-swapped": return swappedHMAC
    default: return nil
    }
  }

  private var codeSigning: CodeSigning? {
    let forms = evidence.codeStrings
    return forms.count == 1 ? CodeSigning(forms[0], in: evidence.pasted) : nil
  }

  /// Whether code names the headers that OSS signs in another order, and sorts nothing.
  private var isUnsorted: Bool {
    let names = pair.isServerShown ? (pair.server?.headers ?? []).map { $0.name } : []
    let own = names.filter { $0.begins(with: "x-oss-") }
    let small = Bytes(evidence.pasted.lowercased.prefix(1 << 16))
    let sorts = ["sort", "treemap", "ordered"].contains { small.contains($0) }
    // A dictionary of headers has any order where a string names them again.
    let isWritten = evidence.codeStrings.contains { string in
      own.allSatisfy { string.form.index(of: $0 + ":".bytes) != nil }
    }
    if sorts || isWritten || !(2...32).contains(own.count) { return false }
    let places = own.map { name in
      ["\"", "'"].compactMap { small.index(of: $0.bytes + name + $0.bytes) }.min()
    }
    let known = places.compactMap { $0 }
    return known.count == own.count && zip(known, known.dropFirst()).contains { $0 > $1 }
  }

  /// The call of code that makes an HMAC of SHA-1 as hexadecimal digits; nil without one, and where the text
  /// signs with V4, makes a raw one, too, or turns the digits back.
  private var hexadecimalHMAC: Bytes? {
    let small = Bytes(evidence.pasted.lowercased.prefix(1 << 16)).replacing("\\\n", with: " ")
    if !small.contains("sha1") || ["oss4", "aliyun_v4"].contains(where: { small.contains($0) }) {
      return nil
    }
    let lines = small.parts(at: "\n").filter { line in
      let isRemark = ["//", "#", "*"].contains { line.stripped.begins(with: $0) }
      return !isRemark && ["hmac", "sha1", "sig"].contains { line.contains($0) }
    }
    if lines.contains(where: { line in Self.rawCalls.contains { line.contains($0) } }) {
      return nil
    }
    for line in lines where line.contains("hmac") {
      if ["sha256", "md5", "log."].contains(where: { line.contains($0) }) { continue }
      if let place = line.index(of: "hash_hmac(") {
        let call = line[(place + 9)..<line.endOfCall(from: place + 9)]
        let isShort = call.count(where: { $0 == UInt8(ascii: ",") }) == 2
        if isShort { return "hash_hmac() without true as its last argument".bytes }
      }
      if line.contains("openssl"), line.contains("sha1"), !line.contains("openssl::") {
        return "openssl without -binary".bytes
      }
      if let call = Self.hexadecimalCalls.first(where: { line.contains($0) }) { return call.bytes }
    }
    return nil
  }

  /// The call of code that gives an HMAC the string in the place of the key, and the key in that of the string.
  private var swappedHMAC: Bytes? {
    let small = Bytes(evidence.pasted.lowercased.prefix(1 << 16))
    return Self.hmacFunctions.first { Self.isSwapped($0, in: small) }.map {
      Bytes($0.name.bytes.dropLast())
    }
  }

  private static func isSwapped(_ call: HMACFunction, in text: Bytes) -> Bool {
    text.places(of: call.name.bytes).prefix(8).contains { place in
      let start = place + call.name.utf8.count
      let arguments = text[start..<max(start, text.endOfCall(from: start - 1))].pieces(at: ",")
      guard max(call.key, call.text) < arguments.count else { return false }
      let (key, text) = (Bytes(arguments[call.key]), Bytes(arguments[call.text]))
      let isText = { (name: Bytes) in
        !name.contains("secret") && namesOfTexts.contains { name.contains($0) }
      }
      return isText(key) && !isText(text) && (text.contains("secret") || text.contains("key"))
    }
  }

  private typealias HMACFunction = (name: String, key: Int, text: Int)

  /// Functions that make an HMAC, and which of their arguments are the key and the text.
  private static let hmacFunctions: [HMACFunction] = [
    ("hash_hmac(", 2, 1), ("openssl::hmac.digest(", 1, 2), ("openssl::hmac.hexdigest(", 1, 2),
    ("hmac.new(", 0, 1), ("cryptojs.hmacsha1(", 1, 0), ("cryptojs.hmacsha256(", 1, 0),
  ]

  private static let namesOfTexts = ["string", "sts", "tosign", "to_sign", "canonical", "message"]

  /// What makes the bytes of an HMAC, or makes bytes of digits.
  private static let rawCalls = [
    ".digest()", "digest('base64')", "digest(\"base64\")", "-binary", "raw = true", "secret, true)",
    "key, true)", "enc.base64", ", 'hex')", ", \"hex\")", "fromhex", "hex2bin", "pack('h*'",
    "xxd -r",
  ]

  private static let hexadecimalCalls = [
    "hexdigest(", "digest('hex')", "digest(\"hex\")", "enc.hex", "encodehexstring(",
    "hex.encodetostring(",
  ]
}

/// The string to sign of V1 that code makes, and what the code around it sends.
private struct CodeSigning {
  /// The lines of its form: the method, Content-MD5, Content-Type, the date, headers and the resource.
  private let lines: [Bytes]
  private let text: Bytes
  /// The names of the headers that the code sets, in lower case.
  private let sent: [Bytes]

  /// Takes a string of which each line is known: nil where the program puts a list of headers in.
  init?(_ string: CodeString, in pasted: Bytes) {
    text = Bytes(pasted.lowercased.prefix(1 << 16))
    lines = string.form.parts(at: "\n")
    let isOther = ["oss4-hmac", "aliyun_v4", "oss2 "].contains { [text] in text.contains($0) }
    guard !isOther, lines.count > 3, let resource = lines.last,
      lines.dropFirst(4).dropLast().allSatisfy({ Self.header($0) != nil })
    else { return nil }
    let isList = ["header", "oss"].contains {
      resource.prefix { $0 != 2 }.lowercased.index(of: $0.bytes) != nil
    }
    let isOneValue = resource.first == 1 && !isList && resource.count { $0 == 1 } == 1
    guard resource.first == UInt8(ascii: "/") || isOneValue else { return nil }
    sent = Self.headers(in: text)
  }

  /// The name that a line of a header begins with, and the mark behind it; nil for another line.
  private static func header(_ line: Bytes) -> (name: Bytes, mark: UInt8)? {
    let name = line.prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }.lowercased
    guard name.begins(with: "x-oss-"), let mark = line.dropFirst(name.count).first else {
      return nil
    }
    return (name, mark)
  }

  private var signed: [(name: Bytes, mark: UInt8)] {
    lines.dropFirst(4).dropLast().compactMap { Self.header($0) }
  }

  /// Whether the code makes a presigned URL.
  private var isURL: Bool { text.contains("ossaccesskeyid=") && text.contains("signature=") }

  private var isSent: Bool { sent.contains { $0.isText("authorization") } && !isURL }

  /// What OSS sends, which code may print as it prints what it sets.
  private static let ofAnswers = [
    "x-oss-request-id", "x-oss-server-time", "x-oss-ec", "x-oss-err", "x-oss-hash-crc64ecma",
    "x-oss-object-type", "x-oss-version-id", "x-oss-next-append-position",
  ]

  /// A header that the code sets and does not sign.
  var unsignedHeader: Bytes? {
    guard isSent, lines.count > 4 else { return nil }
    return sent.filter { !Self.ofAnswers.contains($0.text) }.first { name in
      // A line of it may be added under a condition.
      name.begins(with: "x-oss-") && !signed.contains { $0.name == name }
        && !text.places(of: name + ":".bytes).contains {
          !Bytes(text[..<$0].suffix(4)).contains("-h ")
        }
    }
  }

  /// A header that the code signs and does not set, which nothing else names.
  var unsentHeader: Bytes? {
    isSent ? signed.first { text.places(of: $0.name).count == 1 }?.name : nil
  }

  /// A header whose line has an equals sign in place of the colon.
  var equalsHeader: Bytes? { signed.first { $0.mark == UInt8(ascii: "=") }?.name }

  /// The Content-Type that the code sends where its line is empty: a word for it.
  var unsignedType: Bytes? {
    guard isSent, lines.count > 4, lines[1].isEmpty, lines[2].isEmpty, !lines[0].isText("GET"),
      !["content-type': ''", "content-type\": \"\""].contains(where: { text.contains($0) })
    else { return nil }
    return sent.first { $0.isText("content-type") }
  }

  /// Whether the code signs a type, and sets Authorization and no Content-Type.
  var lacksTypeHeader: Bool {
    let setters = [
      "content-type", "contenttype(", ".contenttype", "contenttype:", "content_type=",
      ".content_type", "mimetype:", "mediatype", "file:", "formdata", ".type", "=''", "=\"\"",
    ]
    return lacksHeader(of: 2, setters) && ["PUT", "POST"].contains { lines[0].isText($0) }
  }

  /// Whether it signs a date, and sets neither Date nor x-oss-date.
  var lacksDateHeader: Bool {
    let setters = [
      "'date'", "\"date\"", "date:", ".date", "x-oss-date", "dateheader", "{ date", "{date",
      " date,",
      " date }",
    ]
    return lines.count > 4 && lines[3].first == 1 && lacksHeader(of: 3, setters)
  }

  /// Whether nothing sets what is signed: one of some words may, and so may a function for headers.
  private func lacksHeader(of line: Int, _ setters: [String]) -> Bool {
    guard isSent, lines.count > 4, !lines[line].isEmpty else { return false }
    let isOpen = lines[line].contains("header") || text.contains("headers(")
    return !isOpen && !setters.contains { text.contains($0) }
  }

  /// Whether the line of Content-MD5 is left out: the type is in its place, and one line is too few.
  var lacksMD5: Bool {
    guard lines.count == 4, lines[1].first == 1, !lines[1].contains("md5") else { return false }
    return lines[1].contains("type") || lines[1].contains("mime")
  }

  /// Whether the line of the date is left out, behind those of Content-MD5 and the type.
  var lacksDate: Bool {
    guard 4...5 ~= lines.count, lines[1].contains("md5"), lines[2].contains("type") else {
      return false
    }
    // With one line more there are headers.
    if lines.count == 5, !lines[3].contains("header"), !lines[3].begins(with: "x-oss-") {
      return false
    }
    let words = ["date", "time", "expire", "gmt", "now"]
    return !lines.dropFirst(3).contains { line in words.contains { line.contains($0) } }
  }

  /// The resource, where it begins with a slash and nothing in it names a query that is made elsewhere.
  private var ownResource: Bytes? {
    guard lines.count > 4, let resource = lines.last, resource.first == UInt8(ascii: "/"),
      !["resource", "query", "param"].contains(where: { resource.contains($0) })
    else { return nil }
    return resource
  }

  /// Whether the URL that the code makes has a token that the resource lacks.
  var leavesTokenUnsigned: Bool {
    guard isURL, let resource = ownResource, !resource.contains("?"), !resource.contains("token")
    else { return false }
    let isInURL = text.places(of: "security-token=".bytes).contains { place in
      text[..<place].last.map { "&?\"'`".utf8.contains($0) } == true
    }
    return isInURL && !text.contains("?security-token=")
  }

  /// Whether the query that the code makes has x-oss-process, which the resource lacks.
  var leavesProcessUnsigned: Bool {
    let names = ["[\"x-oss-process\"] =", "['x-oss-process'] =", "&x-oss-process="]
    guard text.contains("ossaccesskeyid"), ownResource?.contains("process") == false else {
      return false
    }
    return names.contains { text.contains($0) }
  }

  /// The subresource that a URL of the code begins its query with, where the resource has no query.
  var unsignedSubresource: Bytes? {
    guard isSent, let resource = ownResource, !resource.contains("?"), !resource.contains("sub")
    else { return nil }
    let names = ["uploads", "acl", "delete", "cors", "lifecycle", "tagging", "restore", "append"]
    // A remark may be about another request.
    let code = text.parts(at: "\n").filter { !$0.contains("// ") }.filter {
      !$0.stripped.begins(with: "#") && !$0.contains(" # ")
    }.joined(by: "\n")
    return names.first { name in
      code.places(of: ("?" + name).bytes).contains { place in
        code[(place + name.utf8.count + 1)...].first.map { "\"'`&= \n".utf8.contains($0) } != false
      }
    }?.bytes
  }

  /// Whether the token of such a URL is signed as a header.
  var signsTokenOfURLAsHeader: Bool {
    isURL && signed.contains { $0.name.isText("x-oss-security-token") }
  }

  /// The path of a request, such as `ngx.var.uri`, that is signed as the resource, though nothing puts a bucket
  /// before it; nil for another resource.
  var pathAlone: Bytes? {
    guard lines.count > 4, let resource = lines.last, resource.first == 1 else { return nil }
    let name = Bytes(resource.dropFirst().prefix { $0 != 2 })
    let isPath = [
      ".uri", "request_uri", ".pathname", "url.path", "req.path", ".getpath()", "getrequesturi()",
    ]
    .contains { name.ends(with: $0) }
    return isPath && resource.count { $0 == 1 } == 1 ? name : nil
  }

  /// Whether the Date that is signed is a header that a browser does not let a page set.
  var setsDateInBrowser: Bool {
    let callers = ["fetch(", "xmlhttprequest", "axios"]
    let places = ["browser", "electron", "window.", "document.", "worker", "浏览器", "网页", "边缘", "插件"]
    return isSent && lines.count > 4 && lines[3].first == 1 && sent.contains { $0.isText("date") }
      && callers.contains { text.contains($0) } && places.contains { text.contains($0) }
  }

  /// The names of headers that code sets: by a call, as members of an object, or for curl.
  private static func headers(in text: Bytes) -> [Bytes] {
    var found: [Bytes] = []
    for name in ["x-oss-", "content-type", "authorization", "date"] {
      for place in text.places(of: name.bytes).prefix(64) {
        let word = Bytes(text[place...].prefix { $0.isLetterOrDigit || "-_".utf8.contains($0) })
        let before = text[..<place].suffix(32)
        let after = text[(place + word.count)...].prefix(8)
        if !found.contains(word), sets(Bytes(before), Bytes(after)) { found.append(word) }
      }
    }
    return found
  }

  /// Whether what is around a name sets it.
  private static func sets(_ before: Bytes, _ after: Bytes) -> Bool {
    if ["-h \"", "-h '", "--header \"", "--header '"].contains(where: { before.ends(with: $0) }) {
      return after.first == UInt8(ascii: ":")
    }
    guard let quote = before.last, "\"'`".utf8.contains(quote) else {
      // A member of an object of JavaScript.
      return before.last.map { " {,\n".utf8.contains($0) } == true && after.begins(with: ": ")
    }
    guard after.first == quote else { return false }
    let rest = after.dropFirst().drop { " ]".utf8.contains($0) }
    let lead = before.dropLast()
    let isArgument = lead.last == UInt8(ascii: "(") || lead.ends(with: "forhttpheaderfield: ")
    return rest.first == UInt8(ascii: ",") && lead.last == UInt8(ascii: "(")
      || isArgument && rest.first == UInt8(ascii: ")") && lead.ends(with: "field: ")
      || rest.first == UInt8(ascii: ":") || rest.begins(with: "=>") || rest.begins(with: "to ")
      || rest.first == UInt8(ascii: "=") && after.contains(UInt8(ascii: "]"))
  }
}
