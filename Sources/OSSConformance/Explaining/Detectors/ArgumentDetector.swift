internal import OSSPrimitives
internal import OSSServices
internal import OSSVectors

/// What OSS refuses in the headers, parameters and body of a request beside its signature.
enum ArgumentDetector {
  private static let codes = ["InvalidArgument", "MissingArgument", "InvalidRequest"]

  /// The part of the request that the answer refuses, or that the request shows to be wrong.
  static func findings(_ clues: Clues) -> [Explanation] {
    let isCode = codes.contains(clues.code)
    guard isCode || clues.code.isEmpty else { return [] }
    guard let request = clues.request else { return isCode ? value(clues) : [] }
    if isCode, request.method?.isText("POST") == true, request.hasParameter("delete"),
      request.field("content-md5") == nil, request.isHeaderShown
    {
      return [Explanation(.md5Missing, .likely, "DeleteObjects needs one.")]
    }
    if request.hasParameter("append"), request.parameter("position")?.decimal == nil {
      return [Explanation(.appendPosition, .likely, "The URL gives no position as a number.")]
    }
    return isCode ? value(clues) : []
  }

  /// A header or a parameter whose value OSS does not take (EXP-ANS-24).
  static func value(_ clues: Clues) -> [Explanation] {
    let (named, given) = (clues.error?["ArgumentName"], clues.error?["ArgumentValue"])
    func wrong(_ name: String, _ taken: String, _ isTaken: (String) -> Bool) -> [Explanation] {
      if let named, named != name { return [] }
      let sent = clues.request?.field(name) ?? clues.request?.parameter(name)
      guard let value = named == nil ? sent?.text : given ?? sent?.text, !isTaken(value) else {
        return []
      }
      let detail = "\(name) is \(value.visible), and OSS takes \(taken)."
      return [Explanation(.argumentWrong, .likely, detail)]
    }
    let found = words.flatMap { name, words in
      wrong(name, words.joined(separator: ", ")) { words.contains($0) }
    }
    return found
      + numbers.flatMap { name, range in
        wrong(name, "a number from \(range.lowerBound) to \(range.upperBound)") { value in
          Bytes(value.utf8).decimal.map(range.contains) == true
        }
      }
  }

  /// The headers and parameters that take one of some words.
  private static let words = [
    ("x-oss-forbid-overwrite", ["true", "false"]),
    ("x-oss-acl", ["private", "public-read", "public-read-write"]),
    ("x-oss-object-acl", ["default", "private", "public-read", "public-read-write"]),
    ("x-oss-storage-class", ["Standard", "IA", "Archive", "ColdArchive", "DeepColdArchive"]),
    ("x-oss-server-side-encryption", ["AES256", "KMS", "SM4"]), ("encoding-type", ["url"]),
  ]

  /// The headers and parameters that take a number of a range.
  private static let numbers: [(String, ClosedRange<Int64>)] = [
    ("x-oss-traffic-limit", 819_200...838_860_800), ("max-keys", 1...1000),
    ("max-uploads", 1...1000), ("max-parts", 1...1000), ("partNumber", 1...10000),
  ]
}

/// The permission of RAM that a request needs.
enum RequiredAction {
  /// Its name, such as `oss:GetObject`; nil where the request does not show it (EXP-ANS-25).
  static func name(for request: SentRequest) -> String? {
    guard let method = request.method?.text, let verb = verbs[method] else { return nil }
    let isCustomDomain = request.host.map { !$0.hasSuffix(".aliyuncs.com") } ?? false
    let isAtBucket =
      request.bucketInHost != nil || request.namedBucket != nil || isCustomDomain
    let parts = request.path.parts(at: UInt8(ascii: "/")).filter { !$0.isEmpty }
    let depth = parts.count + (isAtBucket ? 1 : 0)
    let isObject = depth > 1
    if depth == 0 { return verb == "Get" ? "oss:ListBuckets" : nil }
    if request.hasParameter("delete") { return "oss:DeleteObject" }
    if let (name, suffix) = subresources.first(where: { request.hasParameter($0.0) }) {
      return "oss:" + verb + (isObject ? "Object" : "Bucket") + (suffix ?? capitalized(name))
    }
    // A name without a value is that of an operation, which may need an action of its own.
    if request.rawParameters.contains(where: { $0.value == nil && !known.contains($0.name.text) }) {
      return nil
    }
    if !isObject {
      if request.hasParameter("uploads") { return "oss:ListMultipartUploads" }
      if request.hasParameter("versions") { return "oss:ListObjectVersions" }
      if method == "POST" { return "oss:PutObject" }
      return verb == "Get" ? "oss:ListObjects" : "oss:\(verb)Bucket"
    }
    if request.hasParameter("restore") { return "oss:RestoreObject" }
    if request.hasParameter("uploadId"), verb != "Put" {
      return verb == "Get" ? "oss:ListParts" : "oss:AbortMultipartUpload"
    }
    let isVersion = request.hasParameter("versionId") && verb != "Put"
    let isCopy = request.field("x-oss-copy-source") != nil
    return "oss:\(verb)Object" + (isVersion ? "Version" : "")
      + (isCopy ? ", and oss:GetObject for the source" : "")
  }

  private static let verbs = [
    "GET": "Get", "HEAD": "Get", "PUT": "Put", "POST": "Put", "DELETE": "Delete",
  ]

  /// The names without a value that do not change the action, or whose action is named above.
  private static let known = ["uploads", "versions", "restore", "append", "uploadId", "versionId"]

  /// Parameters that name an action; the end of its name where it is not that of the parameter.
  private static let subresources: [(String, String?)] = [
    ("acl", nil), ("tagging", nil), ("cors", nil), ("lifecycle", nil), ("policy", nil),
    ("referer", nil), ("website", nil), ("logging", nil), ("encryption", nil), ("versioning", nil),
    ("location", nil), ("replication", nil), ("bucketInfo", "Info"), ("stat", nil),
    ("inventory", nil), ("worm", nil),
  ]

  private static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }
}
