public import OSSPrimitives
public import OSSSigning

/// An upload of an object in parts: the requests of it, and what OSS answers.
///
/// Begin with ``initiate(bucket:key:headers:)``, send each part by ``part(_:headers:)``, and end with
/// ``complete(_:headers:)`` or ``abort()``. OSS keeps the parts, and they cost, until one of these
/// two. Parts may be sent in any order and at the same time; a part that is sent again replaces
/// the one of its number.
///
///     let begin = try MultipartUpload.initiate(bucket: "films", key: "a.mp4")
///     let (answer, _) = try await URLSession.shared.data(for: begin, at: endpoint, signer: provider)
///     let upload = try MultipartUpload(xml: answer)
///     let part = try upload.part(1)
public struct MultipartUpload: Sendable {
  /// The bucket of the object.
  public let bucket: String
  /// The key of the object.
  public let key: String
  /// What OSS calls the upload.
  public let uploadID: String

  /// The numbers that parts have: 1 to 10,000.
  public static let partNumbers = 1...10_000
  /// How many bytes each part has at least, except the last: 100 KiB.
  ///
  /// OSS checks it when the upload is completed.
  public static let minimumPartByteCount: Int64 = 102_400
  /// How many bytes a part has at most: 5 GiB.
  public static let maximumPartByteCount: Int64 = 5_368_709_120

  /// Goes on with an upload that was begun before.
  ///
  /// - Parameters:
  ///   - bucket: the bucket of the object.
  ///   - key: the key of the object.
  ///   - uploadID: what OSS calls the upload.
  /// - Throws: ``MultipartError/invalidRequest(_:)`` or ``MultipartError/emptyUploadID``.
  public init(bucket: String, key: String, uploadID: String) throws(MultipartError) {
    do {
      try SigningRequest.check(bucket: bucket)
      try SigningRequest.check(key: key)
    } catch {
      throw .invalidRequest(error)
    }
    if uploadID.utf8.isEmpty { throw .emptyUploadID }
    self.bucket = bucket
    self.key = key
    self.uploadID = uploadID
  }

  /// Reads the answer to ``initiate(bucket:key:headers:)``.
  ///
  /// - Parameter xml: the body of the answer.
  /// - Throws: ``MultipartError``, which says what the body is instead.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(xml: Span<UInt8>) throws(MultipartError) {
    let answer = try MultipartAnswer(xml, root: "InitiateMultipartUploadResult")
    try self.init(
      bucket: try answer.fields.text("Bucket"), key: try answer.fields.decodedText("Key"),
      uploadID: try answer.fields.text("UploadId"))
  }
}

extension MultipartUpload: Hashable {
  /// Whether bucket, key and ID have the same bytes; `String` would also equate normalized forms.
  public static func == (left: Self, right: Self) -> Bool {
    left.bucket.hasSameBytes(as: right.bucket) && left.key.hasSameBytes(as: right.key)
      && left.uploadID.hasSameBytes(as: right.uploadID)
  }

  /// Hashes the bytes of bucket, key and ID.
  public func hash(into hasher: inout Hasher) {
    bucket.hashBytes(into: &hasher)
    key.hashBytes(into: &hasher)
    uploadID.hashBytes(into: &hasher)
  }
}

// Names that OSS answers with are percent-encoded on request: a key may have characters that XML
// cannot hold. What has no name in its answer does not ask for it.
extension MultipartUpload {
  private static let encoding = QueryParameter("encoding-type", "url")

  private var id: QueryParameter { QueryParameter("uploadId", uploadID) }

  /// The request that begins an upload.
  ///
  /// - Parameters:
  ///   - bucket: the bucket of the object.
  ///   - key: the key of the object.
  ///   - headers: the headers of the object, such as `Content-Type` and `x-oss-meta-` headers; those
  ///     of the parts do not count.
  /// - Throws: `SigningError`, which names the field at fault.
  public static func initiate(
    bucket: String, key: String, headers: [HeaderField] = []
  ) throws(SigningError) -> SigningRequest {
    try SigningRequest(
      method: "POST", bucket: bucket, key: key, headers: headers,
      query: [QueryParameter("uploads"), encoding])
  }

