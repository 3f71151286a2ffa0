package import OSSJSON

/// The last entries of an endpoint, and how many there were.
package struct Journal: Sendable {
  /// How many entries are kept; of more, the oldest goes.
  package static let limit = 1000

  /// The entries, and up to as many older ones: to drop one at a time would move all others.
  private var all: [JournalEntry] = []
  /// How many requests came since the start or the last reset.
  package private(set) var requestCount = 0
  /// How many of them had a signature that is refused.
  package private(set) var refusedCount = 0

  /// Makes an empty journal.
  package init() {}

  /// Keeps an entry.
  package mutating func add(_ entry: JournalEntry) {
    requestCount += 1
    if entry.isRefused { refusedCount += 1 }
    if all.count == 2 * Self.limit { all.removeFirst(Self.limit) }
    all.append(entry)
  }

  /// Says in the last entry whose fault its answer is.
  mutating func mark(injectedBy scenario: String) {
    if !all.isEmpty { all[all.count - 1].scenario = scenario }
  }

  /// The entries that are kept, the oldest first.
  package var entries: ArraySlice<JournalEntry> { all.suffix(Self.limit) }

  /// Forgets all entries and counts.
  package mutating func reset() { self = Journal() }

  /// The counts, the number of the oldest entry that is kept, and the entries for a program.
  ///
  /// - Parameter number: the last entry that the reader has; it gets the later ones.
  package func json(after number: Int = 0) -> JSONValue {
    [
      "requests": .number(JSONNumber(requestCount)), "refused": .number(JSONNumber(refusedCount)),
      "first": entries.first.map { .number(JSONNumber($0.number)) } ?? .null,
      "entries": .array(entries.filter { $0.number > number }.map(\.json)),
    ]
  }
}
