internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices

/// What the evidence shows, fact by fact; the rows of `explain.json` ask for them by name.
///
/// A name is a word, such as `signing-time`, or a kind and what is asked of it: `header:content-md5`.
/// spec/explain.py knows them from the cases here, and refuses a row that names another.
final class Facts {
  let evidence: Evidence
  let answer: Answer
  /// The request that is asked about: that of the evidence, or its URL.
  let request: SentRequest?
  let version: SignatureKind?
  let pair: TextPair
  let form: UploadForm?
  /// The part whose two sides are compared at the time.
  var focus: ComparedPart?
  /// What a step leaves for the rows of others: `found`, `wording`, `need`.
  var notes: [String: Bytes] = [:]
  /// What calls of SDKs need, and what they sign.
  let calls: CallTable
  private var known: [String: Bytes?] = [:]

  /// - Parameter isURL: whether the presigned URL is asked about, and not the request beside it.
  init(
    _ evidence: Evidence, _ answer: Answer, calls: CallTable = CallTable(), isURL: Bool = false
  ) {
    (self.evidence, self.answer, self.calls) = (evidence, answer, calls)
    let request = isURL ? evidence.url : evidence.request
    self.request = request
    form = request.flatMap { UploadForm($0) }
    let isV4 = form?.value(of: "x-oss-credential") != nil
    version = isV4 ? .v4 : Self.version(of: evidence, request, answer.error)
    pair = TextPair(evidence, answer.error, version)
  }

  var error: ServerError? { answer.error }

  /// The code of the error; empty without one.
  var code: String { error?.code ?? "" }

  /// The signature of V4 or S3 that is sent, by the request or by the header that the answer shows; nil
  /// for another version.
  var scoped: CarriedSignature? {
    let sent = request?.signature.credential == nil ? nil : request?.signature
    let signature = sent ?? shownSignature
    // One that somebody hid shows nothing.
    guard let signature, let credential = signature.credential,
      credential.contains("/") || !credential.isPlaceholder
    else { return nil }
    return signature.version == (version == .s3 ? .s3 : .v4) ? signature : nil
  }

  /// The signature in the Authorization header that some answers show, or a command beside its trace.
  private lazy var shownSignature: CarriedSignature? = {
    let scheme = "OSS4-HMAC-SHA256 "
    let given = evidence.pasted.behind("Authorization: " + scheme)
    let own = given.map { scheme + Bytes($0.prefix { !"\"'\r\n".utf8.contains($0) }).text }
    var header = error?["Authorization"] ?? own
    if let credential = form?.value(of: "x-oss-credential") {
      let signature = form?.value(of: "x-oss-signature") ?? ""
      header = "OSS4-HMAC-SHA256 Credential=" + credential + ",Signature=" + signature
    }
    guard let header else { return nil }
    let request = "GET / HTTP/1.1\nAuthorization: ".bytes + header.bytes + "\n\n".bytes
    return (try? SentRequest(wire: request))?.signature
  }()

  /// The parts of the scope that is sent.
  var sentScope: [Bytes]? { scoped?.sentScope }

  /// The same, or else those of the scope that is signed.
  var anyScope: [Bytes]? { sentScope ?? pair.clientString?.scope }

  /// A fact as bytes; nil where it is not known.
  subscript(_ name: String) -> Bytes? {
    if let value = notes[name] ?? focus.flatMap({ ofPart(name, $0) }) { return value }
    if let value = known[name] { return value }
    let parts = name.pieces(at: ":", most: 2)
    let value = parts.count > 1 ? ofKind(parts[0], parts[1]) : ofGroups(name)
    known[name] = .some(value)
    return value
  }

  /// What is found where a fact counts as one that is not known.
  func without<Found>(_ name: String, _ find: () -> Found) -> Found {
    let value = known.updateValue(nil, forKey: name)
    defer { known[name] = value }
    return find()
  }

  private func ofGroups(_ name: String) -> Bytes? {
    let groups = [
      ofAnswer, ofRequest, ofSignature, ofOwn, ofTexts, ofTime, ofRules, ofPost, ofURLs, ofCode,
      ofSigningCall, ofCodeSigning, ofAssignments, ofHint,
    ]
    return groups.lazy.compactMap { $0(name) }.first
  }

