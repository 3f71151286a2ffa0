/// The steps from names to a content type, so that a mutant can replace one of them.
package struct ContentTypeSteps: Sendable {
  /// The extension of a path; nil where there is none.
  package var pathExtension: @Sendable (String) -> String?
  /// The extension as the table has it.
  package var folded: @Sendable (String) -> String
  /// The type of a folded extension; nil where none is known.
  package var type: @Sendable (String) -> String?

  /// The steps of the specification.
  package static let standard = ContentTypeSteps(
    pathExtension: { PathExtension.of($0) }, folded: { lowercased($0) },
    type: { ContentTypeTable.type(of: $0) })

  /// The type for an upload; the one of unknown bytes where the names say nothing.
  package func contentType(filePath: String?, uploadName: String?) -> String {
    let found = filePath.flatMap(pathExtension) ?? uploadName.flatMap(pathExtension)
    // An unknown extension of the path is an answer: the name is not asked then (CRED-TYPE-7).
    return found.flatMap { type(folded($0)) } ?? ContentType.unknown
  }

  /// The letters A to Z as a to z, and no other: what a locale makes of an I is no matter here.
  private static func lowercased(_ text: String) -> String {
    let bytes = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
