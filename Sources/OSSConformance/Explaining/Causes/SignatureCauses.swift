extension RefusalCause {
  static let secretWrong = RefusalCause(
    "secret-wrong",
    "The signature was made with another secret than OSS has for the access key ID.",
    guess: "If the string to sign is right, the signature was made with another secret.",
    v1: ("V1-SIG-2", "v1-sig-secret-of-20-bytes"), v4: ("V4-KEY-1", "v4-key-another-secret"),
    change: "Check that the secret belongs to the access key ID, is not encrypted or cut, and has "
      + "no blank or line break at its ends.")
  static let secretBlank = RefusalCause(
    "secret-with-blank", "The secret has a blank, a line break or a mark at its ends.",
    v1: ("V1-SIG-2", "v1-sig-secret-with-outer-blanks"),
    v4: ("V4-KEY-2", "v4-key-secret-with-outer-blanks"),
    change: "Remove it where the secret is read; a file ends in a line break that is not part of "
      + "the secret.")
  static let secretOfOther = RefusalCause(
    "secret-of-another-id", "The secret given belongs to another access key ID than the request's.",
    v1: ("V1-SIG-2", "v1-sig-secret-of-20-bytes"), v4: ("V4-KEY-1", "v4-key-another-secret"),
    change: "Take ID and secret of one key pair.")
  static let secretNotOfOSS = RefusalCause(
    "secret-not-that-of-oss",
    "The secret given makes this signature over the string of OSS, which has another secret for "
      + "this access key ID.",
    v1: ("V1-SIG-2", "v1-sig-secret-of-20-bytes"), v4: ("V4-KEY-1", "v4-key-another-secret"),
    change: "Leave the string as it is; take the secret that was shown with this access key ID, "
      + "or make a new key pair; ID, secret and token of STS come from one answer.")
  static let signatureOfSecret = RefusalCause(
    "signature-of-the-secret",
    "The secret given makes this signature of the request as it is shown.",
    change: "If OSS refuses the request, give the error body: what arrives may differ, or OSS has "
      + "another secret for the access key ID.")
  static let signatureNotOfSecret = RefusalCause(
    "signature-not-of-the-secret",
    "The secret given does not make this signature of the request as it is shown.",
    v1: ("V1-SIG-2", "v1-sig-secret-of-20-bytes"), v4: ("V4-KEY-1", "v4-key-another-secret"),
    change: "Give the error body, which has the string of OSS, and check that the request is "
      + "shown whole and that the secret belongs to its access key ID.")
  static let signatureEncodedTwice = RefusalCause(
    "signature-encoded-twice", "The signature is percent-encoded twice.",
    v1: ("PRE-QRY-2", "v1-pre-signature-encoded-once"),
    v4: ("V4-STS-4", "v4-sts-signature-with-zeros"),
    change: "Encode the signature once in a URL, and not at all in the Authorization header.")
  static let signaturePlus = RefusalCause(
    "signature-plus-became-blank", "The plus signs of the signature arrive as blanks.",
    v1: ("PRE-QRY-2", "v1-pre-signature-encoded-once"),
    change: "Percent-encode the signature in the URL: + as %2B, / as %2F, = as %3D.")
  static let signatureHexadecimal = RefusalCause(
    "signature-in-hexadecimal", "The signature is hexadecimal text, or the base64 of such text.",
    v1: ("V1-SIG-1", "v1-rem-request"),
    change: "Encode the 20 bytes of the HMAC in base64.")
  static let signatureOtherHash = RefusalCause(
    "signature-of-another-hash", "The signature is made with another hash than its version takes.",
    v1: ("V1-SIG-1", "v1-rem-request"), v4: ("V4-STS-4", "v4-sts-signature-with-zeros"),
    change: "V1 takes HMAC-SHA1; HMAC-SHA256 belongs to V4, with another string to sign.",
    changeV4: "V4 takes HMAC-SHA256 with the signing key; HMAC-SHA1 and its base64 belong to V1, "
      + "with another string to sign.")
  static let signatureDamaged = RefusalCause(
    "signature-damaged", "The signature that arrives is truncated or is not a signature.",
    v1: ("V1-SIG-1", "v1-rem-request"), v4: ("V4-STS-4", "v4-sts-signature-with-zeros"),
    change:
      "Send all of the signature, with the = at the end where it is base64, and no line break.",
    changeV4: "Send all of the 64 hexadecimal digits, with no line break.")
  static let authorizationMalformed = RefusalCause(
    "authorization-malformed", "The Authorization header has another form than OSS reads.",
    v1: ("V1-AUTH-1", "v1-auth-id-of-sts"), v4: ("V4-AUTH-1", "v4-auth-plain"),
    change: "Write OSS, one blank, the access key ID, a colon, the signature.",
    changeV4: "Write OSS4-HMAC-SHA256, one blank, Credential=<ID>/<scope>,Signature=<signature>, "
      + "with AdditionalHeaders=<names> between where there are some.")

  static let versionMixed = RefusalCause(
    "signature-version-mixed",
    "The request is sent with one signature version and signed with another.",
    v4: ("V4-STS-1", "v4-sts-get"),
    change: "Use one version in the string, the headers and the URL: V1 or V4.")
  static let versionRefused = RefusalCause(
    "signature-version-refused", "The bucket or the account does not take this signature version.",
    v4: ("V4-STS-1", "v4-sts-get"),
    change: "Sign with V4, which needs the region, such as cn-hangzhou.",
    changeV4: "Ask for a service that knows V4, or sign with V1 where it knows only that.")
  static let versionLegacy = RefusalCause(
    "signature-version-legacy", "The request is signed by V2, which no current document has.",
    v1: ("V2-STS-1", nil),
    change: "Sign with V4, which needs the region, such as cn-hangzhou.")
}