  /// The request that sends a part; its body is the bytes of the part.
  ///
  /// The answer has the headers `ETag`, which ``complete(_:headers:)`` needs, and
  /// `x-oss-hash-crc64ecma`, which `CRC64` reads.
  ///
  /// - Parameters:
  ///   - number: one of ``partNumbers``; it says where the part is in the object.
  ///   - headers: such as `Content-MD5`, with which OSS refuses a part that was damaged on its way.
  /// - Throws: ``MultipartError/invalidPartNumber(_:)`` or ``MultipartError/invalidRequest(_:)``.
  public func part(
    _ number: Int, headers: [HeaderField] = []
  ) throws(MultipartError) -> SigningRequest {
    try Self.check(partNumber: number)
    return try request(
      "PUT", headers: headers, query: [QueryParameter("partNumber", String(number)), id])
  }

  /// The request that makes an object of the parts, and its body.
  ///
  /// - Parameters:
  ///   - parts: the parts in the order of their numbers, which may have gaps.
  ///   - headers: such as `x-oss-forbid-overwrite`. `Content-Type` is `application/xml`.
  /// - Returns: the request, and the XML to send with it.
  /// - Throws: ``MultipartError``, which names the part at fault.
  /// - Complexity: O(*n*) in the number of parts.
  public func complete(
    _ parts: [Part], headers: [HeaderField] = []
  ) throws(MultipartError) -> (request: SigningRequest, body: Bytes) {
    if parts.isEmpty { throw .noParts }
    var body = "<CompleteMultipartUpload>\n".bytes
    var previous = 0
    for part in parts {
      try Self.check(partNumber: part.number)
      guard part.number > previous else {
        throw .partOutOfOrder(part.number, after: previous)
      }
      try part.append(to: &body)
      previous = part.number
    }
    body.append("</CompleteMultipartUpload>\n")
    let request = try request(
      "POST", headers: [HeaderField("Content-Type", "application/xml")] + headers,
      query: [id, Self.encoding])
    return (request, body)
  }

  /// The request that gives the upload up; OSS deletes its parts.
  ///
  /// A part that is on its way at the same time may stay: send the request again, until OSS answers
  /// `NoSuchUpload`.
  ///
  /// - Throws: ``MultipartError/invalidRequest(_:)``.
  public func abort() throws(MultipartError) -> SigningRequest {
    try request("DELETE", query: [id])
  }

  /// The request that lists the parts that OSS has; ``PartList`` reads the answer.
  ///
  /// - Parameters:
  ///   - number: the number after which the list begins; ``PartList/next`` of the list before. 0 for
  ///     the first list.
  ///   - limit: how many parts to list at most: 1 to 1,000.
  /// - Throws: ``MultipartError/invalidLimit(_:)`` or ``MultipartError/invalidPartNumber(_:)``.
  public func listParts(after number: Int = 0, limit: Int = 1000) throws(MultipartError)
    -> SigningRequest
  {
    try Self.check(limit: limit)
    var query = [id, Self.encoding, QueryParameter("max-parts", String(limit))]
    if number != 0 {
      try Self.check(partNumber: number)
      query.append(QueryParameter("part-number-marker", String(number)))
    }
    return try request("GET", query: query)
  }

