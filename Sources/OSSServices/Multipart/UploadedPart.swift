public import OSSPrimitives

extension MultipartUpload {
  /// A part that OSS has.
  public struct Part: Hashable, Sendable {
    /// The number, one of ``MultipartUpload/partNumbers``.
    public let number: Int
    /// The value of the header `ETag`, with its quotes.
    public let etag: String
    /// How many bytes the part has; nil where it is not known.
    public let byteCount: Int64?
    /// The checksum of the part; nil where it is not known.
    public let crc64: CRC64?
    /// When OSS got the part; nil where it is not known.
    public let lastModified: Moment?

    /// Names a part that was sent.
    ///
    /// - Parameters:
    ///   - number: the number under which the part was sent.
    ///   - etag: the value of the header `ETag` of the answer; the quotes may be missing.
    ///   - byteCount: how many bytes the part has; nil where it is not known.
    ///   - crc64: the checksum of the part; nil where it is not known.
    ///   - lastModified: when OSS got the part; nil where it is not known.
    public init(
      number: Int, etag: String, byteCount: Int64? = nil, crc64: CRC64? = nil,
      lastModified: Moment? = nil
    ) {
      self.number = number
      self.etag = etag.utf8.first == UInt8(ascii: "\"") ? etag : "\"\(etag)\""
      self.byteCount = byteCount
      self.crc64 = crc64
      self.lastModified = lastModified
    }

    /// Names a part that was sent, with the size and the checksum of its bytes.
    ///
    /// - Parameters:
    ///   - number: the number under which the part was sent.
    ///   - etag: the value of the header `ETag` of the answer; the quotes may be missing.
    ///   - body: the bytes that were sent.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(number: Int, etag: String, body: some Collection<UInt8>) {
      self.init(
        number: number, etag: etag, byteCount: Int64(body.count), crc64: CRC64.checksum(body))
    }

    /// Appends the part as the request that completes an upload lists it.
    ///
    /// - Throws: ``MultipartError/invalidETag(part:)`` for what no header can have as its value.
    func append(to body: inout Bytes) throws(MultipartError) {
      let value = etag.bytes.dropFirst()
      guard value.last == UInt8(ascii: "\""), value.count > 1,
        value.allSatisfy({ 0x20...0x7E ~= $0 })
      else { throw .invalidETag(part: number) }
      body.append("<Part><PartNumber>" + String(number) + "</PartNumber><ETag>")
      XMLEscape.append(etag, to: &body)
      body.append("</ETag></Part>\n")
    }
  }
}

extension Sequence<MultipartUpload.Part> {
  /// The checksum of the object that these parts make, which OSS sends with the answer to
  /// `complete` as `x-oss-hash-crc64ecma`; nil unless size and checksum of each part are known.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  public var crc64: CRC64? {
    var whole = CRC64()
    for part in self {
      guard let crc64 = part.crc64, let count = part.byteCount, let length = UInt64(exactly: count)
      else { return nil }
      whole = whole.combined(with: crc64, length: length)
    }
    return whole
  }
}
