internal import OSSPrimitives

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The command of `serve`: it has the streams of this process and the variables of the endpoint, and ends
/// with it.
struct ServedCommand: ~Copyable {
  private let identifier: pid_t
  private let guardian: ProcessGuard

  /// Starts a command, looked up in PATH as a shell does it.
  ///
  /// - Parameter isBesideReport: whether its output goes to the errors, for the output has a report.
  init(
    _ command: [String], variables: [String], isBesideReport: Bool = false
  ) throws(CommandError) {
    let spawned = ChildProcess.spawn(
      command[0], command, input: STDIN_FILENO,
      output: isBesideReport ? STDERR_FILENO : STDOUT_FILENO, showsErrors: true,
      variables: variables)
    guard spawned.failure == 0 else {
      let reason = unsafe String(cString: strerror(spawned.failure))
      throw .serving("\(command[0]) cannot be started: \(reason).")
    }
    identifier = spawned.identifier
    guardian = ProcessGuard(of: identifier)
  }

  /// Whether the command has ended; what it started is left as it is.
  var hasEnded: Bool { ChildProcess.hasEnded(identifier) }

  /// Ends what is left of the command.
  ///
  /// - Returns: its exit status; 128 and the signal where a signal ended it, as a shell has it.
  mutating func end() -> Int32 {
    guard let status = ChildProcess.reap(identifier) else { return 1 }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// The time of this machine in milliseconds since 1970.
  static func milliseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
