internal import OSSExplain
internal import OSSPrimitives
internal import OSSServices

extension Storage {
  func putHeaders(_ call: StorageCall, into object: inout StoredObject) throws(Refusal) {
    object.rule = try call.rule(in: "x-oss-object-acl", or: .default)
    object.fields = try Self.metadata(of: call)
    if let tags = call.header("x-oss-tagging") { object.tags = try Self.tags(in: tags) }
  }

  /// Refuses to write over an object where the client forbids it, and conditions, which OSS has for
  /// reading alone.
  func checkWrite(_ call: StorageCall) throws(Refusal) {
    for name in ["If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"] {
      if call.header(String(decoding: name.lowercasedBytes, as: UTF8.self)) == nil { continue }
      throw Refusal(
        400, "NotImplemented",
        "A header you provided implies functionality that is not implemented.",
        members: [.init("Header", name.bytes)])
    }
    let isForbidden = call.header("x-oss-forbid-overwrite")?.isCaseless("true") ?? false
    if isForbidden, try bucket(call)[call.key] != nil { throw .fileAlreadyExists }
  }

  mutating func putObject(_ call: StorageCall) throws(Refusal) -> WireResponse {
    try checkWrite(call)
    var object = StoredObject(call.body, of: call)
    try putHeaders(call, into: &object)
    try store(object, call)
    return WireResponse(status: 200, fields: object.checkFields)
  }

  mutating func append(_ call: StorageCall) throws(Refusal) -> WireResponse {
    guard let text = call.parameter("position") else { throw .missing("position") }
    guard let position = text.decimal else {
      throw .argument("Position must be an integer.", "position", text)
    }
    try checkWrite(call)
    var (length, cost): (Int?, Int) = (nil, 0)
    if let old = try bucket(call)[call.key] {
      if old.kind != .appendable {
        throw Refusal(409, "ObjectNotAppendable", "The object is not appendable")
      }
      (length, cost) = (old.body.count, old.cost)
    }
    if position != Int64(length ?? 0) { throw .positionNotEqualToLength }
    var piece = StoredObject(call.body, of: call)
    if length == nil { try putHeaders(call, into: &piece) }
    try count(cost + piece.cost, for: length.map { _ in cost })
    // Taken out, so that its bytes have one owner and grow in place.
    var object = piece
    if var old = buckets[call.bucketName]?.remove(call.key) {
      old.body.append(contentsOf: call.body)
      old.crc = old.crc.combined(with: piece.crc, length: UInt64(call.body.count))
      // How OSS makes this ETag is not public; only that it is not the MD5 of the whole.
      old.etag = "\"\(MD5.hash((old.etag + piece.etag).bytes.span).upperCase)\""
      old.modified = piece.modified
      object = old
    }
    (object.kind, object.digest) = (.appendable, nil)
    let next = WireResponse.Field("x-oss-next-append-position", String(object.body.count))
    let fields = object.checkFields + [next]
    buckets[call.bucketName]?.set(object, at: call.key)
    return WireResponse(status: 200, fields: fields)
  }

  mutating func copyObject(_ call: StorageCall) throws(Refusal) -> WireResponse {
    try checkWrite(call)
    let source = try copySource(of: call)
    if try source.conditions(of: call, prefix: "x-oss-copy-source-") {
      return WireResponse(status: 304)
    }
    var object = source
    object.modified = call.second
    if object.kind != .symlink { object.kind = .normal }
    object.rule = try call.rule(in: "x-oss-object-acl", or: .default)
    if try Self.replaces(call, "x-oss-metadata-directive") {
      object.fields = try Self.metadata(of: call)
    }
    if try Self.replaces(call, "x-oss-tagging-directive") {
      object.tags = try Self.tags(in: call.header("x-oss-tagging") ?? "")
    }
    try store(object, call)
    var answer = XMLBody(
      "CopyObjectResult", ["ETag": object.etag, "LastModified": object.modified.listed]
    ).response
    answer.fields += object.checkFields
    return answer
  }

  /// Whether a directive says to replace what the source has.
  private static func replaces(_ call: StorageCall, _ header: String) throws(Refusal) -> Bool {
    guard let text = call.header(header) else { return false }
    if text.isCaseless("replace") { return true }
    if text.isCaseless("copy") { return false }
    throw .argument("Unknown directive.", header, text.bytes)
  }

  /// The object that `x-oss-copy-source` names: `/bucket/key`, percent-encoded, where `+` is a space.
  func copySource(of call: StorageCall) throws(Refusal) -> StoredObject {
    let text = call.header("x-oss-copy-source") ?? ""
    let (path, version) = SentRequest.copiedPath(of: text.bytes)
    if let version, !version.isText("versionId=null") {
      throw .noSuchVersion(text.bytes.halves(at: "?").before, version)
    }
    guard case (let name, let key?) = path.halves(at: "/") else {
      throw .argument(
        "Copy Source must mention the source bucket and key.", "x-oss-copy-source", text.bytes)
    }
    guard let bucket = buckets[name] else { throw .noSuchBucket(name) }
    guard let object = bucket[key] else { throw .noSuchKey(key) }
    return object
  }

