import OSSEndpoint
import OSSExplain
import OSSPrimitives
import OSSServices
import Testing

/// A client of a storage, without a server between.
struct StorageClient {
  /// What came back: an answer, or a refusal, whose code is then there.
  struct Reply {
    let status: Int
    var code: String?
    var ec: String?
    var members: [String: String] = [:]
    var fields: [String: String] = [:]
    var bytes = Bytes()

    var text: String { bytes.text }

    /// The texts of the elements at a path, in their order.
    func values(_ path: String) throws -> [String] {
      let root = String(text.split(separator: "<").dropFirst().first?.prefix { $0 != ">" } ?? "")
      let document = try XMLDocument(bytes, roots: [root], limits: .list)
      return document.elements.filter { $0.path == path }.map(\.text.text)
    }

    func value(_ path: String) throws -> String { try #require(try values(path).first) }
  }

  static let start = Moment(milliseconds: 1_764_167_760_250)

  var storage = Storage(buckets: ["bucket".bytes])
  var time = start

  mutating func send(
    _ method: String, _ target: String, _ headers: [String: String] = [:], _ body: String = ""
  ) throws -> Reply {
    try send(method, target, headers, bytes: body.bytes)
  }

  mutating func send(
    _ method: String, _ target: String, _ headers: [String: String] = [:], bytes: Bytes
  ) throws -> Reply {
    let call = try call(method, target, headers, bytes: bytes)
    do {
      let answer = try storage.answer(to: call)
      var reply = Reply(status: answer.status, bytes: answer.body)
      for field in answer.fields { reply.fields[field.name] = field.value }
      #expect(reply.fields.count == answer.fields.count, "a header comes twice")
      return reply
    } catch {
      var reply = Reply(status: error.status, code: error.code, ec: error.ec)
      for member in error.members { reply.members[member.name] = member.text.text }
      return reply
    }
  }

