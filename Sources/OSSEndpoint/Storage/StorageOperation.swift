internal import OSSExplain
package import OSSPrimitives
internal import OSSServices

/// What a request asks for.
enum StorageOperation: Hashable, CaseIterable {
  case listBuckets
  case putBucket, deleteBucket, bucketInfo, bucketStat, bucketLocation, getBucketACL, putBucketACL
  case bucketVersioning, listObjects, listVersions, listUploads, deleteObjects
  case putObject, copyObject, getObject, headObject, objectMeta, deleteObject, appendObject
  case getObjectACL, putObjectACL, getTagging, putTagging, deleteTagging, getSymlink, putSymlink
  case initiateUpload, putPart, copyPart, listParts, completeUpload, abortUpload

  /// What a request is about.
  enum Level { case service, bucket, object }

  /// The table: who asks with which method and which subresource for what. An empty name is a call without a subresource.
  static let table: [(level: Level, method: String, name: String, operation: StorageOperation)] = [
    (.service, "GET", "", .listBuckets),
    (.bucket, "PUT", "", .putBucket), (.bucket, "DELETE", "", .deleteBucket),
    (.bucket, "GET", "", .listObjects), (.bucket, "GET", "bucketInfo", .bucketInfo),
    (.bucket, "GET", "stat", .bucketStat), (.bucket, "GET", "location", .bucketLocation),
    (.bucket, "GET", "acl", .getBucketACL), (.bucket, "PUT", "acl", .putBucketACL),
    (.bucket, "GET", "versioning", .bucketVersioning), (.bucket, "GET", "versions", .listVersions),
    (.bucket, "GET", "uploads", .listUploads), (.bucket, "POST", "delete", .deleteObjects),
    (.object, "PUT", "", .putObject), (.object, "GET", "", .getObject),
    (.object, "HEAD", "", .headObject), (.object, "DELETE", "", .deleteObject),
    (.object, "HEAD", "objectMeta", .objectMeta),
    // So older pages have it, and aiooss2 sends it.
    (.object, "GET", "objectMeta", .objectMeta), (.object, "POST", "append", .appendObject),
    (.object, "GET", "acl", .getObjectACL), (.object, "PUT", "acl", .putObjectACL),
    (.object, "GET", "tagging", .getTagging), (.object, "PUT", "tagging", .putTagging),
    (.object, "DELETE", "tagging", .deleteTagging), (.object, "GET", "symlink", .getSymlink),
    (.object, "PUT", "symlink", .putSymlink), (.object, "POST", "uploads", .initiateUpload),
    (.object, "PUT", "uploadId", .putPart), (.object, "GET", "uploadId", .listParts),
    (.object, "POST", "uploadId", .completeUpload), (.object, "DELETE", "uploadId", .abortUpload),
  ]

  /// The parameters of the signature of a URL.
  fileprivate static let signatureParameters: Set<String> = [
    "OSSAccessKeyId", "Expires", "Signature", "security-token", "x-oss-signature-version",
    "x-oss-signature", "x-oss-credential", "x-oss-date", "x-oss-expires", "x-oss-access-key-id",
    "x-oss-additional-headers", "x-oss-security-token",
  ]

  /// Parameters that choose no operation: those of signatures and of operations.
  private static let parameters: Set<String> = signatureParameters.union([
    "callback", "callback-var", "x-oss-traffic-limit", "x-oss-request-payer", "x-oss-ac-source-ip",
    "x-oss-ac-subnet-mask", "x-oss-ac-vpc-id", "x-oss-ac-forward-allow", "response-cache-control",
    "response-content-disposition", "response-content-encoding", "response-content-language",
    "response-content-type", "response-expires", "prefix", "marker", "delimiter", "max-keys",
    "encoding-type", "list-type", "continuation-token", "start-after", "fetch-owner", "key-marker",
    "version-id-marker", "upload-id-marker", "max-uploads", "max-parts", "part-number-marker",
    "partNumber", "position", "versionId", "sequential", "tag-key", "tag-value",
  ])

  /// Names that choose an operation of OSS also where they have a value.
  private static let valued: Set<String> = [
    "comp", "uploadId", "img", "style", "styleName", "inventoryId", "wormId", "udfName", "udfId",
    "status", "live", "vod",
  ]

