import OSSVectors
import TestSupport
import Testing

/// One case for each file of what belongs to OSSCredentials; a failure names its vector.
@Suite struct `Replay of the vectors of credentials` {
  /// How many vectors each file holds; one that is lost or left out is seen here.
  static let counts = [
    "credentials/content-types": 87,
    "credentials/descriptions": 32,
    "credentials/signer-values": 71,
    "credentials/clock": 77,
    "credentials/error-actions": 86,
    "credentials/expiry": 74,
    "credentials/presign-limits": 41,
    "credentials/timeline-clock": 27,
    "credentials/timeline-concurrency": 27,
    "credentials/timeline-failures": 41,
    "credentials/timeline-refresh": 42,
    "credentials/timeline-rejections": 25,
    "credentials/token-members": 60,
    "credentials/token-refusals": 100,
    "credentials/token-shapes": 70,
    "credentials/token-times": 77,
    "credentials/verdicts": 34,
    "sts/responses": 77,
  ]

  @Test func `covers every file, which holds as many vectors as it should`() throws {
    let counts = try RealVectors.counts().filter { name, _ in
      name.hasPrefix("credentials/") || name == "sts/responses"
    }
    #expect(counts == Self.counts)
  }

  @Test(arguments: counts)
  func `answers each vector of a file as it says`(suite: String, count: Int) throws {
    let vectors = try RealVectors.suite(suite).vectors
    for vector in vectors { Replay.check(vector) }
    #expect(vectors.count == count)
  }
}
