import OSSEndpoint
import OSSPrimitives
import Testing

@Suite struct `Uploads in parts` {
  static let first = Bytes(repeating: 0x61, count: 102_400)

  /// Begins an upload and sends parts; gives its id and their ETags.
  static func begin(
    _ client: inout StorageClient, _ bodies: [Int: Bytes], _ headers: [String: String] = [:]
  ) throws -> (id: String, etags: [Int: String]) {
    let id = try client.send("POST", "/bucket/k?uploads", headers).value("UploadId")
    var etags: [Int: String] = [:]
    for (number, body) in bodies {
      let part = try client.send(
        "PUT", "/bucket/k?partNumber=\(number)&uploadId=\(id)", bytes: body)
      #expect(part.fields["x-oss-hash-crc64ecma"] == CRC64.checksum(body).description)
      etags[number] = part.fields["ETag"]
    }
    return (id, etags)
  }

  static func body(_ parts: [(Int, String)]) -> String {
    let rows = parts.map { "<Part><PartNumber>\($0)</PartNumber><ETag>\($1)</ETag></Part>" }
    return "<CompleteMultipartUpload>\(rows.joined())</CompleteMultipartUpload>"
  }

  /// The ways in which clients write an ETag; nil for all parts without a list.
  @Test(arguments: ["\"", "&quot;", "&#34;", "", nil])
  func `become an object of all bytes, however the ETags are quoted`(quote: String?) throws {
    var client = StorageClient()
    let (id, etags) = try Self.begin(
      &client, [1: Self.first, 3: "tail".bytes], ["x-oss-meta-a": "1", "Content-Type": "text/css"])
    let parts = try client.send("GET", "/bucket/k?uploadId=\(id)")
    #expect(try parts.values("Part/PartNumber") == ["1", "3"])
    #expect(try parts.values("Part/ETag") == [1, 3].map { etags[$0] })
    #expect(try parts.values("Part/Size") == ["102400", "4"])
    let listed = quote.map { quote in
      Self.body([1, 3].map { ($0, (etags[$0] ?? "").replacing("\"", with: quote)) })
    }
    let done = try client.send(
      "POST", "/bucket/k?uploadId=\(id)", listed == nil ? ["x-oss-complete-all": "yes"] : [:],
      listed ?? "")
    let digests = MD5.hash(Self.first.span).bytes + MD5.hash("tail".bytes.span).bytes
    let etag = "\"\(MD5.hash(digests.span).hexadecimal.uppercased())-2\""
    #expect(try done.value("ETag") == etag)
    #expect(try done.value("Location") == "http://bucket.oss-cn-hangzhou.aliyuncs.com/k")
    let got = try client.send("GET", "/bucket/k")
    #expect(got.bytes == Self.first + "tail".bytes && got.fields["ETag"] == etag)
    #expect(got.fields["x-oss-hash-crc64ecma"] == CRC64.checksum(got.bytes).description)
    #expect(got.fields["x-oss-hash-crc64ecma"] == done.fields["x-oss-hash-crc64ecma"])
    #expect(got.fields["x-oss-meta-a"] == "1" && got.fields["Content-Type"] == "text/css")
    #expect(got.fields["x-oss-object-type"] == "Multipart" && got.fields["Content-MD5"] == nil)
    #expect(try client.send("GET", "/bucket/k?uploadId=\(id)").code == "NoSuchUpload")
  }

