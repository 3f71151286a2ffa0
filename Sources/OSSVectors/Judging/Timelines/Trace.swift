package import OSSJSON
internal import OSSPrimitives

/// What came of a script: who got what and when, and which fetches there were.
package struct Trace: Hashable, Sendable {
  /// What a caller got.
  package enum Outcome: Hashable, Sendable {
    case gets(String)
    case fails(String)
    case cancelled
  }

  /// An answer to a caller.
  package struct Answer: Hashable, Sendable {
    package var caller: String
    package var at: Int64
    package var outcome: Outcome

    package init(caller: String, at: Int64, outcome: Outcome) {
      self.caller = caller
      self.at = at
      self.outcome = outcome
    }
  }

  /// A fetch; one that has not ended has no end.
  package struct Fetch: Hashable, Sendable {
    package var at: Int64
    package var ends: Int64?

    package init(at: Int64, ends: Int64? = nil) {
      self.at = at
      self.ends = ends
    }
  }

  package var answers: [Answer] = []
  package var fetches: [Fetch] = []

  package init(answers: [Answer] = [], fetches: [Fetch] = []) {
    self.answers = answers
    self.fetches = fetches
  }
}

extension Trace {
  /// The trace as the output of `credential.timeline`.
  package var members: JSONObject {
    [
      "answers": .array(answers.map { .object($0.json) }),
      "fetches": .array(
        fetches.map { fetch in
          let ends = fetch.ends.map { JSONValue.number(JSONNumber($0)) }
          return ["at": .number(JSONNumber(fetch.at)), "ends": ends ?? .null]
        }),
    ]
  }

  /// Reads the output of `credential.timeline`.
  ///
  /// - Throws: ``VectorError`` for an output that is no trace.
  package init(_ members: JSONObject) throws(VectorError) {
    let reader = try MemberReader(.object(members), at: VectorLocation(file: "the answer"))
    for one in try reader.readers("answers") { answers.append(try Answer(one)) }
    for one in try reader.readers("fetches") {
      let at = try one.integer("at", in: MemberReader.numbers)
      let ends = one.has("ends") ? try one.integer("ends", in: MemberReader.numbers) : nil
      fetches.append(Fetch(at: at, ends: ends))
    }
  }
}

extension Trace.Answer {
  fileprivate var json: JSONObject {
    var object: JSONObject = ["caller": .string(caller), "at": .number(JSONNumber(at))]
    switch outcome {
    case .gets(let token): object["gets"] = .string(token)
    case .fails(let reason): object["fails"] = .string(reason)
    case .cancelled: object["cancelled"] = true
    }
    return object
  }

  fileprivate init(_ reader: MemberReader) throws(VectorError) {
    let isCancelled = reader.has("cancelled") ? try reader.bool("cancelled") : false
    switch (reader.has("gets"), reader.has("fails"), isCancelled) {
    case (true, false, false): outcome = .gets(try reader.string("gets"))
    case (false, true, false): outcome = .fails(try reader.string("fails"))
    case (false, false, true): outcome = .cancelled
    default:
      throw .wrongType(
        reader.place, expected: MemberReader.one(of: ["gets", "fails", "cancelled"]))
    }
    caller = try reader.string("caller")
    at = try reader.integer("at", in: MemberReader.numbers)
  }
}