  /// A text with each `{fact}` in its place, and each `{?sentence}` where it is known.
  ///
  /// - Parameter isShown: whether a person reads it: values are then masked and cut.
  /// - Returns: nil where a fact is not known.
  func filled(_ text: String, isShown: Bool = true) -> String? {
    let parts = text.pieces(at: "{")
    var result = parts[0]
    for part in parts.dropFirst() {
      let halves = part.pieces(at: "}", most: 2)
      let isSentence = halves[0].begins(with: "?")
      let name = String(decoding: halves[0].utf8.dropFirst(isSentence ? 1 : 0), as: UTF8.self)
      let rest = halves.count > 1 ? halves[1] : ""
      if let value = self[name] {
        if isSentence, !result.isEmpty { result += " " }
        result += isSentence || !isShown ? value.text : value.masked.text.shown
      } else if !isSentence {
        return nil
      }
      // A value may end the sentence itself.
      let isEnded = rest.begins(with: ".") && result.bytes.last == UInt8(ascii: ".")
      result += isEnded ? String(decoding: rest.utf8.dropFirst(), as: UTF8.self) : rest
    }
    // What a sentence begins with may not be known.
    return result.isEmpty ? nil : isShown ? result.bytes.stripped.text : result
  }

  private func ofKind(_ kind: String, _ name: String) -> Bytes? {
    switch kind {
    case "member": error?[name]?.bytes
    case "answer": answer.value(of: name)
    case "header": request?.value(of: name)
    case "parameter": request?.parameter(name) ?? (version == .rpc ? rpcParameter(name) : nil)
    case "raw": request?.rawParameter(name)
    case "argument": argument(name)
    case "text-header": text?.header(name)
    case "field": form?.value(of: name)?.bytes
    default: nil
    }
  }

  private func ofAnswer(_ name: String) -> Bytes? {
    switch name {
    case "code": return code.isEmpty ? nil : code.bytes
    case "ec": return error?.ec?.bytes
    case "error": return flag(error != nil)
    case "version": return version?.rawValue.bytes
    case "message":
      let text = words([error?.message] + ["ErrorDetail", Self.denial].map { error?[$0] })
      return text.isEmpty ? nil : text.lowercased
    case "says": return says
    case "bucket": return error?.bucket?.bytes
    case "host-id": return error?.hostID?.bytes
    case "body-fault", "body-root", "body-text": return bodyFault(name)
    case "given": return given
    case "service-host": return serviceHost.map { ".".bytes + $0 }
    case "service-name": return serviceHost
    case "of-oss":
      return flag(isOfOSS || given.contains("aliyuncs.com") || given.contains("x-oss-"))
    case "rpc-parameter": return parameterOfRPC
    case "foreign-member":
      let names = ["AWSAccessKeyId", "TraceId", "Resource"]
      return isOfOSS ? nil : names.first { error?[$0] != nil }?.bytes
    case "own-domain":
      guard let host = error?.hostID?.bytes, !host.ends(with: ".aliyuncs.com"), host.contains("."),
        !host.contains("oss-"), version != .s3, (error?.bucket?.bytes ?? host) == host
      else { return nil }
      return host
    case "label-twice":
      let hosts = [error?.bucket?.bytes, error?.hostID?.bytes, request?.hostName]
      let labels = hosts.map { $0?.parts(at: ".") ?? [] }.filter { $0.count > 1 && $0[0] == $0[1] }
      // An address of IP has no labels.
      return labels.map { $0[0] }.first { !$0.isPlaceholder && !$0.isEmpty && $0.decimal == nil }
    case "open": return flag(error == nil || code == "SignatureDoesNotMatch")
    case "rpc-said":
      return flag(self["message"]?.contains("specified signature is not matched") == true)
    case "policy":
      if let policy = form?.value(of: "policy") { return policy.bytes }
      let isPolicy = error?.stringToSign?.base64Decoded?.begins(with: "{") == true
      return isPolicy ? error?.stringToSign : nil
    case "token-lost":
      let isSaid = self["message"]?.contains("security token may be lost") == true
      return flag(isSaid || error?.ec == "0002-00000003")
    case "answer-text": return answer.body.lowercased
    case "page-title": return answer.body.between("<title>", "</title>")?.stripped
    case "pasted": return evidence.pasted.lowercased.replacingRuns(of: " \t".bytes, by: " ".bytes)
    case "operation":
      let marks = ["peration error S3: ", "peration error ", "when calling the "]
      let text = marks.compactMap { answer.body.behind($0) }.first
      return text.map { Bytes($0.prefix { $0.isLetterOrDigit }) }
    case "redirected":
      let isSaid = self["message"]?.contains("addressed using the specified endpoint") == true
      return flag(isSaid || code == "PermanentRedirect" || error?.ec == "0003-00001403")
    default: return nil
    }
  }

