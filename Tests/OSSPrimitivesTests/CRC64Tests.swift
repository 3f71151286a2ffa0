import OSSPrimitives
import Testing

@Suite struct `The checksum of OSS` {
  /// The bytes 0, 1, 2 … 199.
  private static let message = Bytes((0..<200).map { UInt8($0) })

  /// The check value of CRC-64/XZ, and the values in the tests of the SDKs for Java and C#
  /// (PRIM-CRC64-1, PRIM-CRC64-2).
  @Test(
    arguments: [
      ("", 0),
      ("123456789", 0x995D_C9BB_DF19_39FA),
      ("This is a test of the emergency broadcast system.", 2_871_916_124_362_751_090),
      ("This is a test.", 2_186_167_744_391_481_992),
    ] as [(String, UInt64)])
  func `a checksum is the published one`(text: String, value: UInt64) {
    let checksum = CRC64.checksum(Bytes(text.utf8).span)
    #expect(checksum.value == value)
    #expect(CRC64.checksum(text.utf8) == checksum)
    #expect(checksum.description == String(value))
    #expect(CRC64(header: String(value)) == checksum)
  }

  /// The values are from crcmod 1.7 and from a loop over bits, both in Python.
  @Test func `a checksum takes bytes of every length, in pieces of every size`() {
    let million = Bytes(repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(CRC64.checksum(million.span).value == 8_794_730_974_279_819_706)
    var lines = ""
    for length in 0...200 {
      lines += "\(CRC64.checksum(Bytes(Self.message[..<length]).span))\n"
    }
    #expect(CRC64.checksum(Bytes(lines.utf8).span).value == 14_870_953_022_924_109_688)
    for size in 1...40 {
      var checksum = CRC64()
      for start in stride(from: 0, to: 200, by: size) {
        checksum.update(Bytes(Self.message[start..<min(start + size, 200)]).span)
      }
      #expect(checksum.value == 9_742_270_983_422_968_220, "\(size)")
    }
  }

  @Test func `a checksum goes on from a value that was kept`() {
    var checksum = CRC64(CRC64.checksum(Bytes(Self.message[..<77]).span).value)
    checksum.update(Self.message[77...])
    #expect(checksum.value == 9_742_270_983_422_968_220)
  }

  @Test func `the checksums of two halves give that of the whole, split anywhere`() {
    for point in 0...200 {
      let first = CRC64.checksum(Bytes(Self.message[..<point]).span)
      let second = CRC64.checksum(Bytes(Self.message[point...]).span)
      let whole = first.combined(with: second, length: UInt64(200 - point))
      #expect(whole.value == 9_742_270_983_422_968_220, "\(point)")
    }
  }

  /// 300 parts of up to 999 bytes; the values of the lines and of all bytes are from Python
  /// (PRIM-CRC64-3).
  @Test func `the checksums of random parts give that of the whole`() {
    var source = Congruence(state: 2026)
    var lines = ""
    var all = Bytes()
    var combined = CRC64()
    for _ in 0..<300 {
      let part = Bytes((0..<source.next() % 1000).map { _ in UInt8(source.next() & 255) })
      let checksum = CRC64.checksum(part.span)
      lines += "\(checksum)\n"
      all += part
      combined = combined.combined(with: checksum, length: UInt64(part.count))
    }
    #expect(all.count == 144_672)
    #expect(CRC64.checksum(Bytes(lines.utf8).span).value == 5_089_539_446_148_099_638)
    #expect(combined.value == 4_914_415_930_043_013_727)
    #expect(CRC64.checksum(all.span) == combined)
  }

  /// Doubled 63 times, a byte becomes 2⁶³ bytes: zeros, so that a byte before them is one behind them.
  @Test func `a length may have any value`() {
    let zero: Bytes = [0]
    var doubled = CRC64.checksum(zero.span)
    var length: UInt64 = 1
    for _ in 0..<63 {
      doubled = doubled.combined(with: doubled, length: length)
      length *= 2
    }
    let last = CRC64.checksum(zero.span)
    let onePlus = last.combined(with: doubled, length: length)
    #expect(doubled.combined(with: last, length: 1) == onePlus)
    #expect(last.combined(with: CRC64(), length: .max) != last)
    #expect(last.combined(with: CRC64(), length: 0) == last)
  }

  @Test(
    arguments: [
      "", " 1", "1 ", "+1", "-1", "0x1", "1.0", "1e3", "\"1\"", "１",
      "18446744073709551616", "99999999999999999999999999",
    ])
  func `a header that is no number of 64 bits gives nothing`(header: String) {
    #expect(CRC64(header: header) == nil)
  }

  @Test func `a header gives the largest number and the smallest`() {
    #expect(CRC64(header: "18446744073709551615")?.value == .max)
    #expect(CRC64(header: "0") == CRC64())
  }
}

/// A linear congruence of 64 bits, of which the upper 31 are taken: it is written in Python as easily.
private struct Congruence {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