  func accessList(_ rule: AccessRule) -> WireResponse {
    XMLBody("AccessControlPolicy") {
      $0.add(owner)
      $0.add("AccessControlList", ["Grant": rule.rawValue])
    }.response
  }

  func tagging(_ object: StoredObject) -> WireResponse {
    XMLBody("Tagging") {
      $0.add("TagSet") {
        for tag in object.tags { $0.add("Tag", ["Key": tag.key.text, "Value": tag.value.text]) }
      }
    }.response
  }

  /// The tags in a header: `a=1&b=2`, percent-encoded.
  private static func tags(in text: String) throws(Refusal) -> [(key: Bytes, value: Bytes)] {
    let pieces = text.bytes[...].pieces(at: "&").filter { !$0.isEmpty }
    return try checked(
      pieces.map {
        let (key, value) = Bytes($0).halves(at: "=")
        return (
          key[...].percentDecoded(plusIsSpace: true),
          (value ?? [])[...].percentDecoded(plusIsSpace: true)
        )
      })
  }

  static func checked(
    _ tags: [(key: Bytes, value: Bytes)]
  ) throws(Refusal) -> [(key: Bytes, value: Bytes)] {
    var keys = NameSet()
    for tag in tags {
      let isGood = 1...StorageLimits.tagKeyCount ~= tag.key.text.unicodeScalars.count
      if !isGood || tag.value.text.unicodeScalars.count > StorageLimits.tagValueCount {
        throw Refusal(400, "InvalidTag", "The TagKey or TagValue you have provided is invalid")
      }
      if !keys.insert(tag.key) {
        throw Refusal(400, "InvalidTag", "Cannot provide multiple Tags with the same key")
      }
    }
    if tags.count > StorageLimits.tagCount {
      throw Refusal(
        400, "BadRequest", "Object tags cannot be greater than %".filled(StorageLimits.tagCount))
    }
    return tags
  }

  mutating func putSymlink(_ call: StorageCall) throws(Refusal) -> WireResponse {
    try checkWrite(call)
    guard let target = call.header("x-oss-symlink-target") else {
      throw .missing("x-oss-symlink-target", ec: "0043-00000001")
    }
    try StorageCall.check(key: target.bytes[...].percentDecoded(plusIsSpace: true))
    var object = StoredObject(target.bytes, of: call)
    (object.body, object.crc, object.digest) = ([], CRC64(), nil)
    (object.kind, object.target) = (.symlink, target)
    try putHeaders(call, into: &object)
    try store(object, call)
    return WireResponse(status: 200, fields: [.init("ETag", object.etag)])
  }

  func symlink(_ object: StoredObject) throws(Refusal) -> WireResponse {
    guard object.kind == .symlink else {
      throw Refusal(400, "NotSymlink", "The object is not symlink", ec: "0043-00000101")
    }
    return WireResponse(
      status: 200,
      fields: [
        .init("ETag", object.etag), .init("Last-Modified", object.modified.rfc1123),
        .init("x-oss-symlink-target", object.target),
      ])
  }

  /// The headers that stay with an object.
  static func metadata(of call: StorageCall) throws(Refusal) -> [WireResponse.Field] {
    let type = call.header("content-type") ?? "application/octet-stream"
    var fields = [WireResponse.Field("Content-Type", type)]
    for name in [
      "Cache-Control", "Content-Disposition", "Content-Encoding", "Content-Language", "Expires",
    ] {
      if let value = call.header(String(decoding: name.lowercasedBytes, as: UTF8.self)) {
        fields.append(.init(name, value))
      }
    }
    var count = 0
    var names = NameSet()
    for field in call.request.sent.fields {
      let name = field.name.lowercased
      guard name.begins(with: "x-oss-meta-"), names.insert(name) else { continue }
      let value = call.request.sent.value(of: name.text) ?? []
      count += name.count + value.count
      fields.append(.init(name.text, value.text))
    }
    if count > StorageLimits.metadataByteCount {
      throw Refusal(
        400, "InvalidArgument",
        "The total size of user meta is more than % bytes.".filled(
          StorageLimits.metadataByteCount), ec: "0011-00000002")
    }
    return fields
  }
}

