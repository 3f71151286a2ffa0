internal import OSSPrimitives

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
