internal import OSSEndpoint
internal import OSSPrimitives
internal import OSSVectors

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A running command, owned by one value: when the value goes, so does the process.
///
/// The command gets a process group of its own, so that whatever it has started ends with it, and a
/// guard that ends the group when this process is killed. What has left the group is found on Linux by
/// a variable of its environment (ADP-RUN-8, ADP-RUN-13). Its standard input and output are pipes to
/// this process; its standard error is this process's own or discarded (ADP-LINE-2).
/// `Foundation.Process` would add 50 ms and 50 MB to the tool.
struct ChildProcess: ~Copyable {
  /// How a process ended.
  enum Ending: Hashable {
    /// By itself, with an exit status.
    case exited(Int32)
    /// By a signal that did not come from here.
    case signaled(Int32)
    /// It had not ended, and was killed.
    case killed
  }

  /// The child's standard output, to read, and its standard input, to write.
  var channel: ByteChannel

  private let identifier: pid_t
  private let guardian: ProcessGuard
  private let mark: String
  private var isReaped = false

  /// Starts a command, looked up in PATH as a shell does it.
  ///
  /// From now on this process ignores SIGPIPE: a child that dies must not take its parent along.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - showsErrors: Whether the child's standard error is this process's own.
  ///   - timeZone: The child's time zone; this process's own if none is given.
  /// - Throws: ``AdapterError/cannotStart(command:reason:)`` with the system's reason, or
  ///   ``AdapterError/noCommand``.
  init(
    command: [String], showsErrors: Bool, timeZone: String? = nil
  ) throws(AdapterError) {
    guard let program = command.first, !program.isEmpty else { throw .noCommand }
    let name = command.joined(separator: " ")
    signal(SIGPIPE, SIG_IGN)
    guard let requests = Self.makePipe() else {
      throw .cannotStart(command: name, reason: Self.reason(errno))
    }
    guard let replies = Self.makePipe() else {
      let failure = errno
      Self.closeAll(requests.read, requests.write)
      throw .cannotStart(command: name, reason: Self.reason(failure))
    }
    let mark = "\(Self.markName)=\(UInt64.random(in: .min ... .max))"
    let variables = [mark] + (timeZone.map { ["\(Self.zoneName)=\($0)"] } ?? [])
    let spawned = Self.spawn(
      program, command, input: requests.read, output: replies.write, showsErrors: showsErrors,
      variables: variables)
    guard spawned.failure == 0 else {
      Self.closeAll(requests.read, requests.write, replies.read, replies.write)
      throw .cannotStart(command: name, reason: Self.reason(spawned.failure))
    }
    Self.closeAll(requests.read, replies.write)
    for end in [replies.read, requests.write] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    channel = ByteChannel(reading: replies.read, writing: requests.write)
    (identifier, self.mark) = (spawned.identifier, mark)
    guardian = ProcessGuard(of: identifier)
  }

  deinit {
    if !isReaped { Self.reap(identifier, mark: mark) }
  }

  /// Whether the process has ended; its group is left as it is.
  func hasEnded() -> Bool {
    isReaped || Self.hasEnded(identifier)
  }

  /// Gives the process some time to end by itself, then ends it and all that is left of its group.
  ///
  /// - Parameter grace: How long to wait, in nanoseconds.
  mutating func end(after grace: Int64) -> Ending {
    guard !isReaped else { return .killed }
    let deadline = MonotonicClock.now() + grace
    var endedByItself = Self.hasEnded(identifier)
    while !endedByItself && MonotonicClock.now() < deadline {
      usleep(500)
      endedByItself = Self.hasEnded(identifier)
    }
    let status = Self.reap(identifier, mark: mark)
    isReaped = true
    guard endedByItself, let status else { return .killed }
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
  }
}

extension ChildProcess {
  #if canImport(Darwin)
    private typealias Actions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Actions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// Makes a pipe that closes in every child but where it is duplicated on purpose.
  static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  static func closeAll(_ ends: Int32...) {
    for end in ends { _ = close(end) }
  }

