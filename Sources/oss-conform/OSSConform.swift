internal import OSSConformance

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The program `oss-conform`: everything that it does is in the library, where tests reach it.
@main
enum OSSConform {
  static func main() {
    // An adapter that dies while it is written to must not end the run.
    signal(SIGPIPE, SIG_IGN)
    // Where a file may not grow, the write fails, and what was half written is removed.
    signal(SIGXFSZ, SIG_IGN)
    HeldSignals.releaseInherited()
    let arguments = CommandLine.arguments
    let console = SystemConsole(startedAs: arguments.first ?? "")
    let status = CommandLineTool.run(Array(arguments.dropFirst()), console: console)
    // Half an output must not look like a success.
    exit(console.tookAllOutput || status != .asExpected ? status.rawValue : 2)
  }
}
