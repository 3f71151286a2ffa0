package import OSSJSON
internal import OSSPrimitives

/// The fingerprints of what a reply shows, and how they are compared.
package struct Fingerprint: Hashable, Sendable {
  /// By the name of a member in normal form, the fingerprint of its value.
  package typealias Members = [String: String]

  /// How many characters a fingerprint has.
  package static let length = 4

  /// What is expected.
  private let due: Members
  /// What the reply shows.
  private let shown: Members
  private let vector: Vector
  private let isRefusal: Bool

  /// The fingerprint of a member that is missing.
  private static let missing = JSONValue.null.fingerprint

  /// The fingerprints of the answer that is due; none where a refusal is.
  package static func due(of vector: Vector) -> Members {
    guard case .answer(let answer) = vector.expectation.outcome else { return [:] }
    return NormalForm(answer, to: vector).members.mapValues(\.fingerprint)
  }

  /// Takes the fingerprints of a reply to a vector; nil where it is neither an answer nor a refusal.
  ///
  /// - Parameter due: Those of the answer that is due, where they are known already.
  package init?(of reply: Reply, to vector: Vector, due: Members? = nil) {
    switch reply {
    case .ok(let answer):
      shown = NormalForm(answer, to: vector).members.mapValues(\.fingerprint)
      isRefusal = false
    case .rejected(let errorClass, _):
      // A class outside the list does not count (FMT-PRINT-7).
      let known = errorClass.flatMap(ErrorClass.init(rawValue:))
      shown = known.map { ["error": JSONValue.string($0.rawValue).fingerprint] } ?? [:]
      isRefusal = true
    default: return nil
    }
    self.vector = vector
    self.due = due ?? Self.due(of: vector)
  }

  /// Whether the reply is a refusal that names no class of the list.
  package var isUnnamedRefusal: Bool { isRefusal && shown.isEmpty }

  /// The members under which a row with the reply is listed (FMT-PRINT-11).
  package var listed: Members {
    if isRefusal || due.isEmpty { return shown }
    var listed: Members = [:]
    for (name, value) in due {
      let given = shown[name] ?? Self.missing
      if given != value { listed[name] = given }
    }
    return listed
  }

  /// The members to compare with those of rows, each with what is shown and what is expected
  /// (FMT-NAME-1).
  ///
  /// - Parameter names: The names of the members that the vector lists.
  package func compared(
    _ names: some Sequence<String>
  ) -> [(name: String, shown: String, due: String)] {
    if isRefusal {
      return shown.map { ($0.key, $0.value, Self.missing) }
    }
    var members: [(name: String, shown: String, due: String)] = []
    for name in Set(due.keys).union(names) {
      if shown[name] == nil, vector.operation.signsRequest, name != "error" { continue }
      members.append((name, shown[name] ?? Self.missing, due[name] ?? Self.missing))
    }
    // That there is no refusal says nothing of an answer that shows nothing else.
    return members.allSatisfy { $0.name == "error" } ? [] : members
  }

  /// Whether a reply under these members differs in something that this one shows.
  package func shows(oneOf members: some Sequence<String>) -> Bool {
    isRefusal || !vector.operation.signsRequest
      || members.contains { $0 == "error" || shown[$0] != nil }
  }
}

extension Finding {
  /// What the whole reply shows; nil where it is neither an answer nor a refusal.
  package var shown: Fingerprint? { fingerprint ?? Fingerprint(of: reply, to: vector) }
}

/// What an answer says, written so that two answers which the judge takes for one are one text
/// (FMT-PRINT-1).
///
/// A signature is in it once, as `signature`, and is left out where it is sent (FMT-PRINT-6).
struct NormalForm {
  /// The members, without those that are null.
  private(set) var members: [String: JSONValue] = [:]

  private let vector: Vector

  /// The normal form of an answer to a vector; without members where a timeline cannot be read.
  init(_ answer: Answer, to vector: Vector) {
    self.vector = vector
    if vector.operation == .credentialTimeline {
      members["timeline"] = vector.timeline(in: answer)
      return
    }
    for member in answer.members.members where !member.value.isNull {
      members[member.name] = member.value
    }
    for name in ["fields", "body", "target", "url", "authorization", "headers"] { read(name) }
    for name in ["callback", "callbackVar"] { rewrite(name, CallbackComparison.normal) }
    if vector.operation == .postPolicy { rewrite("policy", PolicyComparison.normal) }
  }

  /// Writes a member in its normal form, as FMT-PRINT-5 does, unless its very text is meant.
  private mutating func rewrite(_ name: String, _ normal: (JSONValue) -> JSONValue?) {
    guard !vector.expectation.exact.contains(name), let value = members[name] else { return }
    members[name] = normal(value) ?? value
  }

