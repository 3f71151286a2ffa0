import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// The answers that stand beside those of the reference, against values that were computed apart.
struct AlternativeTests {
  private func alternatives(_ suite: String, _ id: String) throws -> [Answer] {
    let vector = try #require(RealVectors.suite(suite).vectors.first { $0.id == id })
    return try vector.expectation.alternatives.map { alternative in
      guard case .answer(let answer) = alternative.outcome else { throw Refused() }
      return answer
    }
  }

  private struct Refused: Error {}

  @Test func `sign another canonical request, and put the signature where the first one stood`()
    throws
  {
    let signature = "87c77c7761ae41194ffeb6497d798d0d004d53f3ceddbe9c084e6f3b2ae96665"
    let found = try alternatives("v4/presign", "v4-pre-hash-of-caller")
    #expect(found.map { $0.members["signature"] } == [.string(signature)])
    let url = try #require(found.first?.members["url"]?.stringValue)
    #expect(url.hasSuffix("&x-oss-signature=" + signature))
    let request = try #require(found.first?.stages["canonicalRequest"]?.stringValue)
    #expect(request.hasSuffix("991b7852b855\n\n\nUNSIGNED-PAYLOAD"))
  }

  @Test func `take inputs that the reference refuses`() throws {
    let found = try alternatives("v4/refusals", "v4-ref-region-of-host-name")
    #expect(
      found.map { $0.stages["scope"] } == [
        "20231216/oss-cn-hangzhou/oss/aliyun_v4_request",
        "20231216/cn-hangzhou/oss/aliyun_v4_request",
      ])
    #expect(
      found.map { $0.members["signature"] } == [
        "afaef7cb4ed961bf8c493fec79064534a59dc9beca4d407fc04490dc2b5b6d50",
        "652f3d249ca2e98cbe0b22f867fe12fec4fcab21d8d4067d5570f9564f032d13",
      ])
  }

  @Test func `write the Authorization header as others do`() throws {
    let found = try alternatives("v4/authorization", "v4-auth-form-with-list")
    let credential = "Credential=exampleAccessKeyID00/20231216/cn-hangzhou/oss/aliyun_v4_request"
    let signature = "Signature=e3857c18bf9a716900caf4c8d81af8328e66ef98250be1169a854e5db59c4ae0"
    #expect(
      found.map { $0.members["authorization"] } == [
        .string("OSS4-HMAC-SHA256 \(credential), AdditionalHeaders=abc;range, \(signature)"),
        .string("OSS4-HMAC-SHA256 \(credential), \(signature), AdditionalHeaders=abc;range"),
      ])
  }
}
