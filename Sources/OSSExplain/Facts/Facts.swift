internal import OSSPrimitives
internal import OSSServices

/// What the evidence shows, fact by fact; the rows of `explain.json` ask for them by name.
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
  /// The id of the first finding so far.
  var found: String?
  /// What the wording of a denial says.
  var wording: String?
  private var known: [Subject: Bytes?] = [:]

  /// - Parameter isURL: whether the presigned URL is asked about, and not the request beside it.
  init(_ evidence: Evidence, _ answer: Answer, isURL: Bool = false) {
    (self.evidence, self.answer) = (evidence, answer)
    let request = isURL ? evidence.url : evidence.request
    self.request = request
    version = Self.version(of: evidence, request, answer.error)
    pair = TextPair(evidence, answer.error, version)
    form = request.flatMap { UploadForm($0) }
  }

  var error: ServerError? { answer.error }

  /// The code of the error; empty without one.
  var code: String { error?.code ?? "" }

  /// The signature of V4 or S3 that is sent, by the request or by the header that the answer shows; nil
  /// for another version.
  var scoped: CarriedSignature? {
    let signature = request?.signature.credential == nil ? shownSignature : request?.signature
    guard let signature, signature.credential != nil else { return nil }
    return signature.version == (version == .s3 ? .s3 : .v4) ? signature : nil
  }

  /// The signature in the Authorization header that some answers show.
  private lazy var shownSignature: CarriedSignature? = {
    guard let header = error?["Authorization"] else { return nil }
    let request = "GET / HTTP/1.1\nAuthorization: ".bytes + header.bytes + "\n\n".bytes
    return (try? SentRequest(wire: request))?.signature
  }()

  /// The parts of the scope that is sent.
  var sentScope: [Bytes]? { scoped?.sentScope }

  /// A fact as bytes; nil where it is not known.
  func text(_ subject: Subject) -> Bytes? {
    if case .plain(let plain) = subject {
      if plain == .found { return found?.bytes }
      if plain == .wording { return wording?.bytes }
      if let focus, let value = ofPart(plain, focus) { return value }
    }
    if let value = known[subject] { return value }
    let value = find(subject)
    known[subject] = .some(value)
    return value
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
      let name =
        isSentence ? String(decoding: halves[0].utf8.dropFirst(), as: UTF8.self) : halves[0]
      guard halves.count == 2, let subject = Subject(name) else { return nil }
      guard let value = self.text(subject) else {
        if !isSentence { return nil }
        result += halves[1]
        continue
      }
      if isSentence, !result.isEmpty { result += " " }
      result += (isSentence || !isShown ? value.text : value.masked.text.shown) + halves[1]
    }
    return result.isEmpty ? nil : result
  }

  private func find(_ subject: Subject) -> Bytes? {
    switch subject {
    case .member(let name): return error?[name]?.bytes
    case .answer(let name): return answer.value(of: name)
    case .header(let name): return request?.value(of: name)
    case .parameter(let name): return request?.parameter(name)
    case .raw(let name): return request?.rawParameter(name)
    case .argument(let name): return argument(name)
    case .textHeader(let name): return text?.header(name)
    case .field(let name): return form?.value(of: name)?.bytes
    case .plain(let plain):
      return ofAnswer(plain) ?? ofRequest(plain) ?? ofSignature(plain) ?? ofTexts(plain)
    }
  }

  private func ofAnswer(_ plain: Subject.Plain) -> Bytes? {
    switch plain {
    case .code: return code.isEmpty ? nil : code.bytes
    case .ec: return error?.ec?.bytes
    case .error: return flag(error != nil)
    case .printed: return flag(answer.isPrinted)
    case .version: return version?.rawValue.bytes
    case .message:
      let words = [
        error?.message, error?["ErrorDetail"], error?["AccessDeniedDetail/NoPermissionType"],
      ]
      let text = words.compactMap { $0?.bytes }.joined(by: " ")
      return text.isEmpty ? nil : text.lowercased
    case .says: return says
    case .bucket: return error?.bucket?.bytes
    case .hostId: return error?.hostID?.bytes
    case .bodyFault, .bodyRoot, .bodyText: return bodyFault(plain)
    case .foreignHost:
      guard let host = error?.hostID?.bytes, host.ends(with: ".aliyuncs.com") else { return nil }
      let isKnown = host.parts(at: ".").contains { label in
        ["oss", "img", "sts", "s3"].contains { label.isText($0) || label.begins(with: $0 + "-") }
      }
      return isKnown ? nil : host
    case .foreignMember:
      let hosts = [error?.hostID?.bytes, request?.hostName].compactMap { $0 }
      if hosts.contains(where: { $0.contains("aliyun") }) || error?["OSSAccessKeyId"] != nil {
        return nil
      }
      let names = ["AWSAccessKeyId", "TraceId", "Resource"]
      return error?.ec == nil ? names.first { error?[$0] != nil }?.bytes : nil
    case .ownDomain:
      guard let host = error?.hostID?.bytes, !host.ends(with: ".aliyuncs.com"), host.contains("."),
        !host.contains("oss-"), version != .s3, (error?.bucket?.bytes ?? host) == host
      else { return nil }
      return host
    case .labelTwice:
      for name in [error?.bucket?.bytes, error?.hostID?.bytes, request?.hostName] {
        let labels = name?.parts(at: ".") ?? []
        if labels.count > 1, labels[0] == labels[1] { return labels[0] }
      }
      return nil
    case .open: return flag(error == nil || code == "SignatureDoesNotMatch")
    case .tokenLost:
      let isSaid = self.text(.message)?.contains("security token may be lost") == true
      return flag(isSaid || error?.ec == "0002-00000003")
    case .isAliyun: return flag(answer.body.contains("aliyuncs.com"))
    case .operation:
      let text = answer.body
      for mark in ["operation error S3: ", "when calling the "] {
        guard let start = text.index(of: mark.bytes) else { continue }
        return Bytes(text[(start + mark.utf8.count)...].prefix { $0.isLetterOrDigit })
      }
      return nil
    case .redirected:
      let message = self.text(.message)
      let isSaid = message?.contains("addressed using the specified endpoint") == true
      return flag(isSaid || code == "PermanentRedirect")
    default: return nil
    }
  }

  /// The words of the answer, without what may show a token.
  private var says: Bytes? {
    let names = [
      "ErrorDetail", "AccessDeniedDetail/NoPermissionType", "ArgumentName", "ArgumentValue",
      "Header",
    ]
    let words = [error?.message] + names.map { error?[$0] }
    let text = words.compactMap { $0?.bytes }.filter { !$0.isEmpty }.joined(by: " ")
    if text.isEmpty { return error?.ec.map { "OSS gives the error code \($0.shown).".bytes } }
    // The string of STS holds the token, and is compared elsewhere.
    if text.contains("string to sign is:") { return nil }
    let end = text.last == UInt8(ascii: ".") ? "" : "."
    return ("The answer says: " + text.masked.text.shown + end).bytes
  }

  private func bodyFault(_ plain: Subject.Plain) -> Bytes? {
    guard let fault = answer.fault else { return nil }
    switch (fault, plain) {
    case (.empty, _): return nil
    case (.webPage, .bodyFault): return "web-page".bytes
    case (.json, .bodyFault): return "json".bytes
    case (.unexpectedRoot(let name, _), .bodyRoot): return name.shown.bytes
    case (.webPage, _), (.json, _), (.unexpectedRoot, _): return nil
    case (_, .bodyFault): return "other".bytes
    case (_, .bodyText): return fault.description.shown.bytes
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

  private func ofTexts(_ plain: Subject.Plain) -> Bytes? {
    switch plain {
    case .own: return evidence.string
    case .ownDate: return ownText?.date
    case .ownMd5: return ownText?.contentMD5
    case .ownToken: return ownText?.parameter("security-token")
    case .ownHash: return pair.clientString?.hash
    case .ownVersion:
      if evidence.string == nil { return nil }
      return pair.clientString != nil ? "v4".bytes : pair.client?.version.rawValue.bytes
    case .asSent:
      return flag(
        pair.isClientDerived && pair.client?.bytes == pair.server?.bytes && pair.server != nil)
    case .ownScheme: return pair.clientString?.algorithm
    case .derived: return flag(pair.isClientDerived)
    case .equal:
      let isText = pair.server.map { $0.bytes == pair.client?.bytes } == true
      return flag(pair.isSame || isText && !pair.isClientDerived && pair.isServerShown)
    case .shown: return flag(error?.signedString != nil || error?.canonicalRequest != nil)
    case .textMethod: return text?.method
    case .textType: return text?.type
    case .textKey: return text?.key
    case .textUri: return text?.path
    case .textBucket: return text?.bucket
    case .textPresigned: return flag(text?.isPresigned == true)
    case .textToken: return text?.token
    case .textParameter:
      let names = (text?.parameters ?? []).map { $0.name }
      return names.first { !$0.ends(with: "security-token") }
    case .textIsPath:
      guard let request, let text else { return nil }
      return flag(request.resource == nil && text.path == request.path.percentDecoded)
    case .textOssHeader:
      return text?.headers.first { $0.name.begins(with: "x-oss-") }?.name
    case .textMd5: return text?.contentMD5
    case .emptyHeader: return header { $0.isEmpty }
    case .blankHeader: return header { $0.contains("  ") }
    case .foreignHeader: return header { value in value.contains { $0 >= 0x80 } }
    case .repeatedHeader:
      return repeated
    case .emptyParameter:
      let names = request?.query.filter { !$0.raw.isEmpty && $0.value?.isEmpty != false }
      return names?.first { $0.value != nil }?.name
    case .reservedKey:
      let key = text?.path.percentDecoded ?? []
      return key.first { "!'()*+&$,;=:@~".utf8.contains($0) }.map { [$0] }
    case .textKeyMarks:
      // Marks that stand for themselves are U+0300 to U+036F.
      let key = text?.key ?? []
      let hasMark = key.indices.dropLast().contains {
        key[$0] == 0xCC || key[$0] == 0xCD && key[$0 + 1] < 0xB0
      }
      return flag(hasMark)
    default: return nil
    }
  }

  /// The name of the first signed header whose value has a property.
  private func header(_ hasProperty: (Bytes) -> Bool) -> Bytes? {
    text?.headers.first { hasProperty($0.value) }?.name
  }

  /// The name of a signed header that is sent twice.
  private var repeated: Bytes? {
    var names: Set<Bytes> = []
    for field in request?.fields ?? [] where field.name.lowercased.begins(with: "x-oss-") {
      if !names.insert(field.name.lowercased).inserted { return field.name.lowercased }
    }
    return nil
  }

  /// The client's own string of V1.
  private var ownText: SignedText? { evidence.string.flatMap { SignedText(v1: $0) } }

  /// What the client lists, and whether it signs one parameter: each part that differs asks for it.
  private lazy var listedNames = Set((pair.client?.additional ?? []).lowercased.parts(at: ";"))
  private lazy var hasOneParameter = pair.client?.parameters.count == 1

  private func ofPart(_ plain: Subject.Plain, _ part: ComparedPart) -> Bytes? {
    switch plain {
    case .name: return part.name
    case .sent: return part.sent
    case .signed: return part.signed
    case .sentLower: return part.sent?.lowercased
    case .sentEncodedAgain: return part.sent?.percentEncoded(keepingSlash: true)
    case .ownListed:
      return flag(listedNames.contains(part.name))
    case .subresource: return flag(SubresourceNames.contains(part.name))
    case .restOfKey:
      let isAlone = pair.server?.query == nil && hasOneParameter
      let isName = SubresourceNames.contains(part.name)
      return flag(isAlone && !isName && (part.name.contains(".") || part.name.contains("/")))
    case .signedNeedless:
      let names = (part.signed ?? []).lowercased.parts(at: ";")
      return flag(names.contains(where: Self.isSignedAnyway))
    default: return nil
    }
  }

  /// Whether V4 signs a header, named in lower case, without its being listed (V4-HDR-1).
  static func isSignedAnyway(_ name: Bytes) -> Bool {
    name.isText("content-type") || name.isText("content-md5") || name.begins(with: "x-oss-")
  }

  /// What OSS signed, as it shows it or makes it of the request.
  private var text: SignedText? {
    pair.isServerShown ? pair.server : error?.signedString == nil ? pair.derivedText : nil
  }

  /// A fact without a text: it is there, or not.
  func flag(_ isTrue: Bool) -> Bytes? { isTrue ? [] : nil }
}
