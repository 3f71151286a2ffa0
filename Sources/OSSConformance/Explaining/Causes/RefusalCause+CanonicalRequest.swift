/// The canonical URI and the canonical query of V4.
extension RefusalCause {
  static let uriNotEncoded = RefusalCause(
    v4: "uri-not-encoded", "The key stands in the canonical URI without percent-encoding.",
    "V4-URI-4",
    change: "Percent-encode every byte of the key but letters, digits, - _ . ~ and /, once.")
  static let uriEncodedTwice = RefusalCause(
    v4: "uri-encoded-twice", "The canonical URI is percent-encoded twice.",
    "V4-URI-4",
    change: "Encode the raw key once; a path that comes out of a URL is encoded already.")
  static let uriSlashEncoded = RefusalCause(
    v4: "uri-slash-encoded", "The slashes of the key stand in the canonical URI as %2F.",
    "V4-URI-4", change: "Leave the slashes of the key as they are; only the query has %2F.")
  static let uriOtherEncoding = RefusalCause(
    v4: "uri-encoding-differs", "The canonical URI is percent-encoded by other rules.",
    "V4-URI-4",
    change: "Encode every byte but letters, digits, - _ . ~ and /, with digits in upper case: "
      + "functions for URLs leave ! ' ( ) * and others, or encode ~.")
  static let uriNormalized = RefusalCause(
    v4: "uri-normalized", "Dot segments or double slashes of the key are resolved.",
    "V4-URI-5", change: "Sign the key as it is, and have the HTTP client send the path as it is.")
  static let canonicalURI = [
    uriNotEncoded, uriEncodedTwice, uriSlashEncoded, uriOtherEncoding, uriNormalized,
  ]

  static let parameterNotSigned = RefusalCause(
    v4: "parameter-not-signed", "A parameter is sent that was not signed.",
    "V4-QRY-1",
    change: "Sign every parameter of the query: V4 has no list of subresources; add none to a "
      + "finished URL.")
  static let parameterNotSent = RefusalCause(
    v4: "parameter-not-sent", "A parameter is signed that is not sent.",
    "V4-QRY-1", change: "Send every parameter that was signed, and sign none that is not sent.")
  static let parametersNotSorted = RefusalCause(
    v4: "parameters-not-sorted", "The parameters are not sorted by their encoded names.",
    "V4-QRY-5",
    change: "Encode the names first, then sort by name alone, byte by byte: capitals before small "
      + "letters, %XX before letters, callback before callback-var.")
  static let parameterEquals = RefusalCause(
    v4: "parameter-empty-with-equals", "A parameter without a value is signed with an equals sign.",
    "V4-QRY-4", change: "Sign the name alone where the value is empty or missing.")
  static let parameterPlus = RefusalCause(
    v4: "parameter-plus-for-blank", "A blank of the query is written as a plus sign.",
    "V4-QRY-2", change: "Write a blank as %20, and + as %2B: a form encoder does neither.")
  static let parameterNotEncoded = RefusalCause(
    v4: "parameter-not-encoded", "The parameters are signed without percent-encoding.",
    "V4-QRY-2", change: "Percent-encode names and values before they are signed.")
  static let parameterEncodedTwice = RefusalCause(
    v4: "parameter-encoded-twice", "A parameter is percent-encoded twice.",
    "V4-QRY-2", change: "Encode names and values once, in the canonical query and in the URL.")
  static let parameterOtherEncoding = RefusalCause(
    v4: "parameter-encoding-differs", "The canonical query is percent-encoded by other rules.",
    "V4-QRY-2",
    change: "Encode every byte but letters, digits, - _ . and ~, the slash too, with digits in "
      + "upper case.")
  static let parameterDiffers = RefusalCause(
    v4: "parameter-value-differs", "A parameter is sent with another value than was signed.",
    "V4-QRY-7", change: "Sign the value that is sent, byte by byte, untrimmed.")
  static let signatureSigned = RefusalCause(
    v4: "signature-parameter-signed", "The parameter x-oss-signature is among the signed ones.",
    "V4-PRE-2", change: "Sign all parameters but x-oss-signature, and add that one last.")
  static let canonicalQuery = [
    parameterNotSigned, parameterNotSent, parametersNotSorted, parameterEquals, parameterPlus,
    parameterNotEncoded, parameterEncodedTwice, parameterOtherEncoding, parameterDiffers,
    signatureSigned,
  ]
}