/// Additional headers, payload line, hash, key and signature of V4.
extension RefusalCause {
  static let additionalNotListed = RefusalCause(
    "additional-header-not-listed",
    "A header is signed that is neither signed always nor listed as an additional one.",
    v4: ("V4-HDR-1", "v4-hdr-others"),
    change: "List its name in AdditionalHeaders and in the canonical request, or leave its line "
      + "out: Host is not signed by itself.")
  static let additionalNotSigned = RefusalCause(
    "additional-header-not-signed",
    "A header is listed as an additional one, and its line is not signed.",
    v4: ("V4-ADD-2", "v4-add-line-between"),
    change: "Write the line of each listed header among the canonical headers.")
  static let additionalNotSent = RefusalCause(
    "additional-header-not-sent",
    "A header is listed as an additional one that the request does not have.",
    v4: ("V4-ADD-4", "v4-add-absent"),
    change: "Send the header, or take its name off the list.")
  static let additionalNeedless = RefusalCause(
    "additional-header-needless", "A header is listed as an additional one that is signed anyway.",
    v4: ("V4-ADD-3", "v4-add-content-type"),
    change: "List neither content-type nor content-md5 nor any x-oss- header.")
  static let additionalList = RefusalCause(
    "additional-headers-malformed",
    "The list of additional headers is not sorted names in lower case, each once.",
    v4: ("V4-ADD-1", "v4-add-sorted-beyond-first-letter"),
    change: "Write the names in lower case, sorted byte by byte, each once, with ; between, the "
      + "same in the canonical request and beside the signature.")
  static let additionalDiffer = RefusalCause(
    "additional-headers-differ",
    "The canonical request lists other additional headers than are sent beside the signature.",
    v4: ("V4-PRE-5", "v4-pre-additional-header"),
    change: "Send the list that was signed: in AdditionalHeaders, or in x-oss-additional-headers.")
  static let additionalEmpty = RefusalCause(
    "additional-headers-empty", "The list of additional headers is sent, and is empty.",
    v4: ("V4-AUTH-2", "v4-auth-no-additional-headers"),
    change: "Leave AdditionalHeaders out where there are none.")
  static let payloadHeaderMissing = RefusalCause(
    "payload-header-missing", "The header x-oss-content-sha256 is missing.",
    v4: ("V4-REQ-3", "v4-req-payload-of-upload"),
    change: "Send and sign x-oss-content-sha256: UNSIGNED-PAYLOAD.")
  static let payloadHash = RefusalCause(
    "payload-hash-differs", "The canonical request of V4 ends in another payload line.",
    v4: ("V4-REQ-3", "v4-req-payload-of-empty-body"),
    change: "Sign UNSIGNED-PAYLOAD, and send x-oss-content-sha256: UNSIGNED-PAYLOAD.")
  static let canonicalRequestDiffers = RefusalCause(
    "canonical-request-differs", "The canonical request of V4 differs from that of OSS.",
    v4: ("V4-REQ-1", "v4-req-all-parts"),
    change: "Make the line that differs as OSS made it.")

