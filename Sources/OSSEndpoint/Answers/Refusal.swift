internal import OSSExplain
package import OSSPrimitives

/// Why a request is refused, as OSS says it.
package struct Refusal: Error, Sendable {
  /// A member of the error body that its code has.
  package struct Member: Hashable, Sendable {
    /// The name, such as `BucketName`.
    package let name: String
    /// The text, which may be any bytes.
    package let text: Bytes

    /// Makes a member.
    package init(_ name: String, _ text: Bytes) { (self.name, self.text) = (name, text) }
  }

  /// The status of HTTP.
  package let status: Int
  /// The code, such as `NoSuchKey`.
  package let code: String
  /// The message, as OSS writes it.
  package let message: String
  /// The error code of the troubleshooting pages, such as `0026-00000001`; nil where none is known.
  package let ec: String?
  /// What the code has beside code, message, RequestId, HostId and EC, in its order.
  package let members: [Member]

  /// Makes a refusal.
  package init(
    _ status: Int, _ code: String, _ message: String, ec: String? = nil, members: [Member] = []
  ) {
    (self.status, self.code, self.message) = (status, code, message)
    (self.ec, self.members) = (ec, members)
  }
}

extension Refusal {
  /// The message of a signature that is not the right one.
  static let mismatch =
    "The request signature we calculated does not match the signature you provided. "
    + "Check your key and signing method."

  /// That a bucket is not there.
  package static func noSuchBucket(_ bucket: Bytes) -> Refusal {
    Refusal(
      404, "NoSuchBucket", "The specified bucket does not exist.", ec: "0015-00000101",
      members: [Member("BucketName", bucket)])
  }

  /// That a request without a signature asks for what is not public.
  static func anonymous(_ bucket: Bytes?) -> Refusal {
    bucket == nil
      ? Refusal(
        403, "AccessDenied", "Anonymous access is forbidden for this operation.",
        ec: "0003-00000002")
      : Refusal(
        403, "AccessDenied", "You have no right to access this object because of bucket acl.",
        ec: "0003-00000905")
  }

  /// That an access key ID is not known.
  static func unknownKey(
    _ id: Bytes, adding sentence: String = "", ec: String = "0002-00000902"
  ) -> Refusal {
    Refusal(
      403, "InvalidAccessKeyId",
      "The OSS Access Key Id you provided does not exist in our records." + sentence, ec: ec,
      members: [Member("OSSAccessKeyId", id)])
  }

  /// That a request has no date, or none that OSS reads.
  static func invalidDate(ec: String) -> Refusal {
    Refusal(403, "AccessDenied", "OSS authentication requires a valid Date.", ec: ec)
  }

  /// That the day of a scope is not that of the date, or not near.
  static let invalidSigningDate = Refusal(
    400, "InvalidArgument", "Invalid signing date in Authorization header.")

  /// That the date of a request is too far from the time of the endpoint; nil where a scenario says so.
  static func skewed(_ date: Moment?, now: Moment) -> Refusal {
    let sent = date.map { [Member("RequestTime", $0.iso8601.bytes.inMilliseconds)] } ?? []
    return Refusal(
      403, "RequestTimeTooSkewed",
      "The difference between the request time and the current time is too large.",
      ec: "0002-00000504",
      members: [Member("MaxAllowedSkewMilliseconds", "900000".bytes)] + sent + [
        Member("ServerTime", now.iso8601.bytes.inMilliseconds)
      ])
  }

  /// That a URL has ended.
  static func ended(_ end: String, now: Moment, ec: String) -> Refusal {
    Refusal(
      403, "AccessDenied", "Request has expired.", ec: ec,
      members: [
        Member("Expires", end.bytes.inMilliseconds),
        Member("ServerTime", now.iso8601.bytes.inMilliseconds),
      ])
  }

  /// That the token is not that of the key.
  static let invalidToken = Refusal(
    403, "InvalidSecurityToken", "The security token you provided is invalid.", ec: "0002-00000006")

  /// That the token has ended; nil where a scenario says so.
  static func expiredToken(_ token: Bytes?) -> Refusal {
    Refusal(
      403, "SecurityTokenExpired", "The security token you provided has expired.",
      ec: "0002-00000007", members: token.map { [Member("SecurityToken", $0)] } ?? [])
  }

  /// That the signature is not the one of what was sent, with the text that OSS signs.
  static func signature(
    _ given: Bytes, of text: SignedText, _ id: Bytes, _ verdict: Verdict
  ) -> Refusal {
    let string = text.stringToSign
    var members = [
      Member("OSSAccessKeyId", id), Member("SignatureProvided", given),
      Member("StringToSign", string), Member("StringToSignBytes", string.inHexadecimal),
    ]
    let ec: String
    switch text.version {
    case .v4:
      members.append(Member("CanonicalRequest", text.bytes))
      ec = "0002-00000201"
    case .v2: ec = "0002-00000101"
    case .v1, .s3, .rpc: ec = "0002-00000040"
    }
    return Refusal(
      403, "SignatureDoesNotMatch", mismatch, ec: ec, members: members)
  }
}

