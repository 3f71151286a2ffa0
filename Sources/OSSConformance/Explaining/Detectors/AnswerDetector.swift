internal import OSSPrimitives
internal import OSSServices
internal import OSSVectors

/// What the answer says by itself: its code, its message and its exact cause.
enum AnswerDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    let ids = [clues.v4.credential?.accessKeyID, clues.s3Credential?.accessKeyID]
    if ids.contains(where: { $0.map(AccessKeyID.isForeign) == true }) {
      return [Explanation(.keyBlank, .certain)]
    }
    guard clues.error != nil else { return [] }
    if let found = RPCDetector.findings(clues) { return found }
    if let rule = AnswerRule.first(for: clues) { return found(rule, clues) }
    switch clues.code.prefix(while: { $0 != "." }) {
    case "InvalidAccessKeyId": return accessKey(clues)
    case "InvalidBucketName": return bucketName(clues)
    case "NoSuchKey": return noSuchKey(clues)
    case "AccessDenied", "PermanentRedirect": return denied(clues)
    default: return []
    }
  }

  /// What a rule finds, and what goes with it.
  private static func found(_ rule: AnswerRule, _ clues: Clues) -> [Explanation] {
    let need = rule.cause == .policyDenies ? need(clues) : nil
    let detail = [says(clues), need].compactMap { $0 }.joined(separator: " ")
    let found = [Explanation(rule.cause, rule.certainty, detail.isEmpty ? nil : detail)]
    switch rule.cause {
    case .objectName: return found + slash(clues)
    case .listDenied: return listing(clues) ?? found
    case .argumentWrong:
      let wrong = ArgumentDetector.value(clues)
      return wrong.isEmpty ? found : wrong
    case .xmlMalformed where isETagMissing(clues), .partUnknown where isETagMissing(clues):
      return [Explanation(.etagHidden, .likely, "The list has a part without its ETag.")] + found
    case .md5Refused: return ShapeDetector.md5(clues) + found
    case .bucketUnknown: return domain(clues) + found
    case .notImplemented where clues.request.map(S3Detector.isChunked) == true:
      return [Explanation(.awsChunked, .likely)] + found
    case .policyMalformed where clues.request?.hasParameter("policy") == true:
      return [Explanation(.configurationRefused, .likely, says(clues))]
    default: return found
    }
  }

  /// A domain of its own that OSS answers for, and takes for the bucket (EXP-ANS-20).
  private static func domain(_ clues: Clues) -> [Explanation] {
    guard let host = clues.error?.hostID, !host.hasSuffix(".aliyuncs.com"), host.contains("."),
      !host.contains("oss-"), !clues.isS3, (clues.error?.bucket ?? host) == host
    else { return [] }
    return [Explanation(.domainNotBound, .likely, "\(host.visible) answers.")]
  }

  /// What is said where nothing else is found: that the reason is not the signature (EXP-ANS-11).
  static func other(_ clues: Clues) -> [Explanation] {
    let unsaid = ["", "SignatureDoesNotMatch", "AccessDenied", "InvalidAccessKeyId"]
    if let rule = AnswerRule.first(for: clues.error?.ec, in: AnswerRule.ofSignatures) {
      return [Explanation(rule.cause, .likely, says(clues))]
    }
    if clues.code.isEmpty, clues.request?.isTooLarge == true {
      return [Explanation(.uploadTooLarge, .likely, "Content-Length is more than 5 GB.")]
    }
    let arguments = ArgumentDetector.findings(clues)
    if !arguments.isEmpty { return arguments }
    let isArgument = ["InvalidArgument", "MissingArgument", "InvalidRequest"].contains(clues.code)
    let isOfSigning = clues.error?.ec?.hasPrefix("0002-") == true
    guard clues.error != nil, !isOfSigning || clues.isS3, !unsaid.contains(clues.code) else {
      return []
    }
    return [Explanation(isArgument ? .argumentRefused : .refusedOtherwise, .likely, says(clues))]
  }

  /// The words of the answer, without what may show a token.
  private static func says(_ clues: Clues) -> String? {
    let names = ["ArgumentName", "ArgumentValue", "Header"].compactMap { clues.error?[$0] }
    let text = String(([clues.words] + names).joined(separator: " ").prefix(400))
    let isSecret = text.contains("string to sign") || text.lowercased().contains("token=")
    if text.isEmpty { return clues.error?.ec.map { "OSS gives the error code \($0.visible)." } }
    return isSecret ? nil : "The answer says: \(text.visible)"
  }

  private static func accessKey(_ clues: Clues) -> [Explanation] {
    let id = clues.error?.members.first { $0.name == "OSSAccessKeyId" }?.value
    let isForeign = AccessKeyID.isForeign(id ?? clues.accessKeyID ?? [])
    if isForeign || clues.request?.field("authorization")?.hasPrefix("OSS  ") == true {
      return [Explanation(.keyBlank, .certain)]
    }
    if clues.isTemporary { return [] }
    let isDisabled = clues.message.contains("disabled") || clues.code.hasSuffix("Inactive")
    if isDisabled { return [Explanation(.keyUnknown, .certain, "It is disabled.")] }
    if let token = TokenDetector.ofAnotherKey(clues, .likely) {
      return [token, Explanation(.keyUnknown, .possible)]
    }
    let isShown = clues.accessKeyID.map { !$0.contains(UInt8(ascii: "*")) } == true
    if let id = clues.accessKeyID, isShown, AccessKeyID.isSecret(id) {
      return [Explanation(.keySwapped, .likely, "The ID is as long as a secret is.")]
    }
    return [Explanation(.keyUnknown, .likely)]
      + (isShown
        ? [] : [Explanation(.tokenExpired, .possible), Explanation(.tokenMissing, .possible)])
  }

  /// A name in which the bucket is there twice, or that is no name of a bucket.
  private static func bucketName(_ clues: Clues) -> [Explanation] {
    let hosts = [clues.error?.bucket, clues.error?.hostID, clues.request?.host?.text]
    for labels in hosts.compactMap({ $0?.split(separator: ".") })
    where labels.count > 1 && labels[0] == labels[1] {
      return [Explanation(.bucketDoubled, .certain, "The name begins with \(labels[0]) twice.")]
    }
    let found = domain(clues)
    guard found.isEmpty, let name = clues.error?.bucket else {
      return found + [Explanation(.bucketName, .likely)]
    }
    let isInvalid = (try? BucketName.checkForCreation(name)) == nil
    return [
      Explanation(.bucketName, isInvalid ? .certain : .likely, "OSS looked for \(name.visible).")
    ]
  }

  private static func noSuchKey(_ clues: Clues) -> [Explanation] {
    let key = Bytes(clues.error?["Key"] ?? "")
    if key.contains("?x-oss-process") { return [Explanation(.queryInKey, .certain)] }
    if let source = clues.request?.field("x-oss-copy-source") {
      let isDecoded = !key.isEmpty && source.percentDecoded.hasSuffix(key.text)
      let detail = "OSS decodes the header, and looked for \(key.text.visible)."
      return [
        Explanation(.copySource, .likely, isDecoded && source.hasEscape ? detail : nil),
        Explanation(.objectUnknown, .likely),
      ]
    }
    if key.hasEscape {
      return [Explanation(.keyEncodedTwice, .likely, "The key that OSS looked for holds %XX.")]
    }
    if let bucket = clues.request?.bucketInHost, key.starts(with: bucket + Bytes("/")) {
      return [Explanation(.bucketDoubled, .likely, "The key begins with the bucket.")]
    }
    if clues.request?.path.contains("%25") == true {
      return [Explanation(.keyEncodedTwice, .likely, "The path holds %25.")]
    }
    let path = (clues.request?.path ?? []).lowercased
    if path.contains("%3fx-oss-process") { return [] }
    return [Explanation(.objectUnknown, .likely)] + slash(clues)
  }

  /// A slash at the start of the key, which the answer or the request shows.
  private static func slash(_ clues: Clues) -> [Explanation] {
    let names = [clues.error?["Key"], clues.error?["ObjectName"]]
    var path = clues.request?.path.percentDecoded ?? []
    if clues.request?.isAtEndpoint == true {
      path = Bytes(path.dropFirst().drop { $0 != UInt8(ascii: "/") })
    }
    let isThere = path.hasPrefix("//") || names.contains { $0?.hasPrefix("/") == true }
    return isThere ? [Explanation(.keyDoubleSlash, .likely, "The key begins with a slash.")] : []
  }

  /// Messages that other detectors know.
  private static let others = [
    "Request has expired", "requires a valid Date", "Query string authentication",
    "Invalid date (should",
  ]

  private static func denied(_ clues: Clues) -> [Explanation] {
    let message = clues.message
    let isOfSigning = message.isEmpty && clues.error?.ec?.hasPrefix("0002-") == true
    if isOfSigning || others.contains(where: { message.contains($0) }) { return [] }
    let isEndpoint = message.contains("addressed using the specified endpoint")
    if isEndpoint || clues.code == "PermanentRedirect" { return endpoint(clues) }
    return DeliveryDetector.isIncomplete(clues) ? [] : permission(clues)
  }

  /// A list of objects that names no bucket, and so is one of buckets.
  private static func listing(_ clues: Clues) -> [Explanation]? {
    guard let request = clues.request, request.bucketInHost == nil,
      listings.contains(where: request.hasParameter)
    else { return nil }
    let detail = "It lists objects, and host and path name no bucket."
    return [Explanation(.bucketNotInHost, .likely, detail)]
  }

  /// Whether a list of parts has one without an ETag, which a browser does not show unasked.
  private static func isETagMissing(_ clues: Clues) -> Bool {
    let list = clues.request?.content ?? []
    let marks = ["<ETag></ETag>", "<ETag/>", "<ETag>undefined", "<ETag>null", "<ETag>\"undefined"]
    return clues.error?["ETag"] == "undefined" || marks.contains { list.contains($0) }
  }

  /// What OSS says to anonymous requests, too.
  private static let saidToAll = ["bucket acl", "have no right to access"]

  /// A missing permission; or a missing signature, which OSS refuses with the same code.
  private static func permission(_ clues: Clues) -> [Explanation] {
    let message = clues.message.lowercased()
    let isForm = clues.request?.field("content-type")?.hasPrefix("multipart/form-data") == true
    // What OSS says of an identity it says to one whose signature it has taken.
    let isDetailed = clues.error?["AccessDeniedDetail/AuthAction"] != nil
    let isKnownUser = isForm || clues.isRPC || message.contains("authorizer") || isDetailed
    let words = [says(clues), need(clues)].compactMap { $0 }.joined(separator: " ")
    if let request = clues.request, request.isUnsigned, !isKnownUser {
      // A request as HTTP writes it may be shown without its Authorization header.
      let certainty: Explanation.Certainty = request.isWhole ? .likely : .possible
      return [
        Explanation(.notSigned, certainty, "The request that is given carries none."),
        Explanation(.permission403, .possible, words),
      ]
    }
    let isSaidToAll = saidToAll.contains { message.contains($0) }
    guard clues.request == nil, isSaidToAll, !isKnownUser else {
      return [Explanation(.permission403, isDetailed ? .certain : .likely, words)]
    }
    let detail = words + " OSS says the same to a request without a signature."
    return [Explanation(.permission403, .likely, detail), Explanation(.notSigned, .possible)]
  }

  /// The permission that the request needs, or that the answer denies (EXP-ANS-25).
  private static func need(_ clues: Clues) -> String? {
    if let action = clues.error?["AccessDeniedDetail/AuthAction"] {
      return "OSS denies \(action.visible)."
    }
    guard let request = clues.request, !clues.isRPC else { return nil }
    let isPlain = request.isPlainHTTP || clues.evidence.url?.isPlainHTTP == true
    let plain = isPlain ? " It goes over http, which a policy may deny." : ""
    return RequiredAction.name(for: request).map { "The request needs \($0).\(plain)" }
  }

  /// Parameters of the listing of a bucket, which the listing of buckets has not.
  private static let listings = ["list-type", "delimiter", "continuation-token", "start-after"]

  /// The bucket at another endpoint; or the first folder of the key, which is taken for a bucket.
  private static func endpoint(_ clues: Clues) -> [Explanation] {
    let detail = clues.error?.endpoint.map { "OSS names the endpoint \($0.visible)." }
    if let request = clues.request, request.isAtEndpoint, let bucket = clues.error?.bucket,
      request.path.hasPrefix("/\(bucket)/")
    {
      return [
        Explanation(.bucketNotInHost, .likely, "OSS takes \(bucket.visible) for the bucket."),
        Explanation(.endpointWrong, .likely, detail),
      ]
    }
    // Only a host that names this bucket excludes that something else was taken for it.
    if clues.request?.host?.contains("oss-accelerate") == true {
      let off = "The host is one of transfer acceleration, which may be off for the bucket."
      return [Explanation(.endpointWrong, .likely, (detail.map { $0 + " " } ?? "") + off)]
    }
    let isNamed =
      clues.request?.bucketInHost.map { $0.isText(clues.error?.bucket ?? $0.text) } == true
    return [Explanation(.endpointWrong, isNamed ? .certain : .likely, detail)]
  }
}

/// What an access key ID shows by its form.
enum AccessKeyID {
  /// Whether an ID holds what no ID does; a placeholder of a hidden one is no ID.
  static func isForeign(_ id: Bytes) -> Bool {
    let isHidden = id.contains { Bytes("*<>[]{}()#").contains($0) || $0 >= 0x80 }
    return !isHidden && id.contains { !isIDByte($0) }
  }

  /// Whether an ID has the length of a secret, which no ID of a RAM user or an account has.
  static func isSecret(_ id: Bytes) -> Bool {
    id.count == 30 && id.allSatisfy { isIDByte($0) && $0 != UInt8(ascii: ".") }
  }

  private static func isIDByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "="), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
