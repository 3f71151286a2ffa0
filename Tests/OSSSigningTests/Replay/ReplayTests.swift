import FoundationEssentials
import OSSVectors
import Testing

/// One test for each file in `vectors/`, so that the console names the file and the vector.
@Suite struct `Replay of the vectors` {
  /// How many vectors each file holds; one that is lost or left out is seen here.
  static let counts = [
    "callback/key-urls": 36,
    "callback/keys": 57,
    "callback/parameters": 44,
    "callback/published": 4,
    "callback/refusals": 59,
    "callback/verification": 86,
    "live-channel/publish": 51,
    "live-channel/published": 1,
    "live-channel/refusals": 37,
    "errors/error-body": 98,
    "post/form-check": 48,
    "post/policy": 18,
    "post/published": 3,
    "post/refusals": 35,
    "post/signature-v1": 11,
    "post/signature-v4": 10,
    "primitives/base64": 33,
    "primitives/hmac-sha1": 14,
    "primitives/hmac-sha256": 10,
    "primitives/md5": 21,
    "primitives/sha1": 8,
    "primitives/sha256": 6,
    "v1/agreed-header": 218,
    "v1/agreed-presign": 183,
    "v1/date": 25,
    "v1/headers": 44,
    "v1/presign-endpoints": 53,
    "v1/presign": 41,
    "v1/public-url": 14,
    "v1/published": 27,
    "v1/refusals": 48,
    "v1/resource": 66,
    "v1/self-signed": 36,
    "v1/signature": 31,
    "v1/string-to-sign": 34,
    "v1/subresources": 122,
    "v1/token": 17,
    "sts/assume-role": 24,
    "sts/published": 12,
    "sts/refusals": 55,
    "sts/rpc": 46,
    "v2/additional-headers": 14,
    "v2/agreed-header": 163,
    "v2/headers": 17,
    "v2/presign": 13,
    "v2/published": 3,
    "v2/refusals": 18,
    "v2/resource": 17,
    "v2/string-to-sign": 18,
    "v4/additional-headers": 33,
    "v4/agreed-header": 235,
    "v4/agreed-presign": 228,
    "v4/authorization": 12,
    "v4/canonical-request": 32,
    "v4/date": 28,
    "v4/distinctions": 5,
    "v4/headers": 47,
    "v4/presign": 34,
    "v4/presign-endpoints": 31,
    "v4/published": 24,
    "v4/query": 54,
    "v4/refusals": 58,
    "v4/self-signed": 36,
    "v4/signing-key": 48,
    "v4/token": 23,
    "v4/uri": 44,
  ]

  @Test func `every file has a test here and holds as many vectors as it should`() throws {
    // What explains refusals is no part of the libraries; the kit's own tests replay it. Those of
    // OSSCredentials replay what belongs to it.
    let counts = try VectorFiles.counts().filter { name, _ in
      !name.hasPrefix("explain/") && !name.hasPrefix("credentials/") && name != "sts/responses"
    }
    #expect(counts == Self.counts)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    for name in Self.counts.keys {
      #expect(source.contains("VectorFiles.vectors(\"\(name)\")"))
    }
  }

  @Test(arguments: try VectorFiles.vectors("callback/key-urls"))
  func `callback key urls`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("callback/keys"))
  func `callback keys`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("callback/parameters"))
  func `callback parameters`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("callback/published"))
  func `callback published`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("callback/refusals"))
  func `callback refusals`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("callback/verification"))
  func `callback verification`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("live-channel/publish"))
  func `live channel publish`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("live-channel/published"))
  func `live channel published`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("live-channel/refusals"))
  func `live channel refusals`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("primitives/md5"))
  func `primitives md5`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("errors/error-body"))
  func `errors error body`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("post/form-check"))
  func `post form check`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("post/policy"))
  func `post policy`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("post/published"))
  func `post published`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("post/refusals"))
  func `post refusals`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("post/signature-v1"))
  func `post signature v1`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("post/signature-v4"))
  func `post signature v4`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("primitives/base64"))
  func `primitives base64`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("primitives/hmac-sha1"))
  func `primitives hmac sha1`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("primitives/hmac-sha256"))
  func `primitives hmac sha256`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("primitives/sha1"))
  func `primitives sha1`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("primitives/sha256"))
  func `primitives sha256`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("sts/assume-role"))
  func `sts assume role`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("sts/published"))
  func `sts published`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("sts/refusals"))
  func `sts refusals`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("sts/rpc"))
  func `sts rpc`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/agreed-header"))
  func `v1 agreed header`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/agreed-presign"))
  func `v1 agreed presign`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/date"))
  func `v1 date`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/headers"))
  func `v1 headers`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/presign-endpoints"))
  func `v1 presign endpoints`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/presign"))
  func `v1 presign`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/public-url"))
  func `v1 public url`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/published"))
  func `v1 published`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/refusals"))
  func `v1 refusals`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/resource"))
  func `v1 resource`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/self-signed"))
  func `v1 self signed`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/signature"))
  func `v1 signature`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/string-to-sign"))
  func `v1 string to sign`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/subresources"))
  func `v1 subresources`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v1/token"))
  func `v1 token`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v2/additional-headers"))
  func `v2 additional headers`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v2/agreed-header"))
  func `v2 agreed header`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v2/headers"))
  func `v2 headers`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v2/presign"))
  func `v2 presign`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v2/published"))
  func `v2 published`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v2/refusals"))
  func `v2 refusals`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v2/resource"))
  func `v2 resource`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v2/string-to-sign"))
  func `v2 string to sign`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/additional-headers"))
  func `v4 additional headers`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/agreed-header"))
  func `v4 agreed header`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/agreed-presign"))
  func `v4 agreed presign`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/authorization"))
  func `v4 authorization`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/canonical-request"))
  func `v4 canonical request`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/date"))
  func `v4 date`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/distinctions"))
  func `v4 distinctions`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/headers"))
  func `v4 headers`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/presign"))
  func `v4 presign`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/presign-endpoints"))
  func `v4 presign endpoints`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/published"))
  func `v4 published`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/query"))
  func `v4 query`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/refusals"))
  func `v4 refusals`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/self-signed"))
  func `v4 self signed`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/signing-key"))
  func `v4 signing key`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/token"))
  func `v4 token`(vector: Vector) throws { try Replay.check(vector) }

  @Test(arguments: try VectorFiles.vectors("v4/uri"))
  func `v4 uri`(vector: Vector) throws { try Replay.check(vector) }
}
