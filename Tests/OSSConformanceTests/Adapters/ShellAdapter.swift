import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors

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
