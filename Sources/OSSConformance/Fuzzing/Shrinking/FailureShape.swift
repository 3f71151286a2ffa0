internal import OSSPrimitives

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
  private let isMissing: Bool
  private let isAdded: Bool

  /// The shape of a failure; nil for a refusal, which says nothing of a signature.
  init?(_ failure: Failure) {
    if failure.kind == .rejected { return nil }
    kind = failure.kind
    let first = failure.differences.first
    // A part may name a header or a parameter, which shrinking may change: its first word stays.
    let part = first?.part?.split(separator: " ").first.map { " " + $0 } ?? ""
    place = first.map { $0.name + part } ?? Self.firstWord(failure)
    line = first.flatMap(Self.line)
    isMissing = first?.expected != nil && first?.actual == nil
    isAdded = first?.expected == nil && first?.actual != nil
  }

  /// What a message of a broken adapter begins with, such as the type of an exception.
  private static func firstWord(_ failure: Failure) -> String {
    guard failure.kind == .adapterFailed else { return "" }
    return String(failure.message.prefix { !$0.isNumber && $0 != "'" && $0 != "\"" }.prefix(60))
  }

  private static func line(_ difference: Difference) -> Int? {
    guard difference.name == "stringToSign", let offset = difference.offset,
      let expected = difference.expected, let actual = difference.actual
    else { return nil }
    let breaks = expected.prefix(offset).count { $0 == 0x0a }
    if breaks < 4 { return breaks + 1 }
    // Behind the four lines a slash begins the resource; either side may have reached it.
    let starts = [expected, actual].map { text -> UInt8? in
      let start = text.prefix(offset).lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
      return start < text.count ? text[start] : nil
    }
    return starts == [0x2f, 0x2f] ? 6 : 5
  }
}
