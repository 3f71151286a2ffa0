import OSSPrimitives
import Testing

/// A published example of a hash function.
struct HashVector: Sendable, CustomStringConvertible {
  let description: String
  let message: Bytes
  let digest: String

  init(_ source: String, _ message: String, times: Int = 1, _ digest: String) {
    description = source
    self.message = Bytes(repeatElement(message.utf8, count: times).joined())
    self.digest = digest
  }
}

/// "abcdbcde…", 448 bits, the second example message of FIPS 180-4.
private let message448 = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"

/// "abcdefgh…", 896 bits, the example message of two blocks of the larger functions.
private let message896 =
  "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
  + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

@Suite struct `Hash functions agree with published examples` {
  static let sha1: [HashVector] = [
    .init(
      "FIPS 180-4 examples, SHA-1, one block", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    .init(
      "FIPS 180-4 examples, SHA-1, two blocks", message448,
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    .init(
      "NIST additional examples, SHA-1, 896 bits", message896,
      "a49b2446a02c645bf419f995b67091253a04a259"),
    .init("NIST additional examples, SHA-1, empty", "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    .init("RFC 3174 section 7.3, test 1", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    .init("RFC 3174 section 7.3, test 2", message448, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    .init(
      "RFC 3174 section 7.3, test 3", "a", times: 1_000_000,
      "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    .init(
      "RFC 3174 section 7.3, test 4", "01234567", times: 80,
      "dea356a2cddd90c7a7ecedc5ebb563934f460452"),
  ]

  static let sha256: [HashVector] = [
    .init(
      "FIPS 180-4 examples, SHA-256, one block", "abc",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    .init(
      "FIPS 180-4 examples, SHA-256, two blocks", message448,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    .init(
      "NIST additional examples, SHA-256, 896 bits", message896,
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
    .init(
      "NIST additional examples, SHA-256, empty", "",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    .init(
      "FIPS 180-2 appendix B.3, SHA-256, a million a", "a", times: 1_000_000,
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ]

  @Test(arguments: sha1)
  func `SHA-1`(vector: HashVector) {
    #expect(SHA1.hash(vector.message.span).hexadecimal == vector.digest)
  }

  @Test(arguments: sha256)
  func `SHA-256`(vector: HashVector) {
    #expect(SHA256.hash(vector.message.span).hexadecimal == vector.digest)
  }

  @Test func `tables of 8 and 5 examples`() {
    #expect(Self.sha1.count == 8)
    #expect(Self.sha256.count == 5)
  }
}
