import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Damaged policies` {
  /// The policy on the page of the documents about V4, to the byte.
  static let text = """
    {
      "expiration": "2023-12-03T13:00:00.000Z",
      "conditions": [
        {"bucket": "examplebucket"},
        {"x-oss-signature-version": "OSS4-HMAC-SHA256"},
        {"x-oss-credential": "AKIDEXAMPLE/20231203/cn-hangzhou/oss/aliyun_v4_request"},
        {"x-oss-security-token": "CAIS******"},
        {"x-oss-date": "20231203T121212Z"},
        ["content-length-range", 1, 10],
        ["eq", "$success_action_status", "201"],
        ["starts-with", "$key", "user/eric/"],
        ["in", "$content-type", ["image/jpg", "image/png"]],
        ["not-in", "$cache-control", ["no-cache"]]
      ]
    }
    """

  private let documented = Bytes(`Damaged policies`.text.utf8)

  @Test func `are refused when they are cut short`() {
    let read = documented.indices.count {
      (try? PostPolicy(bytes: Bytes(documented[..<$0]))) != nil
    }
    #expect(read == 0)
    #expect(documented.count > 500)
  }

  @Test func `are refused, or keep the bytes that they were read from`() throws {
    var read = 0
    for index in documented.indices {
      for bit in 0..<8 {
        var bytes = documented
        bytes[index] ^= 1 << bit
        guard let policy = try? PostPolicy(bytes: bytes) else { continue }
        read += 1
        if policy.bytes != bytes || policy.conditions.count != 10 { Issue.record("byte \(index)") }
        // What was read is written and read as the same conditions.
        let again = try PostPolicy(
          expiration: policy.expiration, conditions: policy.conditions)
        if try PostPolicy(bytes: again.bytes).conditions != policy.conditions {
          Issue.record("byte \(index)")
        }
      }
    }
    // Most changes fall into texts, which they leave texts.
    #expect(read > 1_000)
  }
}