  /// A call with a path of a bucket and a key, `/` for the service.
  func call(
    _ method: String, _ target: String, _ headers: [String: String] = [:], bytes: Bytes = []
  ) throws -> StorageCall {
    var head = "\(method) \(target) HTTP/1.1\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    let sent = try SentRequest(wire: (head + "\r\n").bytes)
    let path = sent.path.halves(at: "?").before.dropFirst()
    let (bucket, key) = Bytes(path).halves(at: "/")
    return StorageCall(
      WireRequest(sent, framing: .counted(bytes.count), body: bytes),
      bucket: bucket.isEmpty ? nil : bucket, key: (key ?? []).percentDecoded, time: time,
      region: "cn-hangzhou")
  }
}

@Suite struct `Buckets` {
  @Test func `are made, described, listed and deleted`() throws {
    var client = StorageClient()
    let body =
      "<CreateBucketConfiguration><StorageClass>Standard</StorageClass></CreateBucketConfiguration>"
    let made = try client.send("PUT", "/second/", ["x-oss-acl": "public-read"], body)
    #expect(made.status == 200 && made.fields["Location"] == "/second")
    // The owner may ask for it again, and its rule does not change.
    #expect(try client.send("PUT", "/second/").status == 200)
    let info = try client.send("GET", "/second/?bucketInfo")
    for (member, text) in [
      ("Name", "second"), ("Location", "oss-cn-hangzhou"), ("StorageClass", "Standard"),
      ("CreationDate", "2025-11-26T14:36:00.000Z"), ("Owner/DisplayName", "1234567890123456"),
      ("ExtranetEndpoint", "oss-cn-hangzhou.aliyuncs.com"),
      ("IntranetEndpoint", "oss-cn-hangzhou-internal.aliyuncs.com"),
      ("AccessControlList/Grant", "public-read"),
    ] {
      #expect(try info.value("Bucket/\(member)") == text)
    }
    let location = try client.send("GET", "/second/?location").text.split(separator: "\n").last
    #expect(location == "<LocationConstraint>oss-cn-hangzhou</LocationConstraint>")
    #expect(try client.send("GET", "/").values("Buckets/Bucket/Name") == ["bucket", "second"])
    let page = try client.send("GET", "/?max-keys=1&prefix=&marker=")
    #expect(try page.value("NextMarker") == "bucket" && page.value("IsTruncated") == "true")
    #expect(try client.send("GET", "/?marker=bucket").values("Buckets/Bucket/Name") == ["second"])
    _ = try client.send("PUT", "/second/k", [:], "abc")
    let stat = try client.send("GET", "/second/?stat")
    #expect(try stat.value("Storage") == "3" && stat.value("ObjectCount") == "1")
    #expect(
      try client.send("GET", "/second/?acl").value("AccessControlList/Grant") == "public-read")
    #expect(client.storage.isOpen(try client.call("GET", "/second/k")))
    _ = try client.send("PUT", "/second/?acl", ["x-oss-acl": "private"])
    #expect(!client.storage.isOpen(try client.call("GET", "/second/k")))
    #expect(
      try client.send("GET", "/second/?versioning").text.contains("<VersioningConfiguration>"))
    let full = try client.send("DELETE", "/second/")
    #expect(full.status == 409 && full.code == "BucketNotEmpty" && full.ec == "0015-00000301")
    _ = try client.send("DELETE", "/second/k")
    #expect(try client.send("DELETE", "/second/").status == 204)
    let gone = try client.send("GET", "/second/?acl")
    #expect(gone.status == 404 && gone.code == "NoSuchBucket")
    #expect(gone.members == ["BucketName": "second"] && gone.ec == "0015-00000101")
    let rule = ["x-oss-acl": "private"]
    #expect(try client.send("PUT", "/second/?acl", rule).code == "NoSuchBucket")
    #expect(try client.send("PUT", "/Second/").code == "InvalidBucketName")
    #expect(try client.send("PUT", "/third/", ["x-oss-acl": "default"]).code == "InvalidArgument")
  }

  /// What the table does not have, and what it is refused with.
  @Test(arguments: [
    ("GET", "/bucket/k?x-oss-process=image/resize", "NotImplemented"),
    ("GET", "/bucket/k?versionId=1", "NoSuchVersion"), ("GET", "/bucket/k?what", "NotImplemented"),
    ("PUT", "/bucket/k?restore=", "NotImplemented"),
    ("PUT", "/bucket/k?comp=seal", "NotImplemented"),
    ("POST", "/bucket/k?restore", "NotImplemented"), ("GET", "/bucket/?cors", "NotImplemented"),
    ("PUT", "/bucket/?lifecycle", "NotImplemented"),
    ("GET", "/bucket/k?acl&tagging", "NotImplemented"),
    ("GET", "/?regions", "NotImplemented"), ("PUT", "/bucket/?append", "NotImplemented"),
    ("DELETE", "/bucket/?delete", "MethodNotAllowed"), ("POST", "/bucket/k", "MethodNotAllowed"),
    ("POST", "/bucket/", "MethodNotAllowed"), ("PATCH", "/bucket/k", "MethodNotAllowed"),
    ("get", "/bucket/k", "MethodNotAllowed"), ("PUT", "/", "MethodNotAllowed"),
    ("DELETE", "/bucket/k?objectMeta", "MethodNotAllowed"),
  ])
  func `have no call that the table does not name`(
    method: String, target: String, code: String
  ) throws {
    var client = StorageClient()
    _ = try client.send("PUT", "/bucket/k", [:], "body")
    let reply = try client.send(method, target)
    #expect(reply.code == code)
    if code == "MethodNotAllowed" {
      #expect(reply.status == 405 && reply.ec == "0003-00000016")
      #expect(Set(reply.members.keys) == ["ResourceType", "Method", "Header"])
    }
    #expect(try client.send("GET", "/bucket/k?unknown=1&Expires=2&Signature=3").text == "body")
    #expect(try client.send("GET", "/bucket/k?versionId=null").text == "body")
  }

  @Test(arguments: [
    "x-oss-server-side-encryption: AES256", "x-oss-storage-class: Archive",
  ])
  func `refuse headers that ask for what is not there`(header: String) throws {
    var client = StorageClient()
    let parts = header.split(separator: ": ").map(String.init)
    let reply = try client.send("PUT", "/bucket/k", [parts[0]: parts[1]])
    #expect(reply.status == 501 && reply.code == "NotImplemented")
    #expect(reply.members == ["Header": parts[0]])
    let same = ["x-oss-storage-class": "Standard"]
    #expect(try client.send("PUT", "/bucket/k", same).status == 200)
  }
}

