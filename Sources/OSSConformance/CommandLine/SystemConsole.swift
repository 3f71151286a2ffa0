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

  /// Makes the console of a process.
  ///
  /// - Parameters:
  ///   - path: The path under which it was started.
  ///   - allocationCount: Counts the blocks of memory that it has asked for, where something does.
  package init(startedAs path: String, allocationCount: @escaping @Sendable () -> Int?) {
    self.allocationCount = allocationCount
    // Where the system tells it, the path holds whatever the caller's PATH and folder are.
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    executablePath = link ?? path
  }

  package func now() -> Int64 { Int64(Date().timeIntervalSince1970.rounded(.down)) }

  package func write(_ bytes: Bytes) { Self.write(bytes, to: STDOUT_FILENO) }

  package func complain(_ text: String) { Self.write(Bytes(text.utf8), to: STDERR_FILENO) }

  package func readInput() -> Bytes? {
    let channel = ByteChannel(standardStreams: ())
    var input = Bytes()
    var piece = Bytes(repeating: 0, count: 1 << 16)
    while case .moved(let count) = channel.read(into: &piece, at: 0) {
      input += piece[..<count]
    }
    return input
  }

  /// Writes all bytes; gives up silently when nobody reads any more, as nobody could be told.
  private static func write(_ bytes: Bytes, to descriptor: Int32) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
        #if canImport(Darwin)
          return unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
        #else
          return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count > 0 {
        written += count
      } else if errno != EINTR {
        return
      }
    }
  }
}
