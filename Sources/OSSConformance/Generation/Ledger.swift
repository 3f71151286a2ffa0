internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Every id that a vector ever had, suite by suite, with the digest of the vector (FMT-ID-1).
///
/// The ledger makes a change visible: a vector that is not the one of its digest was changed, and an
/// id without a vector was withdrawn. Neither happens by accident.
struct Ledger: Hashable {
  /// The file's name below the folder of vectors.
  static let fileName = "ledger.txt"

  /// A vector that is there, or was.
  struct Entry: Hashable {
    let id: String
    /// The first 16 digits of the SHA-256 of the vector as compact JSON; nil when it is retired.
    var digest: String?
  }

  /// The suites in the order of their files, each with its entries: those of the file in its order,
  /// then the retired ones.
  private(set) var suites: [(name: String, entries: [Entry])] = []

  init() {}

  init(reading bytes: Bytes, file: String) throws(GenerationError) {
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var counts: [Int] = []
    for (index, line) in lines.enumerated() where !line.hasPrefix("#") && !line.isEmpty {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2 else { throw .ledger(file: file, line: index + 1) }
      if line.hasPrefix("  "), !suites.isEmpty {
        let digest = words[1].hasSameBytes(as: Self.retired) ? nil : words[1]
        suites[suites.count - 1].entries.append(Entry(id: words[0], digest: digest))
      } else if !line.hasPrefix(" "), let count = Int(words[1]), Suite.isName(words[0]) {
        suites.append((words[0], []))
        counts.append(count)
      } else {
        throw .ledger(file: file, line: index + 1)
      }
    }
    for (suite, count) in zip(suites, counts)
    where suite.entries.count(where: { $0.digest != nil }) != count {
      let line = lines.firstIndex { $0.hasPrefix(suite.name + " ") } ?? 0
      throw .ledger(file: file, line: line + 1)
    }
  }

  static func == (one: Ledger, other: Ledger) -> Bool { one.bytes == other.bytes }
  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  var bytes: Bytes {
    var text = """
      # Every id that a vector ever had, by suite with the number of its vectors. Behind an id is the
      # start of the SHA-256 of the vector as compact JSON, or "retired": then it is never used again.
      # oss-conform generate writes this file.

      """
    for suite in suites {
      text += "\(suite.name) \(suite.entries.count(where: { $0.digest != nil }))\n"
      for entry in suite.entries { text += "  \(entry.id) \(entry.digest ?? Self.retired)\n" }
    }
    return text.bytes
  }

  /// The ledger of these suites: all that this one has, and what is new.
  func updated(
    for suites: [Suite], in folder: String, isAccepted: (String) -> Bool,
    faults: inout [GenerationError]
  ) -> Ledger {
    var known: [String: (suite: String, digest: String?)] = [:]
    for suite in self.suites {
      for entry in suite.entries { known[entry.id] = (suite.name, entry.digest) }
    }
    var result = Ledger()
    for suite in suites {
      var entries: [Entry] = []
      for vector in suite.vectors {
        let entry = Entry(id: vector.id, digest: Self.digest(of: vector))
        let place = VectorLocation(file: "\(folder)/\(suite.fileName)", vector: vector.id)
        if let before = known.removeValue(forKey: vector.id) {
          if before.digest == nil {
            faults.append(.reused(place))
          } else if !isAccepted(vector.id) {
            if before.suite != suite.name { faults.append(.moved(place, from: before.suite)) }
            if before.digest != entry.digest { faults.append(.changed(place)) }
          }
        }
        entries.append(entry)
      }
      result.suites.append((suite.name, entries))
    }
    result.retire(known, from: self.suites, isAccepted: isAccepted, faults: &faults)
    return result
  }

  /// Adds the ids that no file has any more.
  private mutating func retire(
    _ missing: [String: (suite: String, digest: String?)],
    from before: [(name: String, entries: [Entry])], isAccepted: (String) -> Bool,
    faults: inout [GenerationError]
  ) {
    for suite in before {
      for entry in suite.entries where missing[entry.id] != nil {
        if entry.digest != nil, !isAccepted(entry.id) {
          faults.append(.gone(id: entry.id, suite: suite.name))
        }
        let index = suites.firstIndex { $0.name == suite.name } ?? suites.count
        if index == suites.count { suites.append((suite.name, [])) }
        suites[index].entries.append(Entry(id: entry.id))
      }
    }
    suites.sort { "\($0.name).json".precedesInBytes("\($1.name).json") }
  }

  private static let retired = "retired"

  private static func digest(of vector: Vector) -> String {
    let text = vector.json.compact().bytes
    return String(SHA256.hash(text.span).hexadecimal.prefix(16))
  }
}
