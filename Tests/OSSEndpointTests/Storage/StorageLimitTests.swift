import OSSEndpoint
import OSSPrimitives
import Testing

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
    for number in 0..<StorageLimits.entryCount {
      let reply = try client.send("PUT", "/bucket/\(number)")
      if reply.status != 200 { Issue.record("object \(number) is refused") }
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
