import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// One case for each file in `vectors/`; a failure names its vector.
@Suite struct `The bytes of the vectors` {
  /// How many vectors each file holds; one that is lost or left out is seen here.
  static let counts = [
    "credentials/clock": 77,
    "credentials/content-types": 87,
    "credentials/descriptions": 32,
    "credentials/error-actions": 86,
    "credentials/expiry": 74,
    "credentials/presign-limits": 42,
    "credentials/signer-values": 70,
    "credentials/timeline-clock": 27,
    "credentials/timeline-concurrency": 27,
    "credentials/timeline-failures": 41,
    "credentials/timeline-refresh": 42,
    "credentials/timeline-rejections": 25,
    "credentials/token-members": 59,
    "credentials/token-refusals": 101,
    "credentials/token-shapes": 70,
    "credentials/token-times": 77,
    "credentials/verdicts": 34,
    "sts/responses": 77,
    "callback/key-urls": 36,
    "callback/keys": 59,
    "callback/parameters": 44,
    "callback/published": 4,
    "callback/refusals": 59,
    "callback/verification": 87,
    "live-channel/publish": 55,
    "live-channel/published": 1,
    "live-channel/refusals": 37,
    "errors/error-body": 98,
    "post/form-check": 53,
    "post/policy": 18,
    "post/published": 3,
    "post/refusals": 35,
    "post/signature-v1": 11,
    "post/signature-v4": 12,
    "primitives/base64": 33,
    "primitives/hmac-sha1": 14,
    "primitives/hmac-sha256": 10,
    "primitives/md5": 21,
    "primitives/sha1": 8,
    "primitives/sha256": 7,
    "v1/agreed-header": 218,
    "v1/agreed-presign": 183,
    "v1/date": 25,
    "v1/headers": 46,
    "v1/observed": 7,
    "v1/presign-endpoints": 55,
    "v1/presign": 42,
    "v1/public-url": 14,
    "v1/published": 27,
    "v1/refusals": 49,
    "v1/resource": 66,
    "v1/self-signed": 36,
    "v1/signature": 32,
    "v1/string-to-sign": 34,
    "v1/subresources": 122,
    "v1/token": 17,
    "sts/assume-role": 24,
    "sts/observed": 2,
    "sts/published": 12,
    "sts/refusals": 56,
    "sts/rpc": 47,
    "v2/additional-headers": 15,
    "v2/agreed-header": 163,
    "v2/headers": 22,
    "v2/presign": 13,
    "v2/published": 3,
    "v2/refusals": 18,
    "v2/resource": 19,
    "v2/string-to-sign": 19,
    "v4/additional-headers": 33,
    "v4/agreed-header": 235,
    "v4/agreed-presign": 228,
    "v4/authorization": 12,
    "v4/canonical-request": 32,
    "v4/date": 28,
    "v4/distinctions": 5,
    "v4/headers": 48,
    "v4/observed": 1,
    "v4/presign": 34,
    "v4/presign-endpoints": 31,
    "v4/published": 24,
    "v4/query": 54,
    "v4/refusals": 57,
    "v4/self-signed": 36,
    "v4/signing-key": 50,
    "v4/token": 24,
    "v4/uri": 44,
  ]

  @Test func `covers every file, which holds as many vectors as it should`() throws {
    // What explains refusals is no part of the libraries; the kit's own tests replay it.
    let counts = try RealVectors.counts().filter { name, _ in !name.hasPrefix("explain/") }
    #expect(counts == Self.counts)
  }

  @Test(arguments: counts)
  func `answers each vector of a file with its very bytes`(suite: String, count: Int) throws {
    let vectors = try RealVectors.suite(suite).vectors
    for vector in vectors { try Self.compare(vector) }
    #expect(vectors.count == count)
  }

  /// Compares what the libraries give with the bytes of the file, without any judge.
  private static func compare(_ vector: Vector) throws {
    if vector.operation == .credentialTimeline { return try TimelineReplay.check(vector) }
    switch (vector.expectation.outcome, reply(to: vector)) {
    case (.answer(let expected), .ok(let given)):
      #expect(!expected.members.members.isEmpty, "\(vector.id)")
      for member in expected.members.members {
        let value = given.members[member.name]
        if member.name == "url" {
          // The order of the parameters is free.
          let urls = (try #require(member.value.stringValue), try #require(value?.stringValue))
          #expect(try ReceivedURL(urls.0) == ReceivedURL(urls.1), "\(vector.id): url")
        } else {
          #expect(value == member.value, "\(vector.id): \(member.name)")
        }
      }
      for stage in expected.stages.members {
        #expect(given.stages[stage.name] == stage.value, "\(vector.id): \(stage.name)")
      }
    case (.rejection(let expected), .rejected(let errorClass, _)):
      #expect(errorClass == expected, "\(vector.id)")
    case (_, let reply): Issue.record("\(vector.id): \(reply)")
    }
  }
}
