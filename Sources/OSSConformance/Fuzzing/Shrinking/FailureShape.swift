internal import OSSPrimitives
internal import OSSVectors

/// The way in which an answer is wrong, without what depends on the request at hand.
///
/// While a request is shrunk it must go on failing in the same way, lest one mistake turn into
/// another on the way.
struct FailureShape: Hashable, Sendable {
  private let kind: FailureKind
  /// The first step or member that differs, with the sort of part in it.
  private let place: String
  /// The line of a string to sign that differs: 1 to 4, 5 for the headers, 6 for the resource.
  private let line: Int?
  /// The part of a signature of V4 that differs, in words; nil where nothing tells.
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
