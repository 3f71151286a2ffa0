extension RefusalCause {
  static let keyEncodedInString = RefusalCause(
    "key-encoded-in-string", "The key is percent-encoded in the string to sign.",
    v1: ("V1-RES-4", "v1-url-key-space"),
    change: "Sign the raw key, and percent-encode it only in the URL.")
  static let keyEncodedTwice = RefusalCause(
    "key-encoded-twice", "The key is percent-encoded twice in the URL.",
    v1: ("PRE-PATH-1", "v1-url-key-percent"), v4: ("V4-URI-4", "v4-uri-encoded-percent"),
    change: "Encode the key once: give the SDK or the HTTP client the raw key.")
  static let keyNotEncoded = RefusalCause(
    "key-not-encoded", "The key is not percent-encoded in the URL.",
    v1: ("PRE-PATH-1", "v1-url-key-percent"), v4: ("V4-URI-4", "v4-uri-encoded-space"),
    change: "Percent-encode every byte of the key but letters, digits, - _ . ~ and /.")
  static let plusAndSpace = RefusalCause(
    "plus-and-space", "A plus sign and a blank are taken for each other.",
    v1: ("PRE-PATH-1", "v1-url-key-plus"), v4: ("V4-URI-4", "v4-uri-encoded-plus"),
    change: "Send + as %2B and a blank as %20; a form encoder writes a blank as +.")
  static let keyNormalized = RefusalCause(
    "key-normalized", "The key is in another Unicode form than was signed.",
    v1: ("V1-RES-4", "v1-sts-key-decomposed"), v4: ("V4-REQ-5", "v4-req-key-decomposed"),
    change: "Use the same bytes in both places; file names of macOS are decomposed (NFD).")
  static let keyCharset = RefusalCause(
    "key-charset", "The key is in another character set than was signed.",
    v1: ("V1-STS-7", "v1-sts-key-emoji"), v4: ("V4-REQ-5", "v4-req-key-composed"),
    change: "Encode text as UTF-8, once, in the string and in the URL.")
  static let keyDoubleSlash = RefusalCause(
    "key-double-slash", "One side has a slash more before or inside the key.",
    v1: ("V1-RES-3", "v1-res-key-double-slash"), v4: ("V4-URI-5", "v4-uri-double-slashes"),
    change: "Join endpoint and key with one slash, and begin no key with one.")
  static let keyCut = RefusalCause(
    "key-cut", "The key is cut at a character that means something in a URL.",
    v1: ("PRE-PATH-1", "v1-url-key-delimiters"), v4: ("V4-URI-4", "v4-uri-encoded-percent-at-end"),
    change: "Percent-encode ? and # in the key.")
  static let keyDiffers = RefusalCause(
    "key-differs", "Another key is sent than was signed.",
    v1: ("V1-RES-3", "v1-res-key-zero"), v4: ("V4-URI-3", "v4-uri-key-zero"),
    change: "Sign the key that is sent.")
  static let bucketMissing = RefusalCause(
    "bucket-missing", "The bucket is missing in the signed resource.",
    v1: ("V1-RES-5", "v1-url-cname"), v4: ("V4-URI-3", "v4-uri-key-like-bucket"),
    change: "Begin the resource with /bucket/, also where the bucket is in the host alone, or "
      + "with a domain of your own.",
    changeV4: "Begin the canonical URI with /bucket/, also where the bucket is in the host "
      + "alone, or with a domain of your own.")
  static let bucketDoubled = RefusalCause(
    "bucket-doubled", "The bucket is there twice: in the host and in the path.",
    v1: ("PRE-HOST-1", "v1-url-virtual-host"), v4: ("V4-URI-6", "v4-uri-of-path-style"),
    change: "Name the bucket once: give the SDK an endpoint without it, and begin no key with it.")
  static let bucketNotInHost = RefusalCause(
    "bucket-not-in-host", "The request goes to a host that does not name the bucket.",
    v1: ("PRE-HOST-1", "v1-url-virtual-host"), v4: ("V4-URI-6", "v4-uri-of-cname"),
    change: "Send it to bucket.endpoint, or put the bucket first in the path.")
  static let bucketDiffers = RefusalCause(
    "bucket-differs", "Another bucket is sent than was signed.",
    v1: ("V1-RES-5", "v1-url-virtual-host"), v4: ("V4-URI-6", "v4-uri-of-cname"),
    change: "Sign the bucket that the host names; if the host is wrong, correct the endpoint.")
  static let slashMissing = RefusalCause(
    "bucket-slash-missing", "The slash after the bucket is missing in the signed resource.",
    v1: ("V1-RES-2", "v1-res-bucket"), v4: ("V4-URI-2", "v4-uri-bucket-with-query"),
    change: "Sign /bucket/ for a bucket, also before a question mark.")
  static let resourceIsURL = RefusalCause(
    "resource-is-url", "The resource is signed with a host, or without its first slash.",
    v1: ("V1-RES-5", "v1-url-path-style"), v4: ("V4-URI-3", "v4-uri-key-one-letter"),
    change: "Sign /bucket/key alone: no scheme, no host.",
    changeV4: "Write /bucket/key alone: no scheme, no host, and a slash at the start.")

  static let subresourceNotSigned = RefusalCause(
    "subresource-not-signed", "A subresource is sent that was not signed.",
    v1: ("V1-SUB-1", "v1-pre-process"),
    change: "Sign every parameter of the list of subresources, such as acl, uploadId, callback, "
      + "x-oss-process and response-content-type; add none to a finished URL.")
  static let subresourceNotSent = RefusalCause(
    "subresource-not-sent", "A subresource is signed that is not sent.",
    v1: ("PRE-QRY-3", "v1-pre-subresource"),
    change: "Send every subresource that was signed.")
  static let parameterSigned = RefusalCause(
    "parameter-signed", "A parameter is signed that is no subresource.",
    v1: ("V1-RES-10", "v1-res-bucket-listing"),
    change: "Sign only parameters of the list of subresources; prefix, delimiter or list-type are "
      + "none.")
  static let subresourcesNotSorted = RefusalCause(
    "subresources-not-sorted", "The subresources are not sorted by name.",
    v1: ("V1-RES-6", "v1-pre-callback"),
    change: "Sort them by name alone, byte by byte.")
  static let subresourceEncoded = RefusalCause(
    "subresource-value-encoded", "A subresource's value is percent-encoded in the string to sign.",
    v1: ("V1-RES-7", "v1-res-value-decoded"),
    change: "Sign the decoded value, and encode it only in the URL.")
  static let subresourceEncodedTwice = RefusalCause(
    "subresource-encoded-twice", "A subresource's value is percent-encoded twice in the URL.",
    v1: ("PRE-QRY-4", "v1-pre-value-percent"),
    change: "Encode each value exactly once.")
  static let subresourceEmpty = RefusalCause(
    "subresource-empty-value", "An empty subresource is signed with an equals sign.",
    v1: ("V1-RES-8", "v1-res-value-empty"),
    change: "Sign the name alone where the value is empty or missing.")
  static let subresourceDiffers = RefusalCause(
    "subresource-value-differs", "A subresource is sent with another value than was signed.",
    v1: ("V1-RES-7", "v1-res-all-overrides"),
    change: "Sign the value that is sent.")
}

