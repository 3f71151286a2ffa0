import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

/// The answers of the documents and of the SDKs' tests, and others.
enum MultipartSample {
  static let initiated = """
    <?xml version="1.0" encoding="UTF-8"?>
    <InitiateMultipartUploadResult xmlns="http://doc.oss-cn-hangzhou.aliyuncs.com">
        <Bucket>oss-example</Bucket>
        <Key>multipart.data</Key>
        <UploadId>0004B9894A22E5B1888A1E29F823****</UploadId>
    </InitiateMultipartUploadResult>
    """
  static let completed = """
    <?xml version="1.0" encoding="UTF-8"?>
    <CompleteMultipartUploadResult xmlns="http://doc.oss-cn-hangzhou.aliyuncs.com">
        <EncodingType>url</EncodingType>
        <Location>http://oss-example.oss-cn-hangzhou.aliyuncs.com/multipart.data</Location>
        <Bucket>oss-example</Bucket>
        <Key>demo%2Fgp-%0C%0A%0B+a%2Bb%20c</Key>
        <ETag>"B864DB6A936D376F9F8D3ED3BBE540****"</ETag>
    </CompleteMultipartUploadResult>
    """
  static let parts = """
    <?xml version="1.0" encoding="UTF-8"?>
    <ListPartsResult>
      <EncodingType>url</EncodingType>
      <Bucket>bucket</Bucket>
      <Key>demo%2Fgp-%0C%0A%0B</Key>
      <UploadId>D4E111D4EA834F3ABCE4877B2779****</UploadId>
      <StorageClass>Standard</StorageClass>
      <PartNumberMarker>0</PartNumberMarker>
      <NextPartNumberMarker>5</NextPartNumberMarker>
      <MaxParts>1000</MaxParts>
      <IsTruncated>true</IsTruncated>
      <Part>
        <PartNumber>1</PartNumber>
        <LastModified>2023-11-22T05:42:34.000Z</LastModified>
        <ETag>"CF3F46D505093571E916FCDD4967****"</ETag>
        <HashCrc64ecma>12066172435287683848</HashCrc64ecma>
        <Size>96316</Size>
      </Part>
      <Part>
        <PartNumber>5</PartNumber>
        <LastModified>2012-02-23T07:02:03.000Z</LastModified>
        <ETag>&quot;7265F4D211B56873A381D321F586****&quot;</ETag>
        <Size>1024</Size>
      </Part>
    </ListPartsResult>
    """
  static let uploads = """
    <?xml version="1.0" encoding="UTF-8"?>
    <ListMultipartUploadsResult xmlns="http://doc.oss-cn-hangzhou.aliyuncs.com">
        <Bucket>oss-example</Bucket>
        <EncodingType>url</EncodingType>
        <KeyMarker>php%2Bkey-marker</KeyMarker>
        <UploadIdMarker>3</UploadIdMarker>
        <NextKeyMarker>php%2Bnext-key-marker</NextKeyMarker>
        <NextUploadIdMarker>0004B99B8E707874FC2D692FA5D77D3F</NextUploadIdMarker>
        <Delimiter>%2F</Delimiter>
        <Prefix>php%2Bprefix</Prefix>
        <CommonPrefixes><Prefix>a%2F</Prefix></CommonPrefixes>
        <CommonPrefixes><Prefix>b%2F</Prefix></CommonPrefixes>
        <MaxUploads>1000</MaxUploads>
        <IsTruncated>true</IsTruncated>
        <Upload>
            <Key>php%2Bkey-1</Key>
            <UploadId>0004B999EF518A1FE585B0C9360DC4C8</UploadId>
            <Initiated>2012-02-23T04:18:23.000Z</Initiated>
            <Owner><ID>1</ID></Owner>
        </Upload>
        <Upload>
            <Key>php%2Bkey-2</Key>
            <UploadId>0004B999EF5A239BB9138C6227D6****</UploadId>
        </Upload>
    </ListMultipartUploadsResult>
    """

  static let all = [initiated, completed, parts, uploads]

  /// Reads a text as each of the four answers: which of them it is, or the error of the first.
  static func reads(_ text: Bytes) -> [Bool] {
    [
      (try? MultipartUpload(xml: text.span)) != nil,
      (try? MultipartUpload.Completed(xml: text.span)) != nil,
      (try? MultipartUpload.PartList(xml: text.span)) != nil,
      (try? MultipartUpload.UploadList(xml: text.span)) != nil,
    ]
  }
}

