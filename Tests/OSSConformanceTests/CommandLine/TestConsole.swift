import OSSConformance
import OSSPrimitives

/// A console that keeps what a command writes.
final class TestConsole: Console {
  var environment: [String: String]
  var executablePath = "/missing/oss-conform"
  var outputIsTerminal = false
  var errorsAreTerminal = false
  var input: Bytes?
  private(set) var output = ""
  private(set) var errors = ""

  init(environment: [String: String] = [:], input: String? = nil) {
    self.environment = environment
    self.input = input.map { Bytes($0.utf8) }
  }

  func now() -> Int64 { 1_702_743_657 }
  func write(_ bytes: Bytes) { output += String(decoding: bytes, as: UTF8.self) }
  func complain(_ text: String) { errors += text }
  func readInput(limit: Int) -> Bytes? { input.map { Bytes($0.prefix(limit + 1)) } }

  /// Runs a command line on this console, its words divided by single blanks.
  func run(_ line: String) -> RunnerStatus {
    run(line.split(separator: " ").map(String.init))
  }

  func run(_ arguments: [String]) -> RunnerStatus {
    CommandLineTool.run(arguments, console: self)
  }

  /// Runs a command line with an adapter, which has a minute for each reply: a machine that runs many
  /// tests is slow at times.
  func run(_ line: String, with adapter: [String]) -> RunnerStatus {
    run(line.split(separator: " ").map(String.init) + ["--timeout", "60", "--"] + adapter)
  }
}