  /// Finds what a call asks for.
  ///
  /// OSS ignores a parameter that it does not know. A subresource is one without a value, one that begins
  /// with `x-oss-`, and a known one; where the table does not have it, it is refused.
  ///
  /// - Parameter checksHeaders: whether headers that ask for what is not there are refused too.
  init(of call: StorageCall, checksHeaders: Bool = true) throws(Refusal) {
    let level: Level = call.bucket == nil ? .service : call.key.isEmpty ? .bucket : .object
    var names = Set<String>()
    for piece in call.request.sent.query where !piece.raw.isEmpty {
      let name = piece.name.text
      if Self.parameters.contains(name) { continue }
      let isKnown = Self.valued.contains(name) || Self.table.contains { $0.name == name }
      if isKnown || piece.value?.isEmpty ?? true || name.begins(with: "x-oss-") {
        names.insert(name)
      }
    }
    // More than one name is refused, so that one alone is sought.
    let name = names.first ?? ""
    let rows = Self.table.indices.filter {
      Self.table[$0].level == level && Self.table[$0].name == name
    }
    guard names.count < 2, !rows.isEmpty else {
      let unknown = names.sorted { $0.precedesInBytes($1) }.joined(separator: ", ")
      throw names.isEmpty ? .methodNotAllowed(call) : .notImplemented(unknown)
    }
    let method = call.request.sent.method
    guard let row = rows.first(where: { method.isText(Self.table[$0].method) }) else {
      throw .methodNotAllowed(call)
    }
    let isCopy = call.header("x-oss-copy-source") != nil
    self = Self.table[row].operation
    if isCopy, self == .putObject { self = .copyObject }
    if isCopy, self == .putPart { self = .copyPart }
    if checksHeaders { try checkHeaders(of: call) }
  }

  /// Whether a callback may be sent after it.
  var sendsCallback: Bool { self == .putObject || self == .completeUpload }

  /// Refuses headers that ask for what the storage does not do, and versions that it does not have.
  private func checkHeaders(of call: StorageCall) throws(Refusal) {
    for field in call.request.sent.fields {
      let isKnown =
        !field.isNamed(from: "x-oss-server-side-")
        && (sendsCallback || !field.isNamed(from: "x-oss-callback"))
      if !isKnown { throw .notImplemented(field.name.lowercased.text) }
    }
    if let kind = call.header("x-oss-storage-class"), !kind.isCaseless("standard") {
      throw .notImplemented("x-oss-storage-class")
    }
    if let version = call.parameter("versionId"), !version.isText("null") {
      throw .noSuchVersion(call.key, version)
    }
  }
}

extension StorageOperation {
  /// The name in the documents of OSS.
  var documentedName: String {
    switch self {
    case .listBuckets: "ListBuckets"
    case .putBucket: "PutBucket"
    case .deleteBucket: "DeleteBucket"
    case .bucketInfo: "GetBucketInfo"
    case .bucketStat: "GetBucketStat"
    case .bucketLocation: "GetBucketLocation"
    case .getBucketACL: "GetBucketAcl"
    case .putBucketACL: "PutBucketAcl"
    case .bucketVersioning: "GetBucketVersioning"
    case .listObjects: "ListObjects"
    case .listVersions: "ListObjectVersions"
    case .listUploads: "ListMultipartUploads"
    case .deleteObjects: "DeleteMultipleObjects"
    case .putObject: "PutObject"
    case .copyObject: "CopyObject"
    case .getObject: "GetObject"
    case .headObject: "HeadObject"
    case .objectMeta: "GetObjectMeta"
    case .deleteObject: "DeleteObject"
    case .appendObject: "AppendObject"
    case .getObjectACL: "GetObjectAcl"
    case .putObjectACL: "PutObjectAcl"
    case .getTagging: "GetObjectTagging"
    case .putTagging: "PutObjectTagging"
    case .deleteTagging: "DeleteObjectTagging"
    case .getSymlink: "GetSymlink"
    case .putSymlink: "PutSymlink"
    case .initiateUpload: "InitiateMultipartUpload"
    case .putPart: "UploadPart"
    case .copyPart: "UploadPartCopy"
    case .listParts: "ListParts"
    case .completeUpload: "CompleteMultipartUpload"
    case .abortUpload: "AbortMultipartUpload"
    }
  }
}

extension SentParameter {
  /// Whether it belongs to the signature of a URL.
  var isOfSignature: Bool { StorageOperation.signatureParameters.contains(name.text) }
}

/// What a verified request asks of the storage.
package struct StorageCall: Sendable {
  /// The request with its body.
  package let request: WireRequest
  /// The bucket, decoded; nil for a call of the service.
  package let bucket: Bytes?
  /// The key, decoded; empty for a call of the bucket.
  package let key: Bytes
  /// The time by the endpoint's clock.
  package let time: Moment
  /// The region of the bucket, such as `cn-hangzhou`.
  package let region: String

  /// Makes a call.
  package init(
    _ request: WireRequest, bucket: Bytes?, key: Bytes, time: Moment, region: String
  ) {
    (self.request, self.bucket, self.key) = (request, bucket, key)
    (self.time, self.region) = (time, region)
  }
}

