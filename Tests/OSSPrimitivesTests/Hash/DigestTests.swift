import OSSPrimitives
import Testing

@Suite struct `Digests` {
  static let abc = Bytes("abc".utf8)

  @Test func `give their bytes, digits and description`() {
    let sha1 = SHA1.hash(Self.abc.span)
    #expect(sha1.bytes.count == 20 && SHA1Digest.byteCount == 20)
    #expect(sha1.bytes.first == 0xa9 && sha1.bytes.last == 0x9d)
    #expect(sha1.description == "a9993e364706816aba3e25717850c26c9cd0d89d")
    let sha256 = SHA256.hash(Self.abc.span)
    #expect(sha256.bytes.count == 32 && SHA256Digest.byteCount == 32)
    #expect(sha256.bytes.first == 0xba && sha256.bytes.last == 0xad)
    var buffer = Bytes([1])
    sha256.append(to: &buffer)
    #expect(buffer == [1] + sha256.bytes)
  }

  @Test func `are equal when all their bytes are`() {
    let digests = (0..<200).map { SHA1.hash(Bytes([UInt8($0)]).span) }
    #expect(Set(digests).count == 200)
    let seven: Bytes = [7]
    #expect(digests[7] == SHA1.hash(seven.span))
    #expect(digests[7] != digests[8])
    #expect(SHA256.hash(Self.abc.span) == SHA256.hash(Self.abc.span))
    #expect(SHA256.hash(Self.abc.span) != SHA256.hash(seven.span))
  }
}