  /// Writes a member in its normal form, and takes the signature out of it.
  private mutating func read(_ name: String) {
    var signature: JSONValue?
    var authorization: JSONValue?
    rewrite(name) { [vector] value in
      switch name {
      case "headers":  // FMT-PRINT-4.
        let names = vector.expectedNames("headers")
        return HeaderComparison.judged(value, beside: names).map {
          Field.normal($0, taking: ["authorization"], as: &authorization)
        }
      case "authorization":  // FMT-PRINT-3.
        guard let parts = value.protocolText.flatMap(AuthorizationParts.init) else { return nil }
        let fields = Field.normal(parts.parts, taking: ["signature"], as: &signature)
        return ["scheme": JSONValue(protocolText: parts.scheme), "parts": fields]
      case "target":  // FMT-PRINT-15.
        return value.protocolText.flatMap(URLParts.ofTarget)?.normalTarget
      case "url":  // FMT-PRINT-2.
        return value.protocolText.flatMap(URLParts.init)?.normal(taking: &signature)
      case "body" where vector.operation == .stsRPC:  // FMT-PRINT-2.
        let fields = value.protocolText.flatMap { URLParts.fields($0[...]) }
        return fields.map {
          Field.normal($0, taking: URLParts.signatureNames, as: &signature)
        }
      case "fields":  // FMT-PRINT-4.
        return FormFieldComparison.judged(value, beside: vector.expectedNames("fields")).map {
          Field.normal($0, taking: ["signature", "x-oss-signature"], as: &signature)
        }
      default: return nil
      }
    }
    if let signature { members["signature"] = signature }
    if let authorization {
      members["authorization"] = authorization
      read("authorization")
    }
  }
}

extension Vector {
  /// The names of the headers or fields that are expected, in lower case.
  fileprivate func expectedNames(_ member: String) -> Set<Bytes> {
    let value = expectation.outcome.answer?.members[member]
    return Set(value.flatMap(Field.list)?.map(\.name) ?? [])
  }

  /// Who gets what and which bounds are broken; nil for an answer that is no trace (FMT-PRINT-8).
  ///
  /// Moments and fetches are left out: back-off is random, and an SDK shows its own reasons for a
  /// failure.
  fileprivate func timeline(in answer: Answer) -> JSONValue? {
    guard let due = expectation.outcome.answer, let trace = try? Trace(answer.members),
      let violations = try? TimelineVerdict.violations(in: answer, to: self, expecting: due)
    else { return nil }
    let answered = Set(trace.answers.filter { $0.outcome != .cancelled }.map(\.caller))
    let answers = trace.answers.compactMap { answer -> String? in
      switch answer.outcome {
      case .gets(let token): "\(answer.caller) gets \(token)"
      case .fails: "\(answer.caller) fails"
      // Whoever leaves and is answered all the same may not hear that it left.
      case .cancelled: answered.contains(answer.caller) ? nil : "\(answer.caller) is cancelled"
      }
    }
    let bounds = Set(
      violations.map { violation in
        // Whoever is answered twice gets what it must not get.
        if case .everyoneAnswered(let caller) = violation.bound { return .caller(caller) }
        return violation.bound
      } as [TimelineViolation.Bound])
    let titles = bounds.filter { bound in
      // Who gets the wrong thing gets it early or late as chance has it.
      if case .wait(let caller) = bound { !bounds.contains(.caller(caller)) } else { true }
    }.map { ([$0.title.name] + ($0.title.part.map { [$0] } ?? [])).joined(separator: " ") }
    return [
      "answers": .texts(answers.sorted { $0.precedesInBytes($1) }),
      "broken": .texts(titles.sorted { $0.precedesInBytes($1) }),
    ]
  }
}

extension JSONValue {
  /// The value with the members of every object in the order of their names' bytes.
  fileprivate var sorted: JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.sorted))
    case .object(let object):
      let members = object.members.sorted { $0.name.precedesInBytes($1.name) }
      return .object(
        JSONObject(members.map { JSONMember(name: $0.name, value: $0.value.sorted) }))
    case .null, .bool, .number, .string: return self
    }
  }

  /// The start of the SHA-256 of the value as compact JSON, its names in order (FMT-PRINT-9).
  package var fingerprint: String {
    let text = sorted.compact().bytes
    return Base64.encode(Bytes(SHA256.hash(text.span).bytes.prefix(3)).span)
  }
}

extension Field {
  /// Pairs in the order of their bytes; a value that is alone under its names is taken out.
  static func normal(
    _ fields: [Field], taking names: Set<String>, as taken: inout JSONValue?
  ) -> JSONValue {
    let names = Set(names.map { $0.bytes })
    let places = fields.indices.filter { names.contains(fields[$0].name) }
    var fields = fields
    if places.count == 1 {
      taken = JSONValue(protocolText: fields[places[0]].value)
      fields[places[0]].value = []
    }
    let sorted = fields.sorted {
      $0.name == $1.name
        ? $0.value.lexicographicallyPrecedes($1.value) : $0.name.lexicographicallyPrecedes($1.name)
    }
    return .array(
      sorted.map { .array([JSONValue(protocolText: $0.name), JSONValue(protocolText: $0.value)]) })
  }
}

extension URLParts {
  /// The parameters of URLs and bodies that hold a signature.
  static let signatureNames: Set = ["Signature", "x-oss-signature"]

  fileprivate func normal(taking signature: inout JSONValue?) -> JSONValue {
    var members: JSONObject = [
      "scheme": JSONValue(protocolText: scheme), "host": JSONValue(protocolText: host),
      "port": port.map { .number(JSONNumber(Int64($0))) } ?? .null,
    ]
    members.members += pathAndQuery(taking: Self.signatureNames, as: &signature).members
    return .object(members)
  }

  /// The parts of a request target, whose host does not count (FMT-PRINT-15).
  fileprivate var normalTarget: JSONValue {
    var taken: JSONValue?
    return .object(pathAndQuery(taking: [], as: &taken))
  }

  private func pathAndQuery(
    taking names: Set<String>, as taken: inout JSONValue?
  ) -> JSONObject {
    [
      "path": .array(pathPieces.map { JSONValue(protocolText: $0) }),
      "query": Field.normal(query, taking: names, as: &taken),
      "fragment": fragment.map { JSONValue(protocolText: $0) } ?? .null,
    ]
  }
}
