package import OSSPrimitives

/// The resource, the canonical URI and the query (V1-RES, V2-RES, V4-URI, V4-QRY).
extension SigningModel {
  /// `/`, `/bucket/` or `/bucket/key`, as it is signed (V1-RES-1 to V1-RES-4, V2-RES-1, V4-URI).
  func resource(_ input: SigningInput) -> Bytes {
    signedPath(input.version, path(input, input.key.map(signedKey)))
  }

  /// The parameters that presigning adds but the signature: they are signed with V2 and V4, and with V1
  /// the token alone is (PRE-TOK-1, V2-PRE-2, V4-PRE-1).
  func parametersToAdd(_ input: SigningInput) -> [SigningField] {
    if !input.isURL { return addedParameters(input, []) }
    let token =
      token(input.token).map { [SigningField(Self.tokenParameter(input.version), $0)] } ?? []
    let names = names(input).joined(with: ";")
    let list = names.isEmpty ? [] : [SigningField("x-oss-additional-headers", names)]
    var added: [SigningField] = []
    switch input.version {
    case .v1: added = token
    case .v2:
      added = token
      added.append(SigningField("x-oss-signature-version", "OSS2".raw))
      added.append(SigningField("x-oss-expires", expiry(input)))
      added.append(SigningField("x-oss-access-key-id", input.accessKeyID))
      added += list
    case .v4:
      let credential = input.accessKeyID + "/".raw + scope(input)
      added.append(SigningField("x-oss-credential", credential))
      added.append(SigningField("x-oss-date", basicTime(civil(input.time))))
      added.append(SigningField("x-oss-expires", expiry(input)))
      added.append(SigningField("x-oss-signature-version", "OSS4-HMAC-SHA256".raw))
      added += list + token
    }
    return addedParameters(input, added)
  }

  /// The signed parameters as they are written, sorted (V1-RES-6 to V1-RES-12, V2-RES-3 to V2-RES-8,
  /// V4-QRY, V4-PRE-2); nil where no parameter is signed.
  func query(_ input: SigningInput) -> Bytes? {
    let given = input.query.map { QueryPart(given: $0, isAdded: false) }
    let added = parametersToAdd(input).map { QueryPart(given: $0, isAdded: true) }
    let signed = (given + added).filter { signsParameter(input, $0) }
    let written = signedParameters(signed).map { part in
      var part = part
      part.name = signedName(input.version, part.given.name)
      part.value = part.given.value.map { signedValue(input.version, $0) }
      return part
    }
    if written.isEmpty { return nil }
    return written.stablySorted(by: parameterPrecedes).map(parameterText).joined(with: "&")
  }

  /// Whether V1 signs the parameter of a name (V1-SUB-1 to V1-SUB-4); case counts (V1-RES-9).
  package static func isSubresource(_ name: Bytes) -> Bool { subresources.contains(name) }

  package static let subresources = Set((documented + shared + single).map(\.raw))

  /// The names in the documents, and one that OSS's own string shows (V1-SUB-1).
  package static let documented = words(
    """
    acl append bucketInfo callback callback-var cname comp continuation-token cors delete endTime
    img lifecycle live location logging objectMeta partNumber position qos referer replication replicationLocation
    replicationProgress response-cache-control response-content-disposition
    response-content-encoding response-content-language response-content-type response-expires
    security-token startTime status style styleName symlink tagging uploadId uploads vod website
    x-oss-process
    """)

  /// The names that at least two SDKs sign (V1-SUB-2).
  package static let shared = words(
    """
    accessPoint accessPointPolicy asyncFetch bucketArchiveDirectRead
    cleanRestoredObject cloudboxes encryption httpsConfig inventory inventoryId legalHold metaQuery
    objectWorm overwriteConfig policy policyStatus publicAccessBlock qosInfo redundancyTransition
    regionList requestPayment resourceGroup responseHeader restore retention rtc seal sequential
    stat transferAcceleration udf udfApplication udfApplicationLog udfId udfImage udfImageDesc
    udfName userDefinedLogFieldsConfig versionId versioning versions withHashContext worm wormExtend
    wormId x-oss-ac-forward-allow x-oss-ac-source-ip x-oss-ac-subnet-mask x-oss-ac-vpc-id
    x-oss-access-point-name x-oss-async-process x-oss-enable-md5 x-oss-enable-sha1
    x-oss-enable-sha256 x-oss-hash-ctx x-oss-md5-ctx x-oss-redundancy-transition-taskid
    x-oss-request-payer x-oss-target-redundancy-type x-oss-traffic-limit
    x-oss-write-get-object-response
    """)

  /// The names that one SDK alone lists (V1-SUB-3).
  package static let single = words(
    """
    accessPointForObjectProcess group link objectInfo processConfiguration qosRequester requesterQosInfo
    resourcePool resourcePoolBuckets resourcePoolInfo vip vpcip x-oss-delete x-oss-dir x-oss-rename
    x-oss-security-token x-oss-sign-origin-only
    """)

  /// The words of a text.
  package static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}
