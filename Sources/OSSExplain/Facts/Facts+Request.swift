internal import OSSPrimitives
internal import OSSServices

extension Facts {
  func ofRequest(_ plain: Subject.Plain) -> Bytes? {
    guard let request else { return plain == .request ? "none".bytes : nil }
    switch plain {
    case .request: return request.state.bytes
    case .method: return request.form == .url ? nil : request.method
    case .host: return request.hostName
    case .path: return request.path
    case .pathLower: return request.path.lowercased
    case .query: return request.query.map { $0.raw }.joined(by: "&")
    case .queryCount: return String(request.query.count).bytes
    case .body: return request.body
    case .scheme: return request.isSecure.map { $0 ? "https".bytes : "http".bytes }
    case .place: return request.signaturePlace.bytes
    case .whole: return flag(request.isWhole)
    case .hostBucket: return request.resource.flatMap { $0.place == .host ? $0.bucket : nil }
    case .atEndpoint:
      return flag(
        request.hostName?.isEmpty == false && request.resource.map { $0.place != .host } == true)
    case .cut: return flag(request.isCutByShell)
    case .unsigned:
      return request.isUnsigned ? (request.isWhole ? "whole".bytes : "part".bytes) : nil
    case .missing: return request.missing?.text.bytes
    case .missingKind: return request.missing?.kind.bytes
    case .leadingSlash:
      let key = request.resource?.key.begins(with: "/") == true
      return flag(key || ["Key", "ObjectName"].contains { error?[$0]?.begins(with: "/") == true })
    case .typeAdded:
      return flag(request.fields.contains { $0.isAdded && $0.name[...].isCaseless("content-type") })
    case .hostTwice:
      let labels = (request.hostName ?? []).parts(at: ".")
      return labels.count > 2 && labels[0] == labels[1] ? labels[0] : nil
    case .expiresMinutes:
      let value = request.parameter("x-oss-expires")?.decimal ?? 0
      return flag(value > 0 && value % 60_000 == 0 && value / 1000 <= 604_800)
    case .xAmzTime: return flag(request.parameter("X-Amz-Date").map(TimeText.isBasic) == true)
    case .need:
      if let action = error?["AccessDeniedDetail/AuthAction"] {
        let type = error?["AccessDeniedDetail/PolicyType"].map { " by the " + $0.shown } ?? ""
        return ("OSS denies " + action.shown + type + ".").bytes
      }
      guard version != .rpc, let name = RequiredAction.name(for: request) else { return nil }
      let isPlain = request.isSecure == false || evidence.url?.isSecure == false
      let plain = isPlain ? " It goes over http, which a policy may deny." : ""
      return ("The request needs " + name + "." + plain).bytes
    case .timeFault:
      guard let date = request.value(of: "x-oss-date") ?? request.value(of: "date") else {
        return nil
      }
      let isV4 = version == .v4 && request.value(of: "x-oss-date") != nil
      if isV4, TimeText.isRFC1123(date) { return "It is in the form of RFC 1123.".bytes }
      return TimeText.fault(date)?.bytes
    default: return nil
    }
  }

