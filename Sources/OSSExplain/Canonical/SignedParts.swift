package import OSSPrimitives

// The parts of the texts that are made of headers and of the query.
extension SentRequest {
  /// The signed headers, sorted by name; the values of one name are one line, in their order.
  ///
  /// - Parameter isSigned: whether a name, in lower case, is signed.
  func signedLines(_ isSigned: (Bytes) -> Bool) -> [SignedLine] {
    var found: [SignedLine] = []
    for field in fields {
      let name = field.name[...].lowercased
      if isSigned(name) { found.append(SignedLine(name: name, value: field.value)) }
    }
    var lines: [SignedLine] = []
    for index in sortedIndices(
      found.count, by: { found[$0].name[...].precedes(found[$1].name[...]) })
    {
      if let last = lines.last, last.name == found[index].name {
        lines[lines.count - 1].value.append(ascii: ",")
        lines[lines.count - 1].value.append(contentsOf: found[index].value)
      } else {
        lines.append(found[index])
      }
    }
    return lines
  }

  /// The names in a list of additional headers, in lower case, sorted, each once; an empty one is
  /// left out (V2-ADD-1, V4-ADD-1).
  static func names(in list: Bytes?) -> [Bytes] {
    guard let list else { return [] }
    let names = list[...].pieces(at: ";").map { Bytes($0).trimmingBlanks[...].lowercased }
    var sorted: [Bytes] = []
    for index in sortedIndices(names.count, by: { names[$0][...].precedes(names[$1][...]) })
    where !names[index].isEmpty && names[index] != sorted.last {
      sorted.append(names[index])
    }
    return sorted
  }

  /// All parameters, decoded once, encoded and sorted by their encoded names; those of one name keep
  /// their order (V2-RES-3, V2-RES-5, V4-QRY).
  ///
  /// - Parameter signature: the parameter that carries the signature, and so is not signed.
  func canonicalQuery(without signature: String?) -> Bytes {
    var pieces: [SignedLine] = []
    for parameter in query where !parameter.raw.isEmpty {
      var name = parameter.name
      if let signature, name[...].isText(signature) { continue }
      var value = parameter.value ?? []
      PercentEncoding.encode(from: 0, keepingSlash: false, in: &name)
      PercentEncoding.encode(from: 0, keepingSlash: false, in: &value)
      pieces.append(SignedLine(name: name, value: value))
    }
    return Self.joined(pieces)
  }

  /// The subresources, decoded once and sorted by name (V1-RES-6, V1-RES-7).
  var subresources: Bytes {
    var pieces: [SignedLine] = []
    for parameter in query where !parameter.raw.isEmpty {
      let name = parameter.name
      if SubresourceNames.contains(name) {
        pieces.append(SignedLine(name: name, value: parameter.value ?? []))
      }
    }
    return Self.joined(pieces)
  }

  /// Sorted parameters with `&` between them; one with an empty value is its name alone (V1-RES-8,
  /// V2-RES-6, V4-QRY-4).
  private static func joined(_ pieces: [SignedLine]) -> Bytes {
    var text = Bytes()
    var isFirst = true
    for index in sortedIndices(
      pieces.count, by: { pieces[$0].name[...].precedes(pieces[$1].name[...]) })
    {
      if !isFirst { text.append(ascii: "&") }
      isFirst = false
      text.append(contentsOf: pieces[index].name)
      if pieces[index].value.isEmpty { continue }
      text.append(ascii: "=")
      text.append(contentsOf: pieces[index].value)
    }
    return text
  }
}

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
