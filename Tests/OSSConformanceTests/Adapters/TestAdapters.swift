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

/// An adapter written in the shell: small, there on every system, and started in a millisecond.
///
/// Requests are `sha1` of a decimal number; the right reply repeats the number as its digest, so a test
/// sees which reply went to which request.
enum ShellAdapter {
  /// Functions that the scripts use. `ask` sets `line`, `seq`, `n` and `count`; `say` replies with
  /// members as they are given.
  private static let prelude = #"""
    window=4 operations='"sha1"' features='"f"'
    hello() {
      read -r line || exit 0
      printf '{"protocol":1,"sdk":{"name":"shell","version":"1.0","language":"sh"},'
      printf '"operations":[%s],"features":[%s],"window":%s}\n' "$operations" "$features" "$window"
    }
    count=0
    ask() {
      read -r line || exit 0
      case "$line" in *'"op":"bye"'*) exit 0 ;; esac
      seq=${line#*'"seq":"'}; seq=${seq%%'"'*}
      n=${line#*'"data":"'}; n=${n%%'"'*}
      count=$((count + 1))
    }
    say() { printf '{"seq":"%s",%s}\n' "$seq" "$1"; }
    ok() { printf '{"seq":"%s","status":"ok","output":{"digest":"%s"}}\n' "$1" "$2"; }
    serve() { while :; do ask; ok "$seq" "$n"; done; }

    """#

  /// The command of an adapter that does what a script says.
  static func command(_ script: String) -> [String] {
    ["sh", "-c", prelude + script]
  }

  /// Limits that let a test end soon.
  ///
  /// - Parameter request: The time limit of a request in milliseconds; short only where a request is
  ///   to be late, because a machine that runs many tests is slow at times.
  static func limits(request: Int64 = 60_000) -> AdapterLimits {
    var limits = AdapterLimits()
    limits.request = request * 1_000_000
    limits.farewell = 10_000_000
    limits.failuresInARow = 3
    limits.fruitless = 0
    return limits
  }

  /// What a test gives whose adapter is late on purpose: tried again with more time, in milliseconds,
  /// where a machine that runs many tests was late as well.
  static func late<Result>(
    after limit: Int64 = 300, _ run: (AdapterLimits) throws -> Result, isRight: (Result) -> Bool
  ) rethrows -> Result {
    let result = try run(limits(request: limit))
    return isRight(result) ? result : try run(limits(request: 10_000))
  }

  /// Requests for the numbers from 0.
  static func requests(_ count: Int) -> [AdapterRequest] {
    (0..<count).map {
      AdapterRequest(operation: .sha1, input: ["data": .string(String($0))])
    }
  }

  /// Runs a script over some requests.
  ///
  /// - Returns: Each reply in a short form, the notes, and how often a process was started again.
  static func run(
    _ script: String, count: Int, limits: AdapterLimits = limits()
  ) throws(AdapterError) -> (replies: [String], notes: [String], restarts: Int) {
    var adapter = try ProcessAdapter(command: command(script), limits: limits, showsErrors: false)
    var progress: [Int: Reply] = [:]
    let replies = try adapter.replies(to: requests(count)) { progress[$0] = $1 }
    adapter.end()
    let seen = (0..<count).compactMap { progress[$0] }
    return (
      seen == replies ? replies.map(brief) : ["the progress differs from the result"],
      adapter.notes, adapter.restarts
    )
  }

  /// A reply in a few words.
  static func brief(_ reply: Reply) -> String {
    switch reply {
    case .ok(let answer): "ok " + (answer.members["digest"]?.stringValue ?? "?")
    case .rejected(let errorClass, let message): "rejected \(errorClass ?? "-") \(message ?? "-")"
    case .refusedByTransport(let message, _): "refused by transport \(message ?? "-")"
    case .unsupported(let reason): "unsupported \(reason ?? "-")"
    case .failed(let message): "failed \(message ?? "-")"
    case .timeout: "timeout"
    case .crash(let how): "crash \(how)"
    }
  }
}
