import OSSEndpoint
import OSSPrimitives
import Testing

@Suite struct `Objects come back as they were put` {
  @Test func `with their bytes, checksums and metadata`() throws {
    var client = StorageClient()
    let metadata = [
      "Content-MD5": "XUFAKrxLKna5cZ2REBfFkg==", "X-Oss-Meta-A": "1", "Cache-Control": "no-store",
    ]
    let put = try client.send("PUT", "/bucket/a%20b", metadata, "hello")
    #expect(put.status == 200)
    #expect(put.fields["ETag"] == "\"5D41402ABC4B2A76B9719D911017C592\"")
    #expect(put.fields["x-oss-hash-crc64ecma"] == CRC64.checksum("hello".bytes).description)
    for method in ["GET", "HEAD"] {
      let got = try client.send(method, "/bucket/a%20b")
      #expect(got.status == 200 && got.text == "hello")
      for (name, value) in put.fields { #expect(got.fields[name] == value) }
      #expect(got.fields["Content-MD5"] == "XUFAKrxLKna5cZ2REBfFkg==")
      #expect(got.fields["Content-Type"] == "application/octet-stream")
      #expect(got.fields["x-oss-meta-a"] == "1" && got.fields["Cache-Control"] == "no-store")
      #expect(got.fields["Last-Modified"] == StorageClient.start.rfc1123)
      #expect(got.fields["x-oss-object-type"] == "Normal")
      #expect(got.fields["x-oss-storage-class"] == "Standard")
      #expect(got.fields["Accept-Ranges"] == "bytes")
    }
    #expect(try client.send("HEAD", "/bucket/a%20b?objectMeta").text == "hello")
    #expect(try client.send("DELETE", "/bucket/a%20b").status == 204)
    #expect(try client.send("DELETE", "/bucket/a%20b").status == 204)
    let gone = try client.send("GET", "/bucket/a%20b")
    #expect(gone.status == 404 && gone.code == "NoSuchKey" && gone.members == ["Key": "a b"])
  }

  @Test func `a body that its Content-MD5 does not describe is refused and not stored`() throws {
    var client = StorageClient()
    for (text, ec) in [
      ("XUFAKrxLKna5cZ2REBfFkg==", "0017-00000503"), ("!", "0017-00000502"),
      ("YQ==", "0017-00000502"),
    ] {
      let reply = try client.send("PUT", "/bucket/k", ["Content-MD5": text], "other")
      #expect(reply.status == 400 && reply.code == "InvalidDigest" && reply.ec == ec)
      #expect(try client.send("GET", "/bucket/k").code == "NoSuchKey")
    }
  }

  /// A range, what it gives of ten bytes, and what it gives under `x-oss-range-behavior: standard`.
  @Test func `in ranges, and whole where OSS does not take a range`() throws {
    var client = StorageClient()
    _ = try client.send("PUT", "/bucket/k", [:], "0123456789")
    let whole = CRC64.checksum("0123456789".bytes)
    for (range, plain, standard) in [
      ("bytes=0-4", "01234", "01234"), ("bytes=7-", "789", "789"), ("bytes=-3", "789", "789"),
      ("bytes=9-9", "9", "9"), ("bytes=0-9", nil, nil), ("bytes=2-2,4-5", "2", "2"),
      ("bytes=8-10", nil, "89"), ("bytes=-11", nil, nil), ("bytes=10-", nil, "416"),
      ("bytes=10-20", nil, "416"), ("bytes=-0", nil, "416"), ("bytes=5-4", nil, nil),
      ("bytes=", nil, nil), ("bytes=a-b", nil, nil), ("byte=0-4", nil, nil),
      ("bytes=0-999999999999999999", nil, nil), ("bytes=0-99999999999999999999", nil, nil),
    ] as [(String, String?, String?)] {
      for (headers, expected) in [
        (["Range": range], plain),
        (["Range": range, "x-oss-range-behavior": "standard"], standard),
      ] {
        let got = try client.send("GET", "/bucket/k", headers)
        if expected == "416" {
          #expect(got.status == 416 && got.code == "InvalidRange", "\(headers)")
        } else {
          #expect(got.text == expected ?? "0123456789", "\(headers)")
          #expect(got.fields["x-oss-hash-crc64ecma"] == whole.description)
        }
        if expected == nil { #expect((got.fields["Content-Range"] == nil) == (got.status == 200)) }
      }
    }
    let got = try client.send("GET", "/bucket/k", ["Range": "bytes=2-4"])
    #expect(got.status == 206 && got.fields["Content-Range"] == "bytes 2-4/10")
  }

  @Test func `under conditions of their ETag and their time`() throws {
    var client = StorageClient()
    let etag = try #require(try client.send("PUT", "/bucket/k", [:], "a").fields["ETag"])
    let now = StorageClient.start.rfc1123
    let before = StorageClient.start.adding(.seconds(-1)).rfc1123
    for (headers, status) in [
      (["If-Match": etag], 200), (["If-Match": etag.lowercased()], 200), (["If-Match": "*"], 200),
      (["If-Match": "\"0\", \(etag)"], 200), (["If-Match": "\"0\""], 412),
      (["If-None-Match": etag], 304), (["If-None-Match": "\"0\""], 200),
      (["If-Modified-Since": now], 304), (["If-Modified-Since": before], 200),
      (["If-Unmodified-Since": now], 200), (["If-Unmodified-Since": before], 412),
      (["If-Match": etag, "If-Unmodified-Since": before], 200),
      (["If-None-Match": "\"0\"", "If-Modified-Since": now], 200),
    ] {
      let got = try client.send("GET", "/bucket/k", headers)
      #expect(got.status == status, "\(headers)")
      if status == 304 { #expect(got.bytes.isEmpty && got.fields["ETag"] == etag) }
      // The same conditions decide on a copy; what reads no object has none.
      let source = ["x-oss-copy-source": "/bucket/k"]
      let copied = headers.reduce(into: source) { $0["x-oss-copy-source-\($1.key)"] = $1.value }
      #expect(try client.send("PUT", "/bucket/c", copied).status == status, "\(headers)")
      #expect(try client.send("PUT", "/bucket/c", headers, "a").code == "NotImplemented")
    }
  }

  @Test func `with headers that response- parameters change`() throws {
    var client = StorageClient()
    _ = try client.send("PUT", "/bucket/k", ["Content-Type": "text/plain"], "a")
    let got = try client.send(
      "GET", "/bucket/k?response-content-type=image%2Fpng&response-content-disposition=a+b")
    #expect(got.fields["Content-Type"] == "image/png")
    #expect(got.fields["Content-Disposition"] == "a b")
    let split = try client.send("GET", "/bucket/k?response-expires=a%0D%0AX%3A+b")
    #expect(split.status == 400 && split.code == "InvalidArgument")
  }

  @Test func `and are not written over where the client forbids it`() throws {
    var client = StorageClient()
    let forbid = ["x-oss-forbid-overwrite": "true", "x-oss-symlink-target": "t"]
    _ = try client.send("PUT", "/bucket/source", [:], "a")
    #expect(try client.send("PUT", "/bucket/k", forbid, "a").status == 200)
    let copy = forbid.merging(["x-oss-copy-source": "/bucket/source"]) { $1 }
    for (method, target, headers) in [
      ("PUT", "/bucket/k", forbid), ("PUT", "/bucket/k?symlink", forbid),
      ("PUT", "/bucket/k", copy),
      ("POST", "/bucket/k?uploads", forbid),
    ] {
      let reply = try client.send(method, target, headers)
      #expect(reply.code == "FileAlreadyExists" && reply.ec == "0026-00000002", "\(target)")
    }
  }

  @Test func `after appends, each at the end of the one before`() throws {
    var client = StorageClient()
    var whole = ""
    for piece in ["ab", "", "cde"] {
      let target = "/bucket/k?append&position=\(whole.utf8.count)"
      whole += piece
      let reply = try client.send("POST", target, ["x-oss-meta-n": piece], piece)
      #expect(reply.fields["x-oss-next-append-position"] == "\(whole.utf8.count)")
      #expect(reply.fields["x-oss-hash-crc64ecma"] == CRC64.checksum(whole.bytes).description)
      #expect(reply.fields["Content-MD5"] == nil)
    }
    let got = try client.send("GET", "/bucket/k")
    #expect(got.text == whole && got.fields["x-oss-object-type"] == "Appendable")
    #expect(got.fields["x-oss-next-append-position"] == "5" && got.fields["x-oss-meta-n"] == "ab")
    let late = try client.send("POST", "/bucket/k?append&position=2", [:], "x")
    #expect(late.status == 409 && late.code == "PositionNotEqualToLength")
    #expect(try client.send("POST", "/bucket/new?append&position=2").status == 409)
    #expect(try client.send("POST", "/bucket/k?append").code == "MissingArgument")
    #expect(try client.send("POST", "/bucket/k?append&position=-1").code == "InvalidArgument")
    _ = try client.send("PUT", "/bucket/put", [:], "")
    let normal = try client.send("POST", "/bucket/put?append&position=0")
    #expect(normal.code == "ObjectNotAppendable")
  }

  @Test func `as copies, with the metadata of the source or other`() throws {
    var client = StorageClient()
    let headers = ["Content-Type": "text/plain", "x-oss-meta-a": "1", "x-oss-tagging": "k=v+w&e="]
    let put = try client.send("PUT", "/bucket/a%20b%2Bc", headers, "body")
    let source = "/bucket/a+b%2Bc"
    let copy = try client.send("PUT", "/bucket/copy", ["x-oss-copy-source": source])
    #expect(try copy.value("ETag") == put.fields["ETag"])
    #expect(try copy.value("LastModified") == "2025-11-26T14:36:00.000Z")
    let got = try client.send("GET", "/bucket/copy")
    #expect(got.text == "body" && got.fields["x-oss-meta-a"] == "1")
    #expect(
      try client.send("GET", "/bucket/copy?tagging").values("TagSet/Tag/Value") == ["v w", ""])
    let replacing = [
      "x-oss-copy-source": source, "x-oss-metadata-directive": "REPLACE",
      "x-oss-tagging-directive": "Replace", "x-oss-meta-b": "2",
    ]
    _ = try client.send("PUT", "/bucket/copy", replacing)
    let replaced = try client.send("GET", "/bucket/copy").fields
    #expect(replaced["x-oss-meta-a"] == nil && replaced["x-oss-meta-b"] == "2")
    #expect(replaced["Content-Type"] == "application/octet-stream")
    #expect(replaced["x-oss-tagging-count"] == nil)
    for (source, code) in [
      ("/bucket/none", "NoSuchKey"), ("/other/k", "NoSuchBucket"), ("bucket", "InvalidArgument"),
      ("/bucket/copy?versionId=1", "NoSuchVersion"),
    ] {
      let reply = try client.send("PUT", "/bucket/k", ["x-oss-copy-source": source])
      #expect(reply.code == code, "\(source)")
    }
  }

  @Test func `with rules, tags and links of their own`() throws {
    var client = StorageClient()
    _ = try client.send("PUT", "/bucket/k", ["x-oss-object-acl": "private"], "body")
    #expect(try client.send("GET", "/bucket/k?acl").value("AccessControlList/Grant") == "private")
    _ = try client.send("PUT", "/bucket/k?acl", ["x-oss-object-acl": "public-read"])
    #expect(
      try client.send("GET", "/bucket/k?acl").value("AccessControlList/Grant") == "public-read")
    #expect(client.storage.isOpen(try client.call("GET", "/bucket/k")))
    #expect(!client.storage.isOpen(try client.call("PUT", "/bucket/k")))
    #expect(!client.storage.isOpen(try client.call("GET", "/bucket/other")))
    #expect(!client.storage.isOpen(try client.call("GET", "/bucket/k?acl")))
    #expect(try client.send("PUT", "/bucket/k?acl").code == "MissingArgument")
    let wrong = ["x-oss-object-acl": "all"]
    #expect(try client.send("PUT", "/bucket/k?acl", wrong).code == "InvalidArgument")
    let tags = "<Tagging><TagSet><Tag><Key>a</Key><Value>&lt;1&gt;</Value></Tag></TagSet></Tagging>"
    #expect(try client.send("PUT", "/bucket/k?tagging", [:], tags).status == 200)
    #expect(try client.send("GET", "/bucket/k").fields["x-oss-tagging-count"] == "1")
    #expect(try client.send("GET", "/bucket/k?tagging").values("TagSet/Tag/Value") == ["<1>"])
    #expect(try client.send("DELETE", "/bucket/k?tagging").status == 204)
    #expect(try client.send("GET", "/bucket/k?tagging").values("TagSet/Tag/Key") == [])
    for (link, target) in [("link", "k"), ("lost", "none"), ("twice", "link")] {
      _ = try client.send("PUT", "/bucket/\(link)?symlink", ["x-oss-symlink-target": target])
    }
    #expect(try client.send("GET", "/bucket/link?symlink").fields["x-oss-symlink-target"] == "k")
    let got = try client.send("GET", "/bucket/link")
    #expect(got.text == "body" && got.fields["x-oss-object-type"] == "Symlink")
    _ = try client.send("PUT", "/bucket/link?acl", ["x-oss-object-acl": "public-read"])
    #expect(client.storage.isOpen(try client.call("GET", "/bucket/link")))
    _ = try client.send("PUT", "/bucket/k?acl", ["x-oss-object-acl": "private"])
    #expect(!client.storage.isOpen(try client.call("GET", "/bucket/link")))
    #expect(try client.send("GET", "/bucket/lost").code == "SymlinkTargetNotExist")
    #expect(try client.send("GET", "/bucket/twice").code == "InvalidTargetType")
    #expect(try client.send("GET", "/bucket/k?symlink").code == "NotSymlink")
  }
}
