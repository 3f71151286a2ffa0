package import OSSPrimitives

/// The names of the parameters that V1 signs (V1-SUB-1 to V1-SUB-6), apart from the signer's
/// list, with which a test compares them.
package enum SubresourceNames {
  private static let text = """
    accessPoint accessPointConfigForObjectProcess accessPointForObjectProcess accessPointPolicy
    accessPointPolicyForObjectProcess acl append asyncFetch bucketArchiveDirectRead bucketInfo
    cacheConfiguration callback callback-var cleanRestoredObject cloudboxes cname comp
    continuation-token cors dataAccelerator dataPipeline delete dfs dfsadmin dfssecurity encryption
    endTime eventnotification group httpsConfig img inventory inventoryId legalHold lifecycle link
    live location logging metadataConfiguration metadataInventoryTable metadataJournalTable
    metaQuery objectInfo objectMeta objectWorm overwriteConfig partNumber policy policyStatus
    position processConfiguration publicAccessBlock qos qosInfo qosRequester quota
    redundancyProgress redundancyTransition redundancyType referer regionList regionsV2 replication
    replicationLocation replicationProgress requesterQosInfo requestPayment reservedcapacity
    resourceGroup resourcePool resourcePoolBuckets resourcePoolInfo response-cache-control
    response-content-disposition response-content-encoding response-content-language
    response-content-type response-expires responseHeader restore retention rtc seal security-token
    sequential startTime stat status style styleName symlink tagging transferAcceleration udf
    udfApplication udfApplicationLog udfId udfImage udfImageDesc udfName uploadId uploads
    userDefinedLogFieldsConfig versionId versioning versions vip virtualBucket vod vpcip website
    withHashContext worm wormExtend wormId x-oss-ac-forward-allow x-oss-ac-source-ip
    x-oss-ac-subnet-mask x-oss-ac-vpc-id x-oss-access-point-name x-oss-async-process x-oss-delete
    x-oss-dir x-oss-enable-md5 x-oss-enable-sha1 x-oss-enable-sha256 x-oss-hash-ctx x-oss-md5-ctx
    x-oss-process x-oss-redundancy-transition-taskid x-oss-rename x-oss-request-payer
    x-oss-security-token x-oss-sign-origin-only x-oss-target-redundancy-type x-oss-traffic-limit
    x-oss-write-get-object-response
    """

  /// Every name.
  package static let all: Set<Bytes> = Set(
    text.bytes.split { $0 == 0x20 || $0 == 0x0A }.map { Bytes($0) })

  static let inLowerCase: Set<Bytes> = Set(all.map { $0[...].lowercased })

  /// The names that OSS is known to sign; of all others it is open (V1-SUB-1, V1-SUB-6).
  package static let settled: Set<Bytes> = Set(
    """
    acl append bucketInfo callback callback-var cname comp continuation-token cors delete encryption
    lifecycle location logging objectMeta partNumber policy position referer replication
    replicationLocation replicationProgress requestPayment response-cache-control
    response-content-disposition response-content-encoding response-content-language
    response-content-type response-expires restore security-token style styleName symlink tagging
    uploadId uploads versionId versioning versions website x-oss-process x-oss-traffic-limit
    """.bytes.split { $0 == 0x20 || $0 == 0x0A }.map { Bytes($0) })

  /// The clause that is open of a name: whether OSS signs the parameter is not known; nil where it is.
  static func openClause(of name: Bytes) -> String? {
    if settled.contains(name) { return nil }
    if all.contains(name) { return "V1-SUB-2" }
    return name.begins(with: "x-oss-") ? "V1-SUB-4" : nil
  }

  /// Whether V1 signs the parameter of this name; case counts (V1-RES-9).
  static func contains(_ name: Bytes) -> Bool { all.contains(name) }
}
