internal import OSSPrimitives

/// The names of the query parameters that V1 signs.
///
/// The lists differ in how well they are attested, and so in the level of their clause. What
/// OSS itself holds is not published in full.
package enum Subresources {
  /// The parameter that carries the security token in a presigned URL (PRE-TOK-1).
  static let securityToken = "security-token"

  /// The names in the documentation of OSS, and one that its own string shows (V1-SUB-1).
  package static let documented: [String] = [
    "acl", "append", "bucketInfo", "callback", "callback-var", "cname", "comp",
    "continuation-token", "cors", "delete", "lifecycle", "location", "logging", "objectMeta",
    "partNumber", "position", "referer", "replication", "replicationLocation",
    "replicationProgress", "response-cache-control", "response-content-disposition",
    "response-content-encoding", "response-content-language", "response-content-type",
    "response-expires", "security-token", "style", "styleName", "symlink", "tagging", "uploadId",
    "uploads", "website", "x-oss-process",
  ]

  /// The names in the documentation that few clients have an operation for (V1-SUB-5).
  package static let unsent: [String] = [
    "endTime", "img", "live", "qos", "startTime", "status", "vod",
  ]

  /// The names that clients sign in operations of their own (V1-SUB-6).
  package static let operated: [String] = [
    "encryption", "policy", "requestPayment", "restore", "versionId", "versioning", "versions",
    "x-oss-traffic-limit",
  ]

  /// The names that at least two SDKs of Alibaba Cloud sign (V1-SUB-2), those of a URL for one network
  /// among them (PRE-QRY-7).
  package static let shared: [String] = [
    "accessPoint", "accessPointPolicy", "asyncFetch", "bucketArchiveDirectRead",
    "cleanRestoredObject", "cloudboxes", "httpsConfig", "inventory", "inventoryId", "legalHold",
    "metaQuery", "objectWorm", "overwriteConfig", "policyStatus", "publicAccessBlock", "qosInfo",
    "redundancyTransition", "regionList", "resourceGroup", "responseHeader", "retention", "rtc",
    "seal", "sequential", "stat", "transferAcceleration", "udf", "udfApplication",
    "udfApplicationLog", "udfId", "udfImage", "udfImageDesc", "udfName",
    "userDefinedLogFieldsConfig", "withHashContext", "worm", "wormExtend", "wormId",
    "x-oss-ac-forward-allow", "x-oss-ac-source-ip", "x-oss-ac-subnet-mask", "x-oss-ac-vpc-id",
    "x-oss-access-point-name", "x-oss-async-process", "x-oss-enable-md5", "x-oss-enable-sha1",
    "x-oss-enable-sha256", "x-oss-hash-ctx", "x-oss-md5-ctx", "x-oss-redundancy-transition-taskid",
    "x-oss-request-payer", "x-oss-target-redundancy-type", "x-oss-write-get-object-response",
  ]

  /// The names that one SDK of Alibaba Cloud alone lists (V1-SUB-3).
  package static let single: [String] = [
    "accessPointConfigForObjectProcess", "accessPointForObjectProcess",
    "accessPointPolicyForObjectProcess", "cacheConfiguration", "dataAccelerator", "dataPipeline",
    "dfs", "dfsadmin", "dfssecurity", "eventnotification", "group", "link", "metadataConfiguration",
    "metadataInventoryTable", "metadataJournalTable", "objectInfo", "processConfiguration",
    "qosRequester", "quota", "redundancyProgress", "redundancyType", "regionsV2",
    "requesterQosInfo", "reservedcapacity", "resourcePool", "resourcePoolBuckets",
    "resourcePoolInfo", "vip", "virtualBucket", "vpcip", "x-oss-delete", "x-oss-dir",
    "x-oss-rename", "x-oss-security-token", "x-oss-sign-origin-only",
  ]

  /// Every name of the five lists.
  package static let all = Set(documented + unsent + operated + shared + single)

  /// Whether V1 signs the parameter of this name; case counts (V1-RES-9).
  ///
  /// Other names are not signed (V1-RES-10), those that begin with `x-oss-` included (V1-SUB-4).
  /// `Set` also calls a name the same that only Unicode calls so; none of those is ASCII.
  package static func contains(_ name: String) -> Bool {
    name.utf8.count == name.utf16.count && all.contains(name)
  }

  /// The parameters of a query that V1 signs, decoded and sorted by name: `name=value`, or `name`
  /// alone where the value is nil or empty (V1-RES-6, V1-RES-7, V1-RES-8).
  ///
  /// A value stays as it is, with the blanks at its ends (V1-RES-11, V1-RES-13). A name that comes
  /// twice is kept twice, in the order given (V1-RES-12).
  ///
  /// - Parameter token: the token that takes its place among them (PRE-TOK-1); nil for none.
  static func signed(of query: [QueryParameter], token: Bytes?) -> NamedPieces {
    var pieces = NamedPieces()
    if token == nil, query.isEmpty { return pieces }
    pieces.reserveCapacity(query.count + 1, byteCount: 64 * query.count + (token?.count ?? 0) + 16)
    for parameter in query where contains(parameter.name) {
      let start = pieces.bytes.count
      pieces.bytes.append(parameter.name)
      let nameEnd = pieces.bytes.count
      if let value = parameter.value, !value.utf8.isEmpty {
        pieces.bytes.append(ascii: "=")
        pieces.bytes.append(value)
      }
      pieces.appendPiece(start: start, nameEnd: nameEnd)
    }
    if let token {
      let start = pieces.bytes.count
      pieces.bytes.append(securityToken)
      let nameEnd = pieces.bytes.count
      pieces.bytes.append(ascii: "=")
      pieces.bytes.append(contentsOf: token)
      pieces.appendPiece(start: start, nameEnd: nameEnd)
    }
    pieces.sort()
    return pieces
  }
}
