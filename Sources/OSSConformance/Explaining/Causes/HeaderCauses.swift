extension RefusalCause {
  static let methodDiffers = RefusalCause(
    "method-differs", "The request is sent with another method than was signed.",
    v1: ("V1-STS-3", "v1-sts-method-put"), v4: ("V4-REQ-2", "v4-req-method-put"),
    change: "Sign the method that is sent; a redirect, a preflight or a form may change it.")
  static let methodLowerCase = RefusalCause(
    "method-lower-case", "The method is signed in lower case.",
    v1: ("V1-STS-3", "v1-sts-method-put"), v4: ("V4-REQ-2", "v4-req-method-post"),
    change: "Sign the method in upper case, as it is sent.")
  static let md5NotSent = RefusalCause(
    "content-md5-not-sent", "A Content-MD5 is signed that is not sent.",
    v1: ("V1-STS-2", "v1-sts-only-md5"), v4: ("V4-HDR-1", "v4-hdr-content-md5"),
    change: "Send the Content-MD5 header with the value that was signed, or sign an empty line.")
  static let md5NotSigned = RefusalCause(
    "content-md5-not-signed", "A Content-MD5 is sent that was not signed.",
    v1: ("V1-STS-1", "v1-sts-every-part"), v4: ("V4-HDR-1", "v4-hdr-content-md5"),
    change: "Put the value of the Content-MD5 header on the second line of the string to sign.",
    changeV4: "Sign the line content-md5 with the value that is sent.")
  static let md5Differs = RefusalCause(
    "content-md5-differs", "Another Content-MD5 is sent than was signed.",
    v1: ("V1-STS-4", "v1-sts-md5-lower-case-name"), v4: ("V4-HDR-4", "v4-hdr-value-punctuation"),
    change: "Compute it once over the body that is sent, and use the same text in both places.")
  static let md5Hexadecimal = RefusalCause(
    "content-md5-of-hexadecimal",
    "Content-MD5 is made of the hexadecimal text of the digest, not of its 16 bytes.",
    change: "Encode the 16 bytes of the MD5 digest in base64: 24 characters that end in ==.")
  static let md5Refused = RefusalCause(
    "content-md5-refused", "Content-MD5 is not that of the body that arrived.",
    change:
      "Encode in base64 the 16 bytes of the MD5 of the body of this very request: of one part "
      + "with UploadPart, of the list of parts with CompleteMultipartUpload.")
  static let typeAdded = RefusalCause(
    "content-type-added", "The HTTP client adds a Content-Type that was not signed.",
    v1: ("V1-STS-2", "v1-sts-type-not-guessed"), v4: ("V4-HDR-1", "v4-hdr-content-type"),
    change: "Set the Content-Type yourself, sign that value and send the same, or stop the HTTP "
      + "client from adding one.")
  static let typeNotSigned = RefusalCause(
    "content-type-not-signed", "A Content-Type is sent that was not signed.",
    v1: ("V1-STS-1", "v1-sts-every-part"), v4: ("V4-HDR-1", "v4-hdr-content-type"),
    change: "Put the value of the Content-Type header on the third line of the string to sign; "
      + "for a presigned URL, pass it when the URL is made.",
    changeV4: "Sign the line content-type with the value that is sent; for a presigned URL, pass "
      + "it when the URL is made.")
  static let typeNotSent = RefusalCause(
    "content-type-not-sent", "A Content-Type is signed that is not sent.",
    v1: ("PRE-STS-2", "v1-pre-content-type"), v4: ("V4-HDR-1", "v4-hdr-content-type"),
    change: "Send the Content-Type header that was signed, or make the signature without one.")
  static let typeDiffers = RefusalCause(
    "content-type-differs", "Another Content-Type is sent than was signed.",
    v1: ("V1-STS-4", "v1-sts-type-parameters"), v4: ("V4-HDR-4", "v4-hdr-value-inner-blanks"),
    change: "Sign and send the same text, byte by byte.")
  static let typeCharset = RefusalCause(
    "content-type-charset-added", "The HTTP client adds parameters to the Content-Type.",
    v1: ("V1-STS-4", "v1-sts-type-parameters"), v4: ("V4-HDR-4", "v4-hdr-value-quotes"),
    change: "Sign the whole value with its charset or boundary, or send it without.")
  static let lineMissing = RefusalCause(
    "string-line-missing", "What is signed lacks a line: empty ones are left out.",
    v1: ("V1-STS-2", "v1-sts-no-header"), v4: ("V4-REQ-1", "v4-req-no-additional-headers"),
    change: "Write an LF after each of method, Content-MD5, Content-Type and Date, also where "
      + "there is no value.",
    changeV4: "Write all six parts, also empty ones: an empty line where there is no query, one "
      + "after the headers, one where there are no additional headers.")
  static let stringEndsInLine = RefusalCause(
    "string-ends-with-line-break", "An LF is at the end of what is signed.",
    v1: ("V1-STS-1", "v1-sts-no-header"), v4: ("V4-REQ-1", "v4-req-service"),
    change: "End the string to sign with the resource.",
    changeV4: "End the canonical request with the payload line, and the string to sign with the "
      + "hash, without an LF.")
  static let carriageReturns = RefusalCause(
    "string-has-carriage-returns", "Lines of the string to sign end in CR LF.",
    v1: ("V1-STS-1", "v1-sts-every-part"), v4: ("V4-REQ-1", "v4-req-service"),
    change: "End each line with LF alone.")

  static let headerNotSigned = RefusalCause(
    "oss-header-not-signed", "An x-oss- header is sent that was not signed.",
    v1: ("V1-HDR-1", "v1-hdr-not-meta"), v4: ("V4-HDR-1", "v4-hdr-oss"),
    change: "Sign every header that is sent and whose name begins with x-oss-.")
  static let headerNotSent = RefusalCause(
    "oss-header-not-sent", "An x-oss- header is signed that is not sent.",
    v1: ("PRE-STS-2", "v1-pre-oss-headers"), v4: ("V4-HDR-1", "v4-hdr-oss"),
    change: "Send every x-oss- header that was signed, also with a presigned URL.")
  static let headersNotSorted = RefusalCause(
    "headers-not-sorted", "The x-oss- headers are not sorted by name.",
    v1: ("V1-HDR-5", "v1-hdr-copy-source-range"), v4: ("V4-HDR-5", "v4-hdr-order-numbers"),
    change: "Sort the lines by the lower-case name alone, byte by byte.")
  static let headerNotTrimmed = RefusalCause(
    "header-value-not-trimmed", "Blanks around a header's value are signed.",
    v1: ("V1-HDR-3", "v1-hdr-leading-space"), v4: ("V4-HDR-3", "v4-hdr-trailing-space"),
    change: "Remove the blanks at both ends of a value, and write name:value without any.")
  static let headerNameCase = RefusalCause(
    "header-name-case", "A header's name is signed with capitals.",
    v1: ("V1-HDR-2", "v1-hdr-upper-case-name"), v4: ("V4-HDR-2", "v4-hdr-upper-case"),
    change: "Sign header names in lower case.")
  static let headerEncoded = RefusalCause(
    "header-value-encoded", "A header's value is encoded on one side only.",
    v1: ("V1-HDR-4", "v1-hdr-value-keeps-case"), v4: ("V4-HDR-4", "v4-hdr-value-percent"),
    change: "Sign the value as it is sent: encode it before signing, or not at all.")
  static let headerCharset = RefusalCause(
    "header-value-charset", "A header's value is sent in another character set than was signed.",
    v1: ("V1-STS-7", "v1-hdr-emoji"), v4: ("V4-REQ-5", "v4-req-header-decomposed"),
    change: "Percent-encode text outside ASCII before signing, or send it as UTF-8.")
  static let headerDiffers = RefusalCause(
    "header-value-differs", "A header is sent with another value than was signed.",
    v1: ("V1-HDR-4", "v1-hdr-inner-spaces"), v4: ("V4-HDR-4", "v4-hdr-value-inner-blanks"),
    change: "Sign the value that is sent, byte by byte.")
  static let blankLine = RefusalCause(
    "blank-line-before-resource", "An empty line is before the canonicalized resource.",
    v1: ("V1-HDR-6", "v1-sts-no-header"),
    change: "Write no line at all where there are no x-oss- headers, and one LF after each.")
  static let foreignHeader = RefusalCause(
    "foreign-header-signed", "A header is signed whose name does not begin with x-oss-.",
    v1: ("V1-HDR-1", "v1-hdr-one"),
    change: "Sign only the x-oss- headers, beside Content-MD5, Content-Type and Date.")

  static let tokenMissing = RefusalCause(
    "token-missing", "Temporary credentials are used without their security token.",
    v1: ("V1-TOK-1", "v1-tok-sent-and-signed"), v4: ("V4-TOK-1", "v4-tok-sent-and-signed"),
    change: "Send and sign x-oss-security-token; in a presigned URL, the parameter security-token.",
    changeV4: "Send and sign x-oss-security-token; in a presigned URL, as the parameter of that "
      + "name.")
  static let tokenNotSigned = RefusalCause(
    "token-not-signed", "The security token is sent and not signed.",
    v1: ("V1-TOK-1", "v1-tok-sent-and-signed"), v4: ("V4-TOK-1", "v4-tok-sent-and-signed"),
    change: "Sign the token among the x-oss- headers; in a presigned URL, as the subresource "
      + "security-token.",
    changeV4: "Sign the token among the x-oss- headers; in a presigned URL, as a parameter.")
  static let tokenNotSent = RefusalCause(
    "token-not-sent", "The security token is signed and not sent.",
    v1: ("V1-TOK-1", "v1-tok-sent-and-signed"), v4: ("V4-TOK-1", "v4-tok-sent-and-signed"),
    change: "Send the token that was signed.")
  static let tokenWrongName = RefusalCause(
    "token-wrong-name", "The security token is sent under a name that OSS does not read.",
    v1: ("V1-TOK-1", "v1-tok-sent-and-signed"), v4: ("V4-TOK-2", "v4-tok-url"),
    change: "With V1 the header is x-oss-security-token and the parameter of a URL is "
      + "security-token.",
    changeV4: "With V4 the header and the parameter of a URL are x-oss-security-token.")
  static let tokenDiffers = RefusalCause(
    "token-differs", "The security token that arrives is not the one that was signed.",
    v1: ("PRE-TOK-2", "v1-pre-token-encoded-once"), v4: ("V4-TOK-1", "v4-tok-base64-bytes"),
    change: "Sign the token as it is, and percent-encode it exactly once in a URL.")
  static let tokenBlank = RefusalCause(
    "token-with-blank", "The security token has a blank or a line break at its ends.",
    v1: ("V1-REF-6", "v1-ref-token-line-feed"), v4: ("V4-TOK-1", "v4-tok-outer-blanks"),
    change: "Remove it where the token is read.")
  static let tokenExpired = RefusalCause(
    "token-expired", "The security token has expired.",
    change: "Get new temporary credentials before their Expiration, and sign with them.")
  static let tokenInvalid = RefusalCause(
    "token-invalid", "OSS does not know the security token, or it is not that of the key.",
    change: "Use access key ID, secret and token of one answer of STS, and no token with another "
      + "key; look for a cut or encoded token, and for a blank in it.")

  static let clockSkewed = RefusalCause(
    "clock-skewed", "The client's clock is wrong by more than OSS allows.",
    v1: ("V1-DATE-1", "v1-date-epoch"), v4: ("V4-DATE-1", "v4-date-sent"),
    change:
      "Set the clock by a time server, or correct it by the Date of OSS's answers; sign again "
      + "where a request is sent late or again.")
  static let timeZone = RefusalCause(
    "clock-time-zone", "Local time is sent as if it were GMT.",
    v1: ("V1-DATE-1", "v1-date-epoch"), v4: ("V4-STS-2", "v4-sts-afternoon"),
    change: "Format the time with the zone GMT, not with that of the machine.",
    changeV4: "Write the time in UTC, with the Z that says so, not in the zone of the machine.")
  static let twelveHours = RefusalCause(
    "clock-twelve-hours", "Hours are written from 1 to 12.",
    v1: ("V1-DATE-1", "v1-date-epoch"), v4: ("V4-STS-2", "v4-sts-half-past-midnight"),
    change: "Use a 24-hour format (HH, not hh) and a fixed locale such as en_US_POSIX.")
  static let calendar = RefusalCause(
    "clock-calendar", "The year is that of another calendar, or of the week.",
    v1: ("V1-DATE-1", "v1-date-epoch"), v4: ("V4-STS-2", "v4-sts-numbers-of-one-digit"),
    change: "Format dates in the Gregorian calendar with a fixed locale, and the year as yyyy.")
  static let dateMissing = RefusalCause(
    "date-missing", "The request has no time: neither Date nor x-oss-date.",
    v1: ("V1-DATE-1", "v1-date-epoch"), v4: ("V4-DATE-1", "v4-date-sent"),
    change: "Send the Date header, or x-oss-date where the HTTP client may not set Date, and sign "
      + "the same text.",
    changeV4: "Send x-oss-date with the time of signing, such as 20231216T162057Z, and sign it.")
  static let dateMalformed = RefusalCause(
    "date-malformed", "The time of the request is in another form than its version has.",
    v1: ("V1-DATE-1", "v1-date-january-second"), v4: ("V4-STS-2", "v4-sts-numbers-of-one-digit"),
    change: "Write it as Sat, 02 Dec 2023 16:20:57 GMT: English names, a day of two digits, GMT.",
    changeV4: "Write x-oss-date as 20231216T162057Z.")
  static let dateDiffers = RefusalCause(
    "date-differs", "Another Date is sent than was signed.",
    v1: ("V1-DATE-2", "v1-date-x-oss-date-differs"),
    v4: ("V4-DATE-2", "v4-date-last-second-of-day"),
    change: "Take the time once, and use the same text in the string and in the header.",
    changeV4: "Take the time once, and use the same text in the header, the string to sign and "
      + "the scope.")
  static let dateNotSent = RefusalCause(
    "date-not-sent", "A Date is signed that is not sent.",
    v1: ("V1-DATE-1", "v1-date-epoch"), v4: ("V4-DATE-1", "v4-date-sent"),
    change: "Send the Date header that was signed; where the HTTP client forbids it, x-oss-date.",
    changeV4: "Send the x-oss-date that was signed.")
  static let dateNotSigned = RefusalCause(
    "date-not-signed", "The Date line of the string to sign is empty.",
    v1: ("V1-DATE-2", "v1-date-x-oss-date-equal"), v4: ("V4-DATE-1", "v4-date-among-headers"),
    change: "Put the Date that is sent on the fourth line, the value of x-oss-date if that is it.",
    changeV4: "Sign x-oss-date among the canonical headers.")
  static let urlExpired = RefusalCause(
    "url-expired", "The presigned URL has expired.",
    v1: ("PRE-EXP-1", "v1-pre-expired"), v4: ("V4-PRE-3", "v4-pre-over-midnight"),
    change: "Make a new URL, with an expiry that leaves time for its use.")
  static let expiresMilliseconds = RefusalCause(
    "expires-in-milliseconds", "The expiry of the URL is in milliseconds.",
    v1: ("PRE-STS-1", "v1-pre-get"), v4: ("V4-PRE-3", "v4-pre-one-minute"),
    change: "Divide the time by 1000: Expires is in seconds since 1970.",
    changeV4: "Divide by 1000: x-oss-expires is in seconds.")
  static let expiresRelative = RefusalCause(
    "expires-relative", "The expiry of the URL is a duration, not a moment.",
    v1: ("PRE-STS-1", "v1-pre-get"),
    change: "Add the duration to the present time: Expires is in seconds since 1970.")
  static let expiresDiffers = RefusalCause(
    "expires-differs", "The URL has another Expires than was signed.",
    v1: ("PRE-STS-1", "v1-pre-get"),
    change: "Compute the expiry once, and use it in the string and in the URL.")
  static let expiresMalformed = RefusalCause(
    "expires-malformed", "Expires is not a number of seconds.",
    v1: ("PRE-STS-1", "v1-pre-get"), v4: ("V4-PRE-3", "v4-pre-one-second"),
    change: "Write Expires in decimal digits: seconds since 1970.",
    changeV4: "Write x-oss-expires in decimal digits: seconds from x-oss-date on.")
}
