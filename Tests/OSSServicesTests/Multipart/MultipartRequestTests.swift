import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Requests of an upload in parts` {
  static let id = "0004B9895DBBB6EC98E36"

  private func upload() throws -> MultipartUpload {
    try MultipartUpload(bucket: "films", key: "a/b c.mp4", uploadID: Self.id)
  }

  /// The method, the key and the query of a request.
  private func text(_ request: SigningRequest) -> String {
    let query = request.query.map { $0.name + ($0.value.map { "=\($0)" } ?? "") }
    return "\(request.method) \(request.bucket ?? "-") \(request.key ?? "-") "
      + query.joined(separator: "&")
  }

  @Test func `have the methods and parameters of the documents`() throws {
    let upload = try upload()
    #expect(
      try text(MultipartUpload.initiate(bucket: "films", key: "a/b c.mp4"))
        == "POST films a/b c.mp4 uploads&encoding-type=url")
    #expect(
      try text(upload.part(10_000)) == "PUT films a/b c.mp4 partNumber=10000&uploadId=\(Self.id)")
    #expect(try text(upload.abort()) == "DELETE films a/b c.mp4 uploadId=\(Self.id)")
    #expect(
      try text(upload.listParts())
        == "GET films a/b c.mp4 uploadId=\(Self.id)&encoding-type=url&max-parts=1000")
    #expect(
      try text(upload.listParts(after: 7, limit: 2))
        == "GET films a/b c.mp4 uploadId=\(Self.id)&encoding-type=url&max-parts=2"
        + "&part-number-marker=7")
    #expect(
      try text(MultipartUpload.listUploads(bucket: "films"))
        == "GET films - uploads&encoding-type=url&max-uploads=1000")
    let marker = MultipartUpload.UploadList.Marker(key: "a/k", uploadID: Self.id)
    #expect(
      try text(MultipartUpload.listUploads(bucket: "films", prefix: "a/", after: marker, limit: 1))
        == "GET films - uploads&encoding-type=url&max-uploads=1&prefix=a/&key-marker=a/k"
        + "&upload-id-marker=\(Self.id)")
  }

  @Test func `carry the headers of the caller`() throws {
    let body: Bytes = [1, 2, 3]
    let md5 = HeaderField.contentMD5(of: body.span)
    #expect(try upload().part(1, headers: [md5]).headers == [md5])
    let type = HeaderField("Content-Type", "video/mp4")
    let begin = try MultipartUpload.initiate(bucket: "films", key: "a", headers: [type])
    #expect(begin.headers == [type])
    let forbid = HeaderField("x-oss-forbid-overwrite", "true")
    let part = MultipartUpload.Part(number: 1, etag: "\"A\"")
    let end = try upload().complete([part], headers: [forbid]).request
    #expect(end.headers == [HeaderField("Content-Type", "application/xml"), forbid])
    #expect(text(end) == "POST films a/b c.mp4 uploadId=\(Self.id)&encoding-type=url")
  }

  /// V1 signs `partNumber` and `uploadId` as parts of the resource, sorted (V1-SUB-1).
  @Test func `of V1 sign the parameters of a part and not the encoding`() throws {
    let identity = try SigningIdentity(.v1)
    let begin = try MultipartUpload.initiate(bucket: "films", key: "a")
    for (request, resource) in [
      (begin, "/films/a?uploads"),
      (try upload().part(2), "/films/a/b c.mp4?partNumber=2&uploadId=\(Self.id)"),
      (try upload().listParts(), "/films/a/b c.mp4?uploadId=\(Self.id)"),
    ] {
      let text = try identity.headers(for: request, at: .epoch).stringToSign.text
      #expect(text.hasSuffix("\n" + resource))
    }
  }

  @Test func `list the parts with their quotes and escape them`() throws {
    let parts = [
      MultipartUpload.Part(number: 1, etag: "\"3349DC700140D7F86A0784842780****\""),
      MultipartUpload.Part(number: 5, etag: "8EFDA8BE206636A695359836FE0A****"),
      MultipartUpload.Part(number: 10_000, etag: "\"<&>\""),
    ]
    let body = try upload().complete(parts).body
    #expect(
      String(decoding: body, as: UTF8.self) == """
        <CompleteMultipartUpload>
        <Part><PartNumber>1</PartNumber><ETag>"3349DC700140D7F86A0784842780****"</ETag></Part>
        <Part><PartNumber>5</PartNumber><ETag>"8EFDA8BE206636A695359836FE0A****"</ETag></Part>
        <Part><PartNumber>10000</PartNumber><ETag>"&lt;&amp;&gt;"</ETag></Part>
        </CompleteMultipartUpload>

        """)
  }

  @Test(
    arguments: [
      ([], .noParts, "An upload without parts cannot be completed."),
      ([0], .invalidPartNumber(0), "The part number 0 is not one of 1 to 10000."),
      ([10_001], .invalidPartNumber(10_001), "The part number 10001 is not one of 1 to 10000."),
      ([-1], .invalidPartNumber(-1), "The part number -1 is not one of 1 to 10000."),
      (
        [1, 3, 2], .partOutOfOrder(2, after: 3),
        "Part 2 follows part 3: part numbers must ascend."
      ),
      (
        [1, 1], .partOutOfOrder(1, after: 1), "Part 1 follows part 1: part numbers must ascend."
      ),
    ] as [([Int], MultipartError, String)])
  func `refuse parts that OSS refuses`(
    numbers: [Int], error: MultipartError, sentence: String
  ) throws {
    let parts = numbers.map { MultipartUpload.Part(number: $0, etag: "A") }
    let upload = try upload()
    #expect(throws: error) { try upload.complete(parts) }
    #expect(error.description == sentence)
    if case .invalidPartNumber(let number) = error {
      #expect(throws: error) { try upload.part(number) }
    }
  }

  @Test(arguments: ["", "\"", "\"\"", "\"a", "\"a\n\"", "\"é\"", "\"a\u{0}\"", "a\u{7F}"])
  func `refuse an ETag that no header has`(etag: String) throws {
    let part = MultipartUpload.Part(number: 3, etag: etag)
    let upload = try upload()
    let error = MultipartError.invalidETag(part: 3)
    #expect(throws: error) { try upload.complete([part]) }
    #expect(error.description == "The ETag of part 3 is not the value of a header ETag.")
  }

  @Test func `refuse limits, keys, buckets and IDs that OSS refuses`() throws {
    let upload = try upload()
    for limit in [Int.min, 0, 1001, .max] {
      #expect(throws: MultipartError.invalidLimit(limit)) { try upload.listParts(limit: limit) }
      #expect(throws: MultipartError.invalidLimit(limit)) {
        try MultipartUpload.listUploads(bucket: "films", limit: limit)
      }
    }
    #expect(throws: MultipartError.invalidPartNumber(-1)) { try upload.listParts(after: -1) }
    #expect(throws: MultipartError.emptyUploadID) {
      try MultipartUpload(bucket: "films", key: "a", uploadID: "")
    }
    let bucket = MultipartError.invalidRequest(.invalidBucketName("A"))
    #expect(throws: bucket) { try MultipartUpload(bucket: "A", key: "a", uploadID: "1") }
    #expect(throws: bucket) { try MultipartUpload.listUploads(bucket: "A") }
    #expect(bucket.description == SigningError.invalidBucketName("A").description)
    #expect(throws: MultipartError.invalidRequest(.invalidObjectKey(.empty))) {
      try MultipartUpload(bucket: "films", key: "", uploadID: "1")
    }
    #expect(throws: MultipartError.self) {
      try upload.part(1, headers: [HeaderField("a", "\n")])
    }
  }

  @Test func `are equal where their bytes are`() throws {
    let composed = try MultipartUpload(bucket: "films", key: "\u{E9}", uploadID: "1")
    let decomposed = try MultipartUpload(bucket: "films", key: "e\u{301}", uploadID: "1")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
  }

  @Test func `of parts with sizes and checksums give the checksum of the object`() {
    let bytes = Bytes(0...255)
    let pieces = [bytes[..<100], bytes[100..<101], bytes[101...]]
    let parts = pieces.enumerated().map {
      MultipartUpload.Part(number: $0.offset + 1, etag: "A", body: $0.element)
    }
    #expect(parts.map(\.byteCount) == [100, 1, 155])
    #expect(parts.crc64 == CRC64.checksum(bytes))
    #expect([MultipartUpload.Part]().crc64 == CRC64())
    let unknown = MultipartUpload.Part(number: 4, etag: "A", byteCount: 1)
    #expect((parts + [unknown]).crc64 == nil)
    let negative = MultipartUpload.Part(number: 4, etag: "A", byteCount: -1, crc64: CRC64())
    #expect((parts + [negative]).crc64 == nil)
  }
}
