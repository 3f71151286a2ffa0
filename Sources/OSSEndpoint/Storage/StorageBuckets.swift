internal import OSSPrimitives
internal import OSSServices

extension Storage {
  mutating func putBucket(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let name = call.bucketName
    let rule = try call.rule(in: "x-oss-acl", or: buckets[name]?.rule ?? .private)
    if !call.body.isEmpty {
      for element in try Self.elements(of: call, root: "CreateBucketConfiguration")
      where element.path == "StorageClass" && !element.text.stripped.isText("Standard") {
        throw .notImplemented("StorageClass")
      }
    }
    if buckets[name] == nil {
      guard name.isBucketName else { throw .invalidBucketName(name) }
      if buckets.count >= StorageLimits.bucketCount {
        let message = "You have attempted to create more buckets than allowed."
        throw Refusal(400, "TooManyBuckets", message)
      }
      buckets[name] = StoredBucket(created: call.second)
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
    let rule = try call.rule(in: "x-oss-acl", or: nil)
    _ = try bucket(call)
    buckets[call.bucketName]?.rule = rule
    return WireResponse(status: 200)
  }

  func bucketInfo(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let bucket = try bucket(call)
    return XMLBody("BucketInfo") {
      $0.add("Bucket") {
        $0.add(call.bucketName, bucket, in: call.region)
        $0.add([
          "AccessMonitor": "Disabled", "CrossRegionReplication": "Disabled",
          "DataRedundancyType": "LRS", "TransferAcceleration": "Disabled",
        ])
        $0.add(owner)
        $0.add("AccessControlList", ["Grant": bucket.rule.rawValue])
        $0.add("ServerSideEncryptionRule", ["SSEAlgorithm": "None"])
        $0.add("BucketPolicy", ["LogBucket": "", "LogPrefix": ""])
      }
    }.response
  }

  func bucketStat(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let bucket = try bucket(call)
    let (bytes, objects) = (String(bucket.byteCount), String(bucket.keys.count))
    return XMLBody(
      "BucketStat",
      [
        "Storage": bytes, "ObjectCount": objects,
        "MultipartUploadCount": String(bucket.uploads.count), "LiveChannelCount": "0",
        "LastModifiedTime": String(call.time.seconds), "StandardStorage": bytes,
        "StandardObjectCount": objects, "InfrequentAccessStorage": "0",
        "InfrequentAccessRealStorage": "0", "InfrequentAccessObjectCount": "0",
        "ArchiveStorage": "0", "ArchiveRealStorage": "0", "ArchiveObjectCount": "0",
        "ColdArchiveStorage": "0", "ColdArchiveRealStorage": "0", "ColdArchiveObjectCount": "0",
      ]
    ).response
  }

  func listBuckets(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let limit = try call.pageCount("max-keys", or: 100, ec: "0017-00000289")
    let (prefix, marker) = (call.parameter("prefix") ?? [], call.parameter("marker") ?? [])
    let found = buckets.filter { $0.key.starts(with: prefix) && marker[...].precedes($0.key[...]) }
      .sorted { $0.key[...].precedes($1.key[...]) }
    let (page, isTruncated) = (found.prefix(limit), found.count > limit)
    return XMLBody(
      "ListAllMyBucketsResult",
      [
        "Prefix": prefix.text, "Marker": marker.text, "MaxKeys": String(limit),
        "IsTruncated": String(isTruncated),
        "NextMarker": isTruncated ? page.last?.key.text ?? "" : "",
      ]
    ) {
      $0.add(owner)
      $0.add("Buckets") {
        for (name, bucket) in page { $0.add("Bucket") { $0.add(name, bucket, in: call.region) } }
      }
    }.response
  }
}

extension Bytes {
  /// Whether a bucket can have this name.
  var isBucketName: Bool { (try? BucketName.checkForCreation(text)) != nil }
}

extension XMLBody {
  /// What is said of a bucket, alone and in the list.
  fileprivate mutating func add(_ name: Bytes, _ bucket: StoredBucket, in region: String) {
    add([
      "Comment": "", "CreationDate": bucket.created.listed,
      "ExtranetEndpoint": "oss-\(region).aliyuncs.com",
      "IntranetEndpoint": "oss-\(region)-internal.aliyuncs.com", "Location": "oss-\(region)",
      "Name": name.text, "Region": region, "StorageClass": "Standard",
    ])
  }
}
