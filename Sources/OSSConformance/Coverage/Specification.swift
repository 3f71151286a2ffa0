internal import OSSPrimitives
package import OSSVectors

/// A numbered sentence of the specification.
package struct Clause: Identifiable, Hashable, Sendable {
  /// The id, such as `V1-RES-4`.
  package let id: String
  /// How binding it is.
  package let level: Level
  /// The sentence.
  package let text: String

  /// The id without its number, which names a topic.
  package var topic: String { Self.topic(of: id) }

  /// The topic of a clause's id: `V1-RES` for `V1-RES-4`.
  package static func topic(of id: String) -> String {
    guard let hyphen = id.utf8.lastIndex(of: UInt8(ascii: "-")) else { return id }
    return String(id[..<hyphen])
  }

  /// Reads a line such as `- **V1-RES-4** (must) The key …`; nil for any other line.
  init?(line: Substring) {
    guard line.hasPrefix("- **"), let end = line.dropFirst(4).firstRange(of: "** (") else {
      return nil
    }
    let rest = line[end.upperBound...]
    guard let close = rest.firstRange(of: ") "),
      let level = Level(rawValue: String(rest[..<close.lowerBound]))
    else { return nil }
    id = String(line.dropFirst(4)[..<end.lowerBound])
    self.level = level
    text = String(rest[close.upperBound...])
  }
}

/// The clauses of the specification, page by page.
package struct Specification: Sendable {
  /// The clauses, in the order of the pages.
  package let clauses: [Clause]

  /// The pages with clauses that vectors can check, in the order in which they are read.
  ///
  /// Two pages are left out: their clauses bind the kit's own files and its runner, not an SDK.
  static let pages = [
    "primitives", "signature-v4", "signature-v1", "presigned-urls", "signature-v2", "post-policy",
    "sts", "live-channel", "callback", "error-body", "explain", "credentials", "token-responses",
    "clock", "errors",
  ]

  /// Reads the pages that stand beside a folder of vectors.
  ///
  /// - Returns: nil where a page is missing.
  package init?(besideVectors vectors: String) {
    var clauses: [Clause] = []
    for page in Self.pages {
      guard let bytes = FileAccess.read("\(vectors)/../spec/\(page).md") else { return nil }
      clauses += Self.clauses(in: String(decoding: bytes, as: UTF8.self))
    }
    self.init(clauses: clauses)
  }

  /// Makes a specification of clauses.
  package init(clauses: [Clause]) { self.clauses = clauses }

  /// The clauses of a page: its list items that begin with an id in bold.
  static func clauses(in page: String) -> [Clause] {
    page.split(separator: "\n").compactMap { Clause(line: $0) }
  }

  /// The clause of an id.
  package subscript(id id: String) -> Clause? { clauses.first { $0.id.hasSameBytes(as: id) } }
}
