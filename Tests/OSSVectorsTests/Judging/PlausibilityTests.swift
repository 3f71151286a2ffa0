import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// Adapters that cannot sign.
enum NullAdapter: CaseIterable {
  case saysTheSame, echoes, givesNothing, refusesWithClass, refusesWithout, fails, isLate, dies
  case cannotDoAnything

  func reply(to vector: Vector) -> Reply {
    switch self {
    case .saysTheSame: `The judge of a whole run`.constant
    case .echoes: VectorSamples.ok(vector.input)
    case .givesNothing: VectorSamples.ok([:])
    case .refusesWithClass: .rejected(errorClass: "missing-secret", message: nil)
    case .refusesWithout: .rejected(errorClass: nil, message: nil)
    case .fails: .failed(message: nil)
    case .isLate: .timeout
    case .dies: .crash("it ended with status 1")
    case .cannotDoAnything: .unsupported(reason: nil)
    }
  }
}

@Suite struct `The judge of a whole run` {
  static let vectors = [
    VectorSamples.header("one"),
    VectorSamples.header("two", members: ["signature": .string(VectorSamples.otherSignature)]),
    VectorSamples.refusal(), VectorSamples.digest("a", "86f7"), VectorSamples.digest("b", "e9d7"),
  ]

  /// A refusal that is right if something else of its operation is.
  private let refusal = Finding(
    vector: VectorSamples.refusal(), reply: .rejected(errorClass: nil, message: nil))

  static let constant = VectorSamples.ok(
    VectorSamples.headerMembers.merged(with: ["digest": "86f7"]))

  @Test(arguments: NullAdapter.allCases)
  func `passes nothing to an adapter without a signer`(adapter: NullAdapter) {
    let findings = Self.vectors.map { Finding(vector: $0, reply: adapter.reply(to: $0)) }
    let weighed = Plausibility.weighed(findings)
    #expect(weighed.count == 5)
    #expect(weighed.filter(\.verdict.isPass) == [])
  }

  @Test func `passes nothing to an adapter that is a request behind`() {
    let right: [Reply] = [
      VectorSamples.ok(VectorSamples.headerMembers),
      VectorSamples.ok(["signature": .string(VectorSamples.otherSignature)]),
      VectorSamples.ok(["signature": .string(VectorSamples.otherSignature)]),
      .rejected(errorClass: "missing-secret", message: nil),
    ]
    let vectors = [
      Self.vectors[0], Self.vectors[1],
      VectorSamples.header("again", members: ["signature": .string(VectorSamples.otherSignature)]),
      VectorSamples.refusal("first"), VectorSamples.refusal("second"),
    ]
    let late = zip(vectors, [VectorSamples.ok([:])] + right).map { Finding(vector: $0, reply: $1) }
    #expect(late.filter(\.verdict.isPass).map(\.vector.id) == ["again", "second"])
    #expect(Plausibility.weighed(late).filter(\.verdict.isPass) == [])
    // In time, the same replies pass.
    let timely = zip(vectors, right + [right[3]]).map { Finding(vector: $0, reply: $1) }
    #expect(Plausibility.weighed(timely).count(where: \.verdict.isPass) == 5)
  }

  @Test func `sees the same answer beside what is made up again`() {
    let findings = ["a", "b"].map { id in
      Finding(
        vector: VectorSamples.digest(id, id == "a" ? "86f7" : "e9d7"),
        reply: VectorSamples.ok(["digest": "86f7", "text": .string(id)]))
    }
    #expect(findings.count(where: \.verdict.isPass) == 1)
    #expect(Plausibility.weighed(findings).filter(\.verdict.isPass) == [])
  }

  @Test func `a refusal is not proved by a member that is the same in every answer`() {
    let signed = ["one", "two"].map { id in
      Finding(
        vector: VectorSamples.header(id, members: ["url": .string("https://\(id)")]),
        reply: VectorSamples.ok(["url": "https://one", "signature": .string(id)]))
    }
    let other = Finding(
      vector: VectorSamples.header("three"), reply: VectorSamples.ok(VectorSamples.headerMembers))
    #expect((signed + [refusal]).filter(\.verdict.isPass).map(\.vector.id) == ["one", "no-secret"])
    #expect(Plausibility.weighed(signed + [refusal]).filter(\.verdict.isPass) == [])
    #expect(
      Plausibility.weighed(signed + [refusal, other]).filter(\.verdict.isPass).map(\.vector.id)
        == ["no-secret", "three"])
  }

  @Test func `says why a pass proves nothing`() {
    let same = Self.vectors.map { Finding(vector: $0, reply: Self.constant) }
    #expect(
      Plausibility.weighed(same).first?.verdict
        == .failed(
          Failure(
            kind: .implausible,
            message: "The adapter gives the same answer to every request of this operation.")))
    #expect(
      Plausibility.weighed([refusal]).first?.verdict
        == .failed(
          Failure(
            kind: .implausible,
            message:
              "No request of this operation is answered correctly, so a refusal proves nothing.")))
  }

  @Test func `lets the passes of a signer stand`() {
    let right = Finding(
      vector: VectorSamples.header(), reply: VectorSamples.ok(VectorSamples.headerMembers))
    #expect(Plausibility.weighed([refusal, right]).filter(\.verdict.isPass).count == 2)
    #expect(Plausibility.weighed([refusal], controls: [right]).map(\.verdict) == [refusal.verdict])
  }

  @Test func `does not mind two requests that share a signature`() {
    let signature: JSONObject = ["signature": .string(VectorSamples.signature)]
    let findings = [
      Finding(vector: VectorSamples.header("one"), reply: VectorSamples.ok(signature)),
      Finding(
        vector: VectorSamples.header("two", members: signature.merged(with: ["headers": []])),
        reply: VectorSamples.ok(signature)),
    ]
    #expect(Plausibility.weighed(findings).filter(\.verdict.isPass).count == 2)
  }

  @Test func `asks three vectors more where only refusals are selected`() {
    let corpus =
      [VectorSamples.header("may", level: .may), VectorSamples.refusal()]
      + ["one", "two", "three", "four"].map { VectorSamples.header($0) }
      + [VectorSamples.digest("a", "86f7")]
    #expect(
      Plausibility.controls(for: [VectorSamples.refusal()], in: corpus).map(\.id)
        == ["one", "two", "three"])
    #expect(Plausibility.controls(for: corpus, in: corpus) == [])
  }
}

extension JSONObject {
  /// The members of this object and then those of another.
  func merged(with other: JSONObject) -> JSONObject {
    JSONObject(members + other.members)
  }
}
