internal import OSSPrimitives
internal import OSSServices

extension Facts {
  func ofRequest(_ name: String) -> Bytes? {
    guard let request else { return name == "request" ? "absent".bytes : nil }
    switch name {
    case "request": return evidence.isFromLog ? "absent".bytes : request.state.bytes
    case "method": return request.isMethodKnown ? request.method : nil
    case "host": return request.hostName
    case "path": return request.path
    case "path-lower": return request.path.lowercased
    case "query": return request.query.map { $0.raw }.joined(by: "&")
    case "query-count": return String(request.query.count).bytes
    case "body": return request.body
    case "place": return request.signaturePlace.bytes
    case "scheme": return request.scheme
    case "host-bucket": return request.resource.flatMap { $0.place == .host ? $0.bucket : nil }
    case "at-endpoint":
      let isOther = request.resource.map { $0.place != .host } == true
      return flag(request.hostName?.isEmpty == false && isOther)
    case "cut": return flag(request.isCutByShell)
    case "unsigned":
      if evidence.isFromLog { return nil }
      return request.isUnsigned ? (request.isWhole ? "whole".bytes : "part".bytes) : nil
    case "late-parameter":
      let names = request.query.map { $0.name }
      let place = names.firstIndex { $0.isText("x-oss-signature") || $0.isText("Signature") }
      return names.dropFirst((place ?? names.count) + 1).first {
        !$0.isEmpty && !$0.isText("Expires") && $0[...].precedes(names[place ?? 0][...])
      }
    case "behind-signature":
      let names = request.query.map { $0.name }.drop { !$0.isText("x-oss-signature") }
      return names.dropFirst().first { !$0.isEmpty && !$0.begins(with: "x-oss-") }
    case "late-amz-parameter": return request.lateAmzParameter
    case "late-subresource": return request.lateSubresource
    case "unsent-header": return unsentHeader(of: request)
    case "missing": return request.missing?.text.bytes
    case "missing-kind": return request.missing?.kind.bytes
    case "leading-slash":
      let key = request.resource?.key.begins(with: "/") == true
      return flag(key || ["Key", "ObjectName"].contains { error?[$0]?.begins(with: "/") == true })
    case "type-added":
      return flag(request.fields.contains { $0.isAdded && $0.name[...].isCaseless("content-type") })
    case "x-amz-time": return flag(request.parameter("X-Amz-Date").map(TimeText.isBasic) == true)
    case "plain-http":
      let isPlain = request.isSecure == false || evidence.url?.isSecure == false
      return isPlain ? "It goes over http, which a policy may deny.".bytes : nil
    case "other-method":
      let (text, path) = (evidence.pasted, request.path)
      let methods = text.places(of: " ".bytes + path + " ".bytes).map { place in
        Bytes(text[..<place].suffix(7)).split { !(0x41...0x5A ~= $0) }.last.map { Bytes($0) } ?? []
      }
      return methods.first {
        PastedString.isMethod($0) && request.isMethodKnown && $0 != request.method
      }
    case "verb": return request.isMethodKnown ? request.verb?.bytes : nil
    case "level": return request.level?.bytes
    case "other-operation": return request.otherOperation
    default: return nil
    }
  }

  /// What a signer of a URL prints as a header of OSS that belongs to it, between brackets, and the request does
  /// not send.
  private func unsentHeader(of request: SentRequest) -> Bytes? {
    let text = Bytes((evidence.pasted.lowercased.behind("signedheaders") ?? []).prefix(512))
    guard let start = text.prefix(48).firstIndex(where: { "{[".utf8.contains($0) }) else {
      return nil
    }
    let list = text[start...].dropFirst().prefix { !"}]".utf8.contains($0) }
    let words = list.split { !$0.isLetterOrDigit && $0 != UInt8(ascii: "-") }.map { Bytes($0) }
    return words.first {
      $0.begins(with: "x-oss-") && request.value(of: $0.text) == nil
        && request.parameter($0.text) == nil
    }
  }

