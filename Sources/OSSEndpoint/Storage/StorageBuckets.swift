internal import OSSPrimitives
internal import OSSServices

extension Storage {
  mutating func putBucket(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let name = call.bucketName
    let old = buckets[name]
    let rule = try AccessRule(of: call, "x-oss-acl", or: old?.rule ?? .private, isBucket: true)
    if !call.body.isEmpty {
      for element in try Self.elements(of: call, root: "CreateBucketConfiguration")
      where element.path == "StorageClass" && !element.text.stripped.isText("Standard") {
        throw .notImplemented("StorageClass")
      }
    }
    if old == nil {
      do {
        try BucketName.checkForCreation(name.text)
      } catch {
        throw Refusal(
          400, "InvalidBucketName", "The specified bucket is not valid.", ec: "0015-00000001",
          members: [.init("BucketName", name)])
      }
      if buckets.count >= StorageLimits.bucketCount {
        throw Refusal(
          400, "TooManyBuckets", "You have attempted to create more buckets than allowed.")
      }
      buckets[name] = StoredBucket(created: Moment(milliseconds: call.time.seconds * 1000))
    }
    buckets[name]?.rule = rule
    return WireResponse(status: 200, fields: [.init("Location", "/" + name.text)])
  }

  mutating func deleteBucket(_ call: StorageCall) throws(Refusal) -> WireResponse {
    if try !bucket(call).isEmpty {
      throw Refusal(
        409, "BucketNotEmpty", "The bucket you tried to delete is not empty.", ec: "0015-00000301",
        members: [.init("BucketName", call.bucketName)])
    }
    buckets[call.bucketName] = nil
    return WireResponse(status: 204)
  }

  mutating func putBucketACL(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let rule = try AccessRule(of: call, "x-oss-acl", or: nil, isBucket: true)
    buckets[call.bucketName]?.rule = rule
    return WireResponse(status: 200)
  }

  func location(_ call: StorageCall) -> WireResponse {
    XMLBody("LocationConstraint", "oss-" + call.region).response
  }

  func bucketInfo(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let bucket = try bucket(call)
    return XMLBody("BucketInfo") {
      $0.add("Bucket") {
        $0.add("AccessMonitor", "Disabled")
        $0.add(call.bucketName, bucket, region: call.region)
        $0.add("CrossRegionReplication", "Disabled")
        $0.add("DataRedundancyType", "LRS")
        $0.add("TransferAcceleration", "Disabled")
        $0.add(owner)
        $0.add("AccessControlList") { $0.add("Grant", bucket.rule.rawValue) }
        $0.add("ServerSideEncryptionRule") { $0.add("SSEAlgorithm", "None") }
        $0.add("BucketPolicy") {
          $0.add("LogBucket", "")
          $0.add("LogPrefix", "")
        }
      }
    }.response
  }

  func bucketStat(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let bucket = try bucket(call)
    return XMLBody("BucketStat") {
      $0.add("Storage", bucket.byteCount)
      $0.add("ObjectCount", bucket.keys.count)
      $0.add("MultipartUploadCount", bucket.uploads.count)
      $0.add("LiveChannelCount", 0)
      $0.add("LastModifiedTime", String(call.time.seconds))
      $0.add("StandardStorage", bucket.byteCount)
      $0.add("StandardObjectCount", bucket.keys.count)
      for name in ["InfrequentAccess", "Archive", "ColdArchive"] {
        $0.add(name + "Storage", 0)
        if name != "InfrequentAccess" { $0.add(name + "RealStorage", 0) }
        $0.add(name + "ObjectCount", 0)
      }
    }.response
  }

  func listBuckets(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let limit = try call.pageCount("max-keys", or: 100, ec: "0017-00000289")
    let (prefix, marker) = (call.parameter("prefix") ?? [], call.parameter("marker") ?? [])
    let found = buckets.filter { $0.key.starts(with: prefix) && marker[...].precedes($0.key[...]) }
      .sorted { $0.key[...].precedes($1.key[...]) }
    let page = found.prefix(limit)
    return XMLBody("ListAllMyBucketsResult") {
      if found.count > limit || !prefix.isEmpty || !marker.isEmpty {
        $0.add("Prefix", prefix)
        $0.add("Marker", marker)
        $0.add("MaxKeys", limit)
        $0.add("IsTruncated", found.count > limit ? "true" : "false")
        $0.add("NextMarker", found.count > limit ? page.last?.key ?? [] : [])
      }
      $0.add(owner)
      $0.add("Buckets") {
        for (name, bucket) in page {
          $0.add("Bucket") { $0.add(name, bucket, region: call.region) }
        }
      }
    }.response
  }
}

extension XMLBody {
  /// What is said of a bucket alone and in the list.
  fileprivate mutating func add(_ name: Bytes, _ bucket: StoredBucket, region: String) {
    add("Comment", "")
    add("CreationDate", bucket.created.listed)
    add("ExtranetEndpoint", "oss-\(region).aliyuncs.com")
    add("IntranetEndpoint", "oss-\(region)-internal.aliyuncs.com")
    add("Location", "oss-" + region)
    add("Name", name)
    add("Region", region)
    add("StorageClass", "Standard")
  }
}
