import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Damaged policies` {
  private let documented = Bytes(`Signatures of upload forms`.documented.utf8)

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