  func ofSignature(_ name: String) -> Bytes? {
    switch name {
    case "id": return id
    case "raw-id": return error?.members.first { $0.name == "OSSAccessKeyId" }?.value ?? id
    case "id-kind": return id.map { AccessKeyID.kind($0).bytes }
    case "credential-id": return scoped?.accessKeyID
    case "other-id":
      guard let id, AccessKeyID.kind(id) != "hidden" else { return nil }
      let words = evidence.pasted.split { !$0.isLetterOrDigit && !".*".utf8.contains($0) }
      return words.first { word in
        let isID = ["LTAI", "STS.N"].contains { word.begins(with: $0) } && word.count > 15
        return isID && !Bytes(word).isPlaceholder && Bytes(word) != id
      }.map { Bytes($0) }
    case "temporary": return flag(self["token-lost"] != nil || id?.begins(with: "STS.") == true)
    case "signer":
      guard let id, AccessKeyID.kind(id) != "hidden" else { return nil }
      return ("The access key ID " + id.text.shown + " signed it: is that the one you mean?").bytes
    case "signature": return signature
    case "signature-restored": return signature?.percentDecoded.replacing(" ", with: "+")
    case "signature-plain": return signature?.plainBase64
    case "signature-decoded": return signature?.base64Decoded
    case "malformed":
      let header = request?.value(of: "authorization") ?? []
      if ["***", "<", "[", "{"].contains(where: { header.contains($0) }) { return nil }
      return request.flatMap { $0.signature.version == .s3 ? nil : $0.signature.fault?.bytes }
    case "token": return token
    case "token-raw":
      return request?.rawParameter("security-token")
        ?? request?.rawParameter("x-oss-security-token")
    case "token-other": return otherToken?.bytes
    case "token-given": return evidence.credentials?.securityToken?.bytes
    case "list": return scoped?.list
    case "unsigned-amz": return unsignedHeaderOfS3
    case "list-needless": return listed.first(where: Self.isSignedAnyway)
    case "list-absent":
      return listed.first {
        !$0.isEmpty && !$0.isText("host") && request?.value(of: $0.text) == nil
      }
    case "list-fault":
      let isOrdered = zip(listed, listed.dropFirst()).allSatisfy { $0[...].precedes($1[...]) }
      let isRight = isOrdered && !listed.contains { $0.isEmpty }
      return scoped?.list.flatMap { isRight && $0.lowercased == $0 ? nil : $0 }
    case "region": return scope(1)
    case "product": return scope(2)
    case "scope-day": return scope(0)
    case "scope-end": return anyScope?.last
    case "scope-parts": return anyScope.map { String($0.count).bytes }
    case "host-region": return request?.hostRegion
    case "request-elsewhere": return flag(isElsewhere)
    case "signing-time": return request?.parameter("x-oss-date") ?? request?.value(of: "x-oss-date")
    case "signing-day":
      // Two times that differ are another matter than the day of one.
      if let own = pair.clientString, let sent = pair.serverString, own.time != sent.time {
        return nil
      }
      let time = sentScope == nil ? pair.clientString?.time : self["signing-time"]
      return time.flatMap { TimeText.isBasic($0) ? Bytes($0.prefix(8)) : nil }
    default: return nil
    }
  }

  /// Whether the request went to another server: OSS answered at another host, and a name without a dot is
  /// one of a network of its own.
  private var isElsewhere: Bool {
    guard let host = request?.hostName, let own = error?.hostID?.bytes else { return false }
    // A line before the answer may be one for a token.
    let path = request?.path.lowercased ?? []
    let isForToken =
      own.ends(with: ".aliyuncs.com") && ["token", "/sts"].contains { path.contains($0) }
    return host != own && (!host.contains(".") || isForToken)
  }

  /// A header that begins as those of S3 do, and that a request of S3 does not list as signed.
  private var unsignedHeaderOfS3: Bytes? {
    guard version == .s3, let list = request?.signature.list?.lowercased.parts(at: ";") else {
      return nil
    }
    return request?.fields.map { $0.name.lowercased }.first {
      $0.begins(with: "x-amz-") && !$0.begins(with: "x-amz-cf-") && !list.contains($0)
    }
  }

