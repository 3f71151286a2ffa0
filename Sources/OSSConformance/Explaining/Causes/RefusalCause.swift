/// A way in which a request comes to be refused, and what to do about it.
package struct RefusalCause: Hashable, Sendable, Identifiable {
  /// What the cause breaks with one version of the signature.
  package struct Breach: Hashable, Sendable {
    /// The clause.
    package let clause: String
    /// A vector that catches it; nil where it is no matter of computing.
    package let vector: String?

    fileprivate init(_ pair: (clause: String, vector: String?)) {
      (clause, vector) = pair
    }
  }

  /// A slug, such as `content-type-added`.
  package let id: String
  /// What was done, as one sentence.
  package let sentence: String
  /// The same where it is no more than possible; nil where the sentence does then, too.
  let guess: String?
  /// What it breaks with V1; nil where no clause is about it.
  package let v1: Breach?
  /// What it breaks with V4; nil where no clause of V4 is about it.
  package let v4: Breach?
  /// What to change, as one sentence.
  package let change: String
  /// What to change with V4, if it is something else.
  package let changeV4: String?

  init(
    _ id: String, _ sentence: String, guess: String? = nil,
    v1: (clause: String, vector: String?)? = nil, v4: (clause: String, vector: String?)? = nil,
    change: String, changeV4: String? = nil
  ) {
    (self.id, self.sentence, self.guess) = (id, sentence, guess)
    (self.v1, self.v4) = (v1.map(Breach.init), v4.map(Breach.init))
    (self.change, self.changeV4) = (change, changeV4)
  }

  static let ampersandEscaped = RefusalCause(
    "ampersand-escaped", "The ampersands of the URL are escaped for HTML: &amp;.",
    v1: ("PRE-QRY-1", "v1-pre-get"), v4: ("V4-PRE-1", "v4-pre-get"),
    change: "Use the URL as the signer gave it; take &amp; back to & where it leaves HTML or XML.")
  static let urlCut = RefusalCause(
    "url-cut-by-shell", "The URL is cut at an ampersand, as a shell does.",
    v1: ("PRE-QRY-1", "v1-pre-get"), v4: ("V4-PRE-1", "v4-pre-get"),
    change: "Put the URL in quotes on a command line, and pass all of it on.")
  static let urlIncomplete = RefusalCause(
    "url-incomplete", "The URL lacks a parameter that its signature needs.",
    v1: ("PRE-QRY-1", "v1-pre-get"), v4: ("V4-PRE-1", "v4-pre-get"),
    change: "Send all of the query that the signer made.")
  static let signedTwice = RefusalCause(
    "signed-twice", "The request carries an Authorization header and a signed query.",
    v1: ("PRE-QRY-1", "v1-pre-get"), v4: ("V4-PRE-6", "v4-pre-no-headers"),
    change: "Send a presigned URL without the Authorization header.")
  static let notSigned = RefusalCause(
    "not-signed", "The request carries no signature, and OSS takes it for an anonymous one.",
    v1: ("V1-AUTH-1", "v1-auth-id-of-sts"), v4: ("V4-AUTH-1", "v4-auth-plain"),
    change: "Send the Authorization header or a presigned URL, or make the object public-read. A "
      + "proxy or a redirect may drop the header; a CDN signs only if its access to private "
      + "buckets is on.")
  static let otherService = RefusalCause(
    "other-service", "The answer is not one of OSS.",
    change: "Look at the host that was asked: another service, a gateway or a proxy answers.")
  static let notAnAnswer = RefusalCause(
    "body-not-an-error", "The body is not the XML of an error of OSS.",
    change: "Look at what answers between the client and OSS, such as a proxy or a login page.")
  static let queryInKey = RefusalCause(
    "query-inside-key", "The query is part of the key, percent-encoded.",
    v1: ("PRE-QRY-4", "v1-pre-process"), v4: ("V4-QRY-1", "v4-qry-listing"),
    change: "Give parameters such as x-oss-process to the signer as parameters, not as a part of "
      + "the key.")
  static let hostChanged = RefusalCause(
    "host-changed", "The host is signed, and was changed afterwards.",
    v4: ("V4-ADD-2", "v4-add-line-between"),
    change: "Make the URL for the host that is asked, such as the domain of your own.")
  static let pathStyleForbidden = RefusalCause(
    "path-style-forbidden", "The bucket is in the path, and the endpoint wants it in the host.",
    v1: ("PRE-HOST-1", "v1-url-virtual-host"), v4: ("V4-URI-6", "v4-uri-of-path-style"),
    change: "Use virtual-host addressing: bucket.endpoint.")

  static let keyUnknown = RefusalCause(
    "access-key-unknown", "OSS does not know the access key ID, or it is disabled.",
    change: "Check the ID, that it is enabled, and that it belongs to this cloud site.")
  static let keyBlank = RefusalCause(
    "access-key-with-blank", "The access key ID has a blank, a quote or another foreign character.",
    v1: ("V1-REF-3", "v1-ref-id-with-space"), v4: ("V4-AUTH-1", "v4-auth-id-with-marks"),
    change: "Remove it where the ID is read.")
  static let keySwapped = RefusalCause(
    "access-key-and-secret-swapped",
    "The secret is given as the access key ID, and the ID as the secret.",
    change: "Swap them: an ID has at most 24 letters and digits or begins with STS., and a secret "
      + "has 30.")
  static let keyMissing = RefusalCause(
    "access-key-missing", "The request is signed without an access key ID.",
    v1: ("V1-REF-1", "v1-ref-empty-id"),
    change: "Look where the client takes its credentials from: it has found none.")
  static let serviceMixed = RefusalCause(
    "service-mixed", "A call of STS goes to a host of OSS.",
    change: "Send it to sts.aliyuncs.com, or to sts.<region>.aliyuncs.com such as "
      + "sts.cn-hangzhou.aliyuncs.com.")
  static let corsRefused = RefusalCause(
    "cors-refused", "The CORS rules of the bucket do not allow the request of the web page.",
    change: "Allow the page's origin, the method and the headers in the CORS rules of the "
      + "bucket; a CDN before the bucket needs its own.")
  static let corsCredentials = RefusalCause(
    "cors-credentials-refused",
    "The page sends its request with credentials, and OSS allows every origin (*) without them.",
    change: "Set withCredentials to false (fetch: credentials: \"omit\"), since OSS reads no "
      + "cookies; or name the origin in the CORS rules of the bucket.")
  static let listDenied = RefusalCause(
    "list-of-buckets-denied", "The user may not list the buckets of the account.",
    change: "Allow oss:ListBuckets on acs:oss:*:*:*; or name the bucket in the host, and list its "
      + "objects alone.")
  static let partUnknown = RefusalCause(
    "part-unknown", "A part of the list was not uploaded, or has another ETag.",
    change: "List each part with the ETag that UploadPart answered. A browser sees it only if "
      + "the CORS rules of the bucket expose the header ETag.")
  static let xmlMalformed = RefusalCause(
    "xml-malformed", "The XML in the body of the request is not what OSS expects.",
    change: "Compare it with the page of the operation: its elements, their case and their values.")
  static let etagHidden = RefusalCause(
    "etag-not-exposed", "The browser hides the ETag of the parts: no CORS rule exposes it.",
    change: "Add ETag and x-oss-request-id to the exposed headers (ExposeHeader) of each CORS rule "
      + "of the bucket.")
  static let permission403 = RefusalCause(
    "permission-denied", "OSS does not refuse the signature: the permission is missing.",
    guess: "The permission may be missing.",
    change:
      "Look at the RAM policy, the policy of the role or of the session, the bucket policy and "
      + "the ACL: for this account, this action, this bucket and this key.")
  static let policyDenies = RefusalCause(
    "policy-denies", "A policy denies the request, whatever another one allows.",
    change: "Find the statement with Deny that fits the user, the action, the resource, the "
      + "address, the VPC or plain http, in the bucket policy (0003-00000101) or in the RAM policy "
      + "(0003-00000201), and narrow it: no Allow lifts a Deny.")
  static let endpointWrong = RefusalCause(
    "endpoint-wrong", "The bucket is asked for at the endpoint of another region.",
    change: "Use the endpoint that the answer names, or that of the bucket's region.")
  static let objectUnknown = RefusalCause(
    "object-unknown", "There is no such object.",
    change: "Check the key, its case, its encoding and a slash at its start.")
  static let copySource = RefusalCause(
    "copy-source-wrong", "OSS reads another source in x-oss-copy-source than is meant, or none.",
    change: "Write /bucket/key, percent-encoded once: OSS decodes it, so that a key which itself "
      + "holds %XX has %25XX there.")
  static let bucketUnknown = RefusalCause(
    "bucket-unknown", "There is no such bucket.",
    change: "Check the name and the host: the first label of the host, or the first part of the "
      + "path, is taken for the bucket.")
  static let domainNotBound = RefusalCause(
    "domain-not-bound", "The domain of its own is not bound to this bucket.",
    change: "Bind the domain to the bucket in the console, and take it from the other bucket "
      + "first.")
  static let bucketName = RefusalCause(
    "bucket-name-invalid", "What OSS takes for the bucket's name is no valid name.",
    change: "Give the SDK the name of the bucket alone, and the endpoint of the region without it: "
      + "the first label of the host is taken for the bucket.")
  static let objectName = RefusalCause(
    "object-name-invalid", "OSS takes no object of this name.",
    change: "Begin no key with a slash or a backslash, and use 1 to 1023 bytes of UTF-8, "
      + "not the character set of the machine.")
  static let appendPosition = RefusalCause(
    "append-position-wrong",
    "The position to append at is missing, or is not the length of the object.",
    change: "Send position=0 first, then x-oss-next-append-position of the last answer, or the "
      + "length that HeadObject says; let one writer append at a time.")
  static let uploadTooLarge = RefusalCause(
    "upload-too-large", "What is uploaded is larger than allowed.",
    change: "Upload in parts above 5 GB, and give a form what the content-length-range of its "
      + "policy allows.")
  static let notImplemented = RefusalCause(
    "feature-not-implemented", "The request asks for something that OSS does not do.",
    change: "Leave out the header or the parameter that the answer names; an S3 client: the "
      + "checksums, the transfer encoding and whatever OSS does not list as compatible.")
  static let configurationRefused = RefusalCause(
    "configuration-refused", "The configuration that is sent for the bucket is not one OSS takes.",
    change: "Compare it with the page of the operation: its values, and how many rules it has.")
  static let rpcString = RefusalCause(
    "rpc-string-differs", "The call of STS is signed over another string than it is sent with.",
    change: "Compare the two strings: the parameters are sorted, encoded, joined and encoded once "
      + "more.")
  static let argumentRefused = RefusalCause(
    "argument-refused", "A header or a parameter of the request is missing or has a wrong value.",
    change: "Compare it with the page of the operation; the signature is not at fault.")
  static let argumentWrong = RefusalCause(
    "argument-value-wrong", "A header or a parameter has a value that OSS does not take.",
    change: "Send one of the values that the page of the operation lists, or leave it out.")
  static let md5Missing = RefusalCause(
    "content-md5-missing", "The request has to carry Content-MD5, and has none.",
    change: "Send the base64 text of the MD5 of the body; have an S3 client compute it for "
      + "DeleteObjects, which newer ones no longer do by themselves.")
  static let refusedOtherwise = RefusalCause(
    "refused-otherwise", "The answer names another reason than the signature.",
    change: "Do what the message of the answer says; the signature is not at fault.")
  static let awsChunked = RefusalCause(
    "aws-chunked", "The body is sent in chunks of S3 (aws-chunked), in a form that OSS refuses.",
    change: "Have the S3 client send checksums only where they are required, and no chunks.")
  static let s3Signature = RefusalCause(
    "s3-signature", "The request is signed by a signature of S3, which this tool does not check.",
    change: "Sign with V4 of OSS; or ask the endpoint of S3 compatibility, with the bucket in the "
      + "host.")

  static let policyOfForm = RefusalCause(
    "post-policy-refused", "The form does not keep to a condition of its policy.",
    change: "Compare the fields of the form with the conditions of its policy.")
  static let policyExpired = RefusalCause(
    "post-policy-expired", "The policy of the form has expired.",
    change: "Make a new policy for each form, with an expiration in UTC that leaves time for the "
      + "upload.")
  static let policyMalformed = RefusalCause(
    "post-policy-malformed", "The policy of the form is not one that OSS can read.",
    change: "Send the base64 text of JSON with expiration, such as 2026-01-02T03:04:05.000Z, and "
      + "conditions, a list.")
  static let formMalformed = RefusalCause(
    "post-form-malformed", "The body of the upload form is not one that OSS can read.",
    change: "Send multipart/form-data with its boundary, in which each part begins with "
      + "Content-Disposition and the last one is named file.")
  static let fieldMissing = RefusalCause(
    "post-field-missing",
    "The upload form lacks a field, or has it behind the file, where OSS reads no more.",
    change: "Send key, policy, OSSAccessKeyId and Signature (with V4 x-oss-signature-version, "
      + "x-oss-credential, x-oss-date and x-oss-signature) before the file, which comes last.")
  static let formString = RefusalCause(
    "form-string-differs", "The form is signed over another text than its field policy.",
    change: "Sign the base64 text of the policy, as the form sends it, and no line break behind it."
  )
  static let callbackFailed = RefusalCause(
    "callback-failed", "The upload is accepted, and the callback to the server of the app fails.",
    change: "Have the callback URL reached from the internet, and answer 200 with JSON within 5 "
      + "seconds.")
  static let callbackPrivate = RefusalCause(
    "callback-host-private", "The host of the callback URL is not one of the public internet.",
    change: "Give a callback URL whose name every server in the internet finds at a public address."
  )
  static let callbackSNI = RefusalCause(
    "callback-without-server-name",
    "The callback URL is one of https, and OSS does not name the host when it connects.",
    change: "Add \"callbackSNI\": true to the callback, or take a URL of http, or a server that "
      + "needs no server name (SNI).")

  /// The causes that are seen by what the string of OSS does not have: whoever posted it may have
  /// cut it (EXP-FIND-5).
  static let ofAbsence = [
    headerNotSent, tokenNotSent, md5NotSent, typeNotSent, dateNotSent, subresourceNotSent,
    parameterNotSent, parameterSigned, payloadHeaderMissing,
  ]
}
