package import OSSPrimitives

/// The names of the parameters that V1 signs (V1-SUB-1, V1-SUB-2, V1-SUB-3), apart from the signer's
/// list, with which a test compares them.
package enum SubresourceNames {
  private static let text = """
    accessPoint accessPointForObjectProcess accessPointPolicy acl append asyncFetch
    bucketArchiveDirectRead bucketInfo callback callback-var cleanRestoredObject cloudboxes cname
    comp continuation-token cors delete encryption endTime group httpsConfig img inventory
    inventoryId legalHold lifecycle link live location logging metaQuery objectInfo objectMeta
    objectWorm overwriteConfig partNumber policy policyStatus position processConfiguration
    publicAccessBlock qos qosInfo qosRequester redundancyTransition referer regionList replication
    replicationLocation replicationProgress requestPayment requesterQosInfo resourceGroup
    resourcePool resourcePoolBuckets resourcePoolInfo response-cache-control
    response-content-disposition response-content-encoding response-content-language
    response-content-type response-expires responseHeader restore retention rtc seal
    security-token sequential startTime stat status style styleName symlink tagging
    transferAcceleration udf udfApplication udfApplicationLog udfId udfImage udfImageDesc udfName
    uploadId uploads userDefinedLogFieldsConfig versionId versioning versions vip vod vpcip
    website withHashContext worm wormExtend wormId x-oss-ac-forward-allow x-oss-ac-source-ip
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

  /// Whether V1 signs the parameter of this name; case counts (V1-RES-9).
  static func contains(_ name: Bytes) -> Bool { all.contains(name) }
}