  /// The additional headers that are listed, in lower case and in their order.
  private var listed: [Bytes] { scoped?.list?.lowercased.parts(at: ";") ?? [] }

  /// A part of the scope that is sent, or else signed.
  private func scope(_ index: Int) -> Bytes? {
    let scope = anyScope ?? []
    return index < scope.count ? scope[index] : nil
  }

  /// The access key ID that the answer or the request shows.
  private var id: Bytes? {
    if let id = error?.accessKeyID { return id.bytes }
    return request?.parameter("OSSAccessKeyId") ?? request?.parameter("AccessKeyId")
      ?? scoped?.accessKeyID ?? pairOfV1?.before ?? form?.value(of: "OSSAccessKeyId")?.bytes
  }

  /// The signature that arrived, also a damaged one; nil where somebody hid it, or wrote a word for it.
  var signature: Bytes? {
    sentSignature.flatMap { $0.isPlaceholder || $0.count < Self.wordLength ? nil : $0 }
  }

  /// How short no signature is that was cut on its way.
  private static let wordLength = 8

  private var sentSignature: Bytes? {
    if let text = error?.signatureProvided { return text.bytes }
    if version == .v4 || version == .s3 { return scoped?.text }
    return request?.parameter("Signature") ?? pairOfV1?.after?.trimmingBlanks
      ?? form?.value(of: "Signature")?.bytes
  }

  /// What is before and behind the first colon of an Authorization header of V1.
  private var pairOfV1: (before: Bytes, after: Bytes?)? {
    guard let value = request?.value(of: "authorization"), value.begins(with: "OSS ") else {
      return nil
    }
    return Bytes(value.dropFirst(4)).halves(at: ":")
  }

  /// The token that OSS reads in the request: by its name, by the place of the signature and by the
  /// version; empty where it is sent empty.
  private var token: Bytes? {
    guard let request else { return nil }
    let name = "x-oss-security-token"
    switch request.signaturePlace {
    case "url": return request.parameter(version == .v4 ? name : "security-token")
    case "form": return form?.read(name)?.bytes
    case "header" where version == .v1:
      return request.value(of: name) ?? request.parameter("security-token")
    default: return request.value(of: name)
    }
  }

  /// Another field that seems to be the token, by its name or by its value.
  private var otherToken: String? {
    guard let request else { return nil }
    func isToken(_ name: Bytes, _ value: Bytes) -> Bool {
      let name = name.lowercased
      if name.isText("continuation-token") || value.isEmpty { return false }
      let isKnown = name.contains("security") && name.contains("token") || name.isText("token")
      return isKnown || name.contains("token") && version != nil || value.begins(with: "CAIS")
    }
    let place = request.signaturePlace
    for field in request.fields where isToken(field.name, field.value) {
      let name = field.name.lowercased
      if place == "header" || place == "absent", name.isText("x-oss-security-token") { continue }
      return "the header " + name.text.shown
    }
    for parameter in request.query where isToken(parameter.name, parameter.value ?? []) {
      let due = version == .v4 ? "x-oss-security-token" : "security-token"
      if place == "url", parameter.name.isText(due) { continue }
      return "the parameter " + parameter.name.text.shown
    }
    for field in form?.fields ?? [] where isToken(field.name.bytes, field.value.bytes) {
      if !field.name.bytes[...].isCaseless("x-oss-security-token") {
        return "the form field " + field.name.shown
      }
    }
    return nil
  }

