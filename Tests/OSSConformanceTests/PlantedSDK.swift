import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport

/// An adapter that is a function.
struct FunctionAdapter: Adapter {
  typealias Answering = @Sendable (OSSVectors.Operation, JSONObject) -> Reply

  let identity: AdapterIdentity
  let answer: (OSSVectors.Operation, JSONObject) -> Reply
  /// How often it was asked.
  private(set) var asked = 0

  init(
    identity: AdapterIdentity = AdapterIdentity(
      name: "function", version: "1", language: "swift",
      operations: OSSVectors.Operation.allCases.map(\.rawValue)),
    answer: @escaping (OSSVectors.Operation, JSONObject) -> Reply
  ) {
    self.identity = identity
    self.answer = answer
  }

  mutating func ask(
    _ requests: [AdapterRequest], _ take: (Int, Reply) -> Void
  ) throws(AdapterError) {
    asked += requests.count
    for (index, request) in requests.enumerated() {
      take(index, answer(request.operation, request.input))
    }
  }
}

/// The reference with a mistake: it signs another input than it was given, or another string.
enum Signing {
  typealias Change = @Sendable (inout JSONObject) -> Void

  /// Signs another input.
  static func other(_ change: @escaping Change) -> FunctionAdapter.Answering {
    { operation, input in
      var input = input
      change(&input)
      return ReferenceAdapter().answer(operation, input)
    }
  }

  /// Signs another input or string with V1, and shows the signature with the string alone.
  static func v1(
    _ change: @escaping Change = { _ in },
    string: @escaping @Sendable (String, JSONObject) -> String = { string, _ in string },
    showsString: Bool = true
  ) -> FunctionAdapter.Answering {
    { operation, given in
      var input = given
      change(&input)
      guard case .ok(let answer) = ReferenceAdapter().answer(operation, input) else {
        return .failed(message: "not signed")
      }
      let wrong = JSONValue.string(string(answer.stages["stringToSign"]?.stringValue ?? "", given))
      let reply = ReferenceAdapter().answer(
        .v1String, ["credentials": input["credentials"] ?? .null, "stringToSign": wrong])
      guard case .ok(let signed) = reply else { return .failed(message: "no signature") }
      return .ok(
        Answer(
          members: ["signature": signed.members["signature"] ?? .null],
          stages: showsString ? ["stringToSign": wrong] : [:]))
    }
  }

  /// Signs another string with V1.
  static func v1String(
    _ change: @escaping @Sendable (String, JSONObject) -> String
  ) -> FunctionAdapter.Answering {
    v1({ _ in }, string: change)
  }
}

extension `The fuzzer` {
  /// The input without the token of its credentials.
  static let withoutToken = withCredential("securityToken") { _ in nil }

  /// The input with the first 64 bytes of its secret.
  static let withShortSecret = withCredential("accessKeySecret") { secret in
    .string(String((secret?.stringValue ?? "").prefix(64)))
  }

  private static func withCredential(
    _ name: String, _ change: @escaping @Sendable (JSONValue?) -> JSONValue?
  ) -> Signing.Change {
    { input in
      var credentials = input["credentials"]?.objectValue ?? [:]
      credentials[name] = change(credentials[name])
      input["credentials"] = .object(credentials)
    }
  }

  /// The input with other elements of an array.
  static func changing(
    _ member: String, _ change: @escaping @Sendable ([JSONValue]) -> [JSONValue]
  ) -> Signing.Change {
    { input in
      if let elements = input[member]?.arrayValue { input[member] = .array(change(elements)) }
    }
  }

  /// The name and value of each header.
  static func headers(of input: JSONObject) -> [(name: String, value: String)] {
    (input["headers"]?.arrayValue ?? []).map { pair in
      (pair.arrayValue?[0].stringValue ?? "", pair.arrayValue?[1].stringValue ?? "")
    }
  }

  /// Writes the days 1 to 9 with one digit where the clock makes the date.
  static let shortDay: @Sendable (String, JSONObject) -> String = { string, input in
    if headers(of: input).contains(where: { $0.name.lowercased() == "x-oss-date" }) {
      return string
    }
    var lines = string.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[3] = lines[3].replacing(", 0", with: ", ")
    return lines.joined(separator: "\n")
  }
}

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
