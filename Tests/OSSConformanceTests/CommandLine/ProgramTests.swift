import Foundation
import OSSConformance
import TestSupport
import Testing

/// The built program, run as a person runs it.
struct Program {
  let process = Process()

  /// Where the build puts the program: next to the tests.
  static var path: String {
    let tests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return tests.appending(path: "oss-conform").path
  }

  /// Prepares a shell line in which `$0` is the program.
  init(_ line: String, environment: [String: String] = [:]) {
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line, Self.path]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
  }

  /// Runs the line to its end.
  func status() throws -> Int32 {
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

@Suite struct `The program oss-conform` {
  @Test func `the program reads an archive of vectors`() throws {
    let folder = try ScratchFolder(VectorSamples.suites)
    let line =
      "cd \(folder.path) && tar -czf old.tar.gz vectors && \"$0\" advise old.tar.gz . > out"
    #expect(try Program(line).status() == 0)
    let end = "new: 0\nchanged: 0\nretired: 0\ndescribed otherwise: 0\n"
    #expect(folder.read("out")?.hasSuffix(end) == true)
  }

  @Test func `asks an endpoint that runs for its health and its journal`() throws {
    let folder = try ScratchFolder(VectorSamples.suites)
    let script = """
      port=${OSS_CONFORM_CONTROL##*:}
      curl -s -o /dev/null $OSS_ENDPOINT/$OSS_BUCKET/asked
      "$0" serve --ask health --control-port $port > health || exit 7
      "$0" serve --ask journal --control-port $port > journal || exit 8
      """
    // The request is not signed, so it is refused; another status of the script would be 3.
    let line = "cd \(folder.path) && \"$0\" serve -- sh -c '\(script)' \"$0\" > report"
    #expect(try Program(line).status() == 1)
    #expect(folder.read("report")?.hasSuffix("1 requests: 0 verified, 1 refused.\n") == true)
    #expect(folder.read("health")?.contains("\"requests\": 1,\n  \"refused\": 1,") == true)
    #expect(folder.read("journal")?.contains("/conform-bucket/asked") == true)
  }

  @Test(arguments: ["health --control-port 1", "health", "reset --control-port 1"])
  func `says that no endpoint answers, or that there is no such call`(_ words: String) throws {
    #expect(try Program("\"$0\" serve --ask \(words)").status() == 2)
  }

  @Test func `ends with status 2 if its output cannot be written`() throws {
    let folder = try ScratchFolder(VectorSamples.suites)
    for (file, status) in [("/dev/full", 2), ("/dev/null", 0)] as [(String, Int32)] {
      let line = "exec $0 list --vectors \(folder.vectors) > \(file)"
      #expect(try Program(line).status() == status)
    }
  }

  @Test func `waits for a reader of a pipe that does not block`() throws {
    let output = Pipe()
    _ = fcntl(output.fileHandleForWriting.fileDescriptor, F_SETFL, O_NONBLOCK)
    let program = Program("exec $0 list")
    program.process.standardOutput = output
    try program.process.run()
    // A pipe holds 64 KiB; the program has more to say.
    Thread.sleep(forTimeInterval: 0.5)
    let text = output.fileHandleForReading.readDataToEndOfFile()
    program.process.waitUntilExit()
    #expect(program.process.terminationStatus == 0)
    #expect(text.count > 200_000)
  }

  @Test(arguments: ["$0", "python3 \(Self.runner)"])
  func `refuses a pipe below the vectors, as the runner in Python does`(command: String) throws {
    let folder = try ScratchFolder(VectorSamples.suites)
    #expect(try Program("mkfifo \(folder.vectors)/pipe.json").status() == 0)
    let program = Program(
      "exec \(command) check --vectors \(folder.vectors) -- false 2> \(folder.path)/errors")
    try program.process.run()
    let hasEnded = wait { program.process.isRunning ? nil : true } == true
    if !hasEnded { kill(program.process.processIdentifier, SIGKILL) }
    program.process.waitUntilExit()
    #expect(hasEnded && program.process.terminationStatus == 2)
    #expect(folder.read("errors")?.contains("pipe.json") == true)
  }

  /// The runner in Python.
  private static let runner = URL(filePath: #filePath)
    .appending(path: "../../../../vectors/oss_conform.py").standardized.path

  @Test(
    .timeLimit(.minutes(10)),
    arguments: ["explain --body -", "vector --into a --from -", "sign --string -"])
  func `ends an input that has no end`(words: String) throws {
    let output = Pipe()
    let program = Program(
      "yes | $0 \(words)", environment: ["OSS_ACCESS_KEY_ID": "id", "OSS_ACCESS_KEY_SECRET": "s"])
    program.process.standardError = output
    #expect(try program.status() == 2)
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(text.contains("oss-conform: The standard input has more than 1048576 bytes.\n"))
  }

  @Test(
    arguments: ["$0", "python3 \(Self.runner)"],
    [("", "Asia/Kathmandu"), ("--zone America/New_York", "America/New_York")])
  func `starts an adapter in a zone that nobody shares, or in another one, as in Python`(
    command: String, zone: (flag: String, name: String)
  ) throws {
    let folder = try ScratchFolder(VectorSamples.suites)
    let adapter = "env > \(folder.path)/env; exec \"$1\" adapter"
    let line =
      "\(command) check --vectors \(folder.vectors) --id sha1-abc \(zone.flag) "
      + "--report json=\(folder.path)/report.json -- sh -c '\(adapter)' sh $0 > \(folder.path)/out"
    #expect(try Program(line, environment: ["TZ": "UTC"]).status() == 0)
    let variables = try #require(folder.read("env")).split(separator: "\n")
    #expect(variables.filter { $0.hasPrefix("TZ=") } == ["TZ=\(zone.name)"])
    #expect(folder.read("report.json")?.contains("\"zone\": \"\(zone.name)\"") == true)
    #expect(folder.read("out")?.contains("zone \(zone.name)\n") == true)
  }

  @Test(arguments: ["Asia/Oslo", "Asia", "", "/etc/localtime", "../UTC"])
  func `both runners refuse what is no zone in one sentence`(zone: String) throws {
    let folder = try ScratchFolder(VectorSamples.suites)
    for command in ["$0", "python3 \(Self.runner)"] {
      let line = "\(command) check --zone '\(zone)' -- false 2> \(folder.path)/errors"
      #expect(try Program(line).status() == 2)
      let sentence =
        "The flag --zone has the value \(zone), which is not the name of a time zone of this "
        + "machine, such as Asia/Kathmandu.\n"
      #expect(folder.read("errors")?.hasSuffix(sentence) == true)
    }
  }

  /// The check of the scenarios takes the name of a scenario, or that of its file.
  @Test(arguments: [
    ("absent/tool", 1, "There is no program absent/tool; build it, or name another"),
    ("$0 nothing.json", 1, "There is no nothing.json beside check.py."),
    ("$0 token-is-torn token-is-torn.json", 0, "1 scenarios, 0 otherwise than they say"),
  ])
  func `the check of the scenarios says what is not there`(
    words: String, status: Int32, sentence: String
  ) throws {
    let folder = try ScratchFolder(VectorSamples.suites)
    let check = RealVectors.folder + "/../spec/scenarios/check.py"
    let line = "python3 \(check) \(words) > \(folder.path)/said 2>&1"
    #expect(try Program(line).status() == status)
    #expect(folder.read("said")?.hasPrefix(sentence) == true)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `says what was done and what is left when a signal ends long work`(signal: Int32) throws {
    let folder = try ScratchFolder(VectorSamples.suites)
    let identity =
      #"{"protocol":1,"sdk":{"name":"n","version":"1","language":"sh"},"operations":["sha1"]}"#
    let adapter = "read l; echo '\(identity)'; read l; echo > \(folder.path)/asked; sleep 99"
    let line =
      "exec $0 check --vectors \(folder.vectors) --timeout 60 --id sha1-abc "
      + "-- sh -c \"$ADAPTER\" 2> \(folder.path)/errors"
    let program = Program(line, environment: ["ADAPTER": adapter])
    try program.process.run()
    _ = try #require(wait { folder.read("asked") })
    kill(program.process.processIdentifier, signal)
    program.process.waitUntilExit()
    #expect(program.process.terminationReason == .uncaughtSignal)
    #expect(program.process.terminationStatus == signal)
    #expect(
      folder.read("errors")
        == "oss-conform: interrupted after 0 of 1 vectors; 1 are left, and no result is written.\n")
  }

  @Test func `leaves a file as it was where it may not grow`() throws {
    let folder = try ScratchFolder(VectorSamples.suites)
    try folder.write("old", to: "report.json")
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let line =
      "ulimit -f 1; exec $0 check --quiet --vectors \(folder.vectors) "
      + "--report json=\(folder.path)/report.json"
    #expect(try Program(line).status() == 2)
    #expect(folder.read("report.json") == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == before.count)
  }

  /// Long work without an adapter, with one that answers, and with one that says nothing after its
  /// introduction.
  static let longWork = [
    "simulate --steps 900000000 FOLDER", "fuzz --count 9000000 FOLDER -- $0 adapter",
    "check --timeout 99 --id md5-abc FOLDER -- sh -c \"$ADAPTER\"",
  ]

  @Test(arguments: longWork)
  func `is ended by a signal at once, whatever it does`(line: String) throws {
    let adapter =
      #"read l; echo '{"protocol":1,"sdk":{"name":"n","version":"1","language":"sh"},"#
      + #""operations":["md5"]}'; sleep 99"#
    // Few vectors are read at once, and then the work begins.
    let folder = try ScratchFolder(
      ["credentials/timeline-concurrency", "primitives/md5"].map(RealVectors.suite))
    let line = line.replacing("FOLDER", with: "--vectors \(folder.vectors)")
    let program = Program("exec $0 " + line, environment: ["ADAPTER": adapter])
    try program.process.run()
    Thread.sleep(forTimeInterval: 1)
    #expect(program.process.isRunning)
    try expectEnd(of: program, by: SIGTERM)
  }

  /// Expects that a signal ends a program within half a minute, as a machine may be slow.
  private func expectEnd(of program: Program, by signal: Int32) throws {
    kill(program.process.processIdentifier, signal)
    let end = Date(timeIntervalSinceNow: 30)
    while program.process.isRunning, Date() < end { usleep(10_000) }
    let isRunning = program.process.isRunning
    if isRunning { kill(program.process.processIdentifier, SIGKILL) }
    program.process.waitUntilExit()
    #expect(!isRunning)
    #expect(program.process.terminationReason == .uncaughtSignal)
  }

  /// Looks for something until it is there, for a minute at most.
  private func wait<Value>(_ look: () -> Value?) -> Value? {
    for _ in 0..<6_000 {
      if let value = look() { return value }
      usleep(10_000)
    }
    return nil
  }
}
