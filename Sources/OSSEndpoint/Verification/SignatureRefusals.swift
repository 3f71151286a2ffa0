internal import OSSExplain
package import OSSPrimitives

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
}
