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
