internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// The content type of an upload whose caller names none (credentials.md, "Content types").
package struct ContentTypeModel: Sendable {
  /// What is asked for an extension, one after the other: the path, then the name (CRED-TYPE-1).
  package var names: @Sendable (_ path: String?, _ name: String?) -> [String?] = { [$0, $1] }
  /// Whether an empty name is refused (CRED-TYPE-1).
  package var refusesEmptyName = false
  /// The last part of a path, slashes at the end left out (CRED-TYPE-2).
  package var lastPart: @Sendable (String) -> String = { path in
    String(path.unicodeScalars.split(separator: "/").last ?? "".unicodeScalars[...])
  }
  /// What follows the last period of a part (CRED-TYPE-2, CRED-TYPE-3, CRED-TYPE-4).
  package var afterPeriod: @Sendable (String) -> String? = { part in
    let scalars = Array(part.unicodeScalars)
    guard let period = scalars.lastIndex(of: "."), period > 0, !scalars.starts(with: [".", "."])
    else { return nil }
    return String(String.UnicodeScalarView(scalars[(period + 1)...]))
  }
  /// Whether a text is an extension (CRED-TYPE-3, CRED-TYPE-4, CRED-TYPE-5).
  package var isExtension: @Sendable (String) -> Bool = { text in
    let isForeign = text.unicodeScalars.contains { $0 == " " || ContentTypeModel.isDirection($0) }
    return !isForeign && !text.trimmed().isEmpty
  }
  /// An extension in lower case, A to Z alone (CRED-TYPE-6, CRED-TYPE-9).
  package var lowercased: @Sendable (String) -> String = { text in
    String(decoding: text.utf8.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }, as: UTF8.self)
  }
  /// The type of an extension in lower case; nil for an unknown one (CRED-TYPE-7, CRED-TYPE-8).
  package var type: @Sendable (String) -> String? = { ContentTypeTable.standard[$0] }
  /// The type where none is known, if there is one (CRED-TYPE-1, CRED-TYPE-7).
  package var unknown: String? = "application/octet-stream"

  /// The extension of a path or a name; nil if there is none.
  package func pathExtension(_ path: String) -> String? {
    guard let text = afterPeriod(lastPart(path)), isExtension(text) else { return nil }
    return text
  }

  func answer(_ input: InputReader) throws(Refusal) -> Answer {
    let path = try input.text("filePath", orRefuseAs: .invalidInput)
    let name = try input.text("uploadName", orRefuseAs: .invalidInput)
    if refusesEmptyName, name == "" { throw Refusal(.invalidObjectKey, "The name is empty.") }
    let found = names(path, name).lazy.compactMap { $0.flatMap(pathExtension) }.first
    let known = found.flatMap { type(lowercased($0)) }
    var members: JSONObject = [:]
    members["contentType"] = (known ?? unknown).map { .string($0) }
    return Answer(members: members)
  }

  /// Whether a character changes the direction of text (CRED-TYPE-4).
  package static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
