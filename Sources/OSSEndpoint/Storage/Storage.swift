package import OSSPrimitives
internal import OSSServices

/// The buckets of an endpoint and what is in them, in memory.
///
/// It has no clock, and its ids come from a counter, so that the same calls have the same answers.
package struct Storage: Sendable {
  /// Whom all belongs to.
  package struct Owner: Sendable {
    /// The account, in digits.
    package let id: String
    /// The name that is shown.
    package let name: String

    /// Makes an owner; OSS shows the id as the name too.
    package init(id: String, name: String? = nil) { (self.id, self.name) = (id, name ?? id) }
  }

  let owner: Owner
  var buckets: [Bytes: StoredBucket] = [:]
  /// How many objects and parts there may be in all.
  package var entryLimit = StorageLimits.entryCount
  /// How many objects and parts there are, and what they cost.
  private(set) var (entryCount, byteCount) = (0, 0)
  private var lastID: UInt64 = 0

  /// Makes a storage with empty buckets, which were made at a time.
  package init(
    buckets: [Bytes], owner: Owner = Owner(id: "1234567890123456"), at time: Moment = .epoch
  ) {
    self.owner = owner
    for name in buckets { self.buckets[name] = StoredBucket(created: time) }
  }

  /// Whether a call needs no signature, by the rules of its object and its bucket.
  package func isOpen(_ call: StorageCall) -> Bool {
    guard let operation = try? StorageOperation(of: call) else { return false }
    guard let bucket = buckets[call.bucketName] else {
      // Strangers, too, hear that a bucket is not there.
      return call.bucket != nil && operation != .putBucket
    }
    func allows(_ object: StoredObject?) -> Bool {
      let own = object?.rule ?? .default
      let rule = own == .default ? bucket.rule : own
      return switch operation.access {
      case .read: rule == .publicRead || rule == .publicReadWrite
      case .write: rule == .publicReadWrite
      case .owner: false
      }
    }
    let object = bucket[call.key]
    // A read through a link needs the right to both.
    guard let object, object.kind == .symlink, let end = try? target(of: object, call) else {
      return allows(object)
    }
    return allows(object) && allows(end)
  }

  /// Does what a call asks for.
  ///
  /// - Returns: what belongs to the object or the list. Date, Server and ids are the server's.
  /// - Throws: the refusal of OSS, after which nothing has changed.
  package mutating func answer(to call: StorageCall) throws(Refusal) -> WireResponse {
    if let name = call.bucket, buckets[name] == nil,
      !(call.method == "PUT" && call.key.isEmpty)
    {
      throw name.isBucketName ? .noSuchBucket(name) : .invalidBucketName(name)
    }
    let operation = try StorageOperation(of: call)
    if !call.key.isEmpty { try StorageCall.check(key: call.key) }
    try call.checkDigest()
    switch operation {
    case .listBuckets: return try listBuckets(call)
    case .putBucket: return try putBucket(call)
    case .deleteBucket: return try deleteBucket(call)
    case .bucketInfo: return try bucketInfo(call)
    case .bucketStat: return try bucketStat(call)
    case .bucketLocation:
      return XMLBody("LocationConstraint", text: "oss-" + call.region).response
    case .getBucketACL: return accessList(try bucket(call).rule)
    case .putBucketACL: return try putBucketACL(call)
    case .bucketVersioning: return XMLBody("VersioningConfiguration").response
    case .listObjects, .listVersions: return try listObjects(call, operation)
    case .listUploads: return try listUploads(call)
    case .deleteObjects: return try deleteObjects(call)
    case .putObject: return try putObject(call)
    case .copyObject: return try copyObject(call)
    case .getObject, .headObject: return try getObject(call)
    case .objectMeta: return objectMeta(try object(call))
    case .deleteObject:
      remove(call.key, from: call.bucketName)
      return WireResponse(status: 204)
    case .appendObject: return try append(call)
    case .getObjectACL: return accessList(try object(call).rule)
    case .putObjectACL:
      let rule = try call.rule(in: "x-oss-object-acl", or: nil)
      return try change(call, 200) { $0.rule = rule }
    case .getTagging: return tagging(try object(call))
    case .putTagging:
      let rows = try Self.elements(of: call, root: "Tagging").rows("TagSet/Tag", ["Key", "Value"])
      let tags = try Self.checked(rows.map { ($0[0], $0[1]) })
      return try change(call, 200) { $0.tags = tags }
    case .deleteTagging: return try change(call, 204) { $0.tags = [] }
    case .getSymlink: return try symlink(try object(call))
    case .putSymlink: return try putSymlink(call)
    case .initiateUpload: return try initiateUpload(call)
    case .putPart: return try putPart(call)
    case .copyPart: return try copyPart(call)
    case .listParts: return try listParts(call)
    case .completeUpload: return try completeUpload(call)
    case .abortUpload: return try abortUpload(call)
    }
  }
}

