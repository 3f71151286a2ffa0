/// What answers say about tokens, buckets, accounts and access.
extension AnswerRule {
  static let ofTokens: [AnswerRule] = [
    AnswerRule(
      .tokenExpired, .certain, codes: ["SecurityTokenExpired", "InvalidSecurityToken.Expired"],
      phrases: ["security token you provided has expired"]),
    AnswerRule(
      .tokenInvalid,
      codes: [
        "InvalidSecurityToken", "AccessKeyIdAndSecurityTokenNotMatch", "SecurityTokenNotSupported",
      ],
      phrases: ["security token you provided is invalid", "security token you provided does not"]),
    AnswerRule(.tokenMissing, codes: ["MissingSecurityToken"]),
    AnswerRule(.tokenWrongName, phrases: ["security-token must be provided"]),
    AnswerRule(.clockSkewed, codes: ["InvalidTimeStamp.Expired"]),
    AnswerRule(
      .dateMalformed, codes: ["InvalidTimeStamp.Format", "IllegalTimestamp"]),
    AnswerRule(
      .keyBlank,
      phrases: [
        "header content [\"authorization\"]", "in authorization value", "for key authorization",
      ],
      ecs: ofSigning(64, 107, 206, 708, 901)),
  ]

  /// The exact causes of signatures, which say less than what the evidence shows (EXP-ANS-16).
  package static let ofSignatures: [AnswerRule] = [
    AnswerRule(
      "address-not-allowed",
      "The URL is one for some IP addresses, and the request comes from another, or the signature "
        + "is wrong.",
      ecs: ofSigning(119, 602),
      change: "Ask from an address of x-oss-ac-subnet-mask, also behind a proxy or NAT; else give "
        + "the whole answer and your own string."),
    AnswerRule(
      "signature-in-wrong-place",
      "The operation takes the signature in the URL alone, or in the Authorization header alone.",
      ecs: ofSigning(37, 38),
      change: "Presign the URL where the header is refused, and the reverse."),
    AnswerRule(.authorizationMalformed, ecs: ofSigning(61, 62, 65, 108, 202)),
    AnswerRule(.keyMissing, ecs: ofSigning(63)),
    AnswerRule(.additionalList, ecs: ofSigning(110, 112, 209, 210)),
    AnswerRule(.scopeMalformed, ecs: ofSigning(212, 223)),
    AnswerRule(.expiresRange, ecs: ofSigning(232)),
    AnswerRule(.urlIncomplete, ecs: ofSigning(67, 68)),
    AnswerRule(.urlExpired, ecs: ofSigning(69)),
    AnswerRule(.expiresMalformed, ecs: ofSigning(70)),
    AnswerRule(.tokenInvalid, ecs: ofSigning(6, 8)),
    AnswerRule(.tokenExpired, ecs: ofSigning(7)),
    AnswerRule(.dateMissing, ecs: ofSigning(503)),
  ]

  private static func ofSigning(_ numbers: Int...) -> [String] {
    numbers.map { "0002-" + "0000000\($0)".suffix(8).description }
  }

