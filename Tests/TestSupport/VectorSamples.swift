internal import FoundationEssentials
package import OSSJSON
import OSSPrimitives
package import OSSVectors

/// Vectors and replies that the judge's tests are about.
package enum VectorSamples {
  package static let signature = "e7SraDhJXAr2ERmY+/n0fAmnDgk="
  package static let otherSignature = "eiS2YCVExFPNdVJhmLzmElm46oE="

  package static let headerMembers: JSONObject = [
    "signature": .string(signature),
    "authorization": .string("OSS id:" + signature),
    "headers": [
      ["Date", "Sat, 16 Dec 2023 16:20:57 GMT"],
      ["x-oss-meta-a", "b"],
      ["Authorization", .string("OSS id:" + signature)],
    ],
  ]

  package static let stages: JSONObject = [
    "canonicalizedHeaders": "x-oss-meta-a:b\n", "canonicalizedResource": "/bucket/key",
    "stringToSign": "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\nx-oss-meta-a:b\n/bucket/key",
  ]

  package static func header(
    _ id: String = "get-meta", members: JSONObject = headerMembers, level: Level = .must,
    input: JSONObject = ["method": "GET", "headers": [["x-oss-meta-a", " b"]]],
    alternatives: [Alternative] = []
  ) -> Vector {
    vector(
      id, .v1Header, level: level, input: input,
      expectation: Expectation(
        outcome: .answer(Answer(members: members, stages: stages)), alternatives: alternatives))
  }

  /// A vector of `v4.header`.
  package static func headerV4(
    _ members: JSONObject, input: JSONObject = ["method": "GET"], exact: [String] = []
  ) -> Vector {
    vector("get-v4", .v4Header, input: input, answer: members, exact: exact)
  }

  package static func presign(_ url: String, exact: [String] = []) -> Vector {
    vector("presign-get", .v1Presign, answer: ["url": .string(url)], exact: exact)
  }

  package static func refusal(_ id: String = "no-secret", _ errorClass: ErrorClass = .missingSecret)
    -> Vector
  {
    vector(
      id, .v1Header, input: ["method": "GET"],
      expectation: Expectation(outcome: .rejection(errorClass)))
  }

  package static func digest(_ id: String, _ digest: String) -> Vector {
    vector(id, .sha1, input: ["data": .string(id)], answer: ["digest": .string(digest)])
  }

  /// A vector that expects these members.
  package static func vector(
    _ id: String, _ operation: Operation, level: Level = .must, input: JSONObject = [:],
    answer members: JSONObject, exact: [String] = []
  ) -> Vector {
    vector(
      id, operation, level: level, input: input,
      expectation: Expectation(outcome: .answer(Answer(members: members)), exact: exact))
  }

  package static func vector(
    _ id: String, _ operation: Operation, level: Level = .must, input: JSONObject,
    expectation: Expectation
  ) -> Vector {
    Vector(
      id: id, operation: operation, level: level, reason: level == .may ? "It is unsure." : nil,
      clauses: ["V1-HDR-3"], comment: "Header values are not trimmed.",
      flags: ["trim"], provenance: .derived(reason: "It is a sample."), input: input,
      expectation: expectation)
  }

  package static func ok(_ members: JSONObject, stages: JSONObject = [:]) -> Reply {
    .ok(Answer(members: members, stages: stages))
  }
}

extension Vector {
  /// The verdict on an answer with these members.
  package func judged(_ members: JSONObject) -> Verdict {
    Judge.verdict(of: self, reply: VectorSamples.ok(members))
  }
}

extension Difference {
  /// A difference of texts, for tests to compare with.
  package init(_ name: String, _ part: String? = nil, _ expected: String?, _ actual: String?) {
    self.init(
      name: name, part: part, expected: expected.map { Bytes($0.utf8) },
      actual: actual.map { Bytes($0.utf8) })
  }
}

/// A script that the tests change in one place.
package enum ScriptSamples {
  /// Two callers wait for a fetch of a second; a third asks after it.
  package static let json: JSONObject = [
    "policy": "scaled", "start": 1_700_000_000_000,
    "tokens": ["A": ["expires": 3_600_000], "B": ["expires": nil]],
    "fetches": [["takes": 1000, "gives": "A"], ["takes": 500, "fails": "torn"]],
    "events": [
      ["at": 0, "ask": "c1"], ["at": 100, "ask": "c2"], ["at": 2000, "ask": "c3"],
      ["at": 2000, "cancel": "c3"], ["at": 3000, "reject": "A"], ["at": 3001, "replace": "B"],
      ["at": 3002, "clock": -5], ["at": 3003, "offset": 5],
    ],
    "until": 10_000,
  ]

  /// The script with a member changed.
  package static func json(_ name: String, _ value: JSONValue?) -> JSONObject {
    var changed = json
    changed[name] = value
    return changed
  }

  /// The script of these events alone.
  package static func script(
    _ events: [Script.Event], fetches: [Script.Fetch], tokens: [Script.Token] = [],
    until: Int64 = 10_000
  ) -> Script {
    var script = Script(policy: .scaled, start: 1_700_000_000_000, fetches: fetches, until: until)
    script.tokens = tokens
    script.events = events
    return script
  }
}

/// The package's own vectors, read once.
package enum RealVectors {
  /// There is no suite of this name.
  package struct NoSuite: Error {
    package let name: String
  }

  /// The folder `vectors/`, found from this file: a test bundle holds no copy.
  package static let folder =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/vectors"

  /// A page of the specification or another file beside it.
  package static func page(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/../spec/\(name)", encoding: .utf8)
  }

  /// A file of the vectors that is no suite.
  package static func json(_ name: String) throws -> JSONValue {
    try JSONReader.read(String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))
  }

  package static let corpus = Result { () throws(VectorError) in try Corpus.read(from: folder) }

  /// A suite by its name; an error here fails the test that asks.
  package static func suite(_ name: String) throws -> Suite {
    guard let suite = try corpus.get().suites.first(where: { $0.name == name }) else {
      throw NoSuite(name: name)
    }
    return suite
  }
}