  /// By which rules OSS reads the request (EXP-FIND-4); of the client's text where no request shows it.
  static func version(
    of evidence: Evidence, _ request: SentRequest?, _ error: ServerError?
  ) -> SignatureKind? {
    let hosts = [error?.hostID?.bytes, request?.hostName].compactMap { $0 }
    let isSTS = hosts.contains {
      ["sts", "ram."].contains(where: $0.begins) && !$0.contains("oss") && $0.contains(".aliyuncs")
    }
    let isCall = request?.callParameters.contains { $0.name.isText("SignatureMethod") } == true
    if isSTS || isCall || request?.parameter("Action") != nil { return .rpc }
    let sent = request?.scheme
    if sent?.begins(with: "AWS") ?? isOfS3(evidence, request, error) { return .s3 }
    let string = error?.signedString
    if sent?.isText("OSS4-HMAC-SHA256") == true || error?.canonicalRequest != nil
      || string?.begins(with: "OSS4") == true || request?.signature.version == .v4
      || request == nil && error?["Authorization"]?.begins(with: "OSS4") == true
    {
      return .v4
    }
    if sent?.isText("OSS2") == true || string.flatMap({ SignedText(v2: $0, isKnown: true) }) != nil
    {
      return .v2
    }
    if sent != nil || string != nil { return .v1 }
    guard let own = evidence.string else { return request == nil ? nil : .v1 }
    if StringV4(own) != nil || SignedText(canonical: own) != nil { return .v4 }
    // The base64 text of a SHA-256 is that of V2.
    if error?.signatureProvided?.bytes.base64Decoded?.count == 32 { return .v2 }
    return .v1
  }

  /// Whether something that is not the signature of the request is one of S3 (EXP-S3-1).
  private static func isOfS3(
    _ evidence: Evidence, _ request: SentRequest?, _ error: ServerError?
  ) -> Bool {
    if let error {
      if error["AWSAccessKeyId"] != nil { return true }
      if let string = error.signedString { return string.begins(with: "AWS4") }
      let names = ["x-amz-", "aws-chunked", "authorizationqueryparameterserror"]
      for text in [error.code, error.message, error["ArgumentName"], error["ArgumentValue"]] {
        let text = (text ?? "").lowercasedBytes
        if names.contains(where: { text.contains($0) }) { return true }
      }
    }
    let isSent = request?.fields.contains { $0.name.lowercased.begins(with: "x-amz-") }
    return isSent == true || evidence.string?.begins(with: "AWS4") == true
  }
}

// What facts ask of a request, also of one whose signature cannot be read.
extension SentRequest {
  /// The decoded value of the first parameter of a name, empty for a bare one; nil without one.
  func parameter(_ name: String) -> Bytes? {
    parameters(name).first.map { $0 ?? [] }
  }

  /// The same as it was sent.
  func rawParameter(_ name: String) -> Bytes? {
    query.first { $0.name.isText(name) }?.raw.halves(at: "=").after
  }

  /// Whether a shell or a program fills in a part of it.
  var hasVariable: Bool {
    let texts = [authority ?? [], path] + query.map { $0.raw } + fields.map { $0.value }
    // What code joins to a text is `{}` in it; the header of the signature is signed by none.
    let open = [path] + fields.filter { !$0.isNamed("authorization") }.map { $0.value }
    return [.curl, .code].contains(form) && texts.contains { $0.hasVariable }
      || form == .code && open.contains { $0.contains("{}") }
  }

  func hasAny(_ names: [String]) -> Bool { names.contains { parameter($0) != nil } }

  /// How much of it is shown: `head` with headers beside the host, `host`, or `url`.
  fileprivate var state: String {
    let own = fields.filter { !$0.isAdded }
    if form == .input || own.contains(where: { !$0.name[...].isCaseless("host") }) { return "head" }
    return own.isEmpty ? "url" : "host"
  }

  /// Where its signature is, or a part of one: `url`, `header`, `form` or `absent`.
  var signaturePlace: String {
    if hasAny([
      "Signature", "OSSAccessKeyId", "x-oss-signature", "x-oss-credential", "X-Amz-Signature",
    ]) {
      return "url"
    }
    if value(of: "authorization") != nil { return "header" }
    let isForm = value(of: "content-type")?.begins(with: "multipart/form-data") == true
    return isForm && method.isText("POST") ? "form" : "absent"
  }

