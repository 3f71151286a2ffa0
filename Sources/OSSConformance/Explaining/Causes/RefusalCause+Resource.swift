extension RefusalCause {
  static let keyEncodedInString = RefusalCause(
    "key-encoded-in-string", "The key is percent-encoded in the string to sign.",
    clause: "V1-RES-4", vector: "v1-url-key-space",
    change: "Sign the raw key, and percent-encode it only in the URL.")
  static let keyEncodedTwice = RefusalCause(
    "key-encoded-twice", "The key is percent-encoded twice in the URL.",
    clause: "PRE-PATH-1", vector: "v1-url-key-percent",
    change: "Encode the key once: give the SDK or the HTTP client the raw key.")
  static let keyNotEncoded = RefusalCause(
    "key-not-encoded", "The key is not percent-encoded in the URL.",
    clause: "PRE-PATH-1", vector: "v1-url-key-percent",
    change: "Percent-encode every byte of the key but letters, digits, - _ . ~ and /.")
  static let plusAndSpace = RefusalCause(
    "plus-and-space", "A plus sign and a blank are taken for each other.",
    clause: "PRE-PATH-1", vector: "v1-url-key-plus",
    change: "Send + as %2B and a blank as %20; a form encoder writes a blank as +.")
  static let keyNormalized = RefusalCause(
    "key-normalized", "The key is in another Unicode form than was signed.",
    clause: "V1-RES-4", vector: "v1-sts-key-decomposed",
    change: "Use the same bytes in both places; file names of macOS are decomposed (NFD).")
  static let keyCharset = RefusalCause(
    "key-charset", "The key is in another character set than was signed.",
    clause: "V1-STS-7", vector: "v1-sts-key-emoji",
    change: "Encode text as UTF-8, once, in the string and in the URL.")
  static let keyDoubleSlash = RefusalCause(
    "key-double-slash", "One side has a slash more before or inside the key.",
    clause: "V1-RES-3", vector: "v1-res-key-double-slash",
    change: "Join endpoint and key with one slash, and begin no key with one.")
  static let keyCut = RefusalCause(
    "key-cut", "The key is cut at a character that means something in a URL.",
    clause: "PRE-PATH-1", vector: "v1-url-key-delimiters",
    change: "Percent-encode ? and # in the key.")
  static let keyDiffers = RefusalCause(
    "key-differs", "Another key is sent than was signed.",
    clause: "V1-RES-3", vector: "v1-res-key-zero",
    change: "Sign the key that is sent.")
  static let bucketMissing = RefusalCause(
    "bucket-missing", "The bucket is missing in the signed resource.",
    clause: "V1-RES-5", vector: "v1-url-cname",
    change: "Begin the resource with /bucket/, also where the bucket stands in the host alone, "
      + "or with a domain of your own.")
  static let bucketDoubled = RefusalCause(
    "bucket-doubled", "The bucket stands twice: in the host and in the path.",
    clause: "PRE-HOST-1", vector: "v1-url-virtual-host",
    change: "Name the bucket once: give the SDK an endpoint without it, and begin no key with it.")
  static let bucketNotInHost = RefusalCause(
    "bucket-not-in-host", "The request goes to a host that does not name the bucket.",
    clause: "PRE-HOST-1", vector: "v1-url-virtual-host",
    change: "Send it to bucket.endpoint, or put the bucket first in the path.")
  static let bucketDiffers = RefusalCause(
    "bucket-differs", "Another bucket is sent than was signed.",
    clause: "V1-RES-5", vector: "v1-url-virtual-host",
    change: "Sign the bucket that the host names.")
  static let slashMissing = RefusalCause(
    "bucket-slash-missing", "The slash after the bucket is missing in the signed resource.",
    clause: "V1-RES-2", vector: "v1-res-bucket",
    change: "Sign /bucket/ for a bucket, also before a question mark.")
  static let resourceIsURL = RefusalCause(
    "resource-is-url", "The resource is signed with a host, or without its first slash.",
    clause: "V1-RES-5", vector: "v1-url-path-style",
    change: "Sign /bucket/key alone: no scheme, no host.")
  static let resource = [
    keyEncodedInString, keyEncodedTwice, keyNotEncoded, plusAndSpace, keyNormalized, keyCharset,
    keyDoubleSlash, keyCut, keyDiffers, bucketMissing, bucketDoubled, bucketNotInHost,
    bucketDiffers, slashMissing, resourceIsURL,
  ]

  static let subresourceNotSigned = RefusalCause(
    "subresource-not-signed", "A subresource is sent that was not signed.",
    clause: "V1-SUB-1", vector: "v1-pre-process",
    change: "Sign every parameter of the list of subresources, such as acl, uploadId, callback, "
      + "x-oss-process and response-content-type; add none to a finished URL.")
  static let subresourceNotSent = RefusalCause(
    "subresource-not-sent", "A subresource is signed that is not sent.",
    clause: "PRE-QRY-3", vector: "v1-pre-subresource",
    change: "Send every subresource that was signed.")
  static let parameterSigned = RefusalCause(
    "parameter-signed", "A parameter is signed that is no subresource.",
    clause: "V1-RES-10", vector: "v1-res-bucket-listing",
    change: "Sign only parameters of the list of subresources; prefix, delimiter or list-type are "
      + "none.")
  static let subresourcesNotSorted = RefusalCause(
    "subresources-not-sorted", "The subresources are not sorted by name.",
    clause: "V1-RES-6", vector: "v1-pre-callback",
    change: "Sort them by name alone, byte by byte.")
  static let subresourceEncoded = RefusalCause(
    "subresource-value-encoded", "A subresource's value is percent-encoded in the string to sign.",
    clause: "V1-RES-7", vector: "v1-res-value-decoded",
    change: "Sign the decoded value, and encode it only in the URL.")
  static let subresourceEncodedTwice = RefusalCause(
    "subresource-encoded-twice", "A subresource's value is percent-encoded twice in the URL.",
    clause: "PRE-QRY-4", vector: "v1-pre-value-percent",
    change: "Encode each value exactly once.")
  static let subresourceEmpty = RefusalCause(
    "subresource-empty-value", "An empty subresource is signed with an equals sign.",
    clause: "V1-RES-8", vector: "v1-res-value-empty",
    change: "Sign the name alone where the value is empty or missing.")
  static let subresourceDiffers = RefusalCause(
    "subresource-value-differs", "A subresource is sent with another value than was signed.",
    clause: "V1-RES-7", vector: "v1-res-all-overrides",
    change: "Sign the value that is sent.")
  static let subresources = [
    subresourceNotSigned, subresourceNotSent, parameterSigned, subresourcesNotSorted,
    subresourceEncoded, subresourceEncodedTwice, subresourceEmpty, subresourceDiffers,
  ]
}
