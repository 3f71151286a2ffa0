import OSSConformance
import OSSJSON
import OSSVectors
import TestSupport

/// SDKs that make mistakes of the pages: the oracle with their edits, behind the adapter protocol.
enum PlantedSDK {
  /// The mistakes that are known, and what they answer, read once.
  static let known = Result {
    try KnownMistakes(in: RealVectors.folder, of: RealVectors.corpus.get())
  }

  static func command(_ ids: String...) -> [String] { command(ids) }

  static func command(_ ids: [String]) -> [String] {
    ["python3", "\(RealVectors.folder)/../spec/mistakes/edited_adapter.py"] + ids
  }

  /// What an SDK with the mistakes replies to vectors; right replies are those of the reference.
  static func replies(_ ids: [String], to vectors: [Vector]) throws -> [Reply] {
    let requests = vectors.map { AdapterRequest(operation: $0.operation, input: $0.input) }
    if ids.isEmpty {
      return requests.map { ReferenceAdapter().answer($0.operation, $0.input) }
    }
    var adapter = try ProcessAdapter(
      command: command(ids), limits: AdapterLimits(), showsErrors: false)
    let replies = try adapter.replies(to: requests)
    adapter.end()
    return replies
  }

  /// The findings about an SDK with the mistakes, of which it shows some members alone.
  static func findings(
    _ ids: [String], _ vectors: [Vector], showing members: [String]? = nil
  ) throws -> [Finding] {
    zip(vectors, try replies(ids, to: vectors)).map { vector, reply in
      guard let members, case .ok(var answer) = reply else {
        return Finding(vector: vector, reply: reply)
      }
      answer.members = JSONObject(answer.members.members.filter { members.contains($0.name) })
      answer.stages = [:]
      return Finding(vector: vector, reply: .ok(answer))
    }
  }
}
