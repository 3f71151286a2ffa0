/// A Swift file as text and as code alone.
struct SwiftFile: Sendable {
  /// The path from the root of the package.
  let path: String
  let lines: [String]
  /// The file's bytes with comments, the insides of strings and raw identifiers turned into blanks;
  /// line ends stay, so that offsets and lines mean the same.
  let code: [UInt8]
  let codeLines: [String]

  init(path: String, text: String) {
    self.path = path
    var blanker = CodeBlanker(text)
    code = blanker.blanked()
    lines = Self.lines(of: Array(text.utf8))
    codeLines = Self.lines(of: code)
  }

  private static func lines(of bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  var name: String { String(path.split(separator: "/").last ?? "") }

  /// The name of the target, which is the folder in `Sources` or `Tests`.
  var target: String { String(path.split(separator: "/").dropFirst().first ?? "") }

  /// The places of a text in the code, as `path:line`.
  func places(of text: String) -> [String] {
    codeLines.indices.filter { codeLines[$0].contains(text) }.map { "\(path):\($0 + 1)" }
  }
}
