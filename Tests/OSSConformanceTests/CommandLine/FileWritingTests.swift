import Foundation
import OSSConformance
import Testing

@Suite struct `A file that the tool writes` {
  private let folder: TemporaryFolder
  private let link: String
  private let target: String

  init() throws {
    folder = try TemporaryFolder()
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

  @Test func `cannot be a folder`() {
    #expect(report(to: folder.vectors) == .usage)
  }
}
