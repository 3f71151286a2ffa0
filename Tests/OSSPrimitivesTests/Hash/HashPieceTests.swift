import OSSPrimitives
import Testing

@Suite struct `Hashing in pieces` {
  /// The bytes 0, 1, 2 … 199.
  static let message = Bytes((0..<200).map { UInt8($0) })

  // The digest of the 201 digests of the first 0, 1, 2 … 200 bytes, by another implementation.
  static let digestOfAllSHA1 = "30f906e3c78b841ee4b73d0cb2850660435758b3"
  static let digestOfAllSHA256 = "64ef7c229fce2408b5336b6a542fea0e078c3a87d2da85cb3fc52e2008b65021"

  /// Lengths around the ends of blocks and of padding, with SHA-1 and SHA-256 of that many bytes.
  static let lengths: [(Int, String, String)] = [
    (
      1, "5ba93c9db0cff93f52b521d7420e43f6eda2784f",
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    ),
    (
      54, "cfae6d86a767b9c700b5081a54265fb2fe0f6fd9",
      "675f28acc0b90a72d1c3a570fe83ac565555db358cf01826dc8eefb2bf7ca0f3"
    ),
    (
      55, "8ae2d46729cfe68ff927af5eec9c7d1b66d65ac2",
      "463eb28e72f82e0a96c0a4cc53690c571281131f672aa229e0d45ae59b598b59"
    ),
    (
      56, "636e2ec698dac903498e648bd2f3af641d3c88cb",
      "da2ae4d6b36748f2a318f23e7ab1dfdf45acdc9d049bd80e59de82a60895f562"
    ),
    (
      57, "7cb1330f35244b57437539253304ea78a6b7c443",
      "2fe741af801cc238602ac0ec6a7b0c3a8a87c7fc7d7f02a3fe03d1c12eac4d8f"
    ),
    (
      63, "6d942da0c4392b123528f2905c713a3ce28364bd",
      "29af2686fd53374a36b0846694cc342177e428d1647515f078784d69cdb9e488"
    ),
    (
      64, "c6138d514ffa2135bfce0ed0b8fac65669917ec7",
      "fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108"
    ),
    (
      65, "69bd728ad6e13cd76ff19751fde427b00e395746",
      "4bfd2c8b6f1eec7a2afeb48b934ee4b2694182027e6d0fc075074f2fabb31781"
    ),
    (
      119, "41c89d06001bab4ab78736b44efe7ce18ce6ae08",
      "da18797ed7c3a777f0847f429724a2d8cd5138e6ed2895c3fa1a6d39d18f7ec6"
    ),
    (
      120, "d3dbd653bd8597b7475321b60a36891278e6a04a",
      "f52b23db1fbb6ded89ef42a23ce0c8922c45f25c50b568a93bf1c075420bbb7c"
    ),
    (
      127, "89d7312a903f65cd2b3e34a975e55dbea9033353",
      "92ca0fa6651ee2f97b884b7246a562fa71250fedefe5ebf270d31c546bfea976"
    ),
    (
      128, "e6434bc401f98603d7eda504790c98c67385d535",
      "471fb943aa23c511f6f72f8d1652d9c880cfa392ad80503120547703e56a2be5"
    ),
    (
      129, "3352e41cc30b40ae80108970492b21014049e625",
      "5099c6a56203f9687f7d33f4bfdf576d31dc91f6b695ecea38b2770c87631135"
    ),
    (
      200, "54d11e99127d159799dbce10f51a75e697780478",
      "1901da1c9f699b48f6b2636e65cbf73abf99d0441ef67f5c540a42f7051dec6f"
    ),
  ]

  @Test(arguments: lengths)
  func `lengths about the end of a block`(length: Int, sha1: String, sha256: String) {
    let message = Bytes(Self.message[..<length])
    #expect(SHA1.hash(message.span).hexadecimal == sha1)
    #expect(SHA256.hash(message.span).hexadecimal == sha256)
  }

  @Test func `every length of 0 to 200 bytes`() {
    var first = SHA1()
    var second = SHA256()
    for length in 0...Self.message.count {
      let message = Bytes(Self.message[..<length])
      first.update(SHA1.hash(message.span).bytes.span)
      second.update(SHA256.hash(message.span).bytes.span)
    }
    #expect(first.finalize().hexadecimal == Self.digestOfAllSHA1)
    #expect(second.finalize().hexadecimal == Self.digestOfAllSHA256)
  }

  @Test func `two pieces, split anywhere`() throws {
    for point in 0...200 {
      let whole = try #require(Self.lengths.last)
      var first = SHA1()
      var second = SHA256()
      for piece in [Bytes(Self.message[..<point]), Bytes(Self.message[point...])] {
        first.update(piece.span)
        second.update(piece.span)
      }
      #expect(first.finalize().hexadecimal == whole.1, "\(point)")
      #expect(second.finalize().hexadecimal == whole.2, "\(point)")
    }
  }

  @Test func `pieces of one size`() throws {
    for size in 1...130 {
      let whole = try #require(Self.lengths.last)
      var first = SHA1()
      var second = SHA256()
      for start in stride(from: 0, to: Self.message.count, by: size) {
        let piece = Bytes(Self.message[start..<min(start + size, Self.message.count)])
        first.update(piece.span)
        second.update(piece.span)
      }
      #expect(first.finalize().hexadecimal == whole.1, "\(size)")
      #expect(second.finalize().hexadecimal == whole.2, "\(size)")
    }
  }

  @Test func `a digest can be read and the message go on`() {
    var state = SHA1()
    let empty = state.finalize()
    state.update(Bytes("abc".utf8).span)
    #expect(empty.hexadecimal == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(state.finalize().hexadecimal == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(state.finalize() == state.finalize())
  }

  @Test func `a digest is taken in as its bytes`() {
    for prefix in 0...130 {
      let start = Bytes(Self.message[..<prefix])
      let sha1 = SHA1.hash(start.span)
      let sha256 = SHA256.hash(start.span)
      var first = SHA1()
      first.update(start.span)
      first.update(sha1)
      var second = SHA256()
      second.update(start.span)
      second.update(sha256)
      let joined1 = start + sha1.bytes
      let joined256 = start + sha256.bytes
      #expect(first.finalize() == SHA1.hash(joined1.span), "\(prefix)")
      #expect(second.finalize() == SHA256.hash(joined256.span), "\(prefix)")
    }
  }
}
