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
      ecs: ["064", "107", "206", "708", "901"].map { "0002-00000" + $0 }),
  ]

  static let ofBuckets: [AnswerRule] = [
    AnswerRule(
      "bucket-setting-fixed",
      "The bucket exists, and its region, storage class or redundancy cannot be changed so.",
      codes: ["BucketAlreadyExists"], with: "modify",
      change: "Make another bucket, or ask for the settings that the bucket has."),
    AnswerRule(
      "bucket-name-taken", "Another bucket has the name, also one of another account.", .certain,
      codes: ["BucketAlreadyExists"], phrases: ["requested bucket name is not available"],
      change: "Choose another name: all accounts share the names of buckets."),
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
      phrases: ["access control exists"], ecs: ["0015-00000204"],
      change: "Take private, public-read or public-read-write; for an object also default."),
    AnswerRule(
      "bucket-unknown", "There is no such bucket.", codes: ["NoSuchBucket"],
      phrases: ["specified bucket does not exist"], ecs: ["0015-00000101"],
      change: "Check the name and the host: the first label of the host, or the first part of the "
        + "path, is taken for the bucket."),
    AnswerRule(
      "configuration-unknown", "The bucket has no configuration of this kind.",
      codes: [
        "NoSuchBucketPolicy", "NoSuchCORSConfiguration", "NoSuchWebsiteConfiguration",
        "NoSuchLifecycle", "NoSuchLifecycleConfiguration", "NoSuchTagSet", "NoSuchInventory",
        "NoSuchReplicationRule", "NoSuchServerSideEncryptionRule", "NoSuchLiveChannel",
        "NoSuchWORMConfiguration",
      ], change: "Set it first, or take the answer as one that says that there is none."),
    AnswerRule(
      "domain-not-bound", "The domain of its own is not bound to this bucket.",
      codes: [
        "CnameDenied", "CnameAlreadyExists", "NoSuchCname", "NeedVerifyDomainOwnership",
      ], phrases: ["cname belongs to another"],
      change: "Bind the domain to the bucket in the console, and take it from the other bucket "
        + "first."),
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
      ecs: ["0003-00001401"]),
    AnswerRule(
      .signedTwice, .certain,
      phrases: ["either the signature query string parameter or the authorization"]),
    AnswerRule(.notSigned, phrases: ["nonymous"]),
    AnswerRule(.versionRefused, phrases: ["signature version", "v1 signature"]),
    AnswerRule(.regionWrong, phrases: ["is wrong; expecting"]),
    AnswerRule(
      "cors-refused", "The CORS rules of the bucket do not allow the request of the web page.",
      .certain, codes: ["AccessForbidden"], with: "cors",
      phrases: ["corsresponse:", "cors request is not allowed", "blocked by cors policy"],
      change: "Allow the page's origin, the method and the headers in the CORS rules of the "
        + "bucket; a CDN before the bucket needs its own."),
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
      ],
      change: "Check the endpoint and the bucket: an endpoint that ends in -internal works in its "
        + "region of Alibaba Cloud alone; then look at DNS, proxy and firewall."),
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
  ]
}