  /// The name of the signature version that it shows; nil where it shows none.
  var scheme: Bytes? {
    if hasAny(["X-Amz-Algorithm", "X-Amz-Credential", "AWSAccessKeyId"]) { return "AWS".bytes }
    if let version = parameter("x-oss-signature-version") { return version }
    if parameter("OSSAccessKeyId") != nil { return "OSS".bytes }
    return value(of: "authorization")?.halves(at: " ").before
  }

  /// Whether it is shown with all that signs it: who leaves the signature out of a signed request
  /// leaves its time.
  fileprivate var isWhole: Bool {
    let names = ["authorization", "date", "x-oss-date", "x-amz-date"]
    let isTimeless = !names.contains { value(of: $0) != nil }
    return switch form {
    case .curl, .url, .code: true
    case .wire, .har: isTimeless
    // Of what a library logs, headers may be missing; curl prints all.
    case .log: isTimeless && value(of: "user-agent")?.begins(with: "curl/") == true
    case .input: false
    }
  }

  /// Whether it has no signature in its query and no Authorization header of a known scheme.
  fileprivate var isUnsigned: Bool {
    // A line of a log shows no headers.
    let isLine = form == .wire && !fields.contains { !$0.isAdded }
    if form == .input || signaturePlace == "url" || isLine { return false }
    guard let scheme = scheme?.lowercased else { return true }
    let isKnown = ["oss", "oss2", "oss4-hmac-sha256", "aws", "aws4-hmac-sha256"].contains {
      scheme.isText($0)
    }
    // Stars and brackets show that somebody hid the header.
    return !isKnown && !scheme.isPlaceholder
  }

  /// The bucket and the key, where one reading alone is possible.
  var resource: SentResource? {
    let all = resources(at: .unknown, isPlusOpen: false)
    return all.count == 1 ? all.first : nil
  }

  /// The region in a host such as `bucket.oss-cn-hangzhou-internal.aliyuncs.com`.
  fileprivate var hostRegion: Bytes? {
    guard let host = hostName, host.ends(with: ".aliyuncs.com") else { return nil }
    let labels = host.parts(at: ".").dropLast(2)
    if labels.last?.isText("privatelink") == true {
      return labels.dropLast().last.map { Bytes($0) }
    }
    // The endpoint of both kinds of addresses is <region>.oss.aliyuncs.com.
    if labels.count > 1, labels.last?.isText("oss") == true { return labels.dropLast().last }
    guard let label = labels.last, label.begins(with: "oss-"),
      !label.begins(with: "oss-accelerate"), !label.begins(with: "oss-cloudbox")
    else { return nil }
    let name = Bytes(label.dropFirst(4))
    return name.ends(with: "-internal") ? Bytes(name.dropLast(9)) : name
  }

  /// The first parameter behind a signature of S3 that an SDK of S3 does not put there.
  fileprivate var lateAmzParameter: Bytes? {
    let own = ["x-amz-", "x-id", "response-", "version", "part", "upload"]
    return query.map { $0.name }.drop { !$0.isText("X-Amz-Signature") }.first { name in
      !name.isEmpty && !own.contains { name.lowercased.begins(with: $0) }
    }
  }

  /// The first parameter of the resource behind the signature of a URL of V1.
  fileprivate var lateSubresource: Bytes? {
    let names = query.map { $0.name }
    let place = names.firstIndex { $0.isText("Signature") }
    return names.dropFirst((place ?? names.count) + 1).first {
      SubresourceNames.contains($0) && !$0.isText("security-token")
    }
  }

  /// The verb of the action of RAM that the method needs (EXP-ANS-25).
  fileprivate var verb: String? {
    switch method.text {
    case "GET", "HEAD": "Get"
    case "PUT", "POST": "Put"
    case "DELETE": "Delete"
    default: nil
    }
  }

