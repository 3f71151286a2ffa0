package import OSSPrimitives

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The console of the process: the one place where a command meets the system.
package final class SystemConsole: Console {
  package let environment = ProcessInfo.processInfo.environment
  package let executablePath: String
  package let outputIsTerminal = isatty(STDOUT_FILENO) == 1
  package let errorsAreTerminal = isatty(STDERR_FILENO) == 1

  package let allocationCount: @Sendable () -> Int?
  /// Whether the standard output took all that was written so far.
  package private(set) var tookAllOutput = true

  /// Makes the console of a process.
  ///
  /// - Parameters:
  ///   - path: The path under which it was started.
  ///   - allocationCount: Counts the blocks of memory that it has asked for, where something does.
  package init(startedAs path: String, allocationCount: @escaping @Sendable () -> Int?) {
    self.allocationCount = allocationCount
    // Where the system names it, the path holds whatever the caller's PATH and folder are.
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    executablePath = link ?? path
  }

  package func now() -> Int64 { Int64(Date().timeIntervalSince1970.rounded(.down)) }

  package func write(_ bytes: Bytes) {
    guard tookAllOutput else { return }
    tookAllOutput = ByteChannel().sendAll(bytes)
    // A reader that ends early, such as head, has what it wants.
    if !tookAllOutput, errno != EPIPE {
      complain("The standard output cannot be written.\n")
    }
  }

  package func complain(_ text: String) {
    ByteChannel(writing: STDERR_FILENO).sendAll(Bytes(text.utf8))
  }

  package func readInput() -> Bytes? {
    let channel = ByteChannel()
    var input = Bytes()
    var piece = Bytes(repeating: 0, count: 1 << 16)
    while case .moved(let count) = channel.receive(into: &piece, at: 0) {
      input += piece[..<count]
    }
    return input
  }
}
