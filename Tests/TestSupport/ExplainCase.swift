internal import FoundationEssentials
package import OSSJSON
package import OSSPrimitives

/// A refusal and what `explain` must say of it.
///
/// One with a source was published there, and the note says what was added to it. One without a source
/// was made to have its one mistake.
package struct ExplainCase: Sendable {
  /// The case lacks a member.
  package struct Incomplete: Error {
    package let file: String
    package let index: Int
  }

  package let id: String
  package let clauses: [String]
  /// The address at which it was published.
  package let source: String?
  /// Whether the body was written around a string that was published, and is not the one of OSS.
  package let isBodyRebuilt: Bool
  /// What a developer has in hand: `body`, `request`, `string` and `url` are texts, or `text` is all in one;
  /// `credentials` is an object.
  package let evidence: JSONObject
  /// The id of the finding that comes first, or "none".
  package let finding: String
  /// How sure it must be; nil where the case leaves it open.
  package let certainty: String?
  /// What its detail must contain; nil where the case leaves it open.
  package let detail: String?
  /// What its detail must not contain.
  package let without: String?

  /// A part of the evidence.
  package func part(_ name: String) -> Bytes? { evidence[name]?.stringValue.map { Bytes($0.utf8) } }

  /// The names of the files: those of public threads, of documented answers, of V1, of V4, of kinds of faults that were
  /// reported, of what a secret proves, whole posts, and rules that are pasted.
  package static let files = [
    "threads", "answers", "cases", "v4", "kinds", "brought", "proofs", "posts", "rules",
  ]

  /// The cases of all files.
  package static let all = Result { try files.flatMap { try read($0) } }

  /// The cases of a file.
  package static func read(_ name: String) throws -> [ExplainCase] {
    let path = "\(RealVectors.folder)/../Tests/OSSExplainTests/Cases/\(name).json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let known = [
      "id", "comment", "clauses", "source", "note", "finding", "certainty", "detail", "without",
    ]
    return try (JSONReader.read(text).arrayValue ?? []).enumerated().map { index, json in
      guard let members = json.objectValue, let id = members["id"]?.stringValue,
        members["comment"]?.stringValue?.isEmpty == false,
        let clauses = members["clauses"]?.arrayValue?.compactMap(\.stringValue), !clauses.isEmpty,
        let finding = members["finding"]?.stringValue
      else { throw Incomplete(file: path, index: index) }
      var evidence = members
      evidence.members.removeAll { known.contains($0.name) }
      return ExplainCase(
        id: id, clauses: clauses, source: members["source"]?.stringValue,
        isBodyRebuilt: members["note"]?.stringValue?.contains("the body is rebuilt") == true,
        evidence: evidence, finding: finding, certainty: members["certainty"]?.stringValue,
        detail: members["detail"]?.stringValue, without: members["without"]?.stringValue)
    }
  }
}
