import FoundationEssentials
import OSSVectors
import Testing

/// One test for each file in `vectors/credentials/`, so that the console names the file and the
/// vector.
@Suite struct `Replay of the vectors of credentials` {
  /// How many vectors each file holds; one that is lost or left out is seen here.
  static let counts = [
    "credentials/content-types": 87,
    "credentials/descriptions": 32,
    "credentials/signer-values": 71,
    "credentials/clock": 75,
    "credentials/error-actions": 73,
    "credentials/expiry": 73,
    "credentials/presign-limits": 41,
    "credentials/timeline-clock": 25,
    "credentials/timeline-concurrency": 24,
    "credentials/timeline-failures": 40,
    "credentials/timeline-refresh": 40,
    "credentials/timeline-rejections": 25,
    "credentials/token-members": 60,
    "credentials/token-refusals": 98,
    "credentials/token-shapes": 70,
    "credentials/token-times": 76,
    "credentials/verdicts": 34,
    "sts/responses": 77,
  ]

  @Test func `every file has a test here and holds as many vectors as it should`() throws {
    let counts = try VectorFiles.counts().filter { name, _ in
      name.hasPrefix("credentials/") || name == "sts/responses"
    }
    #expect(counts == Self.counts)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    for name in Self.counts.keys {
      #expect(source.contains("VectorFiles.vectors(\"\(name)\")"))
    }
  }

  @Test(arguments: try VectorFiles.vectors("credentials/clock"))
  func `credentials clock`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/error-actions"))
  func `credentials error actions`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/expiry"))
  func `credentials expiry`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/presign-limits"))
  func `credentials presign limits`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/timeline-clock"))
  func `credentials timeline clock`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/timeline-concurrency"))
  func `credentials timeline concurrency`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/timeline-failures"))
  func `credentials timeline failures`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/timeline-refresh"))
  func `credentials timeline refresh`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/timeline-rejections"))
  func `credentials timeline rejections`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/token-members"))
  func `credentials token members`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/token-refusals"))
  func `credentials token refusals`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/token-shapes"))
  func `credentials token shapes`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/token-times"))
  func `credentials token times`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/verdicts"))
  func `credentials verdicts`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/content-types"))
  func `credentials content types`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/descriptions"))
  func `credentials descriptions`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("sts/responses"))
  func `sts responses`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("credentials/signer-values"))
  func `credentials signer values`(vector: Vector) throws { try Replay.check(vector) }
}
