internal import OSSPrimitives

// What conditions ask of a request, also of one whose signature cannot be read.
extension SentRequest {
  /// The decoded value of the first parameter of a name, empty for a bare one; nil without one.
  func parameter(_ name: String) -> Bytes? {
    parameters(name).first.map { $0 ?? [] }
  }

  /// The same as it was sent.
  func rawParameter(_ name: String) -> Bytes? {
    query.first { $0.name.isText(name) }?.raw.halves(at: "=").after
  }

  func hasAny(_ names: [String]) -> Bool { names.contains { parameter($0) != nil } }

  /// The headers that somebody wrote.
  private var ownFields: [SentField] { fields.filter { !$0.isAdded } }

  /// How much of it is shown: `head` with headers beside the host, `host`, or `url`.
  var state: String {
    if form == .input || ownFields.contains(where: { !$0.name[...].isCaseless("host") }) {
      return "head"
    }
    return ownFields.isEmpty ? "url" : "host"
  }

  /// Where its signature is, or a part of one: `url`, `header`, `form` or `none`.
  var signaturePlace: String {
    if hasAny([
      "Signature", "OSSAccessKeyId", "x-oss-signature", "x-oss-credential", "X-Amz-Signature",
    ]) {
      return "url"
    }
    if value(of: "authorization") != nil { return "header" }
    let isForm = value(of: "content-type")?.begins(with: "multipart/form-data") == true
    return isForm && method.isText("POST") ? "form" : "none"
  }

  /// The name of the signature version that it shows; nil where it shows none.
  var scheme: Bytes? {
    if hasAny(["X-Amz-Algorithm", "X-Amz-Credential", "AWSAccessKeyId"]) { return "AWS".bytes }
    if let version = parameter("x-oss-signature-version") { return version }
    if parameter("OSSAccessKeyId") != nil { return "OSS".bytes }
    return value(of: "authorization")?.halves(at: " ").before
  }

  /// Whether it is shown with all that signs it: who leaves the signature out of a signed request
  /// leaves its time.
  var isWhole: Bool {
    switch form {
    case .curl, .url: true
    case .wire, .har:
      !["authorization", "date", "x-oss-date", "x-amz-date"].contains { value(of: $0) != nil }
    case .log, .input: false
    }
  }

  /// Whether it has no signature in its query and no Authorization header of a known scheme.
  var isUnsigned: Bool {
    if form == .input || signaturePlace == "url" { return false }
    guard let scheme = scheme?.lowercased else { return true }
    let isKnown = ["oss", "oss2", "oss4-hmac-sha256", "aws", "aws4-hmac-sha256"].contains {
      scheme.isText($0)
    }
    // Stars and brackets show that somebody hid the header.
    return !isKnown && !scheme.contains { "*<[{".utf8.contains($0) }
  }

  /// The bucket and the key, where one reading alone is possible.
  var resource: SentResource? {
    let all = resources(at: .unknown, isPlusOpen: false)
    return all.count == 1 ? all.first : nil
  }

  /// The region in a host such as `bucket.oss-cn-hangzhou-internal.aliyuncs.com`.
  var hostRegion: Bytes? {
    guard let host = hostName, host.ends(with: ".aliyuncs.com") else { return nil }
    guard let label = host.parts(at: ".").dropLast(2).last, label.begins(with: "oss-"),
      !label.begins(with: "oss-accelerate"), !label.begins(with: "oss-cloudbox")
    else { return nil }
    let name = Bytes(label.dropFirst(4))
    return name.ends(with: "-internal") ? Bytes(name.dropLast(9)) : name
  }

  /// What the URL lacks of its signature: `cut` at its end, `part` of it, or `swallowed` by another
  /// parameter behind a second question mark; nil where it has all, or nothing of one.
  var missing: (kind: String, text: String)? {
    let names = ["signature-version", "credential", "date", "expires", "signature"].map {
      "x-oss-" + $0
    }
    let absent = names.filter { parameter($0) == nil }
    if absent.count == names.count { return missingOfV1 }
    if scheme?.isText("OSS2") == true || parameter("x-oss-access-key-id") != nil { return nil }
    guard let first = absent.first, !hasAny(absent.map { "amp;" + $0 }) else { return nil }
    if let credential = parameter("x-oss-credential"), absent.last == names.last {
      if !credential.ends(with: "aliyun_v4_request") {
        return ("cut", "The credential ends early, too.")
      }
      if absent.count > 1 { return ("cut", "The URL has no x-oss-signature.") }
    }
    return ("part", "It has no " + first + ".")
  }

