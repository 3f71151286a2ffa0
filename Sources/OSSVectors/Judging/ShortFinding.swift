internal import OSSJSON
internal import OSSPrimitives

extension Finding {
  /// How many bytes the texts of a reply may have that is kept whole.
  private static let limit = 8 << 10

  /// The finding as it is kept when it has been judged: of a long reply the beginning, its digest, and
  /// the fingerprint of the whole.
  ///
  /// A run holds thousands of findings, and each reply may have a megabyte.
  package var shortened: Finding {
    guard reply.size > Self.limit else { return self }
    var short = self
    short.fingerprint = shown
    short.reply = reply.shortened(beside: vector.expectation.outcome.answer)
    short.verdict = verdict.shortened
    return short
  }
}

extension Reply {
  /// How many bytes its texts have, about.
  fileprivate var size: Int {
    switch self {
    case .ok(let answer): answer.size
    case .rejected(let one, let other): (one ?? "").utf8.count + (other ?? "").utf8.count
    case .refusedByTransport(let message, let signed):
      (message ?? "").utf8.count + (signed?.size ?? 0)
    case .unsupported(let text), .failed(let text): (text ?? "").utf8.count
    case .timeout: 0
    case .crash(let how): how.utf8.count
    }
  }

  fileprivate func shortened(beside due: Answer?) -> Reply {
    switch self {
    case .ok(let answer): .ok(answer.shortened(beside: due))
    case .rejected(let errorClass, let message):
      .rejected(errorClass: errorClass?.shortened, message: message?.shortened)
    case .refusedByTransport(let message, let signed):
      .refusedByTransport(
        message: message?.shortened, signed: signed?.shortened(beside: due))
    case .unsupported(let reason): .unsupported(reason: reason?.shortened)
    case .failed(let message): .failed(message: message?.shortened)
    case .timeout: .timeout
    case .crash(let how): .crash(how.shortened)
    }
  }
}

extension Answer {
  fileprivate var size: Int { JSONValue.object(members).size + JSONValue.object(stages).size }

  fileprivate func shortened(beside due: Answer?) -> Answer {
    Answer(
      members: members.shortened(beside: due?.members),
      stages: stages.shortened(beside: due?.stages))
  }
}

extension JSONObject {
  /// How many members are kept that nobody expects, and how long their names may be.
  private static let otherCount = 16
  private static let nameLimit = 256

  /// The members that are expected and some others, each of them short.
  fileprivate func shortened(beside due: JSONObject?) -> JSONObject {
    var left = Self.otherCount
    return JSONObject(
      members.filter { member in
        if due?[member.name] != nil { return true }
        guard left > 0, member.name.utf8.count <= Self.nameLimit else { return false }
        left -= 1
        return true
      }.map { JSONMember(name: $0.name, value: $0.value.shortened) })
  }
}

extension JSONValue {
  /// How many bytes are kept of a value.
  private static let limit = 2 << 10

  /// How many bytes the value takes, about.
  fileprivate var size: Int {
    switch self {
    case .null, .bool: 8
    case .number(let number): 8 + number.text.utf8.count
    case .string(let text): 8 + text.utf8.count
    case .array(let elements): elements.reduce(8) { $0 + $1.size }
    case .object(let object):
      object.members.reduce(8) { $0 + $1.name.utf8.count + $1.value.size }
    }
  }

  /// The value, or the beginning of a long one with its digest, which no other value has.
  fileprivate var shortened: JSONValue {
    guard size > Self.limit else { return self }
    let mark = compact().bytes.mark
    var room = Self.limit
    func fits(_ size: Int) -> Bool {
      room -= size
      return room >= 0
    }
    switch self {
    case .null, .bool: return self
    case .number(let number): return .string(number.text.shortened)
    case .string(let text): return .string(text.shortened)
    case .array(let elements):
      return .array(elements.prefix { fits($0.size) } + [.string(mark)])
    case .object(let object):
      let kept = object.members.prefix { fits($0.name.utf8.count + $0.value.size) }
      return .object(JSONObject(kept + [JSONMember(name: "…", value: .string(mark))]))
    }
  }
}

extension String {
  /// How many bytes are kept of a text.
  private static let limit = 2 << 10

  /// The text, or the beginning of a long one with its digest.
  fileprivate var shortened: String {
    guard utf8.count > Self.limit else { return self }
    let beginning = UnicodeScalarView(unicodeScalars.prefix(Self.limit / 4))
    return String(beginning) + Bytes(utf8).mark
  }
}

extension Bytes {
  /// The end of a text that is cut: how much there was, and its digest.
  fileprivate var mark: String { "… (\(count) bytes, SHA-256 \(SHA256.hash(span).hexadecimal))" }
}

extension Verdict {
  /// How many differences and notes of a failure are kept.
  private static let count = 64

  fileprivate var shortened: Verdict {
    switch self {
    case .passed(let notes): .passed(notes: notes.prefix(Self.count).map(\.shortened))
    case .unsupported(let reason): .unsupported(reason: reason?.shortened)
    case .notComparable(let reason): .notComparable(reason: reason.shortened)
    case .failed(let failure):
      .failed(
        Failure(
          kind: failure.kind, message: failure.message.shortened,
          differences: failure.differences.prefix(Self.count).map(\.shortened),
          notes: failure.notes.prefix(Self.count).map(\.shortened)))
    }
  }
}

extension Difference {
  /// The difference, with as much of a long side as shows the first byte that differs.
  fileprivate var shortened: Difference {
    let limit = (2 << 10) + (expected?.count ?? 0)
    guard let actual, actual.count > limit else { return withShortPart }
    var short = withShortPart
    short.actual = Bytes(actual.prefix(limit)) + actual.mark.bytes
    return short
  }

  private var withShortPart: Difference {
    Difference(name: name, part: part?.shortened, expected: expected, actual: actual)
  }
}
