internal import OSSExplain
package import OSSPrimitives

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

  /// Whether keys of the answer are percent-encoded; another encoding than `url` is refused.
  func encodesKeys() throws(Refusal) -> Bool {
    guard let type = parameter("encoding-type") else { return false }
    if type.isText("url") { return true }
    throw .argument("Invalid Encoding Method specified in Request.", "encoding-type", type)
  }

  /// A number of a range in a parameter.
  ///
  /// - Parameter ec: the code that OSS has for a wrong one.
  func number(
    _ name: String, in range: ClosedRange<Int>, or missing: Int, ec: String? = nil
  ) throws(Refusal) -> Int {
    guard let text = parameter(name) else { return missing }
    if let value = text.decimal, let number = Int(exactly: value), range ~= number { return number }
    let message = "Argument \(name) must be an integer between % and %."
    throw .argument(message.filled(range.lowerBound, range.upperBound), name, text, ec: ec)
  }

  /// How many entries a page of a list has.
  func pageCount(_ name: String, or missing: Int, ec: String? = nil) throws(Refusal) -> Int {
    try number(name, in: StorageLimits.pageCounts, or: missing, ec: ec)
  }

  /// Refuses a body that Content-MD5 does not describe.
  func checkDigest() throws(Refusal) {
    guard let text = header("content-md5") else { return }
    let message = "The Content-MD5 you specified was invalid."
    // JindoSDK sends four bytes more, and its release works with OSS.
    guard let sent = try? Base64.decode(text), sent.count >= MD5Digest.byteCount else {
      throw Refusal(400, "InvalidDigest", message, ec: "0017-00000502")
    }
    if Bytes(sent.prefix(MD5Digest.byteCount)) != MD5.hash(body.span).bytes {
      throw Refusal(400, "InvalidDigest", message, ec: "0017-00000503")
    }
  }

  /// Refuses a key that OSS has for no object.
  static func check(key: Bytes) throws(Refusal) {
    if 1...StorageLimits.keyByteCount ~= key.count, String(validUTF8: key) != nil { return }
    throw Refusal(
      400, "InvalidObjectName", "The specified object is not valid.",
      members: [.init("ObjectName", key)])
  }
}
