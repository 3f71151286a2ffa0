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
