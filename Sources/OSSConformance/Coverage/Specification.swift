internal import OSSPrimitives

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
  /// - Parameter vectors: the folder of vectors; `spec/` stands beside it.
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
