package import OSSExplain
package import OSSJSON
package import OSSPrimitives

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

/// What the endpoint keeps of one request: what was sent, without secrets, and what it found.
package struct JournalEntry: Sendable {
  /// Which request it is, from 1.
  package let number: Int
  /// The time by the endpoint's clock.
  package let time: Moment
  /// The ID in the answer.
  package let requestID: String
  /// The head of the request, with all values; nil where it could not be split.
  private let sent: SentRequest?
  /// What the verification found.
  package let verdict: Verdict
  /// The status and the code of the answer; no code in one that serves.
  package let status: Int
  package let code: String?
  /// What explains the refusal, the surest first.
  package internal(set) var reasons: [FoundCause] = []
  /// What OSS signs, and what the client signed where that is proved, both without tokens.
  package internal(set) var expected: Bytes?
  package internal(set) var signed: Bytes?
  /// What is wrong with the request as HTTP; nil where nothing is.
  package internal(set) var fault: String?
  /// The scenario that gave another answer than the right one; nil where that was given.
  package internal(set) var scenario: String?
  /// What became of a callback; nil where none was asked for.
  package internal(set) var callback: String?

  /// Makes an entry of a request that was answered. Its texts are made when somebody reads them: most
  /// entries go unread.
  init(
    number: Int, time: Moment, requestID: String, sent: SentRequest?, verdict: Verdict, status: Int,
    code: String?
  ) {
    (self.number, self.time, self.requestID, self.sent) = (number, time, requestID, sent)
    (self.verdict, self.status, self.code) = (verdict, status, code)
  }

  /// The method; empty where it is not known.
  package var method: String { sent?.method.text ?? "" }

  /// The target, without the values of signatures and tokens; empty where it is not known.
  package var target: String { sent?.target.masked.text ?? "" }

  /// The headers in their order; the JSON has them without signatures and tokens.
  package var headers: [SentField] { sent?.fields ?? [] }

  /// The offset of the first byte in which both texts differ; nil without both.
  package var firstDifference: Int? {
    guard let expected, let signed else { return nil }
    return expected.firstDifference(from: signed)
  }

  /// Whether the request was refused for its form or its signature, or would have been.
  package var isRefused: Bool { fault != nil || !verdict.failures.isEmpty }

  /// The one line of the answer, in ASCII without line ends: the clause, a sentence, and its detail where
  /// nothing is proved.
  package var headline: String? {
    let text: String
    if let fault {
      text = fault
    } else if let reason = reasons.first, reason.certainty != .possible {
      let detail = reason.isProved ? nil : reason.detail
      text = [reason.clause, reason.sentence, detail].compactMap { $0 }.joined(separator: " ")
    } else if let failure = verdict.failures.first {
      text = (failure.clause.map { $0 + " " } ?? "") + failure.sentence
    } else if let callback, code != nil {
      text = callback
    } else if let note = verdict.notes.first {
      text = note.clause + " served: " + note.sentence
    } else {
      return nil
    }
    return Bytes(text.bytes.map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }).text
  }
}

extension JournalEntry {
  /// The entry for a program.
  package var json: JSONValue {
    var members: JSONObject = [
      "number": .number(JSONNumber(number)), "time": .string(time.iso8601),
      "requestId": .string(requestID), "method": .string(method), "target": .string(target),
      "status": .number(JSONNumber(status)), "verified": .bool(!isRefused),
    ]
    if let fault { members["fault"] = .string(fault) }
    if let scenario { members["injected"] = .string(scenario) }
    if let headline { members["headline"] = .string(headline) }
    if let callback { members["callback"] = .string(callback) }
    if let code { members["code"] = .string(code) }
    if let version = verdict.version { members["version"] = .string(version.rawValue) }
    members["place"] = .string(verdict.isForm ? "form" : verdict.isURL ? "url" : "header")
    if let resource = verdict.resource {
      members["bucket"] = resource.bucket.map { .string($0.text) } ?? .null
      members["key"] = .string(resource.key.text)
      members["bucketIn"] = .string("\(resource.place)")
    }
    members["headers"] = .array(
      headers.map { ["name": .string($0.name.text), "value": .string($0.maskedValue.text)] })
    members["failed"] = .array(verdict.failures.map(\.json))
    members["notes"] = .array(
      verdict.notes.map { ["clause": .string($0.clause), "sentence": .string($0.sentence)] })
    members["reasons"] = .array(reasons.map { $0.json })
    if let expected { members["expected"] = .string(expected.text) }
    if let signed { members["signed"] = .string(signed.text) }
    members["firstDifferentByte"] = firstDifference.map { .number(JSONNumber($0)) }
    return .object(members)
  }
}

extension Verdict.Failure {
  fileprivate var json: JSONValue {
    [
      "step": .string(step.rawValue), "clause": clause.map { .string($0) } ?? .null,
      "sentence": .string(sentence), "code": .string(refusal.code),
    ]
  }
}

extension SentField {
  /// The value without signatures and tokens; of other credentials only the name of their scheme.
  fileprivate var maskedValue: Bytes {
    let value = value
    let line = (name + ": ".bytes + value).masked
    let masked = (line.halves(at: ":").after ?? []).trimmingBlanks
    let names = ["authorization", "proxy-authorization", "cookie"]
    guard masked == value, names.contains(where: { name[...].isCaseless($0) }) else {
      return masked
    }
    return Bytes(value.prefix { $0 != 0x20 }) + " ***".bytes
  }
}
