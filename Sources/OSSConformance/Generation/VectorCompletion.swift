internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Completes one entry of a file: the reference computes what is missing and checks what is there.
///
/// What people state is never written here: classes of refusals, bounds of timelines,
/// `any_of`, `exact`, and what a published source gives.
struct VectorCompletion {
  private let reference = ReferenceAdapter()
  private let alternatives = AlternativeCheck()

  /// The vector of an entry, with every step and every member.
  func completed(
    _ entry: JSONValue, at place: VectorLocation, isAccepted: Bool
  ) throws(GenerationError) -> Vector {
    let entry = try withAnswer(entry, at: place)
    let vector = try rethrowing(as: GenerationError.vectors, Vector(json: entry, at: place))
    do throws(GenerationError) {
      return try checked(vector, in: place.file)
    } catch {
      guard isAccepted, let again = try recomputed(vector, in: place.file) else { throw error }
      return again
    }
  }

  // MARK: What is missing

  /// The entry with its defaults, and with an answer where it has none.
  private func withAnswer(
    _ entry: JSONValue, at place: VectorLocation
  ) throws(GenerationError) -> JSONValue {
    guard case .object(var object) = entry else { return entry }
    object["level"] = object["level"] ?? "must"
    object["flags"] = object["flags"] ?? []
    let stated = object["expect"]?.objectValue ?? [:]
    let besides = ["stages", "exact", "any_of"]
    let hasAnswer = stated.members.contains { member in
      !besides.contains { member.name.hasSameBytes(as: $0) }
    }
    if !hasAnswer, object["expect"]?.objectValue != nil || object["expect"] == nil {
      object["expect"] = .object(stated)
      if let answer = try answer(to: object, at: place) {
        object["expect"] = .object(answer.merged(with: stated))
      }
    }
    object["provenance"] = object["provenance"] ?? DefaultProvenance.json(of: object)
    return .object(object)
  }

  /// What the reference answers; nil where the entry is faulty, which reading it will say.
  private func answer(
    to entry: JSONObject, at place: VectorLocation
  ) throws(GenerationError) -> Answer? {
    guard let word = entry["operation"]?.stringValue,
      let operation = OSSVectors.Operation(rawValue: word),
      let input = entry["input"]?.objectValue
    else { return nil }
    let here = VectorLocation(
      file: place.file, vector: entry["id"]?.stringValue ?? place.vector, path: "expect")
    if let what = operation.statedExpectation { throw .unstated(here, what: what) }
    switch reference.answer(operation, input) {
    case .ok(let answer): return answer.asExpected(of: input)
    case .rejected(let errorClass, let message):
      throw .refused(here, errorClass: errorClass ?? "", message: message ?? "")
    default: throw .notRefused(here, expected: "an answer")
    }
  }

  // MARK: What is there

  /// The vector, checked against the reference, with the steps that it lacks.
  private func checked(_ vector: Vector, in file: String) throws(GenerationError) -> Vector {
    let place = VectorLocation(file: file, vector: vector.id, path: "expect")
    let reply = reference.answer(vector.operation, vector.input)
    try alternatives.check(vector, at: place)
    switch (vector.expectation.outcome, reply) {
    case (.answer(let expected), .ok(let actual)):
      try compare(vector, expected, actual, at: place)
      var expectation = vector.expectation
      expectation.outcome = .answer(
        Answer(
          members: expected.members,
          stages: expected.stages.completed(like: actual.stages)))
      return vector.with(expectation: expectation)
    case (.rejection(let expected), .rejected(let actual, _)):
      if expected != actual {
        throw .refusedOtherwise(place, expected: expected, actual: actual ?? "")
      }
      return vector
    case (.answer, .rejected(let actual, let message)):
      throw .refused(place, errorClass: actual ?? "", message: message ?? "")
    case (.rejection(let expected), _): throw .notRefused(place, expected: expected)
    case (.answer, _): throw .notRefused(place, expected: "an answer")
    }
  }

  private func compare(
    _ vector: Vector, _ expected: Answer, _ actual: Answer, at place: VectorLocation
  ) throws(GenerationError) {
    for step in expected.stages.members where actual.stages[step.name] != step.value {
      throw .differs(
        place.member("stages").member(step.name), expected: step.value.compact(),
        actual: actual.stages[step.name]?.compact() ?? "nothing")
    }
    // The reference must pass by what is expected, and not by an alternative.
    var expectation = vector.expectation
    expectation.alternatives = []
    let strict = vector.with(expectation: expectation)
    guard let failure = Judge.verdict(of: strict, reply: .ok(actual)).failure else { return }
    guard let difference = failure.differences.first else {
      throw .differs(place, expected: "other bounds", actual: failure.message)
    }
    throw .differs(
      place.member(difference.name), expected: Self.text(difference.expected),
      actual: Self.text(difference.actual))
  }