  /// Starts a command with its three streams, in a process group of its own.
  ///
  /// Without an output, what the command writes is discarded. Its errors are shown, or go to its output, or
  /// are discarded.
  static func spawn(
    _ program: String, _ command: [String], input: Int32, output: Int32?, showsErrors: Bool,
    joinsErrors: Bool = false, variables: [String] = []
  ) -> (identifier: pid_t, failure: Int32) {
    #if canImport(Darwin)
      var actions: Actions = nil
      var attributes: Attributes = nil
    #else
      var actions = unsafe Actions()
      var attributes = Attributes()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    if let output {
      unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    if joinsErrors {
      unsafe posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    } else if !showsErrors {
      unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    separate(&attributes)

    var identifier: pid_t = 0
    let failure = unsafe withStrings(command) { arguments in
      unsafe withStrings(environment(with: variables)) { environment in
        unsafe posix_spawnp(&identifier, program, &actions, &attributes, arguments, environment)
      }
    }
    return (identifier, failure)
  }

  /// The environment of this process without the variables in which tools and SDKs of Alibaba Cloud
  /// look for credentials; an adapter gets its own from each request (ADP-RUN-13). The variables given
  /// take the place of those with their names.
  private static func environment(with variables: [String]) -> [String] {
    let given = variables.compactMap { $0.split(separator: "=").first.map(String.init) }
    let own = Environment.variables.compactMap { name, value in
      name == markName || given.contains(name) || credentialPrefixes.contains { name.hasPrefix($0) }
        ? nil : "\(name)=\(value)"
    }
    return own + variables
  }

  /// How the names of those variables begin.
  private static let credentialPrefixes = [
    "OSS_", "ALIBABA_CLOUD_", "ALIBABACLOUD_", "ALIYUN_", "ALICLOUD_",
  ]

  /// Lends texts as the array of C strings that the system asks for.
  private static func withStrings(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    var strings = unsafe texts.map { unsafe strdup($0) }
    unsafe strings.append(nil)
    defer {
      for index in unsafe strings.indices { unsafe free(strings[index]) }
    }
    return unsafe body(strings)
  }

  /// Asks for a process group of its own, and for ignored signals and the mask as a shell leaves them.
  private static func separate(_ attributes: inout Attributes) {
    var defaults = sigset_t()
    var mask = sigset_t()
    unsafe sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&defaults, signal) }
    unsafe sigemptyset(&mask)
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// Looks for the end of a process without collecting it, so that its identifier stays its own.
  static func hasEnded(_ identifier: pid_t) -> Bool {
    var information = unsafe siginfo_t()
    let result = unsafe waitid(
      P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    return unsafe result != 0 || information.si_signo != 0
  }

  /// Kills the process and its group, and collects the process.
  ///
  /// A killed process ends at once but for one that waits for a disk or network that does not
  /// answer: after a second that one is left alone, rather than waited for.
  ///
  /// - Returns: The status as `waitpid` gives it, or nothing if there was none to collect.
  @discardableResult
  static func reap(_ identifier: pid_t) -> Int32? {
    kill(-identifier, SIGKILL)
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    for _ in 0..<10_000 {
      let collected = unsafe waitpid(identifier, &status, WNOHANG)
      if collected == identifier { return status }
      if collected < 0 && errno != EINTR { return nil }
      usleep(100)
    }
    return nil
  }

  /// Ends a process, its group, and whatever has its mark.
  @discardableResult
  private static func reap(_ identifier: pid_t, mark: String) -> Int32? {
    let status = reap(identifier)
    // What is killed may have started another one just before. There may be a process of another program that
    // never shows what it is.
    let deadline = MonotonicClock.now() + 200_000_000
    var rounds = 0
    while rounds < 8 {
      let strays = processes(with: mark)
      for stray in strays.marked { kill(stray, SIGKILL) }
      if !strays.marked.isEmpty {
        rounds += 1
      } else if !strays.hasStarting || MonotonicClock.now() >= deadline {
        break
      }
      usleep(1_000)
    }
    return status
  }

  /// The variable by which the processes of an adapter are found.
  private static let markName = "CONFORM_ADAPTER"

  /// The variable by which a process knows its time zone.
  private static let zoneName = "TZ"

  /// The processes whose environment has a variable, and whether one is about to show whether it has;
  /// none where the system does not show it.
  private static func processes(with mark: String) -> (marked: [pid_t], hasStarting: Bool) {
    var (marked, hasStarting): ([pid_t], Bool) = ([], false)
    #if os(Linux)
      for process in (FileSystem.names(in: "/proc") ?? []).compactMap({ pid_t($0) }) {
        let variables = variables(of: process)
        if variables.split(separator: 0).contains(where: { $0.elementsEqual(mark.utf8) }) {
          marked.append(process)
        } else if variables.isEmpty && isStarting(process) {
          hasStarting = true
        }
      }
    #endif
    return (marked, hasStarting)
  }

  /// Whether a process without variables may be in the middle of `exec`: it has a program, but the system
  /// does not show its arguments and variables yet, or does only now.
  private static func isStarting(_ process: pid_t) -> Bool {
    guard FileAccess.target(ofLink: "/proc/\(process)/exe") != nil else { return false }
    return FileAccess.read("/proc/\(process)/cmdline")?.isEmpty != false
      || !variables(of: process).isEmpty
  }

  /// The variables of a process, each with a zero byte behind it, where the system shows them.
  private static func variables(of process: pid_t) -> Bytes {
    FileAccess.read("/proc/\(process)/environ") ?? []
  }

  private static func reason(_ number: Int32) -> String {
    unsafe String(cString: strerror(number))
  }
}

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