  /// All that is given as the answer, and the host that was asked, in lower case.
  private lazy var given: Bytes = {
    let host = request?.hostName.map { "\nhost: ".bytes + $0 } ?? []
    return (evidence.answer ?? []).lowercased + host
  }()

  /// The host of another service of Alibaba Cloud that the text names; nil where it names one of OSS or
  /// STS, too.
  private var serviceHost: Bytes? {
    // The endpoint of another service, such as tablestore_endpoint, is a setting.
    let lines = given.parts(at: "\n").filter {
      !$0.stripped.prefix { $0.isLetterOrDigit || "_-.".utf8.contains($0) }.dropFirst().ends(
        with: "endpoint")
    }
    let words = lines.joined(by: "\n").split { !$0.isLetterOrDigit && !"-.".utf8.contains($0) }
    // One that a policy trusts answers nothing.
    let trusted = statements.flatMap { $0.principals }.map { $0.value.lowercased }
    let hosts = words.map { Bytes($0) }.filter {
      $0.ends(with: ".aliyuncs.com") && !trusted.contains($0)
    }
    let own = [".oss", "-oss-", ".img", ".sts", ".ram.", ".s3"]
    func isOfOSS(_ host: Bytes) -> Bool { own.contains { (".".bytes + host).contains($0) } }
    // What answers says its own name.
    if let host = error?.hostID?.bytes.lowercased, hosts.contains(host), !isOfOSS(host) {
      return host
    }
    return hosts.contains(where: isOfOSS) ? nil : hosts.first
  }

  /// The parameter that a call of STS or of another service lacks, or has with a wrong value, by the message
  /// or by the code: `RoleArn` of `MissingRoleArn` and of `InvalidParameter.RoleArn`.
  private var parameterOfRPC: Bytes? {
    let message = error?.message?.bytes ?? []
    if let end = message.index(of: " is mandatory for this action".bytes) {
      return message[..<end].split { !$0.isLetterOrDigit && !"._".utf8.contains($0) }.last.map {
        Bytes($0)
      }
    }
    for start in ["InvalidParameter.", "IllegalParameter.", "Missing", "Illegal", "Invalid"] {
      guard let rest = code.bytes.behind(start), code.begins(with: start) else { continue }
      let name = rest.halves(at: ".").before
      return name.isEmpty || name.isText("Parameter") ? nil : name
    }
    return nil
  }

  /// Whether something of the answer or the request is of OSS, whose request IDs are 24 digits.
  private var isOfOSS: Bool {
    [error?.hostID?.bytes, request?.hostName].contains { $0?.contains("aliyun") == true }
      || error?.requestID?.bytes.isHexadecimal(24) == true
      || error?["OSSAccessKeyId"] != nil || error?.ec != nil
  }

  private static let denial = "AccessDeniedDetail/NoPermissionType"

  private func words(_ texts: [String?]) -> Bytes {
    texts.compactMap { $0?.bytes }.filter { !$0.isEmpty }.joined(by: " ")
  }

  /// The words of the answer, without what may show a token.
  private var says: Bytes? {
    let names = ["ErrorDetail", Self.denial, "ArgumentName", "ArgumentValue", "Header"]
    // What a client of S3 prints behind the message is its own.
    let said = (error?["Said"] ?? error?.message).map { text in
      let ends = [" (Service: ", "status code: "].compactMap { text.bytes.index(of: $0.bytes) }
      return ends.min().map { Bytes(text.bytes[..<$0]).stripped.text } ?? text
    }
    let others: [String?] = names.map { name in
      guard let other = error?[name], said?.bytes.contains(other) != true else { return nil }
      return other
    }
    let text = words([said] + others)
    if text.isEmpty { return error?.ec.map { "OSS gives the error code \($0.shown).".bytes } }
    // The string of STS holds the token, and is compared elsewhere.
    if text.contains("string to sign is:") { return nil }
    // A tool may put a dot of its own behind that of OSS.
    let isDouble = text.stripped.ends(with: "..") && !text.stripped.ends(with: "...")
    let shown = isDouble ? Bytes(text.stripped.dropLast()) : text.stripped
    let end = shown.last.map { ".!?".utf8.contains($0) } == true ? "" : "."
    return ("The answer says: " + shown.masked.text.shown + end).bytes
  }

  private func bodyFault(_ name: String) -> Bytes? {
    guard let fault = answer.fault else { return nil }
    switch (fault, name) {
    case (.empty, _): return nil
    case (.webPage, "body-fault"): return "web-page".bytes
    // A line of a log begins with a bracket, too.
    case (.json, "body-fault"):
      return ((try? JSONReader.read(answer.body)) == nil ? "other" : "json").bytes
    case (.unexpectedRoot(let name, _), "body-root"): return name.shown.bytes
    case (.webPage, _), (.json, _), (.unexpectedRoot, _): return nil
    case (_, "body-fault"): return "other".bytes
    case (_, "body-text"): return fault.description.shown.bytes
    default: return nil
    }
  }

