import OSSVectors
import Testing

/// A clause of the specification.
struct Clause {
  let id: String
  let level: Level
  let page: String

  /// Every clause of `spec/`, in the order of the pages.
  static let all: [Clause] = Repository.pages.flatMap { page in
    Repository.text(of: page).split(separator: "\n").compactMap { Clause(line: $0, page: page) }
  }

  static let ids = Set(all.map(\.id))

  /// Reads a line such as `- **V1-RES-4** (must) The key stands …`.
  private init?(line: Substring, page: String) {
    let parts = line.split(separator: "**", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "- ", parts[2].hasPrefix(" ("),
      let level = Level(rawValue: String(parts[2].dropFirst(2).prefix { $0 != ")" }))
    else { return nil }
    id = String(parts[1])
    self.level = level
    self.page = page
  }
}

/// The vectors of the package.
enum Vectors {
  static let corpus = Result { () throws(VectorError) in
    try Corpus.read(from: Repository.root + "/vectors")
  }
}