/// The canonical URI and the canonical query of V4.
extension RefusalCause {
  static let uriNotEncoded = RefusalCause(
    "uri-not-encoded", "The key is in the canonical URI without percent-encoding.",
    v4: ("V4-URI-4", "v4-uri-encoded-space"),
    change: "Percent-encode every byte of the key but letters, digits, - _ . ~ and /, once.")
  static let uriEncodedTwice = RefusalCause(
    "uri-encoded-twice", "The canonical URI is percent-encoded twice.",
    v4: ("V4-URI-4", "v4-uri-encoded-percent"),
    change: "Encode the raw key once; a path that comes out of a URL is encoded already.")
  static let uriSlashEncoded = RefusalCause(
    "uri-slash-encoded", "The slashes of the key are %2F in the canonical URI.",
    v4: ("V4-URI-4", "v4-uri-encoded-encoded-slash"),
    change: "Leave the slashes of the key as they are; only the query has %2F.")
  static let uriOtherEncoding = RefusalCause(
    "uri-encoding-differs", "The canonical URI is percent-encoded by other rules.",
    v4: ("V4-URI-4", "v4-uri-encoded-tilde"),
    change: "Encode every byte but letters, digits, - _ . ~ and /, with digits in upper case: "
      + "functions for URLs leave ! ' ( ) * and others, or encode ~.")
  static let uriNormalized = RefusalCause(
    "uri-normalized", "Dot segments or double slashes of the key are resolved.",
    v4: ("V4-URI-5", "v4-uri-dot-segments"),
    change: "Sign the key as it is, and have the HTTP client send the path as it is.")