extension StorageOperation {
  enum Access { case read, write, owner }

  /// Whose right it takes: that to read, that to write, or the owner's.
  var access: Access {
    switch self {
    case .listObjects, .getObject, .headObject, .objectMeta, .getSymlink, .listVersions: .read
    case .putObject, .appendObject, .initiateUpload, .putPart, .completeUpload, .abortUpload,
      .deleteObject, .deleteObjects, .putSymlink, .listParts, .listUploads:
      .write
    case .listBuckets, .putBucket, .deleteBucket, .bucketInfo, .bucketStat, .bucketLocation,
      .getBucketACL, .putBucketACL, .bucketVersioning, .copyObject, .copyPart, .getObjectACL,
      .putObjectACL, .getTagging, .putTagging, .deleteTagging:
      .owner
    }
  }
}

extension Storage {
  func bucket(_ call: StorageCall) throws(Refusal) -> StoredBucket {
    guard let bucket = buckets[call.bucketName] else { throw .noSuchBucket(call.bucketName) }
    return bucket
  }

  func object(_ call: StorageCall) throws(Refusal) -> StoredObject {
    guard let object = try bucket(call)[call.key] else { throw .noSuchKey(call.key) }
    return object
  }

  /// An ID that was not given before.
  mutating func nextID() -> Bytes {
    lastID += 1
    let digits = String(lastID, radix: 16, uppercase: true)
    return (String(repeating: "0", count: 32 - digits.utf8.count) + digits).bytes
  }

  /// Makes room for an object or a part in place of another; refuses it where all is full.
  mutating func count(_ new: Int, for old: Int?) throws(Refusal) {
    let (entries, bytes) = (entryCount + (old == nil ? 1 : 0), byteCount + new - (old ?? 0))
    if entries > entryLimit { throw .full("objects", entryLimit) }
    if bytes > StorageLimits.byteCount { throw .full("bytes", StorageLimits.byteCount) }
    (entryCount, byteCount) = (entries, bytes)
  }

  /// Counts an object or a part no more.
  mutating func discount(_ old: Int) { (entryCount, byteCount) = (entryCount - 1, byteCount - old) }

  /// Puts an object in its place.
  mutating func store(_ object: StoredObject, _ call: StorageCall) throws(Refusal) {
    try count(object.cost, for: buckets[call.bucketName]?[call.key]?.cost)
    buckets[call.bucketName]?.set(object, at: call.key)
  }

  /// Changes what is known of an object.
  mutating func change(
    _ call: StorageCall, _ status: Int, _ edit: (inout StoredObject) -> Void
  ) throws(Refusal) -> WireResponse {
    var object = try object(call)
    let old = object.cost
    edit(&object)
    try count(object.cost, for: old)
    buckets[call.bucketName]?.set(object, at: call.key)
    return WireResponse(status: status)
  }

  mutating func remove(_ key: Bytes, from bucket: Bytes) {
    if let old = buckets[bucket]?.remove(key) { discount(old.cost) }
  }

  /// Reads a body in XML.
  static func elements(
    of call: StorageCall, root: String, ec: String = "0016-00000608"
  ) throws(Refusal) -> [XMLDocument.Element] {
    do {
      return try XMLDocument(call.body, roots: [root], limits: .request).elements
    } catch {
      throw .malformedXML(error.description, ec: ec)
    }
  }
}

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
