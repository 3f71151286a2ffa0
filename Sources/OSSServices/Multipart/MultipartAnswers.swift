public import OSSPrimitives

extension MultipartUpload {
  /// The object that an upload became: the answer to ``MultipartUpload/complete(_:headers:)``.
  ///
  /// Its checksum is in the header `x-oss-hash-crc64ecma` of the answer.
  public struct Completed: Hashable, Sendable {
    /// The bucket of the object.
    public let bucket: String
    /// The key of the object.
    public let key: String
    /// The `ETag` of the object, with its quotes.
    ///
    /// It is no MD5 of its bytes.
    public let etag: String
    /// The URL of the object, as OSS writes it; nil where it writes none.
    public let location: String?

    /// Reads the answer.
    ///
    /// - Parameter xml: the body of the answer.
    /// - Throws: ``MultipartError``, which says what the body is instead.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(xml: Span<UInt8>) throws(MultipartError) {
      let answer = try MultipartAnswer(xml, root: "CompleteMultipartUploadResult")
      bucket = try answer.fields.text("Bucket")
      key = try answer.fields.decodedText("Key")
      etag = try answer.fields.text("ETag")
      location = answer.fields.optionalText("Location")
    }
  }

  /// Parts of an upload: the answer to ``MultipartUpload/listParts(after:limit:)``.
  ///
  /// Complete an upload by the parts that were noted when they were sent: a list also has those
  /// that another program sent, or that were damaged on their way.
  public struct PartList: Hashable, Sendable {
    /// The upload.
    public let upload: MultipartUpload
    /// The parts, in the order of their numbers.
    public let parts: [Part]
    /// What to list after; nil where no part follows.
    public let next: Int?

    /// Reads the answer.
    ///
    /// - Parameter xml: the body of the answer.
    /// - Throws: ``MultipartError``, which says what the body is instead.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(xml: Span<UInt8>) throws(MultipartError) {
      let answer = try MultipartAnswer(xml, root: "ListPartsResult", entry: "Part")
      upload = try MultipartUpload(
        bucket: try answer.fields.text("Bucket"), key: try answer.fields.decodedText("Key"),
        uploadID: try answer.fields.text("UploadId"))
      var parts: [Part] = []
      for entry in answer.entries {
        let part = try Part(entry)
        if let last = parts.last, last.number >= part.number {
          throw .partOutOfOrder(part.number, after: last.number)
        }
        parts.append(part)
      }
      self.parts = parts
      let isTruncated = try answer.fields.flag("IsTruncated")
      next = isTruncated ? try answer.fields.partNumber("NextPartNumberMarker") : nil
    }
  }

  /// Uploads of a bucket: the answer to
  /// ``MultipartUpload/listUploads(bucket:prefix:after:limit:)``.
  public struct UploadList: Hashable, Sendable {
    /// The place after an upload in the order of the list.
    public struct Marker: Hashable, Sendable {
      /// The key of the upload.
      public let key: String
      /// The ID of the upload.
      public let uploadID: String

      /// Names a place that was noted before.
      public init(key: String, uploadID: String) {
        self.key = key
        self.uploadID = uploadID
      }
    }

    /// An upload of the list.
    public struct Entry: Hashable, Sendable {
      /// The upload.
      public let upload: MultipartUpload
      /// When it was begun; nil where OSS does not say it.
      public let initiated: Moment?
    }

    /// The uploads, by key, and those of one key by ID.
    public let entries: [Entry]
    /// What to list after; nil where no upload follows.
    public let next: Marker?

    /// Reads the answer.
    ///
    /// - Parameter xml: the body of the answer.
    /// - Throws: ``MultipartError``, which says what the body is instead.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(xml: Span<UInt8>) throws(MultipartError) {
      let answer = try MultipartAnswer(xml, root: "ListMultipartUploadsResult", entry: "Upload")
      let bucket = try answer.fields.text("Bucket")
      var entries: [Entry] = []
      for entry in answer.entries {
        let upload = try MultipartUpload(
          bucket: bucket, key: try entry.decodedText("Key"), uploadID: try entry.text("UploadId"))
        entries.append(Entry(upload: upload, initiated: try entry.time("Initiated")))
      }
      self.entries = entries
      if try answer.fields.flag("IsTruncated") {
        next = Marker(
          key: try answer.fields.decodedText("NextKeyMarker"),
          uploadID: try answer.fields.text("NextUploadIdMarker"))
      } else {
        next = nil
      }
    }
  }
}

extension MultipartUpload.Part {
  /// Reads an entry of a list.
  fileprivate init(_ entry: MultipartFields) throws(MultipartError) {
    self.init(
      number: try entry.partNumber("PartNumber"), etag: try entry.text("ETag"),
      byteCount: try entry.count("Size"), crc64: try entry.checksum("HashCrc64ecma"),
      lastModified: try entry.time("LastModified"))
  }
}

