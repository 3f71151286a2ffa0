import OSSConformance
import OSSJSON
import OSSPrimitives
import TestSupport
import Testing

extension Evidence {
  /// The evidence of a case.
  init(of sample: ExplainCase) {
    let secrets = sample.evidence["credentials"]?.objectValue.map { given in
      GivenCredentials(
        accessKeyID: given["accessKeyId"]?.stringValue ?? "",
        accessKeySecret: given["accessKeySecret"]?.stringValue ?? "",
        securityToken: given["securityToken"]?.stringValue)
    }
    self.init(
      body: sample.part("body"), request: sample.part("request"), string: sample.part("string"),
      url: sample.part("url"), secrets: secrets)
  }
}

@Suite struct `Cases of refusals` {
  static let counts = [("threads", 79), ("answers", 101), ("cases", 88), ("v4", 127)]

  @Test func `are all there, each once`() throws {
    #expect(ExplainCase.files == Self.counts.map(\.0))
    for (name, count) in Self.counts { #expect(try ExplainCase.read(name).count == count) }
    #expect(Set(try ExplainCase.all.get().map(\.id)).count == 395)
  }

  @Test func `of public threads have their address`() throws {
    for sample in try ExplainCase.read("threads") {
      #expect(sample.source?.hasPrefix("https://") == true, "\(sample.id)")
    }
  }

  /// The evidence is what `explain` is given: another member would be read by nobody.
  @Test func `have the evidence of a developer`() throws {
    let texts: Set = ["body", "request", "string", "url"]
    for sample in try ExplainCase.all.get() {
      #expect(!sample.evidence.members.isEmpty, "\(sample.id)")
      for member in sample.evidence.members {
        let isText = texts.contains(member.name) && member.value.stringValue != nil
        let isObject = member.name == "credentials" && member.value.objectValue != nil
        #expect(isText || isObject, "\(sample.id): \(member.name)")
      }
    }
  }

  @Test func `are each explained by the finding that they state`() throws {
    for sample in try ExplainCase.all.get() {
      let found = Explainer.explain(Evidence(of: sample)).first?.mistake.id ?? "none"
      #expect(found == sample.finding, "\(sample.id)")
    }
  }
}