  private var missingOfV1: (kind: String, text: String)? {
    let names = ["OSSAccessKeyId", "Expires", "Signature"]
    let absent = names.filter { parameter($0) == nil }
    if absent.isEmpty || absent.count == 3 || parameter("AWSAccessKeyId") != nil
      || hasAny(absent.map { "amp;" + $0 })
    {
      return nil
    }
    for parameter in query {
      for name in absent where parameter.value?.contains("?" + name + "=") == true {
        let owner = parameter.name.text.shown
        let text = "A second question mark begins the signature, which is read as part of "
        return ("swallowed", text + owner + ".")
      }
    }
    var text = "It has"
    for (index, name) in absent.enumerated() { text += (index == 0 ? " no " : " and no ") + name }
    return (query.count == 1 ? "cut" : "part", text + ".")
  }
}

/// The permission of RAM that a request needs (EXP-ANS-25).
enum RequiredAction {
  /// Its name, such as `oss:GetObject`; nil where the request does not show it.
  static func name(for request: SentRequest) -> String? {
    guard request.form != .url, let verb = verb(request.method) else { return nil }
    // A host of another kind is taken for the domain of a bucket.
    let domain = request.resources(at: .domain(bucket: []), isPlusOpen: false)
    guard let resource = request.resource ?? domain.first else { return nil }
    let isObject = !resource.key.isEmpty
    if resource.bucket == nil { return verb == "Get" ? "oss:ListBuckets" : nil }
    if request.parameter("delete") != nil { return "oss:DeleteObject" }
    for (name, end) in subresources where request.parameter(name) != nil {
      return "oss:" + verb + (isObject ? "Object" : "Bucket") + end
    }
    // A name without a value is that of an operation, which may need an action of its own.
    let isOther = request.query.contains { parameter in
      parameter.value == nil && !parameter.raw.isEmpty
        && !known.contains { parameter.name.isText($0) }
    }
    if isOther { return nil }
    if !isObject {
      if request.parameter("uploads") != nil { return "oss:ListMultipartUploads" }
      if request.parameter("versions") != nil { return "oss:ListObjectVersions" }
      if request.method.isText("POST") { return "oss:PutObject" }
      return verb == "Get" ? "oss:ListObjects" : "oss:\(verb)Bucket"
    }
    if request.parameter("restore") != nil { return "oss:RestoreObject" }
    if request.parameter("uploadId") != nil, verb != "Put" {
      return verb == "Get" ? "oss:ListParts" : "oss:AbortMultipartUpload"
    }
    let isVersion = request.parameter("versionId") != nil && verb != "Put"
    let isCopy = request.value(of: "x-oss-copy-source") != nil
    return "oss:\(verb)Object" + (isVersion ? "Version" : "")
      + (isCopy ? ", and oss:GetObject for the source" : "")
  }

  private static func verb(_ method: Bytes) -> String? {
    switch method.text {
    case "GET", "HEAD": "Get"
    case "PUT", "POST": "Put"
    case "DELETE": "Delete"
    default: nil
    }
  }

  /// The names without a value that do not change the action, or whose action is named above.
  private static let known = ["uploads", "versions", "restore", "append", "uploadId", "versionId"]

  /// Parameters that name an action, and the end of its name.
  private static let subresources = [
    ("acl", "Acl"), ("tagging", "Tagging"), ("cors", "Cors"), ("lifecycle", "Lifecycle"),
    ("policy", "Policy"), ("referer", "Referer"), ("website", "Website"), ("logging", "Logging"),
    ("encryption", "Encryption"), ("versioning", "Versioning"), ("location", "Location"),
    ("replication", "Replication"), ("bucketInfo", "Info"), ("stat", "Stat"),
    ("inventory", "Inventory"), ("worm", "Worm"),
  ]
}