/// An answer about an upload: what is said once, and the entries of a list.
struct MultipartAnswer {
  let fields: MultipartFields
  let entries: [MultipartFields]

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - xml: the body of the answer.
  ///   - root: the name that its root has.
  ///   - name: the name of the elements that are entries of a list; nil where it has none.
  init(_ xml: Span<UInt8>, root: String, entry name: String? = nil) throws(MultipartError) {
    let limits = name == nil ? XMLLimits.errorBody : .list
    guard xml.count <= limits.byteCount else {
      throw .notXML(.tooLarge(byteCount: xml.count, limit: limits.byteCount))
    }
    let elements: [XMLDocument.Element]
    do {
      elements = try XMLDocument(Bytes(copying: xml), roots: [root], limits: limits).elements
    } catch {
      guard case .unexpectedRoot(let found, _) = error else { throw .notXML(error) }
      throw .unexpectedRoot(found, expected: root)
    }
    var fields: [String: Bytes] = [:]
    var entries: [[String: Bytes]] = []
    for element in elements {
      let path = element.path.pieces(at: "/")
      let isEntry = name.map { path[0].hasSameBytes(as: $0) } ?? false
      switch path.count {
      case 1 where isEntry: entries.append([:])
      // What holds elements says nothing by itself, and may be there often.
      case 1 where !element.holdsElements:
        if fields.updateValue(element.text, forKey: element.path) != nil {
          throw .repeatedElement(element.path)
        }
      // An element in an entry belongs to the latest one.
      case 2 where isEntry && !element.holdsElements:
        if entries[entries.count - 1].updateValue(element.text, forKey: path[1]) != nil {
          throw .repeatedElement(element.path)
        }
      default: break
      }
    }
    let isEncoded = fields["EncodingType"] == "url".bytes
    self.fields = MultipartFields(texts: fields, isEncoded: isEncoded)
    self.entries = entries.map { MultipartFields(texts: $0, isEncoded: isEncoded) }
  }
}

/// The texts of an answer, or of one entry of a list, by the names of their elements.
struct MultipartFields {
  let texts: [String: Bytes]
  /// Whether keys are percent-encoded, as `encoding-type` asks for.
  let isEncoded: Bool

  /// The text of an element without white space at its ends.
  func text(_ name: String) throws(MultipartError) -> String {
    guard let text = optionalText(name), !text.utf8.isEmpty else { throw .missingElement(name) }
    return text
  }

  /// The text of an element that may be left out.
  func optionalText(_ name: String) -> String? {
    texts[name].map { String(decoding: XMLWhiteSpace.trimmed($0), as: UTF8.self) }
  }

  /// The text of an element that is percent-encoded where the answer says so; a space of a key
  /// that is not encoded stays.
  func decodedText(_ name: String) throws(MultipartError) -> String {
    guard let text = texts[name] else { throw .missingElement(name) }
    guard isEncoded else { return String(decoding: text, as: UTF8.self) }
    let bytes: Bytes
    do throws(PercentEncodingError) {
      // A plus sign of a key is `%2B`, so that one here is a space, as forms write it.
      bytes = try PercentEncoding.decode(
        String(decoding: XMLWhiteSpace.trimmed(text), as: UTF8.self), plusIsSpace: true)
    } catch {
      throw .invalidElement(name)
    }
    guard let decoded = String(validUTF8: bytes) else { throw .invalidElement(name) }
    return decoded
  }

  /// The number of a part.
  func partNumber(_ name: String) throws(MultipartError) -> Int {
    guard let value = Self.count(try text(name)), let number = Int(exactly: value),
      MultipartUpload.partNumbers.contains(number)
    else { throw .invalidElement(name) }
    return number
  }

  /// A number of bytes that may be left out.
  func count(_ name: String) throws(MultipartError) -> Int64? {
    guard let text = optionalText(name) else { return nil }
    guard let value = Self.count(text) else { throw .invalidElement(name) }
    return value
  }

  /// A number in digits alone; `Int64(_:)` would take a sign.
  private static func count(_ text: String) -> Int64? {
    text.isAll({ 0x30...0x39 ~= $0 }) ? Int64(decimal: text) : nil
  }

  /// A checksum that may be left out.
  func checksum(_ name: String) throws(MultipartError) -> CRC64? {
    guard let text = optionalText(name) else { return nil }
    guard let value = CRC64(header: text) else { throw .invalidElement(name) }
    return value
  }

  /// A time that may be left out.
  func time(_ name: String) throws(MultipartError) -> Moment? {
    guard let text = optionalText(name) else { return nil }
    do {
      return try Moment(iso8601: text)
    } catch {
      throw .invalidElement(name)
    }
  }

  /// A choice that is no where it is left out.
  func flag(_ name: String) throws(MultipartError) -> Bool {
    switch optionalText(name) {
    case "true": true
    case "false", nil: false
    default: throw .invalidElement(name)
    }
  }
}
