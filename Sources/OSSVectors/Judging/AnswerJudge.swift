package import OSSJSON
package import OSSPrimitives

/// Judges an answer beside the one that is expected.
struct AnswerJudge {
  let vector: Vector
  let expected: Answer
  let actual: Answer

  func verdict() -> Verdict {
    if isExpected { return .passed(notes: []) }
    let compared = compareMembers()
    if vector.operation.signsRequest, !compared.contains(where: { provesSigning($0.name) }) {
      return .failed(
        Failure(kind: .mismatch, message: "The answer shows nothing to judge: \(Self.proofs)."))
    }
    let stages = compareStages()
    let differences = compared.flatMap(\.differences)
    let agreeing = Set((compared + stages).filter { $0.differences.isEmpty }.map(\.name))
    let wrongStages = stages.filter { !$0.differences.isEmpty }
    let (contradicted, real) = wrongStages.partitioned { stage in
      Ladder.steps(after: stage.name).contains(where: agreeing.contains)
    }
    let notes = contradicted.map { Self.note(onWrongStage: $0.name) }
    if differences.isEmpty {
      // A wrong step is only ever a note beside a right result (FMT-JUDGE-5).
      let others = real.map { "The step \($0.name) differs beside a right result." }
      return .passed(notes: notes + others)
    }
    return mismatch(real.flatMap(\.differences) + differences, stages: stages, notes: notes)
  }

  private static let proofs = "a signature must be given, alone or in another member"

  private static func note(onWrongStage name: String) -> String {
    "The step \(name) differs and a later one agrees: a mistake of the adapter."
  }

  private func mismatch(
    _ differences: [Difference], stages: [Comparison], notes: [String]
  ) -> Verdict {
    let ordered = differences.enumerated().sorted {
      (Ladder.rank(of: $0.element.name), $0.offset)
        < (Ladder.rank(of: $1.element.name), $1.offset)
    }.map(\.element)
    guard let first = ordered.first else { return .passed(notes: notes) }
    var message = "\(first.title) differs"
    if let (expected, actual) = first.words {
      message = "\(first.title) is \(actual), not \(expected)"
    } else if let offset = first.offset {
      message += " at byte \(offset)"
    }
    if ordered.count > 1 { message += ", the first of \(ordered.count) differences" }
    var remarks = notes
    if vector.operation.signsRequest, first.name == "signature" || first.name == "authorization" {
      remarks.append(Self.remark(stages: stages))
    }
    return .failed(
      Failure(
        kind: .mismatch, message: message + ".", differences: ordered, notes: remarks))
  }

  private static func remark(stages: [Comparison]) -> String {
    let right = stages.filter { $0.differences.isEmpty }.map(\.name)
    return right.contains("stringToSign")
      ? "The string to sign is right: look at the secret, the HMAC and the base64."
      : "The adapter shows no step before the signature that differs."
  }
}

extension AnswerJudge {
  /// One step or member and what differs in it.
  private struct Comparison {
    let name: String
    let differences: [Difference]
  }

  /// Whether a member holds a signature, so that an answer with it alone can be judged.
  private func provesSigning(_ name: String) -> Bool {
    if name == "signature" || name == "authorization" { return true }
    // The URL of a request that is signed in its headers holds no signature.
    if vector.operation == .stsACS3 || vector.operation == .serviceHeader { return false }
    return name == (expected.members["body"] == nil ? "url" : "body")
  }

  /// Whether the answer is the expected one as it is, so that no part of it differs.
  private var isExpected: Bool {
    let members = expected.members.members
    return actual == expected && !members.contains { $0.value.isNull }
      && (!vector.operation.signsRequest || members.contains { provesSigning($0.name) })
  }

  /// Compares what is expected: for signing what is given of it, else all of it (FMT-JUDGE-1).
  private func compareMembers() -> [Comparison] {
    expected.members.members.compactMap { member in
      guard let given = given(member.name) else {
        return vector.operation.signsRequest ? nil : missing(member)
      }
      return Comparison(
        name: member.name,
        differences: differences(member.name, expected: member.value, actual: given))
    }
  }

  /// The value of a member; null means the same as none (FMT-NULL-1).
  private func given(_ name: String) -> JSONValue? {
    if let value = actual.members[name], !value.isNull { return value }
    guard name == "signature", vector.operation.signsRequest else { return nil }
    return actual.signatureShown(besides: expected.members)
  }

  private func missing(_ member: JSONMember) -> Comparison {
    let text = member.value.protocolText ?? member.value.compact().bytes
    return Comparison(
      name: member.name,
      differences: [Difference(name: member.name, expected: text, actual: nil)])
  }