extension Storage {
  func getObject(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let found = try object(call)
    var object = found
    if found.kind == .symlink { object = try target(of: found, call) }
    if try object.conditions(of: call) {
      return WireResponse(
        status: 304,
        fields: [
          .init("ETag", object.etag), .init("Last-Modified", object.modified.rfc1123),
        ])
    }
    var answer = WireResponse(status: 200, fields: try Self.overridden(object.fields, by: call))
    answer.fields += [
      .init("Accept-Ranges", "bytes"), .init("Last-Modified", object.modified.rfc1123),
      .init("x-oss-object-type", found.kind.rawValue), .init("x-oss-storage-class", "Standard"),
    ]
    answer.fields += object.checkFields
    if object.kind == .appendable {
      answer.fields.append(.init("x-oss-next-append-position", String(object.body.count)))
    }
    if !object.tags.isEmpty {
      answer.fields.append(.init("x-oss-tagging-count", String(object.tags.count)))
    }
    if let range = try Self.range(of: call, in: object.body.count) {
      let place = "bytes %-%/%".filled(
        String(range.lowerBound), String(range.upperBound - 1), String(object.body.count))
      answer.fields.append(.init("Content-Range", place))
      (answer.status, answer.body) = (206, Bytes(object.body[range]))
    } else {
      answer.body = object.body
    }
    return answer
  }

  func objectMeta(_ object: StoredObject) -> WireResponse {
    let modified = WireResponse.Field("Last-Modified", object.modified.rfc1123)
    return WireResponse(status: 200, fields: object.checkFields + [modified], body: object.body)
  }

  /// What a symlink points to.
  func target(of link: StoredObject, _ call: StorageCall) throws(Refusal) -> StoredObject {
    let key = link.target.bytes[...].percentDecoded(plusIsSpace: true)
    guard let object = try bucket(call)[key] else {
      throw Refusal(
        404, "SymlinkTargetNotExist", "The symlink target object does not exist",
        ec: "0026-00000012", members: [.init("Key", call.key)])
    }
    if object.kind == .symlink {
      throw Refusal(
        400, "InvalidTargetType", "The symlink's target object type is invalid",
        ec: "0026-00000011", members: [.init("TargetType", "Symlink".bytes)])
    }
    return object
  }

  /// The headers of an object with the values that `response-…` asks for.
  private static func overridden(
    _ fields: [WireResponse.Field], by call: StorageCall
  ) throws(Refusal) -> [WireResponse.Field] {
    if call.request.sent.query.isEmpty { return fields }
    var fields = fields
    for name in [
      "Content-Type", "Content-Language", "Expires", "Cache-Control", "Content-Disposition",
      "Content-Encoding",
    ] {
      let parameter = "response-" + String(decoding: name.lowercasedBytes, as: UTF8.self)
      guard let value = call.parameter(parameter) else { continue }
      if value.contains(where: { $0.breaksLine }) {
        throw .argument("The value has a line end.", parameter, value)
      }
      let field = WireResponse.Field(name, value.text)
      if let index = fields.firstIndex(where: { $0.name == name }) {
        fields[index] = field
      } else {
        fields.append(field)
      }
    }
    return fields
  }

  /// The range that a GET asks for; nil for the whole object.
  ///
  /// A range that is not within the object means the whole, unless `x-oss-range-behavior: standard` asks for
  /// what RFC 9110 section 14 says. Of several ranges OSS gives the first.
  private static func range(of call: StorageCall, in count: Int) throws(Refusal) -> Range<Int>? {
    guard call.method == "GET", let text = call.header("range") else { return nil }
    let isStandard = call.header("x-oss-range-behavior") == "standard"
    return try range(text, in: count, isStandard: isStandard)
  }

  /// Reads a range; nil for one that does not count.
  static func range(_ text: String, in count: Int, isStandard: Bool) throws(Refusal) -> Range<Int>?
  {
    guard text.begins(with: "bytes=") else { return nil }
    let first = text.bytes.dropFirst(6).prefix { $0 != UInt8(ascii: ",") }
    guard case (let start, let end?) = Bytes(first).trimmingBlanks.halves(at: "-"),
      start.isEmpty || start.decimal != nil, end.isEmpty || end.decimal != nil,
      !(start.isEmpty && end.isEmpty)
    else { return nil }
    let (size, length) = (Int64(count), end.decimal ?? 0)
    let low = start.decimal ?? max(0, size - length)
    let high = start.isEmpty ? size - 1 : end.decimal ?? size - 1
    if !start.isEmpty, !end.isEmpty, high < low { return nil }
    if !isStandard, low >= size || high >= size || start.isEmpty && length > size { return nil }
    if low >= size { throw .invalidRange }
    return Int(low)..<Int(min(high, size - 1)) + 1
  }
}

