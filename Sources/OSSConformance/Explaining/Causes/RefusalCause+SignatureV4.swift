/// Additional headers, payload line, hash, key and signature of V4.
extension RefusalCause {
  static let additionalNotListed = RefusalCause(
    v4: "additional-header-not-listed",
    "A header is signed that is neither signed always nor listed as an additional one.",
    "V4-HDR-1",
    change:
      "List its name in AdditionalHeaders and in the canonical request, or leave its line out: "
      + "Host is not signed by itself.")
  static let additionalNotSigned = RefusalCause(
    v4: "additional-header-not-signed",
    "A header is listed as an additional one, and its line is not signed.",
    "V4-ADD-2", change: "Write the line of each listed header among the canonical headers.")
  static let additionalNotSent = RefusalCause(
    v4: "additional-header-not-sent",
    "A header is listed as an additional one that the request does not have.",
    "V4-ADD-4", change: "Send the header, or take its name off the list.")
  static let additionalNeedless = RefusalCause(
    v4: "additional-header-needless",
    "A header is listed as an additional one that is signed anyway.",
    "V4-ADD-3", change: "List neither content-type nor content-md5 nor any x-oss- header.")
  static let additionalList = RefusalCause(
    v4: "additional-headers-malformed",
    "The list of additional headers is not sorted names in lower case, each once.",
    "V4-ADD-1",
    change:
      "Write the names in lower case, sorted byte by byte, each once, with ; between, the same "
      + "in the canonical request and beside the signature.")
  static let additionalDiffer = RefusalCause(
    v4: "additional-headers-differ",
    "The canonical request lists other additional headers than are sent beside the signature.",
    "V4-PRE-5",
    change: "Send the list that was signed: in AdditionalHeaders, or in x-oss-additional-headers.")
  static let additionalEmpty = RefusalCause(
    v4: "additional-headers-empty", "The list of additional headers is sent, and is empty.",
    "V4-AUTH-2", change: "Leave AdditionalHeaders out where there are none.")
  static let payloadHeaderMissing = RefusalCause(
    v4: "payload-header-missing", "The header x-oss-content-sha256 is missing.",
    "V4-REQ-3", change: "Send and sign x-oss-content-sha256: UNSIGNED-PAYLOAD.")
  static let payloadHash = RefusalCause(
    v4: "payload-hash-differs", "The canonical request of V4 ends in another payload line.",
    "V4-REQ-3",
    change: "Sign UNSIGNED-PAYLOAD, and send x-oss-content-sha256: UNSIGNED-PAYLOAD.")
  static let canonicalRequestDiffers = RefusalCause(
    v4: "canonical-request-differs", "The canonical request of V4 differs from that of OSS.",
    "V4-REQ-1", change: "Make the line that differs as OSS made it.")
  static let additional = [
    additionalNotListed, additionalNotSigned, additionalNotSent, additionalNeedless,
    additionalList, additionalDiffer, additionalEmpty, payloadHeaderMissing, payloadHash,
    canonicalRequestDiffers,
  ]

  static let tokenPlace = RefusalCause(
    v4: "token-in-wrong-place",
    "The security token is sent as a header of a presigned URL, or "
      + "as a parameter of a request that is signed in its headers.",
    "V4-TOK-2",
    change:
      "In a URL the token is the parameter x-oss-security-token, elsewhere the header of this "
      + "name; sign it in the same place.")
  static let hashMalformed = RefusalCause(
    v4: "hash-malformed",
    "The hash of the canonical request is not 64 hexadecimal digits in lower case.",
    "V4-STS-3",
    change: "Write the SHA-256 of the canonical request in hexadecimal digits, lower case.")
  static let signatureBase64 = RefusalCause(
    v4: "signature-in-base64", "The signature of V4 is base64, not hexadecimal digits.",
    "V4-STS-4", change: "Write the 32 bytes as 64 hexadecimal digits in lower case; base64 is V1's."
  )
  static let signatureCapitals = RefusalCause(
    v4: "signature-in-capitals", "The signature of V4 has hexadecimal digits in upper case.",
    "V4-STS-4", change: "Write the digits in lower case.")
  static let keyWithoutPrefix = RefusalCause(
    v4: "signing-key-without-prefix",
    "The signing key is made of the secret without aliyun_v4 before it.",
    "V4-KEY-1", change: "Begin with aliyun_v4 and the secret as the key for the date.")
  static let keyNotDerived = RefusalCause(
    v4: "signing-key-not-derived", "The secret itself signs, as with V1, and not a signing key.",
    "V4-KEY-1",
    change: "Make the signing key first: aliyun_v4 and the secret over the date, the result over "
      + "region, product and aliyun_v4_request.")
  static let keyHexadecimal = RefusalCause(
    v4: "signing-key-of-hexadecimal",
    "The signing key is made of the hexadecimal text of the steps, not of their bytes.",
    "V4-KEY-1", change: "Pass the 32 bytes of each HMAC on as the next key; only the last is text.")
  static let keyOtherScope = RefusalCause(
    v4: "signing-key-of-another-scope",
    "The signing key is made for another date, region or product than the scope has.",
    "V4-KEY-3", change: "Make the key from the parts of the scope that is signed.")
  static let signatureV4 = [
    tokenPlace, hashMalformed, signatureBase64, signatureCapitals, keyWithoutPrefix,
    keyNotDerived, keyHexadecimal, keyOtherScope,
  ]
}