extension Bytes {
  /// Two digits for each byte in upper case, with a blank behind each, as OSS writes it.
  fileprivate var inHexadecimal: Bytes {
    var text = Bytes()
    text.reserveCapacity(count * 3)
    for byte in self {
      text.append(Hexadecimal.upperCaseDigit(byte >> 4))
      text.append(Hexadecimal.upperCaseDigit(byte & 15))
      text.append(0x20)
    }
    return text
  }

  /// A time of ISO 8601 with the milliseconds that OSS writes.
  fileprivate var inMilliseconds: Bytes {
    ends(with: "Z") && !contains(UInt8(ascii: ".")) ? Bytes(dropLast()) + ".000Z".bytes : self
  }
}

// What OSS answers with: its codes, messages, members and error codes. A nil EC is one that no source shows.
extension Refusal {
  static func invalidBucketName(_ name: Bytes) -> Refusal {
    Refusal(
      400, "InvalidBucketName", "The specified bucket is not valid.", ec: "0015-00000001",
      members: [.init("BucketName", name)])
  }

  static func noSuchKey(_ key: Bytes) -> Refusal {
    Refusal(
      404, "NoSuchKey", "The specified key does not exist.", ec: "0026-00000001",
      members: [.init("Key", key)])
  }

  static func noSuchVersion(_ key: Bytes, _ version: Bytes) -> Refusal {
    Refusal(
      404, "NoSuchVersion", "The specified version does not exist.",
      members: [.init("Key", key), .init("VersionId", version)])
  }

  static func noSuchUpload(_ id: Bytes) -> Refusal {
    Refusal(
      404, "NoSuchUpload",
      "The specified upload does not exist. The upload ID may be invalid, or the upload may have been "
        + "aborted or completed.", ec: "0042-00000002", members: [.init("UploadId", id)])
  }

  static func argument(
    _ message: String, _ name: String, _ value: Bytes, ec: String? = nil
  ) -> Refusal {
    Refusal(
      400, "InvalidArgument", message, ec: ec,
      members: [.init("ArgumentName", name.bytes), .init("ArgumentValue", value)])
  }

  static func missing(_ name: String, ec: String? = nil) -> Refusal {
    Refusal(
      400, "MissingArgument", "Missing Some Required Arguments.", ec: ec,
      members: [.init("ArgumentName", name.bytes)])
  }

  static func malformedXML(_ detail: String, ec: String = "0016-00000608") -> Refusal {
    Refusal(
      400, "MalformedXML",
      "The XML you provided was not well-formed or did not validate against our published schema.",
      ec: ec, members: [.init("ErrorDetail", detail.bytes)])
  }

  /// What the storage does not do, though OSS may.
  static func notImplemented(_ name: String) -> Refusal {
    Refusal(
      501, "NotImplemented",
      "A header or parameter you provided implies functionality that is not implemented.",
      members: [.init("Header", name.bytes)])
  }

  static func methodNotAllowed(_ call: StorageCall) -> Refusal {
    let type = call.bucket == nil ? "SERVICE" : call.key.isEmpty ? "BUCKET" : "OBJECT"
    let name = call.request.sent.query.first { !$0.raw.isEmpty }?.name ?? []
    return Refusal(
      405, "MethodNotAllowed", "The specified method is not allowed against this resource.",
      ec: "0003-00000016",
      members: [
        .init("ResourceType", type.bytes), .init("Method", call.request.sent.method),
        .init("Header", name),
      ])
  }

  /// An object is stored, and the app's server did not say so.
  static func failedCallback(_ status: String) -> Refusal {
    Refusal(203, "CallbackFailed", "Error status : " + status, ec: "0007-00000203")
  }

  static let callbackNotJSON = Refusal(
    203, "CallbackFailed", "Response body is not valid json format.", ec: "0007-00000205")

  /// That a condition does not hold; nil where a scenario says so.
  static func preconditionFailed(_ header: String?) -> Refusal {
    Refusal(
      412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold.",
      ec: "0017-00001001", members: header.map { [Member("Condition", $0.bytes)] } ?? [])
  }

  static func invalidDigest(ec: String) -> Refusal {
    Refusal(400, "InvalidDigest", "The Content-MD5 you specified was invalid.", ec: ec)
  }

  static let positionNotEqualToLength = Refusal(
    409, "PositionNotEqualToLength", "Position is not equal to file length", ec: "0026-00000016")

  static let invalidRange = Refusal(416, "InvalidRange", "The requested range cannot be satisfied")

  static let fileAlreadyExists = Refusal(
    409, "FileAlreadyExists", "The object you specified already exists and can not be overwritten.",
    ec: "0026-00000002")

  /// The storage is full; OSS has no code for its own end, but one for the capacity of a bucket.
  static func full(_ what: String, _ limit: Int) -> Refusal {
    Refusal(
      403, "QuotaExceeded", "The endpoint holds as many % as it can: %.".filled(what, limit))
  }
}
