import Foundation
import OSSEndpoint
import OSSExplain
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// How many random requests OSS_RIGHT_REQUESTS asks for, as CI does; a release build takes a tenth of the time
/// of a debug build.
private let requestCount = ProcessInfo.processInfo.environment["OSS_RIGHT_REQUESTS"].flatMap {
  Int($0)
}

@Suite struct `A right request` {
  private static let operations: Set<OSSVectors.Operation> = [
    .v1Header, .v1Presign, .v2Header, .v2Presign, .v4Header, .v4Presign,
  ]

  /// What is sent on purpose by vectors that show what a signer does, and OSS refuses for its form.
  private static let refused: Set<VerificationStep> = [.form, .time, .token]

  @Test func `is verified, as each signing vector writes it`() throws {
    var counted = 0
    var meant: [VerificationStep: Int] = [:]
    for vector in try RealVectors.corpus.get().vectors
    where Self.operations.contains(vector.operation) && vector.answer != nil {
      let written = try WrittenRequest(vector)
      let request = try SentRequest(wire: written.bytes)
      let given = try #require(vector.input["credentials"]?.objectValue)
      let token = given["securityToken"]?.stringValue ?? ""
      let key = KnownKey(
        id: (given["accessKeyId"]?.stringValue ?? "").bytes,
        secret: (given["accessKeySecret"]?.stringValue ?? "").bytes,
        token: token.isEmpty ? nil : KnownKey.Token(token.bytes))
      let verifier = Verifier(hosts: HostTable(), keys: [key])
      let region = vector.input["region"]?.stringValue ?? "cn-hangzhou"
      let time = try Moment(seconds: vector.input["time"]?.integerValue ?? 0)
      let verdict = verifier.verify(request, to: written.host, in: region, at: time)
      let steps = verdict.failures.filter { !Self.refused.contains($0.step) }
      #expect(steps.isEmpty, "\(vector.id): \(steps.map { $0.sentence })")
      for step in Set(verdict.failures.map(\.step)) { meant[step, default: 0] += 1 }
      counted += 1
    }
    #expect(counted > 1_900)
    #expect(meant == [.form: 17, .time: 3, .token: 15], "what vectors show on purpose")
  }

  @Test func `is verified, however its client writes it`() throws {
    #if DEBUG
      let count = requestCount ?? 3_000
    #else
      let count = requestCount ?? 100_000
    #endif
    var requests = RandomRequests(seed: 37)
    var (counted, tried) = (0, 0)
    while counted < count {
      tried += 1
      guard let random = requests.next() else { continue }
      counted += 1
      let key = KnownKey(
        id: RandomRequests.accessKeyID.bytes, secret: RandomRequests.accessKeySecret.bytes,
        token: random.token.map { KnownKey.Token($0.bytes) })
      let request = try SentRequest(wire: random.bytes)
      let verdict = Verifier(hosts: HostTable(), keys: [key])
        .verify(request, to: random.host, in: "cn-hangzhou", at: random.time)
      let failure = verdict.failures.first { $0.step == .signature }
      // The first reading is the one, which takes a plus in the path for a space, as the client meant.
      let isRead = verdict.text?.stringToSign == random.signed && verdict.notes.isEmpty
      if isRead, failure == nil { continue }
      Issue.record(
        """
        Request \(tried): \(random.bytes.text)
        The signer has \(random.signed.text)
        The reader has \(verdict.text?.stringToSign.text ?? "nothing")
        """)
      return
    }
    #expect(tried < 4 * counted)
  }
}

@Suite struct `A request with a mistake of signing` {
  @Test func `is refused for its signature, or noted where the rule is open`() throws {
    var served: [String] = []
    let cases = try WireCase.all()
    for one in cases {
      let request = try SentRequest(wire: one.request.bytes)
      let signature = request.signature
      let key = KnownKey(id: signature.accessKeyID, secret: one.secret.bytes)
      let verdict = Verifier(hosts: HostTable(), keys: [key])
        .verify(request, to: one.host, in: signature.scope[1].text, at: one.time)
      if !verdict.failures.contains(where: { $0.step == .signature || $0.step == .form }) {
        served.append(verdict.notes.first?.clause ?? "\(one.vector), \(one.id)")
      }
    }
    #expect(cases.count > 400)
    #expect(Set(served) == ["V1-SUB-2", "V4-URI-4"] && served.count == 5, "\(served)")
  }

  @Test func `is refused wherever one bit of what is signed is another`() throws {
    #if DEBUG
      let count = requestCount ?? 2_000
    #else
      let count = requestCount ?? 20_000
    #endif
    var requests = RandomRequests(seed: 1)
    var (changed, served) = (0, 0)
    while changed < count {
      guard let random = requests.next() else { continue }
      let key = KnownKey(
        id: RandomRequests.accessKeyID.bytes, secret: RandomRequests.accessKeySecret.bytes,
        token: random.token.map { KnownKey.Token($0.bytes) })
      let verifier = Verifier(hosts: HostTable(), keys: [key])
      let right = try SentRequest(wire: random.bytes)
      let text = right.canonicalReadings(of: right.signature, at: random.host).first?.text
      for place in stride(from: 0, to: random.bytes.count, by: 7) {
        var bytes = random.bytes
        bytes[place] ^= 1 << UInt8(place & 7)
        guard let request = try? SentRequest(wire: bytes) else { continue }
        let readings = request.canonicalReadings(of: request.signature, at: random.host)
        let isSame = readings.contains { $0.text.stringToSign == text?.stringToSign }
        if isSame, request.signature.text == right.signature.text { continue }
        changed += 1
        let verdict = verifier.verify(
          request, to: random.host, in: "cn-hangzhou", at: random.time)
        if verdict.version != nil, verdict.failures.isEmpty {
          served += verdict.notes.isEmpty ? 1 : 0
        }
      }
    }
    #expect(served == 0)
  }
}