  @Test func `are completed by the parts that are there, in order and of a size`() throws {
    var client = StorageClient()
    let (id, etags) = try Self.begin(&client, [1: "small".bytes, 2: Self.first, 3: "tail".bytes])
    let (one, two) = (etags[1] ?? "", etags[2] ?? "")
    for (body, code, ec) in [
      (Self.body([(2, two), (1, one)]), "InvalidPartOrder", "0042-00000209"),
      (Self.body([(1, one), (1, one)]), "InvalidPartOrder", "0042-00000209"),
      (Self.body([(1, one), (2, two)]), "EntityTooSmall", "0042-00000213"),
      (Self.body([(2, one)]), "InvalidPart", nil), (Self.body([(4, one)]), "InvalidPart", nil),
      (Self.body([]), "MalformedXML", "0042-00000205"),
      ("<Complete>", "MalformedXML", "0042-00000205"), ("", "MalformedXML", "0042-00000205"),
    ] {
      let reply = try client.send("POST", "/bucket/k?uploadId=\(id)", [:], body)
      #expect(reply.status == 400 && reply.code == code && reply.ec == ec, "\(body)")
    }
    let missing = try client.send(
      "POST", "/bucket/k?uploadId=\(id)", [:], Self.body([(4, "\"A\"")]))
    #expect(missing.members == ["ETag": "\"A\"", "PartNumber": "4", "UploadId": id])
    #expect(try client.send("GET", "/bucket/k").code == "NoSuchKey")
    #expect(try client.send("PUT", "/bucket/k?partNumber=2&uploadId=0").code == "NoSuchUpload")
    #expect(try client.send("GET", "/bucket/other?uploadId=\(id)").code == "NoSuchUpload")
    #expect(try client.send("DELETE", "/bucket/").code == "BucketNotEmpty")
    #expect(try client.send("DELETE", "/bucket/k?uploadId=\(id)").status == 204)
    #expect(try client.send("DELETE", "/bucket/k?uploadId=\(id)").code == "NoSuchUpload")
    #expect(try client.send("DELETE", "/bucket/").status == 204)
  }

  @Test func `take parts from other objects, and ranges of them`() throws {
    var client = StorageClient()
    _ = try client.send("PUT", "/bucket/source", [:], "0123456789")
    let (id, _) = try Self.begin(&client, [1: Self.first])
    let target = "/bucket/k?partNumber=2&uploadId=\(id)"
    var headers = ["x-oss-copy-source": "/bucket/source", "x-oss-copy-source-range": "bytes=2-4"]
    let part = try client.send("PUT", target, headers)
    #expect(try part.value("ETag") == "\"\(MD5.hash("234".bytes.span).hexadecimal.uppercased())\"")
    headers["x-oss-copy-source-range"] = "bytes=8-10"
    #expect(try client.send("PUT", target, headers).code == "InvalidRange")
    _ = try client.send("POST", "/bucket/k?uploadId=\(id)", ["x-oss-complete-all": "yes"])
    #expect(try client.send("GET", "/bucket/k").bytes == Self.first + "234".bytes)
  }

  @Test func `are listed page by page`() throws {
    var client = StorageClient()
    let (id, _) = try Self.begin(&client, [1: [], 2: [], 5: []])
    var (numbers, marker): ([String], String) = ([], "0")
    for _ in 0..<3 {
      let target = "/bucket/k?uploadId=\(id)&max-parts=1&part-number-marker=\(marker)"
      let page = try client.send("GET", target)
      numbers += try page.values("Part/PartNumber")
      marker = try page.value("NextPartNumberMarker")
      #expect(try page.value("IsTruncated") == (marker == "5" ? "false" : "true"))
    }
    #expect(numbers == ["1", "2", "5"])
    for key in ["a", "k", "d/1", "d/2"] { _ = try client.send("POST", "/bucket/\(key)?uploads") }
    var found: [String] = []
    var (key, last) = ("", "")
    for _ in 0..<4 {
      let page = try client.send(
        "GET",
        "/bucket/?uploads&max-uploads=1&delimiter=/&key-marker=\(key)&upload-id-marker=\(last)")
      found += try page.values("Upload/Key") + page.values("CommonPrefixes/Prefix")
      (key, last) = (try page.value("NextKeyMarker"), try page.value("NextUploadIdMarker"))
    }
    #expect(found == ["a", "d/", "k", "k"] && key == "")
  }
}