extension StorageCall {
  var method: String { request.sent.method.text }
  var body: Bytes { request.body }
  /// The bucket of a call that has one.
  var bucketName: Bytes { bucket ?? [] }
  /// The time of what the call writes; dates of HTTP have no milliseconds.
  var second: Moment { Moment(milliseconds: time.seconds * 1000) }

  /// The value of a header, named in lower case; nil without one, and for an empty one.
  func header(_ name: String) -> String? {
    guard let value = request.sent.value(of: name), !value.isEmpty else { return nil }
    return value.text
  }

  /// The first value of a parameter; nil without one, and for an empty one.
  func parameter(_ name: String) -> Bytes? {
    guard let value = request.sent.parameters(name).first ?? nil, !value.isEmpty else { return nil }
    return value
  }

  /// How many entries a page of a list has.
  ///
  /// - Parameter ec: the code that OSS has for a wrong number.
  func pageCount(_ name: String, or missing: Int, ec: String? = nil) throws(Refusal) -> Int {
    guard let text = parameter(name) else { return missing }
    if let count = text.decimal, 1...Int64(StorageLimits.pageCount) ~= count { return Int(count) }
    let message = "Argument % must be an integer between 1 and %."
    throw .argument(message.filled(name, StorageLimits.pageCount), name, text, ec: ec)
  }

  /// The rule in a header; `missing` without one.
  func rule(in header: String, or missing: AccessRule?) throws(Refusal) -> AccessRule {
    guard let text = self.header(header) else {
      if let missing { return missing }
      throw .missing(header)
    }
    if let rule = AccessRule(rawValue: text), rule != .default || header == "x-oss-object-acl" {
      return rule
    }
    throw .argument("No such access control exists.", header, text.bytes)
  }

  /// Refuses a body that Content-MD5 does not describe.
  func checkDigest() throws(Refusal) {
    guard let text = header("content-md5") else { return }
    // JindoSDK sends four bytes more, and its release works with OSS.
    let sent = try? Base64.decode(text)
    let digest = sent.map { Bytes($0.prefix(MD5Digest.byteCount)) }
    if digest == MD5.hash(body.span).bytes { return }
    throw .invalidDigest(
      ec: digest?.count == MD5Digest.byteCount ? "0017-00000503" : "0017-00000502")
  }

  /// Refuses a key that no object has in OSS.
  static func check(key: Bytes) throws(Refusal) {
    if String(validUTF8: key) == nil {
      throw Refusal(400, "InvalidArgument", "The characters encoding must be utf-8.")
    }
    let isBad = key.first == UInt8(ascii: "/") || key.first == UInt8(ascii: "\\")
    if 1...StorageLimits.keyByteCount ~= key.count, !isBad { return }
    throw Refusal(
      400, "InvalidObjectName", "The specified object is not valid.",
      members: [.init("ObjectName", key)])
  }
}

/// How much the storage holds and takes; what OSS publishes, and bounds for a process in memory.
package enum StorageLimits {
  /// How many buckets there may be, as OSS has it for an account.
  package static let bucketCount = 100
  /// How many objects and parts there may be in all.
  package static let entryCount = 100_000
  /// How many bytes the bodies and the metadata of all objects and parts may have.
  package static let byteCount = 1 << 30
  /// How many uploads may be open in all.
  package static let uploadCount = 1000
  /// How many bytes a key may have, as OSS has it.
  package static let keyByteCount = 1023
  /// How many bytes the names and values of `x-oss-meta-` may have, as OSS has it.
  package static let metadataByteCount = 8192
  /// The numbers of parts, as OSS has them.
  package static let partNumbers = MultipartUpload.partNumbers
  /// How many bytes a part has at least, but for the last one, as OSS has it.
  package static let partByteCount = Int(MultipartUpload.minimumPartByteCount)
  /// How many keys one call deletes, as OSS has it.
  package static let deletedCount = 1000
  /// How many entries a page of a list has at most, as OSS has it.
  package static let pageCount = 1000
  /// How many tags an object has, as OSS has it.
  package static let tagCount = 10
  /// How many characters a tag's key may have, as OSS has it.
  package static let tagKeyCount = 128
  /// How many characters a tag's value may have, as OSS has it.
  package static let tagValueCount = 256
}