  /// The request that lists the uploads of a bucket that were begun and neither completed nor
  /// given up; ``UploadList`` reads the answer.
  ///
  /// - Parameters:
  ///   - bucket: the bucket.
  ///   - prefix: what the keys begin with; "" for all.
  ///   - marker: ``UploadList/next`` of the list before; nil for the first list.
  ///   - limit: how many uploads to list at most: 1 to 1,000.
  /// - Throws: ``MultipartError/invalidLimit(_:)`` or ``MultipartError/invalidRequest(_:)``.
  public static func listUploads(
    bucket: String, prefix: String = "", after marker: UploadList.Marker? = nil, limit: Int = 1000
  ) throws(MultipartError) -> SigningRequest {
    try check(limit: limit)
    var query = [
      QueryParameter("uploads"), encoding, QueryParameter("max-uploads", String(limit)),
    ]
    if !prefix.utf8.isEmpty { query.append(QueryParameter("prefix", prefix)) }
    if let marker {
      query.append(QueryParameter("key-marker", marker.key))
      query.append(QueryParameter("upload-id-marker", marker.uploadID))
    }
    do {
      return try SigningRequest(method: "GET", bucket: bucket, query: query)
    } catch {
      throw .invalidRequest(error)
    }
  }

  private func request(
    _ method: String, headers: [HeaderField] = [], query: [QueryParameter]
  ) throws(MultipartError) -> SigningRequest {
    do {
      return try SigningRequest(
        method: method, bucket: bucket, key: key, headers: headers, query: query)
    } catch {
      throw .invalidRequest(error)
    }
  }

  static func check(partNumber number: Int) throws(MultipartError) {
    guard partNumbers.contains(number) else { throw .invalidPartNumber(number) }
  }

  private static func check(limit: Int) throws(MultipartError) {
    guard 1...1000 ~= limit else { throw .invalidLimit(limit) }
  }
}

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

/// Why an upload in parts cannot go on: a request that OSS would refuse, or an answer that is no
/// answer about an upload.
public enum MultipartError: Error, Equatable, Sendable {
  /// The bucket, the key or a header cannot be sent.
  case invalidRequest(SigningError)
  /// The ID of the upload is empty.
  case emptyUploadID
  /// The number of a part is not one of ``MultipartUpload/partNumbers``.
  case invalidPartNumber(Int)
  /// There are no parts of which an object could be made.
  case noParts
  /// A part follows one of the same or a greater number.
  case partOutOfOrder(Int, after: Int)
  /// The `ETag` of a part is empty, or holds what is not ASCII.
  case invalidETag(part: Int)
  /// More entries than 1,000 are asked for, or fewer than one.
  case invalidLimit(Int)
  /// The answer is not XML that can be read.
  case notXML(ErrorBodyError)
  /// The answer is about something else.
  case unexpectedRoot(String, expected: String)
  /// The answer has no such element, or an empty one.
  case missingElement(String)
  /// The answer has two of an element that is there once.
  case repeatedElement(String)
  /// The text of an element is not of its form.
  case invalidElement(String)
}

extension MultipartError: PlainError, CustomStringConvertible {
  /// One sentence that names the fault.
  public var description: String {
    switch self {
    case .invalidRequest(let fault): fault.description
    case .emptyUploadID: "The ID of the upload is empty."
    case .invalidPartNumber(let number):
      "The part number % is not one of 1 to 10000.".filled(number)
    case .noParts: "An upload without parts cannot be completed."
    case .partOutOfOrder(let number, let previous):
      "Part % follows part %: part numbers must ascend.".filled(number, previous)
    case .invalidETag(let part):
      "The ETag of part % is not the value of a header ETag.".filled(part)
    case .invalidLimit(let limit): "The limit % is not one of 1 to 1000.".filled(limit)
    case .notXML(let fault):
      "The answer of OSS is not XML that can be read: %".filled(fault.description)
    case .unexpectedRoot(let name, let expected):
      "The answer of OSS is %, not '%'.".filled(name.quoted, expected)
    case .missingElement(let name): "The answer of OSS has no %.".filled(name)
    case .repeatedElement(let name): "The answer of OSS has two of %.".filled(name.quoted)
    case .invalidElement(let name): "The % in the answer of OSS is not of its form.".filled(name)
    }
  }
}
