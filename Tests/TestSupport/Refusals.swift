package import OSSExplain
internal import OSSJSON
package import OSSPrimitives

/// What explains refusals, by the files of this repository.
package enum Refusals {
  package static let knowledge = Result {
    try Knowledge(
      explain: try RealVectors.json("explain.json"),
      mistakes: try RealVectors.json("mistakes.json"),
      variations: try RealVectors.json("variations.json"))
  }

  /// A case, and what is said of it.
  package struct Explained: Sendable {
    package let sample: ExplainCase
    package let found: [FoundCause]
  }

  /// Each case with its findings, found once for all tests that look at them.
  package static let cases = Task {
    let explainer = Explainer(try knowledge.get())
    var all: [Explained] = []
    for sample in try ExplainCase.all.get() {
      all.append(Explained(sample: sample, found: explainer.explain(Evidence(of: sample)).findings))
      // What other tests wait for may be done in between.
      await Task.yield()
    }
    return all
  }

  /// The findings; none where the files cannot be read, which a test of its own holds.
  package static func explain(_ evidence: Evidence) -> [FoundCause] {
    guard let knowledge = try? knowledge.get() else { return [] }
    return Explainer(knowledge).explain(evidence).findings
  }

  /// The findings of evidence that is given as texts.
  package static func explain(
    body: String? = nil, request: String? = nil, string: String? = nil, url: String? = nil
  ) -> [FoundCause] {
    func bytes(_ text: String?) -> Bytes? { text.map { Bytes($0.utf8) } }
    return explain(
      Evidence(body: bytes(body), request: bytes(request), string: bytes(string), url: bytes(url)))
  }

  /// The ids of the findings that are as sure.
  package static func ids(_ found: [FoundCause], _ certainty: Certainty) -> [String] {
    found.filter { $0.certainty == certainty }.map(\.cause.id)
  }
}

extension Evidence {
  /// The evidence of a case.
  ///
  /// - Parameter changed: the name of a part that has other bytes, and these bytes.
  package init(of sample: ExplainCase, _ changed: (name: String, bytes: Bytes)? = nil) {
    let credentials = sample.evidence["credentials"]?.objectValue.map { given in
      GivenCredentials(
        accessKeyID: given["accessKeyId"]?.stringValue ?? "",
        accessKeySecret: given["accessKeySecret"]?.stringValue ?? "",
        securityToken: given["securityToken"]?.stringValue)
    }
    func part(_ name: String) -> Bytes? {
      changed?.name == name ? changed?.bytes : sample.part(name)
    }
    if let text = sample.part("text") {
      self.init(text: text, string: nil, credentials: credentials)
      return
    }
    self.init(
      body: part("body"), request: part("request"), string: part("string"), url: part("url"),
      credentials: credentials)
  }
}
