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
