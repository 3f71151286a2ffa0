/// The extension of the file that a path names: CRED-TYPE-2, CRED-TYPE-3, CRED-TYPE-4, CRED-TYPE-5.
///
/// It is what Foundation calls so, read by code points: the same path has the same extension on
/// every platform and without Foundation.
package enum PathExtension {
  /// The extension as it is in the path; nil where there is none.
  ///
  /// - Parameter path: a file's path, or an object's name; only `/` divides it.
  /// - Complexity: O(*n*) in the length of the path.
  package static func of(_ path: String) -> String? {
    let name = lastComponent(of: path)
    guard !name.starts(with: [dot, dot]), name.last != dot,
      let divider = name.lastIndex(of: dot), divider != name.startIndex
    else { return nil }
    let text = String(Substring(name[divider...].dropFirst()))
    if text.unicodeScalars.contains(where: isForeign) { return nil }
    return OuterWhiteSpace.trimmed(text).utf8.isEmpty ? nil : text
  }

  private static let dot = UInt8(ascii: ".")
  private static let slash = UInt8(ascii: "/")

  /// What is after the last slash, slashes at the end apart.
  private static func lastComponent(of path: String) -> Substring.UTF8View {
    var name = path.utf8[...]
    while name.last == slash { name.removeLast() }
    guard let divider = name.lastIndex(of: slash) else { return name }
    return name[divider...].dropFirst()
  }

  /// Whether no extension holds a character: the space, and those that change the direction of text,
  /// by which a name can be made to look as if it ended otherwise.
  private static func isForeign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
