extension RefusalCause {
  static let secretWrong = RefusalCause(
    "secret-wrong",
    "The signature was made with another secret than OSS has for the access key ID.",
    clause: "V1-SIG-2", vector: "v1-sig-secret-of-20-bytes",
    guess: "If the string to sign is right, the signature was made with another secret.",
    change: "Check that the secret belongs to the access key ID, is not encrypted or cut, and has "
      + "no blank or line break at its ends.")
  static let secretBlank = RefusalCause(
    "secret-with-blank", "The secret has a blank, a line break or a mark at its ends.",
    clause: "V1-SIG-2", vector: "v1-sig-secret-with-outer-blanks",
    change: "Remove it where the secret is read; a file ends in a line break that is not part of "
      + "the secret.")
  static let secretOfOther = RefusalCause(
    "secret-of-another-id", "The secret given belongs to another access key ID than the request's.",
    clause: "V1-SIG-2", vector: "v1-sig-secret-of-20-bytes",
    change: "Take ID and secret of one key pair.")
  static let secretNotOfOSS = RefusalCause(
    "secret-not-that-of-oss",
    "The secret given makes this signature over the string of OSS, which has another secret for "
      + "this access key ID.",
    clause: "V1-SIG-2", vector: "v1-sig-secret-of-20-bytes",
    change: "Leave the string as it is; take the secret that was shown with this access key ID, or "
      + "make a new key pair; ID, secret and token of STS come from one answer.")
  static let signatureOfSecret = RefusalCause(
    "signature-of-the-secret",
    "The secret given makes this signature of the request as it is shown.",
    change: "If OSS refuses the request, give the error body: what arrives may differ, or OSS has "
      + "another secret for the access key ID.")
  static let signatureNotOfSecret = RefusalCause(
    "signature-not-of-the-secret",
    "The secret given does not make this signature of the request as it is shown.",
    clause: "V1-SIG-2", vector: "v1-sig-secret-of-20-bytes",
    change: "Give the error body, which has the string of OSS, and check that the request is shown "
      + "whole and that the secret belongs to its access key ID.")
  static let signatureEncodedTwice = RefusalCause(
    "signature-encoded-twice", "The signature is percent-encoded twice.",
    clause: "PRE-QRY-2", vector: "v1-pre-signature-encoded-once",
    change: "Encode the signature once in a URL, and not at all in the Authorization header.")
  static let signaturePlus = RefusalCause(
    "signature-plus-became-blank", "The plus signs of the signature arrive as blanks.",
    clause: "PRE-QRY-2", vector: "v1-pre-signature-encoded-once",
    change: "Percent-encode the signature in the URL: + as %2B, / as %2F, = as %3D.")
  static let signatureHexadecimal = RefusalCause(
    "signature-in-hexadecimal", "The signature is hexadecimal text, or the base64 of such text.",
    clause: "V1-SIG-1", vector: "v1-rem-request",
    change: "Encode the 20 bytes of the HMAC in base64.")
  static let signatureOtherHash = RefusalCause(
    "signature-of-another-hash", "The signature is made with another hash than its version takes.",
    clause: "V1-SIG-1", vector: "v1-rem-request",
    change: "V1 takes HMAC-SHA1; HMAC-SHA256 belongs to V4, with another string to sign.")
  static let signatureDamaged = RefusalCause(
    "signature-damaged", "What arrives as the signature is cut, or is none.",
    clause: "V1-SIG-1", vector: "v1-rem-request",
    change: "Send all of the 28 characters, with the = at the end and no line break.")
  static let authorizationMalformed = RefusalCause(
    "authorization-malformed", "The Authorization header has another form than OSS reads.",
    clause: "V1-AUTH-1", vector: "v1-auth-id-of-sts",
    change: "Write OSS, one blank, the access key ID, a colon, the signature.")
  static let signature = [
    secretWrong, secretBlank, secretOfOther, secretNotOfOSS, signatureOfSecret,
    signatureNotOfSecret, signatureEncodedTwice, signaturePlus,
    signatureHexadecimal, signatureOtherHash, signatureDamaged, authorizationMalformed,
  ]

  static let versionMixed = RefusalCause(
    "signature-version-mixed",
    "The request is sent with one signature version and signed with "
      + "another.",
    change: "Use one version in the string, the headers and the URL: V1 or V4.")
  static let versionRefused = RefusalCause(
    "signature-version-refused", "The bucket or the account does not take this signature version.",
    change: "Sign with V4, which needs the region, such as cn-hangzhou.")
  static let versionLegacy = RefusalCause(
    "signature-version-legacy", "The request is signed by V2, which no current document has.",
    clause: "V2-STS-1", vector: nil,
    change: "Sign with V4, which needs the region, such as cn-hangzhou.")
  static let versions = [versionMixed, versionRefused, versionLegacy]
}
