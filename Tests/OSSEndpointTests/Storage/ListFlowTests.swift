import OSSEndpoint
import OSSPrimitives
import Testing

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
