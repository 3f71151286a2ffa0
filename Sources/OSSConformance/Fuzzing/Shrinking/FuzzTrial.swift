internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// A request of the fuzzer, put to an adapter and judged.
struct FuzzTrial: Sendable {
  let request: FuzzRequest
  let finding: Finding
  /// In which way the signature is wrong; nil where it is right or missing.
  let shape: FailureShape?

  /// Judges a reply.
  init(request: FuzzRequest, vector: Vector, reply: Reply) {
    self.request = request
    let whole = Finding(vector: vector, reply: reply)
    finding = whole.shortened
    let steps = vector.expectation.outcome.answer?.stages ?? [:]
    shape = whole.verdict.failure.flatMap { FailureShape($0, steps: steps) }
  }

  /// The vector of a request whose expectation is the reference's answer; nil if it gives none.
  ///
  /// The judge compares two answers and knows the signer of neither.
  static func vector(for request: FuzzRequest) -> Vector? {
    let input = request.input
    guard case .ok(let answer) = ReferenceAdapter().answer(request.operation, input) else {
      return nil
    }
    return Vector(
      id: "fuzz", operation: request.operation, level: .must,
      clauses: [request.isV4 ? "V4-STS-1" : "V1-STS-1"],
      comment: "A random request.", provenance: .derived(reason: "Computed by the reference."),
      input: input, expectation: Expectation(outcome: .answer(answer.asExpected(of: input))))
  }

  /// Asks an adapter for requests.
  ///
  /// - Returns: One trial for each request; nil where the reference has no answer, so that nobody
  ///   was asked.
  static func ask<Answering: Adapter & ~Copyable>(
    _ requests: [FuzzRequest], of adapter: inout Answering, progress: (Int) -> Void = { _ in }
  ) throws(AdapterError) -> [FuzzTrial?] {
    let vectors = requests.map { vector(for: $0) }
    let places = vectors.indices.filter { vectors[$0] != nil }
    var trials = [FuzzTrial?](repeating: nil, count: requests.count)
    var count = 0
    try adapter.ask(vectors.compactMap { $0.map { AdapterRequest($0) } }) { index, reply in
      let place = places[index]
      trials[place] = vectors[place].map {
        FuzzTrial(request: requests[place], vector: $0, reply: reply)
      }
      count += 1
      progress(count)
    }
    return trials
  }
}

/// The way in which an answer is wrong, without what depends on the request at hand.
///
/// While a request is shrunk it must continue to fail in the same way, so that one mistake does not
/// turn into another.
struct FailureShape: Hashable, Sendable {
  private let kind: FailureKind
  /// The first step or member that differs, with the sort of part in it.
  private let place: String
  /// The line of a string to sign that differs: 1 to 4, 5 for the headers, 6 for the resource.
  private let line: Int?
  /// The part of a signature of V4 that differs, in words; nil where nothing shows it.
  let stage: String?
  private let isMissing: Bool
  private let isAdded: Bool

  /// The shape of a failure; nil for a refusal, which says nothing of a signature.
  ///
  /// - Parameters:
  ///   - failure: What the judge found.
  ///   - steps: The steps that are expected, which tell where the resource begins.
  init?(_ failure: Failure, steps: JSONObject) {
    if failure.kind == .rejected { return nil }
    kind = failure.kind
    let first = failure.differences.first
    // A part may name a header or a parameter, which shrinking may change: its first word stays.
    let part = first?.part?.split(separator: " ").first.map { " " + $0 } ?? ""
    place = first.map { $0.name + part } ?? Self.firstWord(failure)
    let resource = steps["canonicalizedResource"]?.stringValue ?? ""
    let stage = first.flatMap { StageV4.name(of: $0, steps: steps) }
    self.stage = stage
    line =
      stage == nil ? first.flatMap { Self.line(of: $0, resourceCount: resource.utf8.count) } : nil
    isMissing = first?.expected != nil && first?.actual == nil
    isAdded = first?.expected == nil && first?.actual != nil
  }

  /// What a message of a broken adapter begins with, such as the type of an exception.
  private static func firstWord(_ failure: Failure) -> String {
    guard failure.kind == .adapterFailed else { return "" }
    return String(failure.message.prefix { !$0.isNumber && $0 != "'" && $0 != "\"" }.prefix(60))
  }

  private static func line(of difference: Difference, resourceCount: Int) -> Int? {
    guard difference.name == "stringToSign", let offset = difference.offset,
      let expected = difference.expected, let actual = difference.actual
    else { return nil }
    let breaks = expected.prefix(offset).count { $0 == 0x0a }
    if breaks < 4 { return breaks + 1 }
    let start = expected.count - resourceCount
    // Where the resource should begin, something else than a slash is a header too many.
    let isHeader = offset == start && offset < actual.count && actual[offset] != 0x2f
    return offset < start || isHeader ? 5 : 6
  }
}

/// The part of a V4 signature in which an answer first differs.
enum StageV4 {
  private static let names = [
    "canonicalUri": "the canonical URI", "canonicalQuery": "the canonical query",
    "canonicalHeaders": "the canonical headers", "additionalHeaders": "the additional headers",
    "scope": "the credential scope", "signingKey": "the signing key",
    "canonicalRequestHash": "the hash of the canonical request",
  ]

  /// Names the part.
  ///
  /// - Parameters:
  ///   - difference: The first difference.
  ///   - steps: The steps that are expected.
  /// - Returns: The name; nil where a member differs that says nothing of the parts, such as the
  ///   signature alone.
  static func name(of difference: Difference, steps: JSONObject) -> String? {
    guard steps["canonicalUri"] != nil else { return nil }
    if let name = names[difference.name] { return name }
    guard let offset = difference.offset, let expected = difference.expected else { return nil }
    switch difference.name {
    case "canonicalRequest": return part(at: offset, of: expected, steps)
    case "stringToSign":
      let lines = [
        "the name of the algorithm", "the time of signing", "the credential scope",
        "the hash of the canonical request",
      ]
      return lines[min(expected.prefix(offset).count { $0 == 0x0a }, lines.count - 1)]
    default: return nil
    }
  }

  /// Which of the six parts of a canonical request a byte belongs to.
  ///
  /// The LF behind a part belongs to it: what differs there is a part that is too long.
  private static func part(at offset: Int, of request: Bytes, _ steps: JSONObject) -> String {
    var end = request.firstIndex(of: 0x0a) ?? request.count
    if offset <= end { return "the method" }
    for step in ["canonicalUri", "canonicalQuery", "canonicalHeaders", "additionalHeaders"] {
      end += 1 + (steps[step]?.stringValue?.utf8.count ?? 0)
      if offset <= end { return names[step] ?? step }
    }
    return "the payload line"
  }
}
