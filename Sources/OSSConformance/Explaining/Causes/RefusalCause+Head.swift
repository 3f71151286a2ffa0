extension RefusalCause {
  static let methodDiffers = RefusalCause(
    "method-differs", "The request is sent with another method than was signed.",
    clause: "V1-STS-3", vector: "v1-sts-method-put",
    change: "Sign the method that is sent; a redirect, a preflight or a form may change it.")
  static let methodLowerCase = RefusalCause(
    "method-lower-case", "The method is signed in lower case.",
    clause: "V1-STS-3", vector: "v1-sts-method-put",
    change: "Sign the method in upper case, as it is sent.")
  static let md5NotSent = RefusalCause(
    "content-md5-not-sent", "A Content-MD5 is signed that is not sent.",
    clause: "V1-STS-2", vector: "v1-sts-only-md5",
    change: "Send the Content-MD5 header with the value that was signed, or sign an empty line.")
  static let md5NotSigned = RefusalCause(
    "content-md5-not-signed", "A Content-MD5 is sent that was not signed.",
    clause: "V1-STS-1", vector: "v1-sts-every-part",
    change: "Put the value of the Content-MD5 header on the second line of the string to sign.")
  static let md5Differs = RefusalCause(
    "content-md5-differs", "Another Content-MD5 is sent than was signed.",
    clause: "V1-STS-4", vector: "v1-sts-md5-lower-case-name",
    change: "Compute it once over the body that is sent, and use the same text in both places.")
  static let md5Hexadecimal = RefusalCause(
    "content-md5-of-hexadecimal",
    "Content-MD5 is made of the hexadecimal text of the digest, not of its 16 bytes.",
    change: "Encode the 16 bytes of the MD5 digest in base64: 24 characters that end in ==.")
  static let typeAdded = RefusalCause(
    "content-type-added",
    "The HTTP client adds a Content-Type that was not signed.",
    clause: "V1-STS-2", vector: "v1-sts-type-not-guessed",
    change: "Set the Content-Type yourself, sign that value and send the same, or stop the HTTP "
      + "client from adding one.")
  static let typeNotSigned = RefusalCause(
    "content-type-not-signed", "A Content-Type is sent that was not signed.",
    clause: "V1-STS-1", vector: "v1-sts-every-part",
    change: "Put the value of the Content-Type header on the third line of the string to sign; "
      + "for a presigned URL, pass it when the URL is made.")
  static let typeNotSent = RefusalCause(
    "content-type-not-sent", "A Content-Type is signed that is not sent.",
    clause: "PRE-STS-2", vector: "v1-pre-content-type",
    change: "Send the Content-Type header that was signed, or make the signature without one.")
  static let typeDiffers = RefusalCause(
    "content-type-differs", "Another Content-Type is sent than was signed.",
    clause: "V1-STS-4", vector: "v1-sts-type-parameters",
    change: "Sign and send the same text, byte by byte.")
  static let typeCharset = RefusalCause(
    "content-type-charset-added", "The HTTP client adds parameters to the Content-Type.",
    clause: "V1-STS-4", vector: "v1-sts-type-parameters",
    change: "Sign the whole value with its charset or boundary, or send it without.")
  static let lineMissing = RefusalCause(
    "string-line-missing", "What is signed lacks a line: empty ones are left out.",
    clause: "V1-STS-2", vector: "v1-sts-no-header",
    change: "Write an LF after each of method, Content-MD5, Content-Type and Date, also where "
      + "there is no value.")
  static let stringEndsInLine = RefusalCause(
    "string-ends-with-line-break", "An LF stands at the end of what is signed.",
    clause: "V1-STS-1", vector: "v1-sts-no-header",
    change: "End the string to sign with the resource.")
  static let carriageReturns = RefusalCause(
    "string-has-carriage-returns", "Lines of the string to sign end in CR LF.",
    clause: "V1-STS-1", vector: "v1-sts-every-part",
    change: "End each line with LF alone.")

  static let head = [
    methodDiffers, methodLowerCase, md5NotSent, md5NotSigned, md5Differs, md5Hexadecimal,
    typeAdded, typeNotSigned, typeNotSent, typeDiffers, typeCharset, lineMissing,
    stringEndsInLine, carriageReturns,
  ]
}