  private func compareStages() -> [Comparison] {
    expected.stages.members.compactMap { member in
      guard let given = actual.stages[member.name], !given.isNull else { return nil }
      return Comparison(
        name: member.name,
        differences: TextComparison.differences(
          member.name, expected: member.value, actual: given))
    }
  }

  private func differences(
    _ name: String, expected: JSONValue, actual: JSONValue
  ) -> [Difference] {
    if expected == actual { return [] }
    if vector.expectation.exact.contains(name) {
      return TextComparison.differences(name, expected: expected, actual: actual)
    }
    if vector.operation == .postPolicy, name == "policy" {
      return PolicyComparison.differences(name, expected: expected, actual: actual)
    }
    if name == "fields" {
      return FormFieldComparison.differences(name, expected: expected, actual: actual)
    }
    if name == "headers" {
      return HeaderComparison(input: vector.input).differences(
        name, expected: expected, actual: actual)
    }
    if name == "body", vector.operation == .stsRPC, let wanted = expected.protocolText,
      let given = actual.protocolText
    {
      return URLComparison.formDifferences(name, expected: wanted, actual: given)
    }
    guard ["authorization", "target", "url", "callback", "callbackVar"].contains(name),
      let wanted = expected.protocolText, let given = actual.protocolText
    else { return TextComparison.differences(name, expected: expected, actual: actual) }
    return switch name {
    case "target": URLComparison.targetDifferences(name, expected: wanted, actual: given)
    case "url": URLComparison.differences(name, expected: wanted, actual: given)
    case "authorization": AuthorizationParts.differences(name, expected: wanted, actual: given)
    default: CallbackComparison.differences(name, expected: wanted, actual: given)
    }
  }
}

/// The order in which a signature comes about, step by step.
///
/// A mistake shows in the step where it is made and in all that follow, so the first step that
/// differs is the one to name.
package enum Ladder {
  /// All steps and members, first to last.
  package static let names = [
    "canonicalizedHeaders", "canonicalizedResource", "canonicalUri", "canonicalQuery",
    "canonicalHeaders", "additionalHeaders", "canonicalRequest", "canonicalRequestHash", "scope",
    "stringToSign", "signingKey", "signature", "authorization", "headers", "target", "url",
  ]

  /// The step that is made of another one, for the steps that have one.
  private static let nextSteps = [
    "canonicalizedHeaders": "stringToSign", "canonicalizedResource": "stringToSign",
    "canonicalUri": "canonicalRequest", "canonicalQuery": "canonicalRequest",
    "canonicalHeaders": "canonicalRequest", "additionalHeaders": "canonicalRequest",
    "canonicalRequest": "canonicalRequestHash", "canonicalRequestHash": "stringToSign",
    "scope": "stringToSign", "stringToSign": "signature", "signingKey": "signature",
    "signature": "authorization",
  ]

  /// Where a step or member is; unknown ones come last.
  package static func rank(of name: String) -> Int {
    names.firstIndex(of: name) ?? names.count
  }

  /// The steps and members that a step goes into, nearest first.
  package static func steps(after name: String) -> [String] {
    var steps: [String] = []
    var current = name
    while let next = nextSteps[current] {
      steps.append(next)
      current = next
    }
    // Header values and URLs hold the signature too; which of the three there is depends on the
    // operation.
    return steps.last == "authorization" ? steps + ["url"] : steps
  }
}

/// Compares two values as they are.
enum TextComparison {
  static func differences(
    _ name: String, expected: JSONValue, actual: JSONValue
  ) -> [Difference] {
    guard let wanted = expected.protocolText else {
      if expected == actual { return [] }
      return [
        Difference(name: name, expected: compact(expected), actual: compact(actual))
      ]
    }
    guard let given = actual.protocolText else {
      return [
        Difference(
          name: name, part: "not a string", expected: wanted, actual: compact(actual))
      ]
    }
    return wanted == given ? [] : [Difference(name: name, expected: wanted, actual: given)]
  }

  private static func compact(_ value: JSONValue) -> Bytes {
    var bytes = Bytes()
    value.append(compactTo: &bytes)
    return bytes
  }
}

extension JSONValue {
  /// Bytes as the protocol writes them: a JSON string, or `{"base64":…}` where they are no text.
  package init(protocolText bytes: Bytes) {
    if let text = String(validUTF8: bytes) {
      self = .string(text)
    } else {
      self = ["base64": .string(Base64.encode(bytes.span))]
    }
  }

  /// The bytes of a string as the protocol writes it: a JSON string, or `{"base64":…}` alone.
  package var protocolText: Bytes? {
    if case .string(let text) = self { return text.bytes }
    guard case .object(let object) = self, object.members.count == 1,
      case .string(let text)? = object["base64"]
    else { return nil }
    return try? Base64.decode(text)
  }
}
