internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// How well a wrong reply agrees with the reply of a signer that makes a known mistake.
///
/// A mistake is named for equal answers alone: a reply that ends alike and shows other bytes does not
/// agree with it.
enum Agreement: Int, Comparable {
  /// Both refuse what must be answered, and the reply names no reason that could be compared.
  case refusal = 1
  /// The reply has all that the vector asks for as the mistake gives it.
  case answer
  /// Whatever the reply shows is as the mistake gives it.
  case whole

  static func < (left: Agreement, right: Agreement) -> Bool { left.rawValue < right.rawValue }

  /// Compares as the judge does, with the mistake's reply in the place of what is expected.
  init?(of finding: Finding, with mistaken: Reply) {
    switch (mistaken, finding.reply, finding.vector.expectation.outcome) {
    case (.ok(let wanted), .ok(let given), .answer(let due))
    where finding.vector.operation == .credentialTimeline:
      guard wanted.callersGet == given.callersGet,
        let broken = finding.vector.bounds(of: due, brokenBy: wanted),
        broken == finding.vector.bounds(of: due, brokenBy: given)
      else { return nil }
      self = wanted.members == given.members ? .whole : .answer
    case (.ok(let wanted), .ok(let given), .answer(let due)):
      guard Self.signaturesAgree(wanted, given) else { return nil }
      // What the mistake loses, the reply must lack too.
      let lost = due.members.members.filter { wanted.members[$0.name]?.isNull ?? !$0.value.isNull }
      guard lost.allSatisfy({ given.members[$0.name]?.isNull ?? true }) else { return nil }
      let asked = Answer(
        members: JSONObject(wanted.members.members.filter { due.members[$0.name] != nil }),
        stages: wanted.stages)
      guard
        finding.isRight(expecting: .answer(asked))
          || finding.isRight(expecting: .answer(asked.sendingAsSigned(like: given)))
      else { return nil }
      self = finding.isRight(expecting: .answer(wanted)) ? .whole : .answer
    case (.ok(let wanted), .ok(let given), .rejection):
      // To show null is to show nothing.
      let (absent, shown) = wanted.members.members.partitioned(by: \.value.isNull)
      let due = Answer(members: JSONObject(shown), stages: wanted.stages)
      guard Self.signaturesAgree(wanted, given), finding.isRight(expecting: .answer(due)),
        absent.allSatisfy({ given.members[$0.name]?.isNull ?? true })
      else { return nil }
      self = .whole
    case (.rejected(let wanted?, _), .rejected(let given, _), .answer):
      let isNamed = given.flatMap(ErrorClass.init(rawValue:)) != nil
      guard given == wanted || !isNamed else { return nil }
      self = given == wanted ? .whole : .refusal
    default: return nil
    }
  }

  /// Whether two answers show the same signature as text; true where one shows none so.
  ///
  /// Most suspects fall here, before anything is taken apart.
  private static func signaturesAgree(_ wanted: Answer, _ given: Answer) -> Bool {
    guard let wanted = wanted.members["signature"]?.protocolText,
      let given = given.members["signature"]?.protocolText
    else { return true }
    return wanted == given
  }
}

extension Finding {
  /// Whether the reply would be right if the vector expected another outcome.
  fileprivate func isRight(expecting outcome: Outcome) -> Bool {
    let other = vector.with(
      expectation: Expectation(outcome: outcome, exact: vector.expectation.exact))
    return Judge.verdict(of: other, reply: reply).isPass
  }
}

extension Array {
  /// The elements of which a statement is true, and the others.
  func partitioned(by isTrue: (Element) -> Bool) -> (Self, Self) {
    (filter(isTrue), filter { !isTrue($0) })
  }
}

extension Answer {
  /// The answer of a signer that sends the values of headers as it signs them, where another one does.
  fileprivate func sendingAsSigned(like given: Answer) -> Answer {
    let lines = ["canonicalizedHeaders", "canonicalHeaders"].compactMap { stages[$0]?.protocolText }
    let signed = Set(lines.flatMap { $0.split(separator: 0x0A) })
    func line(_ header: JSONValue) -> [UInt8] {
      let parts = (header.arrayValue ?? []).compactMap(\.stringValue)
      return parts.count == 2 ? Array("\(parts[0].lowercased()):\(parts[1])".utf8) : []
    }
    let sent = given.members["headers"]?.arrayValue ?? []
    let others = sent.filter { signed.contains(line($0)[...]) }
    let names = others.map { $0.arrayValue?.first?.stringValue?.lowercased() }
    let kept = (members["headers"]?.arrayValue ?? []).filter { header in
      !names.contains(header.arrayValue?.first?.stringValue?.lowercased())
    }
    var answer = self
    if !others.isEmpty { answer.members["headers"] = .array(kept + others) }
    return answer
  }

  /// What each caller of a timeline gets, by the caller.
  ///
  /// Moments and fetches are left out: back-off is random, and an SDK shows its own reasons for a
  /// failure.
  fileprivate var callersGet: [String] {
    let answers = (members["answers"]?.arrayValue ?? []).compactMap(\.objectValue)
    let answered = Set(
      answers.filter { $0["cancelled"] == nil }.map { $0["caller"]?.stringValue ?? "" })
    let outcomes = answers.compactMap { answer -> String? in
      let caller = answer["caller"]?.stringValue ?? ""
      // Whoever leaves and is answered all the same may not hear that it left.
      if answer["cancelled"] != nil, answered.contains(caller) { return nil }
      if let token = answer["gets"]?.stringValue { return "\(caller) gets \(token)" }
      return answer["fails"] == nil ? "\(caller) is cancelled" : "\(caller) fails"
    }
    return outcomes.sorted()
  }
}

extension Vector {
  /// The bounds of a timeline that an answer breaks; nil where it is no timeline, or breaks none.
  ///
  /// Two machines with one mistake refresh at different moments, and an SDK shows neither the kit's
  /// delays nor its reasons; what they share is which callers get what they must not get.
  fileprivate func bounds(
    of due: Answer, brokenBy given: Answer
  ) -> Set<TimelineViolation.Bound>? {
    let violations = try? TimelineVerdict.violations(in: given, to: self, expecting: due)
    guard let violations, !violations.isEmpty else { return nil }
    // Whoever is answered twice gets what it must not get.
    let bounds = Set(
      violations.map { violation in
        if case .everyoneAnswered(let caller) = violation.bound { return .caller(caller) }
        return violation.bound
      } as [TimelineViolation.Bound])
    // Who gets the wrong thing gets it early or late as chance has it.
    return bounds.filter { bound in
      if case .wait(let caller) = bound { !bounds.contains(.caller(caller)) } else { true }
    }
  }
}
