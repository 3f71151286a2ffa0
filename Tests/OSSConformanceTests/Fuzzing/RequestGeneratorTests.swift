import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The generator of requests` {
  @Test func `SplitMix64 gives the numbers of its authors`() {
    // The first numbers for the seed 1234567, as the reference implementation in C prints them.
    var random = SplitMix64(seed: 1_234_567)
    let numbers = (0..<3).map { _ in random.next() }
    #expect(
      numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  private static let v1: Set<OSSVectors.Operation> = [.v1Header, .v1Presign]
  private static let v4: Set<OSSVectors.Operation> = [.v4Header, .v4Presign]

  @Test(
    arguments: [
      (1, v1, "3c377f327355697403d5d4d9a1fa95e74891fd5bf56711f0d5bc4c1078fc6cb3"),
      (2, v1, "0c04e712b88889291034e00266691239e0f3bf99edf324bc90576fab8c2fcfca"),
      (1, v4, "28b33b68edd4f8e3c1e15ea5ab9dd750e92955e26f934e5b33a5653d64de4371"),
      (1, v1.union(v4), "77607c7ae1e45cfa3dea65070a9f88efa3ee07b1815b79ce8f30e9f332dd98d0"),
    ] as [(UInt64, Set<OSSVectors.Operation>, String)])
  func `a seed gives the same requests forever`(
    seed: UInt64, operations: Set<OSSVectors.Operation>, digest: String
  ) {
    var generator = RequestGenerator(seed: seed, operations: operations)
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
    for _ in 0..<2_000 {
      let request = generator.next()
      let reply = ReferenceAdapter().answer(request.operation, request.input)
      #expect(reply.answer != nil, "\(reply): \(JSONValue.object(request.input).compact())")
      counts[request.operation, default: 0] += 1
      distinct.insert(request.input)
    }
    #expect(counts == [.v1Header: 599, .v1Presign: 401, .v4Header: 621, .v4Presign: 379])
    #expect(distinct.count == 1862)
  }

  @Test(
    arguments: [[.v1Presign], [.v4Header], [.v1Header, .v4Presign]]
      as [Set<OSSVectors.Operation>])
  func `makes requests of the named operations alone`(operations: Set<OSSVectors.Operation>) {
    var generator = RequestGenerator(seed: 3, operations: operations)
    let made = (0..<200).map { _ in generator.next() }
    #expect(Set(made.map(\.operation)) == operations)
  }
}

extension JSONValue {
  fileprivate var compacted: Bytes { Bytes(compact().utf8) }
}
