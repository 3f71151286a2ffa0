extension RefusalCause {
  static let headerNotSigned = RefusalCause(
    "oss-header-not-signed", "An x-oss- header is sent that was not signed.",
    clause: "V1-HDR-1", vector: "v1-hdr-not-meta",
    change: "Sign every header that is sent and whose name begins with x-oss-.")
  static let headerNotSent = RefusalCause(
    "oss-header-not-sent", "An x-oss- header is signed that is not sent.",
    clause: "PRE-STS-2", vector: "v1-pre-oss-headers",
    change: "Send every x-oss- header that was signed, also with a presigned URL.")
  static let headersNotSorted = RefusalCause(
    "headers-not-sorted", "The x-oss- headers are not sorted by name.",
    clause: "V1-HDR-5", vector: "v1-hdr-copy-source-range",
    change: "Sort the lines by the lower-case name alone, byte by byte.")
  static let headerNotTrimmed = RefusalCause(
    "header-value-not-trimmed", "Blanks around a header's value are signed.",
    clause: "V1-HDR-3", vector: "v1-hdr-leading-space",
    change: "Remove the blanks at both ends of a value, and write name:value without any.")
  static let headerNameCase = RefusalCause(
    "header-name-case", "A header's name is signed with capitals.",
    clause: "V1-HDR-2", vector: "v1-hdr-upper-case-name",
    change: "Sign header names in lower case.")
  static let headerEncoded = RefusalCause(
    "header-value-encoded", "A header's value is encoded on one side only.",
    clause: "V1-HDR-4", vector: "v1-hdr-value-keeps-case",
    change: "Sign the value as it is sent: encode it before signing, or nowhere.")
  static let headerCharset = RefusalCause(
    "header-value-charset", "A header's value is sent in another character set than was signed.",
    clause: "V1-STS-7", vector: "v1-hdr-emoji",
    change: "Percent-encode text outside ASCII before signing, or send it as UTF-8.")
  static let headerDiffers = RefusalCause(
    "header-value-differs", "An x-oss- header is sent with another value than was signed.",
    clause: "V1-HDR-4", vector: "v1-hdr-inner-spaces",
    change: "Sign the value that is sent, byte by byte.")
  static let blankLine = RefusalCause(
    "blank-line-before-resource", "An empty line stands before the canonicalized resource.",
    clause: "V1-HDR-6", vector: "v1-sts-no-header",
    change: "Write no line at all where there are no x-oss- headers, and one LF after each.")
  static let foreignHeader = RefusalCause(
    "foreign-header-signed", "A header is signed whose name does not begin with x-oss-.",
    clause: "V1-HDR-1", vector: "v1-hdr-one",
    change: "Sign only the x-oss- headers, beside Content-MD5, Content-Type and Date.")
  static let headers = [
    headerNotSigned, headerNotSent, headersNotSorted, headerNotTrimmed, headerNameCase,
    headerEncoded, headerCharset, headerDiffers, blankLine, foreignHeader,
  ]

  static let tokenMissing = RefusalCause(
    "token-missing", "Temporary credentials are used without their security token.",
    clause: "V1-TOK-1", vector: "v1-tok-sent-and-signed",
    change: "Send and sign x-oss-security-token; in a presigned URL, the parameter security-token.")
  static let tokenNotSigned = RefusalCause(
    "token-not-signed", "The security token is sent and not signed.",
    clause: "V1-TOK-1", vector: "v1-tok-sent-and-signed",
    change: "Sign the token among the x-oss- headers; in a presigned URL, as the subresource "
      + "security-token.")
  static let tokenNotSent = RefusalCause(
    "token-not-sent", "The security token is signed and not sent.",
    clause: "V1-TOK-1", vector: "v1-tok-sent-and-signed",
    change: "Send the token that was signed.")
  static let tokenWrongName = RefusalCause(
    "token-wrong-name", "The security token is sent under a name that OSS does not read.",
    clause: "V1-TOK-1", vector: "v1-tok-sent-and-signed",
    change: "With V1 the header is x-oss-security-token and the parameter of a URL is "
      + "security-token.")
  static let tokenDiffers = RefusalCause(
    "token-differs", "The security token that arrives is not the one that was signed.",
    clause: "PRE-TOK-2", vector: "v1-pre-token-encoded-once",
    change: "Sign the token as it is, and percent-encode it exactly once in a URL.")
  static let tokenBlank = RefusalCause(
    "token-with-blank", "The security token has a blank or a line break at its ends.",
    clause: "V1-REF-6", vector: "v1-ref-token-line-feed",
    change: "Remove it where the token is read.")
  static let tokenExpired = RefusalCause(
    "token-expired", "The security token has expired.",
    change: "Get new temporary credentials before their Expiration, and sign with them.")
  static let tokenInvalid = RefusalCause(
    "token-invalid", "OSS does not know the security token.",
    change: "Use access key ID, secret and token of one answer of STS; look for a cut or encoded "
      + "token, and for a blank in it.")
  static let token = [
    tokenMissing, tokenNotSigned, tokenNotSent, tokenWrongName, tokenDiffers, tokenBlank,
    tokenExpired,
    tokenInvalid,
  ]
}