/// Each bound of the storage: what is at it goes through, and what is one beyond is refused.
@Suite struct `Limits of the storage` {
  @Test func `hold for the bytes of a key`() throws {
    var client = StorageClient()
    let key = String(repeating: "k", count: StorageLimits.keyByteCount)
    #expect(try client.send("PUT", "/bucket/\(key)").status == 200)
    for wrong in [key + "k", "/k", "%5Ck"] {
      let reply = try client.send("PUT", "/bucket/\(wrong)")
      #expect(reply.status == 400 && reply.code == "InvalidObjectName")
    }
  }

  @Test func `hold for the bytes of metadata`() throws {
    var client = StorageClient()
    let value = String(repeating: "v", count: StorageLimits.metadataByteCount - 12)
    for (value, status) in [(value, 200), (value + "v", 400)] {
      #expect(try client.send("PUT", "/bucket/k", ["x-oss-meta-a": value]).status == status)
    }
    let reply = try client.send("PUT", "/bucket/k", ["x-oss-meta-a": value, "x-oss-meta-b": ""])
    #expect(reply.code == "InvalidArgument" && reply.ec == "0011-00000002")
  }

  @Test func `hold for tags and their texts`() throws {
    var client = StorageClient()
    let (count, keyCount) = (StorageLimits.tagCount, StorageLimits.tagKeyCount)
    let (key, value) = (
      String(repeating: "k", count: keyCount),
      String(repeating: "v", count: StorageLimits.tagValueCount)
    )
    for (tags, code) in [
      ((1...count).map { "\($0)=1" }.joined(separator: "&"), nil), ("\(key)=\(value)", nil),
      ((0...count).map { "\($0)=1" }.joined(separator: "&"), "BadRequest"),
      ("\(key)k=\(value)", "InvalidTag"), ("\(key)=\(value)v", "InvalidTag"), ("=v", "InvalidTag"),
      ("a=1&a=2", "InvalidTag"),
    ] {
      #expect(try client.send("PUT", "/bucket/k", ["x-oss-tagging": tags]).code == code)
    }
  }

  @Test func `hold for buckets, uploads and parts`() throws {
    var client = StorageClient()
    for number in 1..<StorageLimits.bucketCount {
      #expect(try client.send("PUT", "/bucket-\(number)/").status == 200)
    }
    #expect(try client.send("PUT", "/one-more/").code == "TooManyBuckets")
    var id = ""
    for _ in 0..<StorageLimits.uploadCount {
      id = try client.send("POST", "/bucket/k?uploads").value("UploadId")
    }
    #expect(try client.send("POST", "/bucket/k?uploads").code == "QuotaExceeded")
    let last = StorageLimits.partNumbers.upperBound
    for (number, code) in [
      ("0", "InvalidArgument"), ("1", nil), ("\(last)", nil), ("\(last + 1)", "InvalidArgument"),
      ("", "InvalidArgument"), ("x", "InvalidArgument"),
    ] {
      let reply = try client.send("PUT", "/bucket/k?partNumber=\(number)&uploadId=\(id)")
      #expect(reply.code == code)
      #expect(reply.ec == code.map { _ in "0017-00000220" })
    }
    // The first part is smaller than one may be that another follows.
    let all = ["x-oss-complete-all": "yes"]
    for (count, code) in [
      (StorageLimits.partByteCount - 1, "EntityTooSmall"), (StorageLimits.partByteCount, nil),
    ] {
      let part = "/bucket/k?partNumber=1&uploadId=\(id)"
      _ = try client.send("PUT", part, bytes: Bytes(repeating: 0, count: count))
      #expect(try client.send("POST", "/bucket/k?uploadId=\(id)", all).code == code)
    }
    #expect(try client.send("POST", "/bucket/k?uploads").status == 200)
  }

