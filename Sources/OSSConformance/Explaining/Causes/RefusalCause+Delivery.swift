extension RefusalCause {
  static let ampersandEscaped = RefusalCause(
    "ampersand-escaped", "The ampersands of the URL are escaped for HTML: &amp;.",
    clause: "PRE-QRY-1", vector: "v1-pre-get",
    change: "Use the URL as the signer gave it; take &amp; back to & where it leaves HTML or XML.")
  static let urlCut = RefusalCause(
    "url-cut-by-shell", "The URL is cut at an ampersand, as a shell does.",
    clause: "PRE-QRY-1", vector: "v1-pre-get",
    change: "Put the URL in quotes on a command line, and pass all of it on.")
  static let urlIncomplete = RefusalCause(
    "url-incomplete", "The URL lacks a parameter that its signature needs.",
    clause: "PRE-QRY-1", vector: "v1-pre-get",
    change: "Send all of the query that the signer made.")
  static let signedTwice = RefusalCause(
    "signed-twice", "The request carries an Authorization header and a signed query.",
    clause: "PRE-QRY-1", vector: "v1-pre-get",
    change: "Send a presigned URL without the Authorization header.")
  static let notSigned = RefusalCause(
    "not-signed", "The request carries no signature, and OSS takes it for an anonymous one.",
    clause: "V1-AUTH-1", vector: "v1-auth-id-of-sts",
    change: "Send the Authorization header or a presigned URL; a proxy or a redirect may drop the "
      + "header.")
  static let otherService = RefusalCause(
    "other-service", "The answer is not one of OSS.",
    change: "Look at the host that was asked: another service, a gateway or a proxy answers.")
  static let notAnAnswer = RefusalCause(
    "body-not-an-error", "The body is not the XML of an error of OSS.",
    change: "Look at what answers between the client and OSS, such as a proxy or a login page.")
  static let queryInKey = RefusalCause(
    "query-inside-key", "The query stands inside the key, percent-encoded.",
    clause: "PRE-QRY-4", vector: "v1-pre-process",
    change: "Give parameters such as x-oss-process to the signer as parameters, not as a part of "
      + "the key.")
  static let hostChanged = RefusalCause(
    "host-changed", "The host is signed, and was changed afterwards.",
    change: "Make the URL for the host that is asked, such as the domain of your own.")
  static let pathStyleForbidden = RefusalCause(
    "path-style-forbidden", "The bucket stands in the path, and the endpoint wants it in the host.",
    clause: "PRE-HOST-1", vector: "v1-url-virtual-host",
    change: "Use virtual-host addressing: bucket.endpoint.")
  static let delivery = [
    ampersandEscaped, urlCut, urlIncomplete, signedTwice, notSigned, otherService, notAnAnswer,
    queryInKey, hostChanged, pathStyleForbidden,
  ]

  static let keyUnknown = RefusalCause(
    "access-key-unknown", "OSS does not know the access key ID, or it is disabled.",
    change: "Check the ID, that it is enabled, and that it belongs to this cloud site.")
  static let keyBlank = RefusalCause(
    "access-key-with-blank", "The access key ID has a blank, a quote or another foreign character.",
    clause: "V1-REF-3", vector: "v1-ref-id-with-space",
    change: "Remove it where the ID is read.")
  static let permission403 = RefusalCause(
    "permission-denied", "OSS does not refuse the signature: the permission is missing.",
    change: "Look at the RAM policy, the bucket policy, the ACL and the role, not at the signature."
  )
  static let policyOfForm = RefusalCause(
    "post-policy-refused", "The form does not keep to its policy, or the policy has expired.",
    change: "Compare the fields of the form with the conditions and the expiration of its policy.")
  static let endpointWrong = RefusalCause(
    "endpoint-wrong", "The bucket is asked for at the endpoint of another region.",
    change: "Use the endpoint that the answer names, or that of the bucket's region.")
  static let bucketUnknown = RefusalCause(
    "bucket-unknown", "There is no such bucket.",
    change: "Check the name and the host: the first label of the host, or the first part of the "
      + "path, is taken for the bucket.")
  static let objectUnknown = RefusalCause(
    "object-unknown", "The signature is right, and there is no such object.",
    change: "Check the key, its case, its encoding and a slash at its start.")
  static let permission = [
    keyUnknown, keyBlank, permission403, policyOfForm, endpointWrong, bucketUnknown,
    objectUnknown,
  ]
}