  /// Of what the action is: `Object` or `Bucket`; nil for one of the service.
  fileprivate var level: String? {
    // A host of another kind is taken for the domain of a bucket.
    let domain = resources(at: .domain(bucket: []), isPlusOpen: false)
    guard let resource = resource ?? domain.first, resource.bucket != nil else { return nil }
    return resource.key.isEmpty ? "Bucket" : "Object"
  }

  /// A name without a value, which is that of an operation that may need an action of its own.
  fileprivate var otherOperation: Bytes? {
    let known = ["uploads", "versions", "restore", "append", "uploadId", "versionId"]
    return query.first { parameter in
      parameter.value == nil && !parameter.raw.isEmpty
        && !known.contains { parameter.name.isText($0) }
    }?.name
  }

  /// What the URL lacks of its signature: `cut` at an ampersand, `early` inside a value, `part` of it, or
  /// `swallowed` by another parameter behind a second question mark; nil where it has all, or nothing.
  fileprivate var missing: (kind: String, text: String)? {
    if hasAny(["AWSAccessKeyId", "x-oss-access-key-id"]) || scheme?.isText("OSS2") == true {
      return nil
    }
    let namesOfV4 = ["signature-version", "credential", "date", "expires", "signature"].map {
      "x-oss-" + $0
    }
    let names = hasAny(namesOfV4) ? namesOfV4 : ["OSSAccessKeyId", "Expires", "Signature"]
    // Who wrote the URL down may have cut it.
    let isCut = ["...", "\u{2026}"].contains { query.last?.raw.ends(with: $0) == true }
    let absent = isCut ? [] : names.filter { parameter($0) == nil }
    if absent.isEmpty || absent.count == names.count || hasAny(absent.map { "amp;" + $0 }) {
      return nil
    }
    for parameter in query {
      for name in absent where parameter.value?.contains("?" + name + "=") == true {
        let owner = parameter.name.text.shown
        let text = "A second question mark begins the signature, which is read as part of "
        return ("swallowed", text + owner + ".")
      }
    }
    var text = "It has"
    for (index, name) in absent.enumerated() { text += (index == 0 ? " no " : " and no ") + name }
    guard let credential = parameter("x-oss-credential"), absent.last == "x-oss-signature" else {
      return (query.count == 1 ? "cut" : "part", text + ".")
    }
    if credential.ends(with: "aliyun_v4_request") {
      return (absent.count > 1 ? "cut" : "part", text + ".")
    }
    return ("early", text + ". The credential ends early, too.")
  }
}

/// What an access key ID and the name of a bucket show by their form.
enum AccessKeyID {
  /// Whether an ID holds what no ID does; a placeholder of a hidden one is no ID.
  static func isForeign(_ id: Bytes) -> Bool {
    if id.text.unicodeScalars.contains(where: isInvisible) { return true }
    return !id.isPlaceholder && id.contains { !$0.isLetterOrDigit && !"._=-".utf8.contains($0) }
  }

  /// Whether no font shows it: a blank, a mark of direction or of order, one that joins or divides.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA0, 0x200B...0x200F, 0x2028...0x202F, 0x2060, 0x3000, 0xFEFF: true
    default: false
    }
  }

  /// Of whom the ID is: `sts`, `tmp`, `hidden`, `secret` for a secret in its place, else `user`.
  static func kind(_ id: Bytes) -> String {
    if id.isEmpty || Bytes(id.prefix(4)).isPlaceholder { return "hidden" }
    if id.begins(with: "STS.") { return "sts" }
    if id.begins(with: "TMP.") { return "tmp" }
    // Stars hide the rest of an ID; no ID of a user has the length of a secret.
    return id.count == 30 && id.allSatisfy { $0.isLetterOrDigit } ? "secret" : "user"
  }

  /// Whether a bucket can have the name: 3 to 63 lower-case letters, digits and hyphens, none of
  /// them at an end.
  static func isBucket(_ name: Bytes) -> Bool {
    let isKnown = name.allSatisfy { $0.isLetterOrDigit && $0 == $0.lowercased || $0 == 0x2D }
    return 3...63 ~= name.count && isKnown && name.first != 0x2D && name.last != 0x2D
  }
}