  @Test func `hold for the keys of one call`() throws {
    var client = StorageClient()
    for (count, code) in [
      (0, "MalformedXML"), (StorageLimits.deletedCount, nil),
      (StorageLimits.deletedCount + 1, "MalformedXML"),
    ] {
      let keys = (0..<count).map { "<Object><Key>\($0)</Key></Object>" }.joined()
      let reply = try client.send("POST", "/bucket/?delete", [:], "<Delete>\(keys)</Delete>")
      #expect(reply.code == code)
    }
  }

  /// Copies share their bytes, so that a full storage needs one body.
  @Test func `hold for all bytes, and what is deleted makes room`() throws {
    var client = StorageClient()
    let size = 1 << 20
    let metadata = "Content-Typeapplication/octet-stream".utf8.count
    _ = try client.send("PUT", "/bucket/0", bytes: Bytes(repeating: 0, count: size - metadata))
    let source = ["x-oss-copy-source": "/bucket/0"]
    for number in 1..<StorageLimits.byteCount / size {
      #expect(try client.send("PUT", "/bucket/\(number)", source).status == 200)
    }
    for (method, target, headers) in [
      ("PUT", "/bucket/new", [:]), ("POST", "/bucket/new?append&position=0", [:]),
      ("PUT", "/bucket/new", source),
    ] {
      let reply = try client.send(method, target, headers, "1")
      #expect(reply.status == 403 && reply.code == "QuotaExceeded", "\(target)")
      #expect(try client.send("GET", "/bucket/new").code == "NoSuchKey")
    }
    #expect(try client.send("PUT", "/bucket/1", source).status == 200)
    let tags = "<Tagging><TagSet><Tag><Key>a</Key></Tag></TagSet></Tagging>"
    #expect(try client.send("PUT", "/bucket/1?tagging", [:], tags).code == "QuotaExceeded")
    let id = try client.send("POST", "/bucket/k?uploads").value("UploadId")
    let part = "/bucket/k?partNumber=1&uploadId=\(id)"
    #expect(try client.send("PUT", part, [:], "1").code == "QuotaExceeded")
    #expect(try client.send("DELETE", "/bucket/2").status == 204)
    // A part has no metadata, so that as much is left; one byte more than that is too much.
    #expect(try client.send("PUT", part, source).status == 200)
    #expect(try client.send("PUT", "/bucket/new", [:], "1").code == "QuotaExceeded")
    let all = ["x-oss-complete-all": "yes"]
    _ = try client.send("PUT", "/bucket/new")
    #expect(try client.send("POST", "/bucket/k?uploadId=\(id)", all).code == "QuotaExceeded")
    #expect(try client.send("GET", "/bucket/k?uploadId=\(id)").values("Part/PartNumber") == ["1"])
    #expect(try client.send("DELETE", "/bucket/new").status == 204)
    #expect(try client.send("DELETE", "/bucket/k?uploadId=\(id)").status == 204)
    #expect(try client.send("PUT", "/bucket/new", [:], "1").status == 200)
  }

  @Test func `hold for all objects and parts`() throws {
    var client = StorageClient()
    #expect(client.storage.entryLimit == 100_000)
    client.storage.entryLimit = 10
    for number in 0..<10 {
      #expect(try client.send("PUT", "/bucket/\(number)").status == 200)
    }
    #expect(try client.send("PUT", "/bucket/new").code == "QuotaExceeded")
    #expect(try client.send("PUT", "/bucket/1").status == 200)
    let id = try client.send("POST", "/bucket/k?uploads").value("UploadId")
    let part = "/bucket/k?partNumber=1&uploadId=\(id)"
    #expect(try client.send("PUT", part).code == "QuotaExceeded")
    _ = try client.send("DELETE", "/bucket/0")
    #expect(try client.send("PUT", part).status == 200)
    #expect(try client.send("PUT", "/bucket/new").code == "QuotaExceeded")
  }
}
