import OSSEndpoint
import OSSPrimitives
import Testing

@Suite struct `Objects come back as they were put` {
  @Test func `with their bytes, checksums and metadata`() throws {
    var client = StorageClient()
    let put = try client.send(
      "PUT", "/bucket/a%20b", ["Content-MD5": "XUFAKrxLKna5cZ2REBfFkg==", "X-Oss-Meta-A": "1"],
      "hello")
    #expect(put.status == 200)
    #expect(put.fields["ETag"] == "\"5D41402ABC4B2A76B9719D911017C592\"")
    #expect(put.fields["x-oss-hash-crc64ecma"] == CRC64.checksum("hello".bytes).description)
    #expect(put.fields["Content-MD5"] == "XUFAKrxLKna5cZ2REBfFkg==")
    for method in ["GET", "HEAD"] {
      let got = try client.send(method, "/bucket/a%20b")
      #expect(got.status == 200)
      #expect(got.text == "hello")
      for (name, value) in put.fields { #expect(got.fields[name] == value) }
      #expect(got.fields["Content-Type"] == "application/octet-stream")
      #expect(got.fields["x-oss-meta-a"] == "1")
      #expect(got.fields["Last-Modified"] == StorageClient.start.rfc1123)
      #expect(got.fields["x-oss-object-type"] == "Normal")
    }
    #expect(try client.send("DELETE", "/bucket/a%20b").status == 204)
    #expect(try client.send("GET", "/bucket/a%20b").code == "NoSuchKey")
  }
}
