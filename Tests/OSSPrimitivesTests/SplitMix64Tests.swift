import OSSPrimitives
import Testing

@Suite struct `Random numbers` {
  @Test func `are those of the authors of SplitMix64`() {
    // The first numbers for the seed 1234567, as the reference implementation in C prints them.
    var random = SplitMix64(seed: 1_234_567)
    let numbers = (0..<3).map { _ in random.next() }
    #expect(
      numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test func `are below their bound, and each of them comes`() {
    var random = SplitMix64(seed: 1)
    let numbers = (0..<1_000).map { _ in random.below(7) }
    #expect(Set(numbers) == Set(0..<7))
    #expect((0..<1_000).count { _ in random.chance(20) } / 10 == 19)
  }
}
