internal import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// Holds the judge to the vectors: alters every expectation in turn, and none may pass.
///
/// The mistakes show that the vectors fail a wrong SDK; this shows that the judge fails a wrong vector,
/// so that nothing which a vector expects goes uncompared.
package struct JudgeGate: Sendable {
  /// How many expectations were altered.
  package private(set) var tried = 0
  /// A sentence for each altered expectation that the reference's reply still meets.
  package private(set) var faults: [String] = []

  /// Alters each expectation of the vectors.
  package init(vectors: [Vector]) {
    for vector in vectors {
      let reply = ReferenceAdapter().answer(vector.operation, vector.input)
      guard Judge.verdict(of: vector, reply: reply).isPass else {
        faults.append("The reference fails \(vector.id).")
        continue
      }
      switch vector.expectation.outcome {
      case .answer(let answer):
        alterMembers(of: answer, vector, reply)
        alterSteps(of: answer, vector, reply)
      case .rejection(let errorClass): alterClass(errorClass, vector, reply)
      }
    }
  }

  /// One byte changed in turn of each text that is expected, and each number and truth value.
  private mutating func alterMembers(of answer: Answer, _ vector: Vector, _ reply: Reply) {
    for (index, member) in answer.members.members.enumerated() {
      // What a timeline's objects hold are bounds, which other answers may keep as well.
      let isBound = vector.operation == .credentialTimeline && member.value.objectValue != nil
      if isBound { continue }
      member.value.forEachChange { changed in
        var altered = answer
        altered.members.members[index].value = changed
        expect(.answer(altered), of: vector, reply, "passes with another \(member.name)") {
          !$0.isPass
        }
      }
    }
    expect(.rejection(.invalidTime), of: vector, reply, "is answered and passes as refused") {
      $0.failure?.kind == .accepted
    }
  }

  /// One byte more of each step: a note beside a right result, the difference beside a wrong one.
  private mutating func alterSteps(of answer: Answer, _ vector: Vector, _ reply: Reply) {
    for (index, step) in answer.stages.members.enumerated() {
      var altered = answer
      altered.stages.members[index].value = .string((step.value.stringValue ?? "") + "x")
      expect(.answer(altered), of: vector, reply, "has no note of another \(step.name)") {
        $0.isPass && $0.notes.contains { $0.contains(step.name) }
      }
    }
    guard let string = answer.stages["stringToSign"]?.stringValue else { return }
    var altered = answer
    altered.stages["stringToSign"] = .string(string + "x")
    altered.members = ["signature": "AAAAAAAAAAAAAAAAAAAAAAAAAAA="]
    expect(.answer(altered), of: vector, reply, "does not show where the string ends") { verdict in
      guard let first = verdict.failure?.differences.first else { return false }
      return verdict.failure?.kind == .mismatch && first.name == "stringToSign"
        && first.offset == string.utf8.count
    }
  }

  /// Every other class of refusal, and an answer.
  private mutating func alterClass(_ expected: String, _ vector: Vector, _ reply: Reply) {
    for other in ErrorClass.allCases where other.rawValue != expected {
      expect(.rejection(other), of: vector, reply, "has no note of \(other.rawValue)") {
        $0.isPass && $0.notes.contains { $0.contains(other.rawValue) }
      }
    }
    expect(.answer(Answer(members: ["signature": "A"])), of: vector, reply, "passes as answered") {
      $0.failure?.kind == .rejected
    }
  }

  /// Judges the reference's reply by another outcome. What else is right too is left away: it would
  /// pass by that.
  private mutating func expect(
    _ outcome: Outcome, of vector: Vector, _ reply: Reply, _ fault: @autoclosure () -> String,
    isNoticed: (Verdict) -> Bool
  ) {
    let altered = vector.with(
      expectation: Expectation(outcome: outcome, exact: vector.expectation.exact))
    tried += 1
    if !isNoticed(Judge.verdict(of: altered, reply: reply)) {
      faults.append("\(vector.id) \(fault()).")
    }
  }
}

extension JSONValue {
  /// Calls a function with the value, one byte of one text, one number or one truth value in it
  /// changed, for each of these.
  fileprivate func forEachChange(_ body: (JSONValue) -> Void) {
    switch self {
    case .string(let text):
      let bytes = text.bytes
      for index in bytes.indices {
        var changed = bytes
        changed[index] = bytes[index] < 0x80 ? bytes[index] ^ 1 : 0x3f
        body(.string(String(decoding: changed, as: UTF8.self)))
      }
    case .array(let elements):
      for index in elements.indices {
        elements[index].forEachChange { changed in
          var copy = elements
          copy[index] = changed
          body(.array(copy))
        }
      }
    case .object(let object):
      for index in object.members.indices {
        object.members[index].value.forEachChange { changed in
          var copy = object
          copy.members[index].value = changed
          body(.object(copy))
        }
      }
    case .number(let number): body(.number(JSONNumber(number.integer == 0 ? 1 : 0)))
    case .bool(let flag): body(.bool(!flag))
    case .null: break
    }
  }
}