  /// The value of a header or parameter that an argument may be about (EXP-ANS-24).
  private func argument(_ name: String) -> Bytes? {
    let named = error?["ArgumentName"]
    if let named, named != name { return nil }
    let sent = request?.value(of: name) ?? request?.parameter(name)
    return named == nil ? sent : error?["ArgumentValue"]?.bytes ?? sent
  }

  private func ofOwn(_ name: String) -> Bytes? {
    switch name {
    case "own": return evidence.string
    case "own-date": return ownText?.date
    case "own-blank-line":
      let lines = evidence.string?.parts(at: "\n") ?? []
      let isV1 = ownText?.version == .v1 && lines.count == 6 && lines[5].first == 0x2F
      return flag(isV1 && lines[4].isEmpty && !lines[3].isEmpty)
    case "own-line-end": return flag(pair.isLonger)
    case "own-carriage-return": return flag(evidence.hasCarriageReturns)
    case "own-escaped": return flag(evidence.isEscaped)
    case "own-md5": return ownText?.contentMD5
    case "own-equals-header":
      return ownText?.headers.first { $0.name.begins(with: "x-oss-") && $0.name.contains("=") }
        .map { $0.name.halves(at: "=").before }
    case "code-md5":
      return evidence.codeStrings.first?.name(ofLine: 1).flatMap { $0.contains("md5") ? $0 : nil }
    case "own-token": return ownText?.parameter("security-token")
    case "own-type-parameter": return pair.client?.parameter("content-type")
    case "own-hash": return pair.clientString?.hash
    case "own-scheme": return pair.clientString?.algorithm
    case "own-version":
      if evidence.string == nil { return nil }
      return pair.clientString != nil ? "v4".bytes : pair.client?.version.rawValue.bytes
    case "as-sent": return flag(pair.isClientDerived && pair.hasSameBytes)
    case "derived": return flag(pair.isClientDerived)
    case "equal":
      let isShown = !pair.isClientDerived && pair.isServerShown
      return flag(pair.isSame || pair.hasSameBytes && isShown)
    case "equal-to-end":
      let own = evidence.string.map { $0.trimming { $0 == 0x0A } }
      return flag(own != nil && own == pair.server?.bytes && own != evidence.string)
    default: return nil
    }
  }

  private func ofTexts(_ name: String) -> Bytes? {
    switch name {
    case "shown": return flag(error?.signedString != nil || error?.canonicalRequest != nil)
    case "text-method": return text?.method
    case "text-type": return text?.type
    case "text-key": return text?.key
    case "text-uri": return text?.path
    case "text-bucket": return text?.bucket
    case "text-presigned": return flag(text?.isPresigned == true)
    case "text-token": return text?.token
    case "text-md5": return text?.contentMD5
    case "text-parameter":
      return text?.parameters.first { !$0.name.ends(with: "security-token") }?.name
    case "unlisted-parameter": return unlistedParameter
    case "text-is-path":
      guard let request, let text else { return nil }
      return flag(request.resource == nil && text.path == request.path.percentDecoded)
    case "text-oss-header":
      let names = (text?.headers ?? []).map { $0.name.text }
      return names.first { $0.begins(with: "x-oss-") && !Self.own.containsBytes(of: $0) }?.bytes
    case "empty-header": return header { $0.isEmpty }
    case "blank-header": return header { $0.contains("  ") }
    case "foreign-header": return header { value in value.contains { $0 >= 0x80 } }
    case "lost-header":
      let lines = (evidence.string ?? []).parts(at: "\n").filter { $0.contains { $0 >= 0x80 } }
      return request?.fields.first { field in
        let start = (field.name.lowercased + ":".bytes).text
        return field.value.contains("??") && lines.contains { $0.begins(with: start) }
      }?.name
    case "repeated-header":
      var names = NameSet()
      let all = request?.fields.map { $0.name.lowercased }
      return all?.first { $0.begins(with: "x-oss-") && !names.insert($0) }
    case "empty-parameter": return request?.query.first { $0.value?.isEmpty == true }?.name
    case "reserved-key":
      let key = text?.path.percentDecoded ?? []
      return key.first { "!'()*+&$,;=:@~".utf8.contains($0) }.map { [$0] }
    case "text-key-marks":
      // Marks that stand for themselves are U+0300 to U+036F.
      let key = text?.key ?? []
      let hasMark = key.indices.dropLast().contains {
        key[$0] == 0xCC || key[$0] == 0xCD && key[$0 + 1] < 0xB0
      }
      return flag(hasMark)
    default: return nil
    }
  }

