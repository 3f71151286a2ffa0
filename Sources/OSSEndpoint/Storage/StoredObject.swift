internal import OSSPrimitives

/// The rights that everyone has.
enum AccessRule: String, Sendable {
  case `default`
  case `private`
  case publicRead = "public-read"
  case publicReadWrite = "public-read-write"

  /// Reads the rule in a header; `missing` without one.
  init(
    of call: StorageCall, _ header: String, or missing: AccessRule?, isBucket: Bool = false
  ) throws(Refusal) {
    guard let text = call.header(header) else {
      guard let missing else { throw .missing(header) }
      self = missing
      return
    }
    guard let rule = AccessRule(rawValue: text), !(isBucket && rule == .default) else {
      throw .argument(
        "no such \(isBucket ? "bucket" : "object") access control exists", header, text.bytes)
    }
    self = rule
  }
}

/// An object.
struct StoredObject: Sendable {
  enum Kind: String {
    case normal = "Normal"
    case appendable = "Appendable"
    case multipart = "Multipart"
    case symlink = "Symlink"
  }

  var body: Bytes
  var kind = Kind.normal
  /// The ETag without its quotes.
  var etag: String
  var crc: CRC64
  /// The MD5 of the body; nil where it was sent in pieces.
  var digest: MD5Digest?
  var modified: Moment
  var rule = AccessRule.default
  /// The headers that come back with it: its type and its metadata.
  var fields: [WireResponse.Field] = []
  var tags: [(key: Bytes, value: Bytes)] = []
  /// What a symlink points to: percent-encoded, as it was sent.
  var target = ""

  init(_ body: Bytes, at time: Moment) {
    let digest = MD5.hash(body.span)
    (self.body, self.digest) = (body, digest)
    (etag, crc) = (digest.etag, CRC64.checksum(body.span))
    modified = Moment(milliseconds: time.seconds * 1000)
  }

  /// The ETag as headers and lists have it.
  var quotedETag: String { "\"\(etag)\"" }

  /// What an answer to a write says of it.
  var writtenFields: [WireResponse.Field] {
    [.init("ETag", quotedETag)] + checkFields
  }

  /// What shows a client whether the bytes are right.
  var checkFields: [WireResponse.Field] {
    let check = WireResponse.Field("x-oss-hash-crc64ecma", crc.description)
    guard let digest else { return [check] }
    return [check, .init("Content-MD5", Base64.encode(digest.bytes.span))]
  }
}

/// A part of an upload.
struct StoredPart: Sendable {
  let body: Bytes
  let digest: MD5Digest
  let crc: CRC64
  let modified: Moment

  init(_ body: Bytes, at time: Moment) {
    (self.body, digest, crc) = (body, MD5.hash(body.span), CRC64.checksum(body.span))
    modified = Moment(milliseconds: time.seconds * 1000)
  }

  var quotedETag: String { "\"\(digest.etag)\"" }
}

/// An upload in parts.
struct StoredUpload: Sendable {
  let key: Bytes
  /// When it was begun.
  let initiated: Moment
  /// The object without its bytes.
  let object: StoredObject
  var parts: [Int: StoredPart] = [:]
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
  /// The digest as OSS writes it in an ETag.
  var etag: String {
    let digits = "0123456789ABCDEF".bytes
    var text = Bytes()
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return text.text
  }
}
