import FoundationEssentials
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport

/// A folder that is gone when the test is, with two suites in `vectors/`.
final class TemporaryFolder {
  let path: String

  /// The folder of the suites.
  var vectors: String { path + "/vectors" }

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/oss-conform-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: vectors, withIntermediateDirectories: true)
    for suite in Self.suites {
      try write(
        String(decoding: suite.canonicalBytes(), as: UTF8.self), to: "vectors/" + suite.fileName)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path + "/" + name, withIntermediateDirectories: true)
  }

  func read(_ name: String) -> String? {
    FileManager.default.contents(atPath: path + "/" + name).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Two vectors whose digests FIPS 180-4's example and RFC 3174 give, one that nobody gives, and
  /// one that must be refused.
  static let suites = [
    Suite(
      name: "hash",
      vectors: [
        digest("sha1-abc", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        digest("sha1-empty", "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ]),
    Suite(
      name: "base64",
      vectors: [
        VectorSamples.vector(
          "base64-bad", .base64, input: ["decode": "!"],
          expectation: Expectation(outcome: .rejection(.invalidBase64))),
        VectorSamples.vector(
          "base64-f", .base64, level: .should, input: ["encode": "f"],
          expectation: Expectation(outcome: .answer(Answer(members: ["text": "Zg=="])))),
        VectorSamples.vector(
          "base64-wrong", .base64, level: .may, input: ["encode": "fo"],
          expectation: Expectation(outcome: .answer(Answer(members: ["text": "Zm8"])))),
      ]),
  ]

  private static func digest(_ id: String, _ data: String, _ digest: String) -> Vector {
    VectorSamples.vector(
      id, .sha1, input: ["data": .string(data)],
      expectation: Expectation(outcome: .answer(Answer(members: ["digest": .string(digest)]))))
  }
}
