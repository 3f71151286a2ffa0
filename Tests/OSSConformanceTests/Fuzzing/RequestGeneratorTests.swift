import OSSConformance
import OSSPrimitives
import OSSVectors
import Testing

struct RequestGeneratorTests {
  @Test func `SplitMix64 gives the numbers of its authors`() {
    // The first numbers for the seed 1234567, as the reference implementation in C prints them.
    var random = SplitMix64(seed: 1_234_567)
    let numbers = (0..<3).map { _ in random.next() }
    #expect(
      numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test(
    arguments: [
      (1, "3c377f327355697403d5d4d9a1fa95e74891fd5bf56711f0d5bc4c1078fc6cb3"),
      (2, "0c04e712b88889291034e00266691239e0f3bf99edf324bc90576fab8c2fcfca"),
    ] as [(UInt64, String)])
  func `a seed gives the same requests for ever`(seed: UInt64, digest: String) {
    var generator = RequestGenerator(seed: seed)
    var hash = SHA256()
    for _ in 0..<100 {
      let request = generator.next()
      let line = Bytes(request.operation.rawValue.utf8) + JSONValue.object(request.input).compacted
      hash.update(line.span)
    }
    #expect(hash.finalize().hexadecimal == digest)
  }

  @Test func `the reference signs every request`() {
    var generator = RequestGenerator(seed: 20_231_216)
    var counts: [OSSVectors.Operation: Int] = [:]
    var distinct: Set<JSONObject> = []
    for _ in 0..<1_000 {
      let request = generator.next()
      let reply = ReferenceAdapter().answer(request.operation, request.input)
      guard case .ok = reply else {
        Issue.record("\(reply): \(JSONValue.object(request.input).compact())")
        continue
      }
      counts[request.operation, default: 0] += 1
      distinct.insert(request.input)
    }
    #expect(counts == [.v1Header: 610, .v1Presign: 390])
    #expect(distinct.count == 935)
  }
}

extension JSONValue {
  fileprivate var compacted: Bytes { Bytes(compact().utf8) }
}