  static let parameterNotSigned = RefusalCause(
    "parameter-not-signed", "A parameter is sent that was not signed.",
    v4: ("V4-QRY-1", "v4-qry-listing"),
    change: "Sign every parameter of the query: V4 has no list of subresources; add none to a "
      + "finished URL.")
  static let parameterNotSent = RefusalCause(
    "parameter-not-sent", "A parameter is signed that is not sent.",
    v4: ("V4-QRY-1", "v4-qry-unknown"),
    change: "Send every parameter that was signed, and sign none that is not sent.")
  static let parametersNotSorted = RefusalCause(
    "parameters-not-sorted", "The parameters are not sorted by their encoded names.",
    v4: ("V4-QRY-5", "v4-qry-order-encoded"),
    change: "Encode the names first, then sort by name alone, byte by byte: capitals before small "
      + "letters, %XX before letters, callback before callback-var.")
  static let parameterEquals = RefusalCause(
    "parameter-empty-with-equals", "A parameter without a value is signed with an equals sign.",
    v4: ("V4-QRY-4", "v4-qry-empty-value"),
    change: "Sign the name alone where the value is empty or missing.")
  static let parameterPlus = RefusalCause(
    "parameter-plus-for-blank", "A blank of the query is written as a plus sign.",
    v4: ("V4-QRY-2", "v4-qry-encoded-space"),
    change: "Write a blank as %20, and + as %2B: a form encoder does neither.")
  static let parameterNotEncoded = RefusalCause(
    "parameter-not-encoded", "The parameters are signed without percent-encoding.",
    v4: ("V4-QRY-2", "v4-qry-encoded-plus"),
    change: "Percent-encode names and values before they are signed.")
  static let parameterEncodedTwice = RefusalCause(
    "parameter-encoded-twice", "A parameter is percent-encoded twice.",
    v4: ("V4-QRY-2", "v4-qry-encoded-plus"),
    change: "Encode names and values once, in the canonical query and in the URL.")
  static let parameterOtherEncoding = RefusalCause(
    "parameter-encoding-differs", "The canonical query is percent-encoded by other rules.",
    v4: ("V4-QRY-2", "v4-qry-encoded-slash"),
    change: "Encode every byte but letters, digits, - _ . and ~, the slash too, with digits in "
      + "upper case.")
  static let parameterDiffers = RefusalCause(
    "parameter-value-differs", "A parameter is sent with another value than was signed.",
    v4: ("V4-QRY-7", "v4-qry-outer-blanks"),
    change: "Sign the value that is sent, byte by byte, untrimmed.")
  static let signatureSigned = RefusalCause(
    "signature-parameter-signed", "The parameter x-oss-signature is among the signed ones.",
    v4: ("V4-PRE-2", "v4-pre-everything"),
    change: "Sign all parameters but x-oss-signature, and add that one last.")
}
