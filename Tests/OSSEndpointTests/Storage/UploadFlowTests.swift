import OSSEndpoint
import OSSPrimitives
import Testing

@Suite struct `Uploads in parts` {
  @Test func `become an object of all bytes`() throws {
    var client = StorageClient()
    let id = try client.send("POST", "/bucket/k?uploads").value("UploadId")
    let first = Bytes(repeating: 0x61, count: 102_400)
    var etags: [String] = []
    for (number, body) in [(1, first), (3, "tail".bytes)] {
      let part = try client.send(
        "PUT", "/bucket/k?partNumber=\(number)&uploadId=\(id)", bytes: body)
      etags.append(try #require(part.fields["ETag"]))
    }
    let parts = try client.send("GET", "/bucket/k?uploadId=\(id)")
    #expect(try parts.values("Part/PartNumber") == ["1", "3"])
    #expect(try parts.values("Part/ETag") == etags)
    let body =
      "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>\(etags[0])</ETag></Part>"
      + "<Part><PartNumber>3</PartNumber><ETag>\(etags[1])</ETag></Part></CompleteMultipartUpload>"
    let done = try client.send("POST", "/bucket/k?uploadId=\(id)", [:], body)
    #expect(done.status == 200)
    #expect(try done.value("ETag").hasSuffix("-2\""))
    let got = try client.send("GET", "/bucket/k")
    #expect(got.bytes == first + "tail".bytes)
    #expect(got.fields["x-oss-hash-crc64ecma"] == CRC64.checksum(got.bytes).description)
    let list = try client.send("GET", "/bucket/?delimiter=/")
    #expect(try list.values("Contents/Key") == ["k"])
    #expect(try list.value("Contents/Type") == "Multipart")
  }
}
