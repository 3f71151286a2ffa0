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
    if let rule = rules.first(where: { $0.matches(clues) }) {
      let found = Explanation(rule.cause, .certain, rule.says ? says(clues) : nil)
      return [found] + (rule.cause == .objectName ? slash(clues) : [])
    }
    switch clues.code.prefix(while: { $0 != "." }) {
    case "InvalidAccessKeyId": return accessKey(clues)
    case "InvalidBucketName": return bucketName(clues)
    case "NoSuchKey": return noSuchKey(clues)
    case "AccessDenied", "PermanentRedirect": return denied(clues)
    default: return []
    }
  }

  /// What is said where nothing else is found: that the reason is not the signature (EXP-ANS-11).
  static func other(_ clues: Clues) -> [Explanation] {
    let unsaid = [
      "", "SignatureDoesNotMatch", "AccessDenied", "InternalError", "ServiceUnavailable",
      "InvalidAccessKeyId",
    ]
    let isOfSigning = clues.error?.ec?.hasPrefix("0002-") == true
    guard clues.error != nil, !isOfSigning || clues.isS3, !unsaid.contains(clues.code) else {
      return []
    }
    return [Explanation(.refusedOtherwise, .likely, says(clues))]
  }

  /// A row of what answers say; what is nil is not looked at.
  private struct Rule {
    let cause: RefusalCause
    var code: String?
    var phrase: String?
    var ec: String?
    /// Whether the words of the answer are shown.
    var says = false

    func matches(_ clues: Clues) -> Bool {
      if let ec { return clues.error?.ec == ec }
      let isCode = code.map { clues.code == $0 || clues.code.hasPrefix($0 + ".") } ?? true
      let message = clues.message.lowercased()
      return isCode && (phrase.map { message.contains($0.lowercased()) } ?? true)
    }
  }

  private static let rules = [
    Rule(cause: .awsChunked, phrase: "aws-chunked"), Rule(cause: .awsChunked, ec: "0017-00000804"),
    Rule(cause: .tokenExpired, code: "SecurityTokenExpired"),
    Rule(cause: .tokenExpired, code: "InvalidSecurityToken.Expired"),
    Rule(cause: .tokenInvalid, code: "InvalidSecurityToken"),
    Rule(cause: .tokenInvalid, code: "AccessKeyIdAndSecurityTokenNotMatch"),
    Rule(cause: .tokenInvalid, code: "SecurityTokenNotSupported"),
    Rule(cause: .tokenMissing, code: "MissingSecurityToken"),
    Rule(cause: .tokenWrongName, phrase: "Security-token must be provided"),
    Rule(cause: .pathStyleForbidden, code: "SecondLevelDomainForbidden"),
    Rule(
      cause: .signedTwice,
      phrase: "Either the Signature query string parameter or the Authorization"),
    Rule(cause: .notSigned, phrase: "nonymous", says: true),
    Rule(cause: .versionRefused, phrase: "signature version"),
    Rule(cause: .versionRefused, phrase: "V1 signature"),
    Rule(cause: .objectName, code: "InvalidObjectName"),
    Rule(cause: .objectName, ec: "0016-00000005"),
    Rule(cause: .callbackFailed, code: "CallbackFailed", says: true),
    Rule(cause: .corsRefused, code: "AccessForbidden", phrase: "CORS"),
    Rule(cause: .refererRefused, phrase: "referer policy"),
    Rule(cause: .originalProtected, phrase: "accessed using style"),
    Rule(cause: .originalProtected, ec: "0040-00000031"),
    Rule(cause: .accountDisabled, code: "UserDisable"),
    Rule(cause: .policyOfForm, code: "InvalidPolicyDocument", says: true),
    Rule(cause: .policyOfForm, phrase: "Invalid according to Policy", says: true),
    Rule(cause: .bucketUnknown, code: "NoSuchBucket"),
    Rule(cause: .regionWrong, phrase: "is wrong; expecting"),
    Rule(cause: .permission403, code: "NoPermission", says: true),
    Rule(cause: .permission403, code: "AuthenticationFail", says: true),
    Rule(cause: .permission403, phrase: "not authorized to do this action", says: true),
    Rule(cause: .needsHTTPS, code: "InvalidProtocol.NeedSsl"),
    Rule(cause: .clockSkewed, code: "InvalidTimeStamp.Expired"),
    Rule(cause: .dateMalformed, code: "InvalidTimeStamp.Format"),
  ]

  /// The words of the answer, without what may show a token.
  private static func says(_ clues: Clues) -> String? {
    let text = String(clues.message.prefix(400))
    let isSecret = text.contains("string to sign") || text.lowercased().contains("token=")
    return text.isEmpty || isSecret ? nil : "The answer says: \(text.visible)"
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
    return [Explanation(.keyUnknown, .certain)]
  }

  /// A name in which the bucket is there twice, or that is no name of a bucket.
  private static func bucketName(_ clues: Clues) -> [Explanation] {
    let hosts = [clues.error?.bucket, clues.error?.hostID, clues.request?.host?.text]
    for labels in hosts.compactMap({ $0?.split(separator: ".") })
    where labels.count > 1 && labels[0] == labels[1] {
      return [Explanation(.bucketDoubled, .certain, "The name begins with \(labels[0]) twice.")]
    }
    let detail = clues.error?.bucket.map { "OSS looked for \($0.visible)." }
    return [Explanation(.bucketName, .certain, detail)]
  }

  private static func noSuchKey(_ clues: Clues) -> [Explanation] {
    let key = Bytes(clues.error?["Key"] ?? "")
    if key.contains("?x-oss-process") { return [Explanation(.queryInKey, .certain)] }
    if key.hasEscape {
      return [Explanation(.keyEncodedTwice, .certain, "The key that OSS looked for holds %XX.")]
    }
    if let bucket = clues.request?.bucketInHost, key.starts(with: bucket + Bytes("/")) {
      return [Explanation(.bucketDoubled, .likely, "The key begins with the bucket.")]
    }
    if clues.request?.path.contains("%25") == true {
      return [Explanation(.keyEncodedTwice, .likely, "The path holds %25.")]
    }
    let path = (clues.request?.path ?? []).lowercased
    if path.contains("%3fx-oss-process") { return [] }
    return [Explanation(.objectUnknown, .certain)] + slash(clues)
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
    if others.contains(where: { message.contains($0) }) { return [] }
    let isEndpoint = message.contains("addressed using the specified endpoint")
    if isEndpoint || clues.code == "PermanentRedirect" { return endpoint(clues) }
    if message.contains("forbidden to list buckets"), let request = clues.request,
      request.bucketInHost == nil, listings.contains(where: request.hasParameter)
    {
      let detail = "It lists objects, and host and path name no bucket."
      return [Explanation(.bucketNotInHost, .likely, detail)]
    }
    return DeliveryDetector.isIncomplete(clues) ? [] : permission(clues)
  }

  /// What messages about permissions say.
  private static let permissions = [
    "permission", "have no right", "not belong to you", "forbidden to list buckets", "authorizer",
    "bucket policy", "acl",
  ]

  /// What OSS says to anonymous requests, too.
  private static let saidToAll = ["bucket acl", "have no right to access"]

  /// A missing permission; or a missing signature, which OSS refuses with the same code.
  private static func permission(_ clues: Clues) -> [Explanation] {
    let message = clues.message.lowercased()
    func says(_ phrases: [String]) -> Bool { phrases.contains { message.contains($0) } }
    let isForm = clues.request?.field("content-type")?.hasPrefix("multipart/form-data") == true
    let isKnownUser = isForm || clues.isRPC || says(["authorizer"])
    if let request = clues.request, request.isUnsigned, !isKnownUser {
      // A request as HTTP writes it may be shown without its Authorization header.
      let certainty: Explanation.Certainty = request.isWhole ? .likely : .possible
      return [
        Explanation(.notSigned, certainty, "The request that is given carries none."),
        Explanation(.permission403, .possible, self.says(clues)),
      ]
    }
    let words = self.says(clues)
    guard clues.request == nil, says(saidToAll), !isKnownUser else {
      return [Explanation(.permission403, says(permissions) ? .certain : .likely, words)]
    }
    let detail =
      (words.map { $0 + " " } ?? "") + "OSS says the same to a request without a signature."
    return [Explanation(.permission403, .likely, detail), Explanation(.notSigned, .possible)]
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
    return [Explanation(.endpointWrong, .certain, detail)]
  }
}

/// What an access key ID shows by its form.
enum AccessKeyID {
  /// Whether an ID holds what no ID does.
  static func isForeign(_ id: Bytes) -> Bool { id.contains { !isIDByte($0) } }

  private static func isIDByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "*"):
      true
    default: false
    }
  }
}

/// What STS and other services with the RPC signature say of a signature.
enum RPCDetector {
  private static let mark = "string to sign is:"

  /// The findings where the answer quotes the server's string; nil for another one.
  static func findings(_ clues: Clues) -> [Explanation]? {
    guard let start = Bytes(clues.message).index(of: mark) else { return nil }
    let server = Bytes(Bytes(clues.message)[(start + mark.utf8.count)...]).stripped
    guard let own = clues.evidence.string?.stripped else {
      return [Explanation(.secretWrong, .likely, "Clients of STS rarely sign another string.")]
    }
    if own == server {
      return [Explanation(.secretWrong, .certain, "The two strings to sign are the same bytes.")]
    }
    return [Explanation(.rpcString, .likely)]
  }
}