  static let ofBuckets: [AnswerRule] = [
    AnswerRule(
      "bucket-setting-fixed",
      "The bucket exists, and its region, storage class or redundancy cannot be changed so.",
      codes: ["BucketAlreadyExists"], with: "modify",
      change: "Make another bucket, or ask for the settings that the bucket has."),
    AnswerRule(
      "bucket-name-taken", "Another bucket has the name, also one of another account.",
      codes: ["BucketAlreadyExists"], phrases: ["requested bucket name is not available"],
      change: "Choose another name: all accounts share the names of buckets. If it is a bucket of "
        + "yours, make none: a program makes one where it may not see that there is one."),
    AnswerRule(
      "bucket-not-empty", "The bucket that is to be deleted is not empty.", .certain,
      codes: ["BucketNotEmpty"],
      change: "Delete its objects with all versions, its unfinished uploads and its LiveChannels "
        + "first."),
    AnswerRule(
      "too-many-buckets", "The account may have no more buckets in the region.",
      codes: ["TooManyBuckets"], change: "Delete one, or ask for a higher limit."),
    AnswerRule(
      "location-wrong", "The location of the new bucket does not fit the endpoint.",
      codes: ["InvalidLocationConstraint", "IllegalLocationConstraintException"],
      phrases: ["location-constraint is not valid"],
      change: "Send the request to the endpoint of that region, such as "
        + "oss-cn-beijing.aliyuncs.com for oss-cn-beijing, or name no location."),
    AnswerRule(
      "acl-unknown", "The request names an ACL that OSS does not know.",
      phrases: ["access control exists"],
      ecs: ["0015-00000204", "0017-00000104", "0017-00000105"],
      change: "Take private, public-read or public-read-write; for an object also default."),
    AnswerRule(
      .argumentWrong,
      ecs: ["0004-0000050", "0013-00000101", "0017-00000131", "0017-00000279"]),
    AnswerRule(
      .bucketUnknown, codes: ["NoSuchBucket"], phrases: ["specified bucket does not exist"],
      ecs: ["0015-00000101"]),
    AnswerRule(
      .configurationRefused,
      codes: [
        "CORSRuleBeyondLimit", "BadReplicationLocation", "BucketReplicationAlreadyExist",
        "InvalidTargetBucketForLogging",
      ], ecs: ["0030-00000004", "0030-00000008", "0032-00000014"]),
    AnswerRule(
      "configuration-unknown", "The bucket has no configuration of this kind.",
      codes: [
        "NoSuchBucketPolicy", "NoSuchCORSConfiguration", "NoSuchWebsiteConfiguration",
        "NoSuchLifecycle", "NoSuchLifecycleConfiguration", "NoSuchTagSet", "NoSuchInventory",
        "NoSuchReplicationRule", "NoSuchServerSideEncryptionRule", "NoSuchLiveChannel",
        "NoSuchWORMConfiguration",
      ], ecs: ["0028-00000004"],
      change: "Set it first, or take the answer as one that says that there is none."),
    AnswerRule(
      .domainNotBound,
      codes: [
        "CnameDenied", "CnameAlreadyExists", "NoSuchCname", "NeedVerifyDomainOwnership",
      ], phrases: ["cname belongs to another"]),
    AnswerRule(
      "default-domain-refused", "OSS does not serve this under a domain of OSS.",
      codes: ["ApkDownloadForbidden", "PublicEndpointForbidden"],
      ecs: ["0048-00000203", "0048-00000401"],
      change: "Bind a domain of your own to the bucket, and send the request to it."),
    AnswerRule(
      "bucket-disabled", "OSS has disabled the bucket.", codes: ["BucketDisable"],
      change: "Look at the messages in the console, and ask the support of Alibaba Cloud."),
  ]

