internal import OSSExplain
internal import OSSPrimitives

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