  func ofSignature(_ plain: Subject.Plain) -> Bytes? {
    switch plain {
    case .id: return id
    case .rawId: return error?.members.first { $0.name == "OSSAccessKeyId" }?.value ?? id
    case .idKind: return id.map { AccessKeyID.kind($0).bytes }
    case .credentialId: return scoped?.accessKeyID
    case .temporary:
      return flag(text(.plain(.tokenLost)) != nil || id?.begins(with: "STS.") == true)
    case .signer:
      guard let id, AccessKeyID.kind(id) != "hidden" else { return nil }
      return ("The access key ID " + id.text.shown + " signed it: is that the one you mean?").bytes
    case .signature: return signature
    case .signatureRestored: return signature?.percentDecoded.replacing(" ", with: "+")
    case .malformed:
      return request.flatMap { $0.signature.version == .s3 ? nil : $0.signature.fault?.bytes }
    case .token: return token
    case .tokenRaw:
      return request?.rawParameter("security-token")
        ?? request?.rawParameter("x-oss-security-token")
    case .tokenOther: return otherToken?.bytes
    case .tokenGiven: return evidence.credentials?.securityToken?.bytes
    case .list: return scoped?.list
    case .listFault, .listNeedless, .listAbsent:
      return scoped?.list.flatMap { listFault($0.parts(at: ";"), plain) }
    case .region: return scope(1)
    case .product: return scope(2)
    case .scopeDay: return scope(0)
    case .scopeEnd: return (sentScope ?? pair.clientString?.scope)?.last
    case .scopeParts:
      return (sentScope ?? pair.clientString?.scope).map { String($0.count).bytes }
    case .hostRegion: return request?.hostRegion
    case .signingTime: return request?.parameter("x-oss-date") ?? request?.value(of: "x-oss-date")
    case .signingDay:
      // Two times that differ are another matter than the day of one.
      if let own = pair.clientString, let sent = pair.serverString, own.time != sent.time {
        return nil
      }
      let time = sentScope == nil ? pair.clientString?.time : text(.signingTime)
      return time.flatMap { TimeText.isBasic($0) ? Bytes($0.prefix(8)) : nil }
    case .secret: return evidence.credentials.map { $0.accessKeySecret.bytes }
    default: return nil
    }
  }

  /// A part of the scope that is sent, or else signed.
  private func scope(_ index: Int) -> Bytes? {
    let scope = sentScope ?? pair.clientString?.scope ?? []
    return index < scope.count ? scope[index] : nil
  }

  /// The access key ID that the answer or the request shows.
  private var id: Bytes? {
    if let id = error?.accessKeyID { return id.bytes }
    for name in ["OSSAccessKeyId", "AccessKeyId"] {
      if let id = request?.parameter(name) { return id }
    }
    if let id = scoped?.accessKeyID { return id }
    guard let value = request?.value(of: "authorization"), value.begins(with: "OSS ") else {
      return form?.value(of: "OSSAccessKeyId")?.bytes
    }
    return Bytes(value.dropFirst(4)).halves(at: ":").before
  }

  /// The signature that arrived, also a damaged one.
  var signature: Bytes? {
    if let text = error?.signatureProvided { return text.bytes }
    if version == .v4 || version == .s3 {
      return scoped?.text
    }
    if let value = request?.parameter("Signature") { return value }
    guard let value = request?.value(of: "authorization"), value.begins(with: "OSS ") else {
      return nil
    }
    return value.halves(at: ":").after
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
      if place == "header" || place == "none", name.isText("x-oss-security-token") { continue }
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

  /// What is wrong with the list of additional headers that is sent beside the signature.
  private func listFault(_ names: [Bytes], _ plain: Subject.Plain) -> Bytes? {
    let lower = names.map { $0.lowercased }
    switch plain {
    case .listNeedless:
      return lower.first(where: Self.isSignedAnyway)
    case .listAbsent:
      let isSent = { (name: Bytes) in
        name.isEmpty || name.isText("host") || self.request?.value(of: name.text) != nil
      }
      return lower.first { !isSent($0) }
    default:
      let isOrdered = zip(lower, lower.dropFirst()).allSatisfy { $0[...].precedes($1[...]) }
      let isRight = names == lower && isOrdered && !names.contains { $0.isEmpty }
      return isRight ? nil : names.joined(by: ";")
    }
  }

  /// By which rules OSS reads the request; of the client's text where no request shows it.
  static func version(
    of evidence: Evidence, _ request: SentRequest?, _ error: ServerError?
  ) -> SignatureKind? {
    let hosts = [error?.hostID?.bytes, request?.hostName].compactMap { $0 }
    let isSTS = hosts.contains {
      $0.begins(with: "sts") && !$0.contains("oss") && $0.contains(".aliyuncs")
    }
    if isSTS || request?.parameter("Action") != nil { return .rpc }
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
        let text = (text ?? "").bytes.lowercased
        if names.contains(where: { text.contains($0) }) { return true }
      }
    }
    let isSent = request?.fields.contains { $0.name.lowercased.begins(with: "x-amz-") }
    return isSent == true || evidence.string?.begins(with: "AWS4") == true
  }
}
