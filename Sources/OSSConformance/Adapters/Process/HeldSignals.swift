#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Holds back the signals by which a person or a system ends the program, until ``release()``.
///
/// So the program can say what it was doing before it ends, or finish a file. Nobody may hold them for
/// long without looking at ``isPending``. A signal that is ignored stays ignored.
package struct HeldSignals {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private let held: [Int32]

  init() {
    held = Self.signals.filter { !Self.isIgnored($0) }
    Self.change(SIG_BLOCK, held)
  }

  /// Whether a signal is held back that would have ended the program.
  static var isPending: Bool {
    var pending = sigset_t()
    guard unsafe sigpending(&pending) == 0 else { return false }
    return signals.contains { unsafe sigismember(&pending, $0) == 1 }
  }

  /// Lets the signals through: one that is held back ends the program here.
  func release() { Self.change(SIG_UNBLOCK, held) }

  /// Lets through what the parent of the program held back when it started it.
  package static func releaseInherited() { change(SIG_UNBLOCK, signals) }

  /// Lets through all that is held back, where the program may wait without end.
  static func releasePending() {
    if isPending { change(SIG_UNBLOCK, signals) }
  }

  private static func change(_ how: Int32, _ signals: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe pthread_sigmask(how, &set, nil)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return true }
    // The handler is the first member; 1 means to ignore, on every system.
    return unsafe withUnsafeBytes(of: action) { unsafe $0.load(as: Int.self) } == 1
  }
}

/// Ends a process group when this process ends in any way, SIGKILL included.
///
/// A small shell waits for the end of a pipe whose only writer is this process, and then kills the
/// group. When the value goes, the shell goes first, and no group is killed.
struct ProcessGuard: ~Copyable {
  /// The shell; nil where none could be started, and the group is then unguarded.
  private let shell: pid_t?
  private let leash: Int32

  init(of group: pid_t) {
    guard let pipe = ChildProcess.makePipe() else {
      (shell, leash) = (nil, -1)
      return
    }
    let script = "read -r line; kill -s KILL -- -\(group)"
    let spawned = ChildProcess.spawn(
      "/bin/sh", ["sh", "-c", script], input: pipe.read, output: nil, showsErrors: false)
    ChildProcess.closeAll(pipe.read)
    shell = spawned.failure == 0 ? spawned.identifier : nil
    leash = pipe.write
  }

  deinit {
    if let shell { ChildProcess.reap(shell) }
    if leash >= 0 { ChildProcess.closeAll(leash) }
  }
}