  /// The first parameter that OSS signs which a list of such names in code has not: one of the string of OSS,
  /// else one of the request or of the text.
  private var unlistedParameter: Bytes? {
    let pasted = evidence.pasted
    let quoted = { (name: String) in
      ["\"", "'"].flatMap { pasted.places(of: ($0 + name + $0).bytes) }
    }
    let places = ["acl", "uploadId"].map { quoted($0).first }
    guard let first = places.compactMap({ $0 }).min(), let last = places.compactMap({ $0 }).max(),
      !places.contains(nil), last - first < 2048,
      let start = pasted[..<first].lastIndex(where: { "{[(".utf8.contains($0) }),
      let end = pasted[last...].firstIndex(where: { "}])".utf8.contains($0) })
    else { return nil }
    let said = [
      "callback", "callback-var", "x-oss-process", "x-oss-traffic-limit", "policy",
      "security-token",
    ]
    let sent = (request?.query ?? []).map { $0.name }.filter { SubresourceNames.contains($0) }
    let asked = SubresourceNames.all.filter { pasted.index(of: "?".bytes + $0) != nil }
    // Code that adds one to a URL has its name between quotation marks.
    let added = SubresourceNames.all.filter { $0.begins(with: "x-oss-ac-") }
    let names = text?.parameters.map { $0.name } ?? sent + asked + said.map { $0.bytes } + added
    return names.prefix(64).first { name in
      let all = quoted(name.text)
      // One word may be any word.
      let isInCode = ["\"", "'"].contains { pasted.index(of: $0.bytes + name) != nil }
      let isSaid =
        !isInCode
        && (asked.contains(name) || name.contains("-") && pasted.index(of: name) != nil)
      let isNamed = text != nil || sent.contains(name) || !all.isEmpty || isSaid
      // The token that OSS signs has findings of its own.
      if text != nil, name.ends(with: "security-token") { return false }
      return isNamed && !all.contains { start..<end ~= $0 }
    }
  }

  /// The token, which has findings of its own, and what each request of V4 has.
  private static let own = ["x-oss-date", "x-oss-content-sha256", "x-oss-security-token"]

  /// The name of the first signed header whose value has a property.
  private func header(_ hasProperty: (Bytes) -> Bool) -> Bytes? {
    text?.headers.first { hasProperty($0.value) }?.name
  }

  /// The client's own string of V1.
  private var ownText: SignedText? { evidence.string.flatMap { SignedText(v1: $0) } }

  /// What the client lists, and whether it signs one parameter: each part that differs asks for it.
  private lazy var listedNames = Set((pair.client?.additional ?? []).lowercased.parts(at: ";"))
  private lazy var hasOneParameter = pair.client?.parameters.count == 1

  private func ofPart(_ name: String, _ part: ComparedPart) -> Bytes? {
    switch name {
    case "name": return part.name
    case "sent": return part.sent
    case "signed": return part.signed
    case "sent-lower": return part.sent?.lowercased
    case "sent-encoded-again": return part.sent?.percentEncoded(keepingSlash: true)
    case "own-listed": return flag(listedNames.contains(part.name))
    case "carried":
      return flag(request?.fields.contains { $0.name.lowercased == part.name.lowercased } == true)
    case "subresource": return flag(SubresourceNames.contains(part.name))
    case "rest-of-key":
      let isAlone = pair.server?.query == nil && hasOneParameter
      let isName = SubresourceNames.contains(part.name)
      return flag(isAlone && !isName && (part.name.contains(".") || part.name.contains("/")))
    case "signed-needless":
      return flag(
        (part.signed ?? []).lowercased.parts(at: ";").contains(where: Self.isSignedAnyway))
    default: return nil
    }
  }

  /// Whether V4 signs a header, named in lower case, without its being listed (V4-HDR-1).
  static func isSignedAnyway(_ name: Bytes) -> Bool {
    name.isText("content-type") || name.isText("content-md5") || name.begins(with: "x-oss-")
  }

  /// What OSS signed, as it shows it or makes it of the request.
  var text: SignedText? {
    pair.isServerShown ? pair.server : error?.signedString == nil ? pair.derivedText : nil
  }

  /// A fact without a text: it is there, or not.
  func flag(_ isTrue: Bool) -> Bytes? { isTrue ? [] : nil }
}