@Suite struct `Answers about an upload in parts` {
  private func bytes(_ text: String, _ changes: [(String, String)] = []) -> Bytes {
    Bytes(changes.reduce(text) { $0.replacing($1.0, with: $1.1) }.utf8)
  }

  @Test func `name the upload that was begun`() throws {
    let upload = try MultipartUpload(xml: bytes(MultipartSample.initiated).span)
    #expect(
      try upload
        == MultipartUpload(
          bucket: "oss-example", key: "multipart.data",
          uploadID: "0004B9894A22E5B1888A1E29F823****"))
  }

  @Test func `name the object that was made, its key decoded`() throws {
    let completed = try MultipartUpload.Completed(xml: bytes(MultipartSample.completed).span)
    #expect(completed.bucket == "oss-example")
    #expect(completed.key == "demo/gp-\u{C}\n\u{B} a+b c")
    #expect(completed.etag == "\"B864DB6A936D376F9F8D3ED3BBE540****\"")
    #expect(
      completed.location == "http://oss-example.oss-cn-hangzhou.aliyuncs.com/multipart.data")
    let plain = bytes(
      MultipartSample.completed,
      [("<EncodingType>url</EncodingType>", ""), ("demo%2F", " demo%2F")])
    #expect(
      try MultipartUpload.Completed(xml: plain.span).key == " demo%2Fgp-%0C%0A%0B+a%2Bb%20c")
  }

  @Test func `list parts with what is known of them`() throws {
    let list = try MultipartUpload.PartList(xml: bytes(MultipartSample.parts).span)
    #expect(list.upload.key == "demo/gp-\u{C}\n\u{B}")
    #expect(list.next == 5)
    #expect(
      try list.parts == [
        MultipartUpload.Part(
          number: 1, etag: "\"CF3F46D505093571E916FCDD4967****\"", byteCount: 96_316,
          crc64: CRC64(12_066_172_435_287_683_848),
          lastModified: Moment(iso8601: "2023-11-22T05:42:34.000Z")),
        MultipartUpload.Part(
          number: 5, etag: "\"7265F4D211B56873A381D321F586****\"", byteCount: 1024,
          lastModified: Moment(iso8601: "2012-02-23T07:02:03.000Z")),
      ])
    #expect(list.parts.crc64 == nil)
    #expect(list.parts.prefix(1).crc64?.value == 12_066_172_435_287_683_848)
    let last = bytes(MultipartSample.parts, [(">true<", ">false<")])
    #expect(try MultipartUpload.PartList(xml: last.span).next == nil)
  }

  @Test func `list uploads and where the next list begins`() throws {
    let list = try MultipartUpload.UploadList(xml: bytes(MultipartSample.uploads).span)
    #expect(list.entries.map(\.upload.key) == ["php+key-1", "php+key-2"])
    #expect(list.entries.map(\.upload.bucket) == ["oss-example", "oss-example"])
    #expect(try list.entries[0].initiated == Moment(iso8601: "2012-02-23T04:18:23.000Z"))
    #expect(list.entries[1].initiated == nil)
    #expect(
      list.next
        == .init(key: "php+next-key-marker", uploadID: "0004B99B8E707874FC2D692FA5D77D3F"))
    let last = bytes(MultipartSample.uploads, [(">true<", ">false<")])
    #expect(try MultipartUpload.UploadList(xml: last.span).next == nil)
  }

  /// The longest keys, each byte of them encoded.
  @Test func `list a thousand uploads and a thousand parts`() throws {
    let key = String(repeating: "%E4%BD%A0", count: 341)
    let upload =
      "<Upload><Key>\(key)</Key><UploadId>1</UploadId><Initiated>"
      + "2012-02-23T04:18:23.000Z</Initiated><StorageClass>Standard</StorageClass></Upload>"
    let uploads =
      "<ListMultipartUploadsResult><Bucket>b-1</Bucket>"
      + "<EncodingType>url</EncodingType>"
      + String(repeating: upload, count: 1000)
      + "</ListMultipartUploadsResult>"
    #expect(try MultipartUpload.UploadList(xml: bytes(uploads).span).entries.count == 1000)
    let parts = (1...1000).map {
      "<Part><PartNumber>\($0)</PartNumber><ETag>\"A\"</ETag><Size>1</Size></Part>"
    }
    let list =
      "<ListPartsResult><Bucket>b-1</Bucket><Key>k</Key><UploadId>1</UploadId>"
      + parts.joined() + "</ListPartsResult>"
    #expect(try MultipartUpload.PartList(xml: bytes(list).span).parts.count == 1000)
  }

  @Test(
    arguments: [
      (
        "<Key>", "<Other>",
        "The answer of OSS is not XML that can be read: "
          + "The markup at byte 146 is not well-formed XML."
      ),
      (
        "<UploadId>D4E111D4EA834F3ABCE4877B2779****</UploadId>", "",
        "The answer of OSS has no UploadId."
      ),
      ("D4E111D4EA834F3ABCE4877B2779****", " ", "The answer of OSS has no UploadId."),
      ("<MaxParts>1000</MaxParts>", "<Bucket>b</Bucket>", "The answer of OSS has two of 'Bucket'."),
      ("<Size>1024</Size>", "<ETag>1</ETag>", "The answer of OSS has two of 'Part/ETag'."),
      ("%0C", "%C", "The Key in the answer of OSS is not of its form."),
      ("%0C", "%FF", "The Key in the answer of OSS is not of its form."),
      (">true<", ">yes<", "The IsTruncated in the answer of OSS is not of its form."),
      (">5</Next", ">0</Next", "The NextPartNumberMarker in the answer of OSS is not of its form."),
      (
        "<PartNumber>5", "<PartNumber>10001",
        "The PartNumber in the answer of OSS is not of its form."
      ),
      ("<PartNumber>5", "<PartNumber>1", "Part 1 follows part 1: part numbers must ascend."),
      (">1024<", ">-1<", "The Size in the answer of OSS is not of its form."),
      (">1024<", ">9223372036854775808<", "The Size in the answer of OSS is not of its form."),
      (
        ">12066172435287683848<", ">18446744073709551616<",
        "The HashCrc64ecma in the answer of OSS is not of its form."
      ),
      (
        "2012-02-23T07:02:03.000Z", "yesterday",
        "The LastModified in the answer of OSS is not of its form."
      ),
      ("ListPartsResult>", "Error>", "The answer of OSS is 'Error', not 'ListPartsResult'."),
      (">bucket<", ">Bucket<", SigningError.invalidBucketName("Bucket").description),
    ] as [(String, String, String)])
  func `are refused with a sentence`(old: String, new: String, sentence: String) {
    let text = bytes(MultipartSample.parts, [(old, new)])
    let error = #expect(throws: MultipartError.self) {
      try MultipartUpload.PartList(xml: text.span)
    }
    #expect(error?.description == sentence)
  }

  @Test func `are refused where they are too large or of another kind`() {
    let large = Bytes(repeating: 0x20, count: 65_537)
    #expect(throws: MultipartError.notXML(.tooLarge(byteCount: 65_537, limit: 65_536))) {
      try MultipartUpload(xml: large.span)
    }
    #expect(throws: MultipartError.notXML(.empty)) {
      try MultipartUpload.PartList(xml: large.span)
    }
    let huge = Bytes(repeating: 0x20, count: 8_388_609)
    #expect(throws: MultipartError.notXML(.tooLarge(byteCount: 8_388_609, limit: 8_388_608))) {
      try MultipartUpload.UploadList(xml: huge.span)
    }
    for (place, text) in MultipartSample.all.enumerated() {
      #expect(MultipartSample.reads(bytes(text)) == (0..<4).map { $0 == place })
    }
  }

  /// Damaged answers: bytes replaced, taken out or doubled, pieces moved. What is read is
  /// an answer, and what is not is refused; neither traps.
  @Test func `are read or refused when they are damaged`() {
    var random = SplitMix64(seed: 1)
    var (read, refused) = (0, 0)
    for round in 0..<800 {
      var text = bytes(MultipartSample.all[round % 4])
      for _ in 0...random.below(3) { random.damage(&text) }
      if MultipartSample.reads(text).contains(true) { read += 1 } else { refused += 1 }
    }
    #expect(read > 80)
    #expect(refused > 80)
  }
}