  /// The vector with its answer computed again; nil where people state it.
  private func recomputed(
    _ vector: Vector, in file: String
  ) throws(GenerationError) -> Vector? {
    guard case .derived = vector.provenance, case .answer = vector.expectation.outcome,
      vector.operation.statedExpectation == nil,
      case .ok(let actual) = reference.answer(vector.operation, vector.input)
    else { return nil }
    var expectation = vector.expectation
    expectation.outcome = .answer(actual.asExpected(of: vector.input))
    return try checked(vector.with(expectation: expectation), in: file)
  }

  private static func text(_ bytes: Bytes?) -> String {
    bytes.map { JSONValue.string(String(decoding: $0, as: UTF8.self)).compact() } ?? "nothing"
  }
}

extension OSSVectors.Operation {
  /// What people state of an operation instead of an answer; nil where the reference computes it.
  fileprivate var statedExpectation: String? {
    self == .credentialTimeline ? "the bounds of a timeline" : nil
  }
}

extension Answer {
  /// The members of an `expect` that states no answer, with this one.
  func merged(with stated: JSONObject) -> JSONObject {
    var result = members
    if !stages.members.isEmpty { result["stages"] = .object(stages) }
    for member in stated.members { result[member.name] = member.value }
    return result
  }
}

extension JSONObject {
  /// These steps and those that they lack, in the order in which the reference makes them.
  fileprivate func completed(like order: JSONObject) -> JSONObject {
    var result = JSONObject()
    for step in order.members { result[step.name] = self[step.name] ?? step.value }
    for step in members where result[step.name] == nil { result[step.name] = step.value }
    return result
  }
}

/// Checks the alternatives that people state: each must follow from its own string to sign.
///
/// The string may be one that the reference would not make, so the primitives sign it here.
struct AlternativeCheck {
  /// Finds the first alternative whose signature is not that of its string.
  func check(_ vector: Vector, at place: VectorLocation) throws(GenerationError) {
    for (index, alternative) in vector.expectation.alternatives.enumerated() {
      guard case .answer(let answer) = alternative.outcome,
        let string = answer.stages["stringToSign"],
        let stated = answer.members["signature"],
        let computed = signature(of: string, for: vector), stated != computed
      else { continue }
      throw .differs(
        place.member("any_of").element(index).member("signature"), expected: stated.compact(),
        actual: computed.compact() + " for the string of this alternative")
    }
  }

  /// The signature of a string by the secret of the vector; nil where no version is known.
  private func signature(of string: JSONValue, for vector: Vector) -> JSONValue? {
    let secret = vector.input["credentials"]?.objectValue?["accessKeySecret"]?.stringValue ?? ""
    let (key, message) = (secret.bytes, (string.stringValue ?? "").bytes)
    switch vector.operation {
    case .v1Header, .v1Presign, .livePublish:
      let code = HMACSHA1Key(key.span).authenticationCode(for: message.span).bytes
      return .string(Base64.encode(code.span))
    case .v2Header, .v2Presign:
      let code = HMACSHA256Key(key.span).authenticationCode(for: message.span).bytes
      return .string(Base64.encode(code.span))
    case .v4Header, .v4Presign, .serviceHeader:
      guard let signingKey = Self.signingKey(secret: key, stringToSign: message) else { return nil }
      return .string(signingKey.authenticationCode(for: message.span).hexadecimal)
    default: return nil
    }
  }

  /// The key of V4 for the scope in a string, which may be another than the input's (V4-KEY-1).
  private static func signingKey(secret: Bytes, stringToSign: Bytes) -> HMACSHA256Key? {
    let lines = stringToSign.split(separator: UInt8(ascii: "\n"))
    let scope = lines.count > 2 ? lines[2].split(separator: UInt8(ascii: "/")) : []
    guard scope.count == 4 else { return nil }
    let first = "aliyun_v4".bytes + secret
    var key = HMACSHA256Key(first.span)
    for part in scope {
      let part = Bytes(part)
      key = HMACSHA256Key(key.authenticationCode(for: part.span))
    }
    return key
  }
}

extension Answer {
  /// The answer as a vector expects it: of the headers those that take part in the signature.
  ///
  /// An SDK sends the others as it likes (FMT-JUDGE-4).
  func asExpected(of input: JSONObject) -> Answer {
    let additional = (input["additionalHeaders"]?.arrayValue ?? []).compactMap {
      $0.stringValue?.lowercased()
    }
    var result = self
    result.members["headers"] = members["headers"].map { headers in
      Self.signedHeaders(headers, besides: additional)
    }
    return result
  }

  private static func signedHeaders(
    _ headers: JSONValue, besides additional: [String]
  ) -> JSONValue {
    let signed = ["authorization", "date", "content-type", "content-md5"] + additional
    return .array(
      (headers.arrayValue ?? []).filter { header in
        guard let name = header.arrayValue?.first?.stringValue?.lowercased() else { return true }
        return name.hasPrefix("x-oss-") || signed.contains(name)
      })
  }
}
