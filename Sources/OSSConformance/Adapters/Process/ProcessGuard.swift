#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Ends a process group when this process ends in any way, SIGKILL included.
///
/// A small shell waits for the end of a pipe whose only writer is this process, and then kills the
/// group. When the value goes, the shell goes first, and no group is killed.
struct ProcessGuard: ~Copyable {
  /// The shell; nil where none could be started, and the group is then unguarded.
  private let shell: pid_t?
  private let leash: Int32

  /// Guards the group of a process.
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