  static let tokenPlace = RefusalCause(
    "token-in-wrong-place",
    "The security token is sent as a header of a presigned URL, or as a parameter of a request "
      + "that is signed in its headers.",
    v4: ("V4-TOK-2", "v4-tok-url-not-a-header"),
    change: "In a URL the token is the parameter x-oss-security-token, elsewhere the header of "
      + "this name; sign it in the same place.")
  static let hashMalformed = RefusalCause(
    "hash-malformed",
    "The hash of the canonical request is not 64 hexadecimal digits in lower case.",
    v4: ("V4-STS-3", "v4-sts-hash-with-zeros"),
    change: "Write the SHA-256 of the canonical request in hexadecimal digits, lower case.")
  static let signatureBase64 = RefusalCause(
    "signature-in-base64", "The signature of V4 is base64, not hexadecimal digits.",
    v4: ("V4-STS-4", "v4-sts-signature-with-zeros"),
    change: "Write the 32 bytes as 64 hexadecimal digits in lower case; base64 is V1's.")
  static let signatureCapitals = RefusalCause(
    "signature-in-capitals", "The signature of V4 has hexadecimal digits in upper case.",
    v4: ("V4-STS-4", "v4-sts-signature-with-zeros"),
    change: "Write the digits in lower case.")
  static let keyWithoutPrefix = RefusalCause(
    "signing-key-without-prefix",
    "The signing key is made of the secret without aliyun_v4 before it.",
    v4: ("V4-KEY-1", "v4-key-another-secret"),
    change: "Begin with aliyun_v4 and the secret as the key for the date.")
  static let keyNotDerived = RefusalCause(
    "signing-key-not-derived", "The secret itself signs, as with V1, and not a signing key.",
    v4: ("V4-KEY-1", "v4-key-one-letter"),
    change: "Make the signing key first: aliyun_v4 and the secret over the date, the result over "
      + "region, product and aliyun_v4_request.")
  static let keyHexadecimal = RefusalCause(
    "signing-key-of-hexadecimal",
    "The signing key is made of the hexadecimal text of the steps, not of their bytes.",
    v4: ("V4-KEY-1", "v4-key-one-letter"),
    change: "Pass the 32 bytes of each HMAC on as the next key; only the last is text.")
  static let keyOtherScope = RefusalCause(
    "signing-key-of-another-scope",
    "The signing key is made for another date, region or product than the scope has.",
    v4: ("V4-KEY-3", "v4-key-kept-for-another-region"),
    change: "Make the key from the parts of the scope that is signed.")

  static let regionWrong = RefusalCause(
    "region-wrong", "The credential scope of V4 names another region than the bucket's.",
    v4: ("V4-SCO-1", "v4-sco-ap-southeast-1"),
    change: "Give the signer the region of the bucket, such as cn-hangzhou.")
  static let regionPrefix = RefusalCause(
    "region-with-oss-prefix", "The region of V4 is written with the prefix oss-.",
    v4: ("V4-SCO-3", "v4-sco-region-beside-endpoint"),
    change: "Give the signer cn-hangzhou, not oss-cn-hangzhou, which is part of the endpoint.")
  static let regionIsHost = RefusalCause(
    "region-is-host", "The region of V4 is a host name, or is empty.",
    v4: ("V4-SCO-3", "v4-sco-region-beside-endpoint"),
    change: "Give the signer the region's ID alone, such as cn-hangzhou.")
  static let productWrong = RefusalCause(
    "product-wrong", "The credential scope of V4 names another product than the endpoint's.",
    v4: ("V4-SCO-2", "v4-sco-default-product"),
    change: "Give the signer the product that the endpoint belongs to, such as oss or "
      + "oss-cloudbox.")
  static let scopeDate = RefusalCause(
    "scope-date-differs", "The day of the credential scope is not that of x-oss-date.",
    v4: ("V4-DATE-2", "v4-date-noon-of-utc-8"),
    change: "Take the time once, in UTC, for x-oss-date and for the scope.")
  static let scopeMalformed = RefusalCause(
    "scope-malformed", "The credential scope is not date, region, product, aliyun_v4_request.",
    v4: ("V4-SCO-1", "v4-sco-ap-southeast-1"),
    change: "Write it as 20231216/cn-hangzhou/oss/aliyun_v4_request: a date of eight digits, four "
      + "parts, and a slash between any two.")
  static let awsNames = RefusalCause(
    "aws-names-used", "Names of Amazon's signature are used in place of those of OSS.",
    v4: ("V4-STS-1", "v4-sts-get"),
    change: "Write OSS4-HMAC-SHA256, aliyun_v4, aliyun_v4_request, the product oss and x-oss-: "
      + "not AWS4-HMAC-SHA256, AWS4, aws4_request, s3 and x-amz-; and AdditionalHeaders, not "
      + "SignedHeaders.")
  static let expiresAbsolute = RefusalCause(
    "expires-absolute", "The expiry of a V4 URL is a moment, not a duration.",
    v4: ("V4-PRE-3", "v4-pre-one-day"),
    change: "Give x-oss-expires as seconds from x-oss-date on, such as 3600.")
  static let expiresRange = RefusalCause(
    "expires-out-of-range", "A V4 URL is to work for less than 1 or more than 604800 seconds.",
    v4: ("V4-REF-5", "v4-ref-validity-over-seven-days"),
    change: "Let the URL work for seven days at most, and make a new one then.")
  static let expiresOfToken = RefusalCause(
    "expires-too-long-for-token",
    "A V4 URL with a security token is to work for more than 43200 seconds.",
    v4: ("V4-PRE-4", "v4-pre-more-than-twelve-hours-with-token"),
    change: "Let a URL of temporary credentials work for twelve hours at most.")
}
