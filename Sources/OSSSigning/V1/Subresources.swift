package import OSSPrimitives

/// The names of the query parameters that V1 signs.
///
/// The three lists differ in how well they are attested, and so in the level of their clause. What
/// OSS itself holds is not published in full.
package enum Subresources {
  /// The parameter that carries the security token in a presigned URL (PRE-TOK-1).
  static let securityToken = "security-token"

  /// The names in the documentation of OSS (V1-SUB-1).
  package static let documented: [String] = [
    "acl", "append", "bucketInfo", "cname", "comp", "cors", "delete", "endTime", "img",
    "lifecycle", "live", "location", "logging", "objectMeta", "partNumber", "position", "qos",
    "referer", "replication", "replicationLocation", "replicationProgress",
    "response-cache-control", "response-content-disposition", "response-content-encoding",
    "response-content-language", "response-content-type", "response-expires", "security-token",
    "startTime", "status", "style", "styleName", "symlink", "tagging", "uploadId", "uploads",
    "vod", "website", "x-oss-process",
  ]

  /// The names that at least two SDKs of Alibaba Cloud sign (V1-SUB-2).
  package static let shared: [String] = [
    "accessPoint", "accessPointPolicy", "asyncFetch", "bucketArchiveDirectRead", "callback",
    "callback-var", "cleanRestoredObject", "cloudboxes", "continuation-token", "encryption",
    "httpsConfig", "inventory", "inventoryId", "legalHold", "metaQuery", "objectWorm",
    "overwriteConfig", "policy", "policyStatus", "publicAccessBlock", "qosInfo",
    "redundancyTransition", "regionList", "requestPayment", "resourceGroup", "responseHeader",
    "restore", "retention", "rtc", "seal", "sequential", "stat", "transferAcceleration", "udf",
    "udfApplication", "udfApplicationLog", "udfId", "udfImage", "udfImageDesc", "udfName",
    "userDefinedLogFieldsConfig", "versionId", "versioning", "versions", "withHashContext",
    "worm", "wormExtend", "wormId", "x-oss-ac-forward-allow", "x-oss-ac-source-ip",
    "x-oss-ac-subnet-mask", "x-oss-ac-vpc-id", "x-oss-access-point-name", "x-oss-async-process",
    "x-oss-enable-md5", "x-oss-enable-sha1", "x-oss-enable-sha256", "x-oss-hash-ctx",
    "x-oss-md5-ctx", "x-oss-redundancy-transition-taskid", "x-oss-request-payer",
    "x-oss-target-redundancy-type", "x-oss-traffic-limit", "x-oss-write-get-object-response",
  ]

  /// The names that one SDK of Alibaba Cloud alone lists (V1-SUB-3).
  package static let single: [String] = [
    "accessPointForObjectProcess", "group", "link", "objectInfo", "processConfiguration",
    "qosRequester", "requesterQosInfo", "resourcePool", "resourcePoolBuckets", "resourcePoolInfo",
    "vip", "vpcip", "x-oss-delete", "x-oss-dir", "x-oss-rename", "x-oss-security-token",
    "x-oss-sign-origin-only",
  ]

  private static let all = Set((documented + shared + single).map { Bytes($0.utf8) })

  /// Whether V1 signs the parameter of this name; case counts (V1-RES-9).
  package static func contains(_ name: Bytes) -> Bool {
    all.contains(name)
  }
}
