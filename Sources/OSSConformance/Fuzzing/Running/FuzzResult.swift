internal import OSSVectors

/// What a run of the fuzzer came to.
package struct FuzzResult: Sendable {
  /// Who was asked.
  package let identity: AdapterIdentity
  /// The seed of the requests.
  package let seed: UInt64
  /// How many requests were asked.
  package internal(set) var count = 0
  /// How many were signed as the reference signs them.
  package internal(set) var agreed = 0
  /// How many were answered otherwise, or broke the adapter.
  package internal(set) var failed = 0
  /// How many the SDK refused, by the group of its message; refusals are not judged here.
  package internal(set) var rejected = MessageGroups()
  /// How many the SDK cannot do, by the group of the reason.
  package internal(set) var unsupported = MessageGroups()
  /// How many failing requests belong to no kind that is told, because there were too many kinds.
  package internal(set) var unexplained = 0
  /// How many further requests were asked to shrink the failing ones.
  package internal(set) var shrinking = 0
  /// The kinds of mistakes, in the order in which they were found.
  package internal(set) var kinds: [FuzzKind] = []
  /// Why the run ended early, if it did.
  package internal(set) var ending: String?

  /// Makes the result of a run that has not begun.
  init(identity: AdapterIdentity, seed: UInt64) {
    self.identity = identity
    self.seed = seed
  }

  /// How many requests the SDK tried to sign.
  package var executed: Int { agreed + failed + rejected.total }

  /// The exit status that the result calls for; a mistake at level `may` does not fail the run.
  package var exitStatus: RunnerStatus {
    if executed == 0 { return .nothingRun }
    return unexplained > 0 || kinds.contains { $0.level != .may } ? .failures : .asExpected
  }
}

/// Messages that differ only in what they quote, and how many there are of each.
package struct MessageGroups: Sendable {
  /// How many messages there are.
  package private(set) var total = 0
  private var counts: [String: Int] = [:]

  /// Counts a message.
  mutating func add(_ message: String) {
    total += 1
    counts[Self.group(of: message), default: 0] += 1
  }

  /// The groups, the greatest first.
  package var groups: [(message: String, count: Int)] {
    counts.map { (message: $0.key, count: $0.value) }.sorted {
      $0.count != $1.count ? $0.count > $1.count : $0.message.utf8.lexicographicallyPrecedes($1.message.utf8)
    }
  }

  /// A message without what stands in quotation marks, and without numbers.
  private static func group(of message: String) -> String {
    var text = ""
    var closing: Character?
    for character in message.prefix(400) {
      if let mark = closing {
        if character == mark {
          closing = nil
          text.append(character)
        }
        continue
      }
      if character.isNumber {
        if !text.hasSuffix("#") { text.append("#") }
        continue
      }
      text.append(character)
      closing = ["'": "'", "\"": "\"", "“": "”", "`": "`"][character]
      if closing != nil { text.append("…") }
    }
    return String(text.prefix(120))
  }
}
