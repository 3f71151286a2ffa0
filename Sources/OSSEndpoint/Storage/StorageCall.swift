internal import OSSExplain
package import OSSPrimitives
internal import OSSServices

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
