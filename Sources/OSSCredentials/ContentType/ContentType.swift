internal import OSSPrimitives

/// The content type that an upload gets when the caller names none.
///
/// A presigned PUT signs its content type, so the one that is signed and the one that is sent must
/// come from the same place.
///
///     let type = ContentType.of(filePath: "/tmp/cat.jpg", uploadName: "cat")   // image/jpeg
public enum ContentType: Sendable {
  /// The type of bytes of which nothing is known (CRED-TYPE-1).
  public static let unknown = "application/octet-stream"

  /// Finds the content type by the extension of the file, else by that of the object's name.
  ///
  /// An extension is known by the table of the iOS SDK 2.11.1 (CRED-TYPE-8). One that it lacks gives
  /// ``unknown``; the object's name is then not looked at.
  ///
  /// - Parameters:
  ///   - filePath: the path of the file; nil where the bytes come from elsewhere.
  ///   - uploadName: the name of the object.
  /// - Complexity: O(*n*) in the length of the names, O(log *n*) in the size of the table.
  public static func of(filePath: String?, uploadName: String? = nil) -> String {
    let found = filePath.flatMap(PathExtension.of) ?? uploadName.flatMap(PathExtension.of)
    // An unknown extension of the path is an answer: the name is not asked then (CRED-TYPE-7).
    return found.flatMap { lowercasedType($0) } ?? unknown
  }

  /// The type of an extension with A to Z as a to z, in every locale (CRED-TYPE-6, CRED-TYPE-9).
  private static func lowercasedType(_ text: String) -> String? {
    ContentTypeTable.type(of: String(decoding: text.lowercasedBytes, as: UTF8.self))
  }
}

/// The extension of the file that a path names: CRED-TYPE-2, CRED-TYPE-3, CRED-TYPE-4, CRED-TYPE-5.
///
/// It is what Foundation calls so, read by code points: the same path has the same extension on
/// every platform and without Foundation.
package enum PathExtension {
  /// The extension as it is in the path; nil without one.
  ///
  /// - Parameter path: a file's path, or an object's name; only `/` divides it.
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

extension ContentTypeTable {
  /// The type of an extension in lower case; nil where the table has none.
  ///
  /// - Complexity: O(log *n*) in the size of the table.
  package static func type(of pathExtension: String) -> String? {
    let table = text.utf8
    var low = table.startIndex
    var high = table.endIndex
    while low < high {
      let middle = table.index(low, offsetBy: table.distance(from: low, to: high) / 2)
      let separator = table[low..<middle].lastIndex(where: isSeparator)
      let start = separator.map { table.index(after: $0) } ?? low
      let end = table[middle..<high].firstIndex(where: isSeparator) ?? high
      let (key, type) = parts(of: table[start..<end])
      if key.elementsEqual(pathExtension.utf8) { return String(Substring(type)) }
      if pathExtension.utf8.lexicographicallyPrecedes(key) {
        high = start
      } else {
        low = end < high ? table.index(after: end) : high
      }
    }
    return nil
  }

  /// Every entry in its order.
  package static var entries: [(pathExtension: String, type: String)] {
    text.utf8.split(whereSeparator: isSeparator).map { entry in
      let (key, type) = parts(of: entry)
      return (String(Substring(key)), String(Substring(type)))
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }

  private static func parts(
    of entry: Substring.UTF8View
  ) -> (key: Substring.UTF8View, type: Substring.UTF8View) {
    let colon = entry.firstIndex(of: UInt8(ascii: ":")) ?? entry.endIndex
    return (entry[..<colon], entry[colon...].dropFirst())
  }
}