extension StoredObject {
  /// Checks the conditions of a request, in the order of RFC 9110 section 13.2.2.
  ///
  /// - Parameter prefix: what the headers of a copy have before their names.
  /// - Returns: whether the answer is that nothing was modified.
  /// - Throws: PreconditionFailed.
  func conditions(of call: StorageCall, prefix: String = "") throws(Refusal) -> Bool {
    func time(_ name: String) -> Moment? {
      call.header(prefix + name).flatMap { try? Moment(rfc1123: $0) }
    }
    if let match = call.header(prefix + "if-match") {
      if !isMatch(match) { throw .preconditionFailed("If-Match") }
    } else if let limit = time("if-unmodified-since"), modified > limit {
      throw .preconditionFailed("If-Unmodified-Since")
    }
    if let match = call.header(prefix + "if-none-match") { return isMatch(match) }
    return time("if-modified-since").map { modified <= $0 } ?? false
  }

  private func isMatch(_ list: String) -> Bool {
    list.pieces(at: ",").contains {
      $0.trimmingBlanks == "*" || Self.bare($0.bytes) == Self.bare(etag.bytes)
    }
  }
}

/// The rights that everyone has.
enum AccessRule: String, Sendable {
  case `default`
  case `private`
  case publicRead = "public-read"
  case publicReadWrite = "public-read-write"
}

/// An object, or a part of an upload.
struct StoredObject: Sendable {
  /// How an object was made, by the names of OSS.
  enum Kind: String {
    case normal = "Normal"
    case appendable = "Appendable"
    case multipart = "Multipart"
    case symlink = "Symlink"
  }

  var body: Bytes
  var kind = Kind.normal
  /// The ETag with its quotes.
  var etag: String
  var crc: CRC64
  /// The MD5 of the body; nil where it came in pieces.
  var digest: MD5Digest?
  var modified: Moment
  var rule = AccessRule.default
  /// The headers that come back with it: its type and its metadata.
  var fields: [WireResponse.Field] = []
  var tags: [(key: Bytes, value: Bytes)] = []
  /// What a symlink points to: percent-encoded, as it was sent.
  var target = ""

  init(_ body: Bytes, of call: StorageCall) {
    let digest = MD5.hash(body.span)
    (self.body, self.digest, modified) = (body, digest, call.second)
    (etag, crc) = ("\"\(digest.upperCase)\"", CRC64.checksum(body.span))
  }

  /// How many bytes it counts for: its body, and what is kept beside it.
  var cost: Int {
    let headers = fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    return body.count + headers + tags.reduce(0) { $0 + $1.key.count + $1.value.count }
      + target.utf8.count
  }

  /// What shows a client whether the bytes are right.
  var checkFields: [WireResponse.Field] {
    let fields = [
      WireResponse.Field("ETag", etag), .init("x-oss-hash-crc64ecma", crc.description),
    ]
    guard let digest else { return fields }
    return fields + [.init("Content-MD5", Base64.encode(digest.bytes.span))]
  }

  /// The bytes of an ETag without quotes, in lower case.
  static func bare(_ etag: Bytes) -> Bytes {
    etag.lowercased.trimming { $0.isSpace || $0 == UInt8(ascii: "\"") }
  }
}

/// An upload in parts.
struct StoredUpload: Sendable {
  let key: Bytes
  /// The object without its bytes; its time is when the upload was begun.
  let object: StoredObject
  var parts: [Int: StoredObject] = [:]
}

/// A bucket.
struct StoredBucket: Sendable {
  let created: Moment
  var rule = AccessRule.private
  /// The keys in the order of their bytes.
  private(set) var keys: [Bytes] = []
  private var objects: [Bytes: StoredObject] = [:]
  /// The uploads by their ids.
  var uploads: [Bytes: StoredUpload] = [:]

  init(created: Moment) { self.created = created }

  var isEmpty: Bool { objects.isEmpty && uploads.isEmpty }
  var byteCount: Int { objects.values.reduce(0) { $0 + $1.body.count } }

  subscript(key: Bytes) -> StoredObject? { objects[key] }

  mutating func set(_ object: StoredObject, at key: Bytes) {
    if objects.updateValue(object, forKey: key) == nil { keys.insert(key, at: place(of: key)) }
  }

  /// Takes an object out.
  mutating func remove(_ key: Bytes) -> StoredObject? {
    guard let object = objects.removeValue(forKey: key) else { return nil }
    keys.remove(at: place(of: key))
    return object
  }

  /// Where a key is, or would be.
  func place(of key: Bytes) -> Int {
    var range = keys.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let isBefore = keys[middle][...].precedes(key[...])
      range = isBefore ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

extension MD5Digest {
  /// The digest in hexadecimal of upper case, as OSS writes ETags.
  var upperCase: String {
    String(decoding: hexadecimal.utf8.map { $0 > 0x60 ? $0 - 0x20 : $0 }, as: UTF8.self)
  }
}

extension Moment {
  /// The time as bodies have it: `2026-11-26T14:36:00.000Z`.
  var listed: String { String(iso8601.dropLast()) + ".000Z" }
}