  static let ofAccess: [AnswerRule] = [
    AnswerRule(
      "method-not-allowed", "The bucket or the object does not take this method.",
      codes: ["MethodNotAllowed"],
      change: "Send PUT and GET to the path of an object; POST to the bucket is an upload form, "
        + "with a Content-Type of multipart/form-data; boundary=...; a website takes GET alone."),
    AnswerRule(
      .pathStyleForbidden, .certain, codes: ["SecondLevelDomainForbidden"],
      phrases: ["third level domain"], ecs: ["0003-00001401"]),
    AnswerRule(
      .signedTwice, .certain,
      phrases: ["either the signature query string parameter or the authorization"]),
    AnswerRule(.notSigned, phrases: ["nonymous"]),
    AnswerRule(.versionRefused, phrases: ["signature version", "v1 signature"]),
    AnswerRule(.regionWrong, phrases: ["is wrong; expecting"]),
    AnswerRule(.expiresRange, phrases: ["expires must be less than"]),
    AnswerRule(
      .corsCredentials,
      phrases: ["credentials mode is 'include'", "credentials flag is true"]),
    AnswerRule(
      .corsRefused, .certain, codes: ["AccessForbidden"], with: "cors",
      phrases: [
        "corsresponse:", "cors request is not allowed", "blocked by cors policy",
        "no 'access-control-allow-origin'", "not allowed by access-control-allow",
      ]),
    AnswerRule(
      "plain-http-refused-by-client",
      "The client refuses a URL of http: a web page of https, or an app.",
      phrases: [
        "mixed content", "cleartext communication", "cleartext http", "app transport security",
      ],
      change: "Give the endpoint with https (secure: true in the SDK for JavaScript), or allow "
        + "plain http in the settings of the app."),
    AnswerRule(
      "host-not-listed-by-app", "The mini program may not ask this host.",
      phrases: ["not in domain list"],
      change: "List https://<bucket>.<endpoint> among the domains of request, uploadFile and "
        + "downloadFile in the settings of the mini program."),
    AnswerRule(
      .policyDenies, phrases: ["explicitdeny"], ecs: ["0003-00000101", "0003-00000201"]),
    AnswerRule(.listDenied, phrases: ["forbidden to list buckets"]),
    AnswerRule(
      "preflight-malformed", "The preflight request lacks a header of CORS.", codes: ["BadRequest"],
      with: "request header", phrases: ["origin request header needed"],
      change: "Send Origin and Access-Control-Request-Method with OPTIONS, as browsers do."),
    AnswerRule(
      "referer-refused", "The hotlink protection of the bucket refuses the Referer.", .certain,
      phrases: ["referer policy"],
      change: "Allow the site, and the empty Referer where none is sent, in the bucket's list of "
        + "referers."),
    AnswerRule(
      "public-access-blocked", "Block Public Access forbids to make the bucket or object public.",
      phrases: [
        "public bucket acl is not allowed", "public object acl is not allowed",
        "public bucket policy is not allowed", "block public access", "blockpublicaccess",
      ],
      change: "Turn Block Public Access off for the bucket and for the account; or leave the ACL "
        + "private, and sign."),
    AnswerRule(
      "kms-key-refused", "The key of KMS that encrypts the object may not be used.",
      codes: ["KmsServiceNotEnabled", "KeyDisabled", "KeyPendingDeletion", "KeyUnavailable"],
      phrases: ["forbidden by kms"],
      change: "Allow kms:Decrypt and kms:GenerateDataKey for the key, and look whether it is "
        + "enabled."),
    AnswerRule(
      "namespace-flat", "The bucket has no hierarchical namespace, which this request needs.",
      phrases: ["hierarchical namespace"],
      change: "Make a bucket with a hierarchical namespace, or copy and delete where you rename."),
    AnswerRule(
      "vpc-policy-refused", "The policy of the VPC from which the request comes forbids it.",
      phrases: ["vpc endpoint policy", "vpc policy"], ecs: ["0003-00000401"],
      change: "Allow the bucket in the policy of the VPC endpoint."),
    AnswerRule(
      "account-disabled", "The account is overdue, or is not allowed to use OSS.",
      codes: [
        "UserDisable", "InDebt", "InDebtOverdue", "AbnormalBucketOwnerStatus", "UbsmsInvalidBid",
      ], phrases: ["is indebted", "status of the bucket owner is abnormal"],
      change: "Look at the balance and the state of the account that owns the bucket."),
    AnswerRule(
      "host-unreachable", "The client does not reach the host of the request.",
      codes: ["ConnectionTimeout", "UnknownHost"],
      phrases: [
        "connect timed out", "connection timed out", "unknownhostexception", "getaddrinfo",
        "no such host", "could not resolve host", "name or service not known", "etimedout",
        "econnrefused", "connection refused", "enotfound", "unable to resolve host",
        "name resolution",
      ],
      change: "Check the endpoint and the bucket: an endpoint that ends in -internal works in its "
        + "region of Alibaba Cloud alone; then look at DNS, proxy and firewall."),
    AnswerRule(
      "certificate-of-another-host", "The certificate of the server is not one for this host name.",
      phrases: [
        "certificate is valid for", "certificate's altnames", "certificate subject name",
        "doesn't match either of", "doesn't match any of the subject",
        "certificate is not valid for", "no alternative dns name",
      ],
      change: "Have the host be one label, the bucket, before the endpoint: no dot in the bucket, "
        + "and the bucket once. A domain of your own needs a certificate of its own."),
    AnswerRule(
      "rate-limited", "There are more requests or more bytes than allowed.",
      codes: [
        "QpsLimitExceeded", "SlowDown", "Throttling", "TooManyRequests",
        "DownloadTrafficRateLimitExceeded",
        "UploadTrafficRateLimitExceeded", "TotalQpsLimitExceeded",
      ], change: "Wait, and send fewer at a time; try again with growing pauses."),
    AnswerRule(
      "server-failed", "The service failed; the request need not be wrong.",
      codes: ["InternalError", "ServiceUnavailable"],
      change: "Try again with growing pauses; tell the support the request ID if it stays so."),
    AnswerRule(
      "https-required", "The request goes over http, and the service answers over https alone.",
      .certain, codes: ["InvalidProtocol.NeedSsl"], phrases: ["lack of ssl protect"],
      change: "Begin the URL of the service with https."),
    AnswerRule(
      "answer-hidden-by-browser",
      "The browser hides the answer from the page: CORS rules do not allow it, or none came.",
      phrases: [
        "xhr error", "failed to fetch", "networkerror when attempting", "axioserror: network error",
      ],
      change: "Look at the request in the network tools of the browser: with an answer, allow the "
        + "origin, the method and the headers in the CORS rules of the bucket; without one, check "
        + "the endpoint, an http URL in a page of https, and what blocks requests."),
  ]
}
