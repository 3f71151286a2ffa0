internal import OSSJSON

/// A mistake that clients make, as `mistakes.json` has it (FMT-PRINT-14).
package struct Mistake: Hashable, Identifiable, Sendable {
  /// A slug that names the mistake, such as `header-values-not-trimmed`.
  package let id: String
  /// The page of `spec/mistakes` that it is on, without `.md`.
  package let page: String
  /// The clauses that it breaks, in every version in which it can be made.
  package var clauses: [String]
  /// What is done wrong, in one sentence.
  package var sentence: String
  /// What to do instead, in one sentence.
  package let fix: String
  /// Why OSS serves a request with the mistake as it was meant; nil where nothing shows that.
  package let accepted: String?
  /// The names of a family that an SDK gets wrong, such as subresources; else empty (FMT-PRINT-12).
  package private(set) var names: [String] = []
  /// The SDKs in which it was seen; empty where nobody is known to make it.
  package let seen: [SeenIn]

  /// Makes a mistake.
  package init(
    id: String, page: String = "", clauses: [String], sentence: String, fix: String,
    accepted: String? = nil, seen: [SeenIn] = []
  ) {
    self.id = id
    self.page = page
    self.clauses = clauses
    self.sentence = sentence
    self.fix = fix
    self.accepted = accepted
    self.seen = seen
  }

  /// Reads an element of `mistakes` in the file.
  init(_ reader: MemberReader) throws(VectorError) {
    try reader.allow(only: ["id", "page", "clauses", "sentence", "fix", "accepted", "seen"])
    var seen: [SeenIn] = []
    for one in try reader.readers("seen") {
      seen.append(
        SeenIn(
          sdk: try one.text("sdk"), version: try one.text("version"), place: try one.text("place")))
    }
    self.init(
      id: try reader.text("id"), page: try reader.text("page"),
      clauses: try reader.texts("clauses"), sentence: try reader.text("sentence"),
      fix: try reader.text("fix"), accepted: try reader.optionalText("accepted"), seen: seen)
  }

  /// The mistake of a family, with the names that take the place of `NAMES` (FMT-PRINT-12).
  package func naming(_ names: [String], breaking clauses: [String]) -> Mistake {
    var mistake = self
    (mistake.clauses, mistake.names) = (clauses, names)
    let words = sentence.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.hasPrefix("NAMES") ? names.joined(separator: ", ") + word.dropFirst(5) : String(word)
    }
    mistake.sentence = words.joined(separator: " ")
    return mistake
  }
}

/// An SDK in which a mistake was seen.
package struct SeenIn: Hashable, Sendable {
  /// The name of the SDK, as its package registry or repository has it.
  package let sdk: String
  /// The version in which it was seen.
  package let version: String
  /// The place in the SDK, and what it does there, in words.
  package let place: String
}
