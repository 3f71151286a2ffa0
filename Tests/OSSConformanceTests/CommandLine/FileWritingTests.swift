import Foundation
import OSSConformance
import TestSupport
import Testing

@Suite struct `A file that the tool writes` {
  private let folder: ScratchFolder
  private let link: String
  private let target: String

  init() throws {
    folder = try ScratchFolder(VectorSamples.suites)
    link = folder.path + "/link.json"
    target = folder.path + "/target.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
  }

  /// Writes a report to a path.
  private func report(to path: String) -> RunnerStatus {
    TestConsole().run([
      "check", "--quiet", "--id", "sha1-abc", "--vectors", folder.vectors, "--report",
      "json=\(path)",
    ])
  }

  private func attribute<Value>(_ key: FileAttributeKey, of path: String) throws -> Value? {
    try FileManager.default.attributesOfItem(atPath: path)[key] as? Value
  }

  private func shell(_ line: String) throws -> Process {
    try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", line])
  }

  @Test func `goes through a link, which stays, and keeps its mode`() throws {
    try folder.write("old", to: "target.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    #expect(report(to: link) == .asExpected)
    #expect(try attribute(.type, of: link) == FileAttributeType.typeSymbolicLink)
    #expect(try attribute(.posixPermissions, of: target) == 0o640)
    #expect(folder.read("target.json")?.hasPrefix("{") == true)
  }

  @Test func `is made where a link points to nothing yet`() throws {
    #expect(report(to: link) == .asExpected)
    #expect(folder.read("target.json")?.hasPrefix("{") == true)
  }

  @Test func `leaves nothing else in the folder`() throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(report(to: folder.path + "/new.json") == .asExpected)
    let after = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(after) == Set(before + ["new.json"]))
  }

  @Test func `may be a pipe, whose reader gets the bytes`() throws {
    let pipe = folder.path + "/pipe"
    let made = try shell("mkfifo \(pipe)")
    made.waitUntilExit()
    let reader = try shell("cat \(pipe) > \(target)")
    #expect(report(to: pipe) == .asExpected)
    reader.waitUntilExit()
    #expect(folder.read("target.json")?.hasPrefix("{") == true)
    #expect(try attribute(.type, of: pipe) != FileAttributeType.typeRegular)
  }

  @Test func `is the same one under both of its names`() throws {
    try folder.write("old", to: "target.json")
    try FileManager.default.linkItem(atPath: target, toPath: folder.path + "/second.json")
    #expect(report(to: target) == .asExpected)
    #expect(folder.read("target.json")?.hasPrefix("{") == true)
    #expect(folder.read("second.json") == folder.read("target.json"))
  }

  @Test(.enabled(if: getuid() == 0, "Only root may give a file away."))
  func `keeps its owner`() throws {
    try folder.write("old", to: "target.json")
    try FileManager.default.setAttributes(
      [.ownerAccountID: 4_711, .groupOwnerAccountID: 4_712], ofItemAtPath: target)
    #expect(report(to: target) == .asExpected)
    #expect(folder.read("target.json")?.hasPrefix("{") == true)
    #expect(try attribute(.ownerAccountID, of: target) == 4_711)
    #expect(try attribute(.groupOwnerAccountID, of: target) == 4_712)
  }

  /// What else is a path of the file `target.json`, which is there or not.
  static let paths = ["/target.json", "/./target.json", "/vectors/../target.json", "/link.json"]

  @Test(arguments: paths, [true, false])
  func `is written once, whatever its path`(path: String, isThere: Bool) throws {
    if isThere { try folder.write("old", to: "target.json") }
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    for flags in [
      ["--report", "json=\(target),junit=\(folder.path)\(path)"],
      ["--report", "json=\(target)", "--trace", folder.path + path],
      [
        "--report", "json=\(target)", "--update-expectations", "--expectations", folder.path + path,
      ],
      ["--trace", target, "--update-expectations", "--expectations", folder.path + path],
    ] {
      let console = TestConsole()
      let line = ["check", "--id", "sha1-abc", "--vectors", folder.vectors]
      #expect(console.run(line + flags) == .usage)
      #expect(console.errors.contains(", which is not "), "\(console.errors)")
    }
    #expect(folder.read("target.json") == (isThere ? "old" : nil))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == before.count)
  }

  @Test(arguments: ["check --id sha1-abc", "adapter-check"])
  func `is not missed where it is a trace`(command: String) {
    let console = TestConsole()
    var line = command.split(separator: " ").map(String.init) + ["--trace", "/dev/full"]
    if command != "adapter-check" { line += ["--vectors", folder.vectors] }
    #expect(console.run(line + ["--"] + ShellAdapter.command("hello; serve")) == .usage)
    #expect(console.errors == "oss-conform: /dev/full: it cannot be written.\n")
  }

  @Test func `cannot be a folder`() {
    #expect(report(to: folder.vectors) == .usage)
  }
}