@Suite struct `Lists of a bucket` {
  static let keys = ["a", "d/1", "d/2", "d/e/3", "z+ &<", "é"]

  static func client() throws -> StorageClient {
    var client = StorageClient()
    // The other way around, so that nothing is in order by itself.
    for key in keys.reversed() {
      let path = PercentEncoding.encode(key, keepingSlash: true)
      _ = try client.send("PUT", "/bucket/\(path)", [:], key)
    }
    return client
  }

  @Test func `have what clients read, and no namespace`() throws {
    var client = try Self.client()
    let list = try client.send("GET", "/bucket/?prefix=a&encoding-type=url")
    #expect(
      list.text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <ListBucketResult>
          <Name>bucket</Name>
          <Prefix>a</Prefix>
          <Marker></Marker>
          <MaxKeys>100</MaxKeys>
          <Delimiter></Delimiter>
          <IsTruncated>false</IsTruncated>
          <EncodingType>url</EncodingType>
          <Contents>
            <Key>a</Key>
            <LastModified>2025-11-26T14:36:00.000Z</LastModified>
            <ETag>"0CC175B9C0F1B6A831C399E269772661"</ETag>
            <Type>Normal</Type>
            <Size>1</Size>
            <StorageClass>Standard</StorageClass>
            <Owner>
              <ID>1234567890123456</ID>
              <DisplayName>1234567890123456</DisplayName>
            </Owner>
          </Contents>
        </ListBucketResult>

        """)
    #expect(list.fields == ["Content-Type": "application/xml"])
  }

  /// A query, the keys and the common beginnings that it finds.
  @Test func `find what is asked for`() throws {
    var client = try Self.client()
    for (query, keys, prefixes) in [
      ("", Self.keys, []), ("delimiter=/", ["a", "z+ &<", "é"], ["d/"]),
      ("prefix=d/", ["d/1", "d/2", "d/e/3"], []),
      ("prefix=d%2F&delimiter=%2F", ["d/1", "d/2"], ["d/e/"]), ("prefix=none", [], []),
      ("marker=d/1", ["d/2", "d/e/3", "z+ &<", "é"], []),
      ("marker=d/&delimiter=/", ["z+ &<", "é"], []),
      ("max-keys=2", ["a", "d/1"], []), ("list-type=2&start-after=d/2&prefix=d", ["d/e/3"], []),
      ("encoding-type=url&prefix=z", ["z%2B%20%26%3C"], []),
      ("encoding-type=url&prefix=d/&delimiter=e", ["d%2F1", "d%2F2"], ["d%2Fe"]),
      ("versions&prefix=d/&delimiter=/", ["d/1", "d/2"], ["d/e/"]),
    ] as [(String, [String], [String])] {
      let list = try client.send("GET", "/bucket/?\(query)")
      let entry = query.hasPrefix("versions") ? "Version" : "Contents"
      #expect(try list.values("\(entry)/Key") == keys, "\(query)")
      #expect(try list.values("CommonPrefixes/Prefix") == prefixes, "\(query)")
      #expect(
        try list.values("\(entry)/Owner/ID").isEmpty == (keys.isEmpty || query.contains("=2&")))
    }
    let owners = try client.send("GET", "/bucket/?list-type=2&fetch-owner=true")
    #expect(try owners.values("Contents/Owner/ID").count == Self.keys.count)
    let versions = try client.send("GET", "/bucket/?versions&version-id-marker=null")
    #expect(try versions.values("Version/VersionId") == Self.keys.map { _ in "null" })
    #expect(try versions.value("VersionIdMarker") == "null")
  }

  @Test(arguments: [
    ("", "marker", "NextMarker"), ("list-type=2&", "continuation-token", "NextContinuationToken"),
    ("versions&", "key-marker", "NextKeyMarker"),
  ])
  func `go on where the page before ended, with and without a delimiter`(
    query: String, parameter: String, member: String
  ) throws {
    var client = try Self.client()
    for (delimiter, whole) in [("", Self.keys), ("/", ["a", "d/", "z+ &<", "é"])] {
      for size in 1...7 {
        var (found, marker, pages): ([String], String, Int) = ([], "", 0)
        repeat {
          let next = PercentEncoding.encode(marker, keepingSlash: false)
          let page = try client.send(
            "GET", "/bucket/?\(query)max-keys=\(size)&delimiter=\(delimiter)&\(parameter)=\(next)")
          let entry = query.hasPrefix("versions") ? "Version" : "Contents"
          found += try page.values("\(entry)/Key") + page.values("CommonPrefixes/Prefix")
          pages += 1
          marker = try page.values(member).first ?? ""
          #expect(try page.value("IsTruncated") == (marker.isEmpty ? "false" : "true"))
        } while !marker.isEmpty && pages < 9
        #expect(found.sorted { $0.precedesInBytes($1) } == whole)
        #expect(pages == (whole.count + size - 1) / size)
      }
    }
  }

  @Test func `refuse what is out of range`() throws {
    var client = try Self.client()
    for (query, ec) in [
      ("max-keys=0", "0015-00000402"), ("max-keys=1001", "0015-00000402"),
      ("max-keys=x", "0015-00000402"), ("versions&max-keys=1001", "0012-00000102"),
      ("list-type=3", nil), ("encoding-type=xml", nil), ("list-type=2&continuation-token=x", nil),
      ("uploads&max-uploads=1001", nil),
    ] {
      let reply = try client.send("GET", "/bucket/?\(query)")
      #expect(reply.status == 400 && reply.code == "InvalidArgument" && reply.ec == ec, "\(query)")
    }
    #expect(try client.send("GET", "/bucket/?max-keys=1000").status == 200)
  }

  @Test func `show characters that XML cannot carry as U+FFFD, or encoded`() throws {
    var client = StorageClient()
    _ = try client.send("PUT", "/bucket/%01%09%0D%0A%EF%BF%BE-")
    let plain = try client.send("GET", "/bucket/")
    #expect(try plain.value("Contents/Key") == "\u{FFFD}\t\r\n\u{FFFD}-")
    let encoded = try client.send("GET", "/bucket/?encoding-type=url")
    #expect(try encoded.value("Contents/Key") == "%01%09%0D%0A%EF%BF%BE-")
  }

  @Test func `lose what is deleted by a list of keys`() throws {
    var client = try Self.client()
    let body =
      "<Delete><Quiet>%</Quiet><Object><Key>z+ &amp;&lt;</Key></Object>"
      + "<Object><Key>none</Key></Object></Delete>"
    let reply = try client.send(
      "POST", "/bucket/?delete&encoding-type=url", [:], body.replacing("%", with: "false"))
    #expect(try reply.values("Deleted/Key") == ["z%2B%20%26%3C", "none"])
    let left = Self.keys.filter { $0 != "z+ &<" }
    #expect(try client.send("GET", "/bucket/").values("Contents/Key") == left)
    let quiet = try client.send("POST", "/bucket/?delete", [:], body.replacing("%", with: "true"))
    #expect(quiet.status == 200 && quiet.bytes.isEmpty)
    let wrong = try client.send("POST", "/bucket/?delete", [:], "<Delete></Delet>")
    #expect(wrong.code == "MalformedXML" && wrong.members["ErrorDetail"]?.isEmpty == false)
  }
}
