internal import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// Failures that no known mistake explains and that look alike.
package struct NewKind: Sendable {
  /// The way in which they failed.
  package let kind: FailureKind
  /// What they have in common, in a few words.
  package let what: String
  /// Their vectors.
  package let vectors: [Vector]
  /// The smallest vector's first difference, where there is one.
  package let difference: Difference?

  /// The smallest of the vectors.
  package var smallest: Vector? { vectors.smallest }

  /// The first clause that all of them cite; nil without one.
  package var clause: String? {
    smallest?.clauses.first { clause in vectors.allSatisfy { $0.clauses.contains(clause) } }
  }

  /// Failures in groups, each with the remark that says most of most failures, the largest first.
  ///
  /// Which clause a vector cites says little of the cause: one mistake in a string to sign breaks
  /// every clause of a version. So a remark on the bytes comes before one on the step.
  static func groups(of findings: [Finding]) -> [NewKind] {
    var open = findings.map { (finding: $0, remarks: $0.remarks) }
    var kinds: [NewKind] = []
    while let best = best(of: open.map(\.remarks)) {
      let group = open.filter { $0.remarks.contains { $0.key == best.key } }.map(\.finding)
      open.removeAll { $0.remarks.contains { $0.key == best.key } }
      if let kind = NewKind(group, best) { kinds.append(kind) }
    }
    return kinds
  }

  /// The remark with the greatest product of what it says and how many it is true of.
  private static func best(of remarks: [[Remark]]) -> Remark? {
    var places: [String: Int] = [:]
    var candidates: [(remark: Remark, count: Int)] = []
    for remark in remarks.joined() {
      if let place = places[remark.key] {
        candidates[place].count += 1
      } else {
        places[remark.key] = candidates.count
        candidates.append((remark, 1))
      }
    }
    // The first of several that are as good.
    return candidates.reduce(nil as (remark: Remark, count: Int)?) { best, next in
      guard let best else { return next }
      return next.remark.weight * next.count > best.remark.weight * best.count ? next : best
    }?.remark
  }

  private init?(_ group: [Finding], _ remark: Remark) {
    guard let failure = group.first?.verdict.failure else { return nil }
    (kind, vectors) = (failure.kind, group.map(\.vector))
    let smallest = vectors.smallest?.id
    difference =
      group.first { $0.vector.id == smallest }?.verdict.failure?.differences.first
    let steps = Set(group.compactMap { $0.verdict.failure?.differences.first?.title }).sorted()
    switch remark.text {
    case nil: what = Self.shapes(of: group)
    case let text? where steps.isEmpty: what = text
    case let text?: what = Self.list(steps) + ": " + text
    }
  }

  /// How the failures of a group look; where they differ in the member, the way beside it.
  private static func shapes(of group: [Finding]) -> String {
    let all = Set(group.map(\.shape)).sorted()
    return all.count == 1 ? all[0] : list(all) + "; " + (group.first?.way ?? "")
  }

  private static func list(_ texts: [String]) -> String {
    texts.prefix(3).joined(separator: ", ")
      + (texts.count > 3 ? " and \(texts.count - 3) more" : "")
  }
}

/// What can be said of a failure, and perhaps of others.
struct Remark: Hashable {
  /// What is the same for all failures of which it can be said.
  let key: String
  /// What is said; nil where the failures themselves say it.
  let text: String?
  /// How much it says.
  let weight: Int
}

extension Finding {
  /// What can be said of the failure, first what says most.
  fileprivate var remarks: [Remark] {
    guard let failure = verdict.failure else { return [] }
    let behaviour = Remark(key: behaviour, text: nil, weight: 2)
    switch failure.kind {
    case .mismatch:
      let texts = failure.differences.first?.remarks(beside: vector.input) ?? []
      return texts.map { Remark(key: $0.text, text: $0.text, weight: $0.weight) } + [behaviour]
    case .accepted, .rejected:
      let ofClauses = vector.clauses.map {
        Remark(key: shape + " " + $0, text: shape, weight: 10)
      }
      return ofClauses + [Remark(key: shape, text: shape, weight: 6)]
    case .adapterFailed, .timeout, .crash, .implausible: return [behaviour]
    }
  }

  /// What is the same for all failures of one behaviour.
  fileprivate var behaviour: String {
    guard let failure = verdict.failure else { return "" }
    let kind = failure.kind.rawValue
    switch failure.kind {
    // What proves nothing follows from what is wrong elsewhere, and is no behaviour of its own.
    case .implausible, .timeout, .crash: return kind
    case .mismatch:
      guard let first = failure.differences.first else { return kind }
      let step = vector.operation.signsRequest ? first.name : ""
      return [place, kind, step, first.way].joined(separator: " ")
    case .accepted, .rejected, .adapterFailed:
      return [place, kind, shape].joined(separator: " ")
    }
  }

  /// One cause shows in headers and URLs of a version alike; other operations are read by themselves.
  private var place: String {
    vector.operation.signsRequest ? vector.operation.family : vector.operation.rawValue
  }

  /// In which way the first difference is one.
  fileprivate var way: String { verdict.failure?.differences.first?.way ?? "" }

  /// How the vector failed, in words that are the same for failures of one kind.
  fileprivate var shape: String {
    guard let failure = verdict.failure else { return "" }
    switch failure.kind {
    case .mismatch: return failure.differences.first?.shape ?? "the answer shows nothing to judge"
    case .accepted:
      guard case .rejection(let errorClass) = vector.expectation.outcome else { return "answered" }
      return "the SDK answered, and must refuse (\(errorClass))"
    case .rejected: return "the SDK refused (\(refusal)), and must answer"
    case .adapterFailed: return "the adapter or the SDK broke"
    case .timeout: return "no reply came in time"
    case .crash: return "the adapter died"
    case .implausible: return "the reply proves nothing"
    }
  }

  private var refusal: String {
    guard case .rejected(let errorClass, _) = reply else { return "nothing" }
    return errorClass?.visible ?? "no error class"
  }
}

extension Difference {
  /// Which step differs, and whether something is missing, is not expected or is another.
  fileprivate var shape: String {
    switch (expected, actual) {
    case (nil, _): "\(title) is not expected"
    case (_, nil): "\(title) is missing"
    default: "\(title) differs"
    }
  }
}

extension Difference {
  /// True sentences on what one side has in place of the other, and how much each says.
  ///
  /// - Parameter input: The input of the vector: its texts are called by their names, such as
  ///   `{accessKeyId}`.
  func remarks(beside input: JSONObject) -> [(text: String, weight: Int)] {
    guard let expected else { return [("not expected", 8)] }
    guard let actual else { return [("missing", 8)] }
    let names = InputNames(input)
    let changes = Change.between(expected.words, actual.words)
    let inside = changes.flatMap(\.inside)
    let kinds = Set((changes + inside).compactMap(\.kinds))
    let remarks =
      (members(expected, actual) + faults(expected, actual)).map { ($0, 12) }
      + Self.texts(of: changes, names).map { ($0, 10) }
      + Self.texts(of: inside, names).map { ($0, 9) }
      + changes.compactMap(\.numbers).map { ($0, 9) }
      + orders(expected, actual).map { ($0, 12) }
      // Of several kinds there are in a signature.
      + (kinds.count == 1 ? kinds.map { ($0, 6) } : [])
      + form(expected, actual).map { ($0, 7) } + (way == "other bytes" ? [] : [(way, 3)])
    var texts: Set<String> = []
    return remarks.filter { texts.insert($0.0).inserted }
  }

  /// In which way one side differs from the other, as far as the bytes show it.
  var way: String {
    guard let expected else { return "not expected" }
    guard let actual else { return "missing" }
    if let form = form(expected, actual).first { return form }
    if expected.starts(with: actual) { return "it ends early" }
    if actual.starts(with: expected) { return "more at the end" }
    if expected.reversed().starts(with: actual.reversed()) { return "it begins late" }
    if actual.reversed().starts(with: expected.reversed()) { return "more at the beginning" }
    return "other bytes"
  }

  /// In which form both sides have the same.
  private func form(_ expected: Bytes, _ actual: Bytes) -> [String] {
    if actual.isEmpty { return ["empty"] }
    if actual.lowercased == expected.lowercased { return ["another case"] }
    if actual.stripped == expected.stripped { return ["other blanks at the ends"] }
    if actual.percentDecoded == expected.percentDecoded { return ["another percent-encoding"] }
    return []
  }

  /// The headers that only one side has as lines, and the parameters that only one has.
  private func members(_ expected: Bytes, _ actual: Bytes) -> [String] {
    let kinds: [(Unicode.Scalar, Unicode.Scalar, String)] = [
      ("\n", ":", "line"), ("&", "=", "parameter"),
    ]
    return kinds.flatMap { separator, end, word -> [String] in
      guard [expected, actual].contains(where: { $0.contains(UInt8(ascii: separator)) }) else {
        return []
      }
      let due = expected.names(of: separator, end)
      let given = actual.names(of: separator, end)
      return given.subtracting(due).sorted().map { "extra \(word) \($0)" }
        + due.subtracting(given).sorted().map { "missing \(word) \($0)" }
    }
  }

  /// The classes of faults that only one list has.
  private func faults(_ expected: Bytes, _ actual: Bytes) -> [String] {
    guard name == "faults", let due = expected.classes, let given = actual.classes
    else { return [] }
    return given.subtracting(due).sorted().map { "extra \($0)" }
      + due.subtracting(given).sorted().map { "missing \($0)" }
  }

  /// What both sides have, in another order.
  private func orders(_ expected: Bytes, _ actual: Bytes) -> [String] {
    let parts: [(Unicode.Scalar, String)] = [
      ("\n", "lines"), ("&", "parameters"), (";", "names"),
    ]
    return parts.compactMap { separator, word in
      let (due, given) = (expected.parts(at: separator), actual.parts(at: separator))
      let isSame =
        due.sorted { $0.lexicographicallyPrecedes($1) }
        == given.sorted { $0.lexicographicallyPrecedes($1) }
      return isSame ? "the \(word) in another order" : nil
    }
  }

  /// The changes in words; none where they are so many that they say nothing, as in a signature.
  private static func texts(of changes: [Change], _ names: InputNames) -> [String] {
    let texts = Set(changes.compactMap { $0.text(names) })
    return texts.count > 6 ? [] : texts.sorted()
  }
}

/// Bytes that are given in place of those that are due.
private struct Change {
  var due = Bytes()
  var given = Bytes()

  /// How many pieces and bytes are looked at.
  private static let limit = 400

  /// The places where two rows of pieces part; none where they are too long.
  static func between(_ due: [Bytes], _ given: [Bytes]) -> [Change] {
    guard due.count <= limit, given.count <= limit else { return [] }
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for step in given.difference(from: due) {
      switch step {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var changes: [Change] = []
    var change = Change()
    var (left, right) = (0, 0)
    while left < due.count || right < given.count {
      if removed.contains(left) {
        change.due += due[left]
        left += 1
      } else if inserted.contains(right) {
        change.given += given[right]
        right += 1
      } else {
        if !change.isEmpty { changes.append(change) }
        change = Change()
        (left, right) = (left + 1, right + 1)
      }
    }
    return change.isEmpty ? changes : changes + [change]
  }

  private var isEmpty: Bool { due.isEmpty && given.isEmpty }

  /// The characters that part; none where fewer than half are the same, which is so by chance.
  var inside: [Change] {
    let (left, right) = (due.characters, given.characters)
    let changes = Change.between(left, right)
    let removed = changes.reduce(0) { $0 + $1.due.characters.count }
    return 2 * (left.count - removed) < min(left.count, right.count) ? [] : changes
  }

  /// Both sides in a few words; nil where they are long.
  func text(_ names: InputNames) -> String? {
    let (due, given) = (names.named(due), names.named(given))
    // A letter or a digit in place of another is so by chance.
    let isOneLetter =
      due.count == 1 && given.count == 1 && (due + given).allSatisfy(\.isLetterOrDigit)
    guard max(due.count, given.count) <= 24, !isOneLetter else { return nil }
    if due.isEmpty { return "extra " + given.quoted }
    if given.isEmpty { return "missing " + due.quoted }
    return "\(given.quoted) in place of \(due.quoted)"
  }

  /// By how much a number differs.
  var numbers: String? {
    guard let due = due.decimal, let given = given.decimal, due != given else { return nil }
    let (size, isOver) = given.subtractingReportingOverflow(due)
    return isOver ? nil : "a number that is \(size.magnitude) too \(size < 0 ? "small" : "large")"
  }

  /// Characters of one kind in place of those of another.
  var kinds: String? {
    guard let due = due.kind, let given = given.kind, due != given else { return nil }
    return "\(given) in place of \(due)"
  }
}

/// The names of the texts in an input, the longest text first.
private struct InputNames {
  private var texts: [(text: String, name: String)] = []

  init(_ input: JSONObject) {
    take(.object(input))
    texts.sort { $0.text.utf8.count > $1.text.utf8.count }
  }

  private mutating func take(_ value: JSONValue) {
    for member in value.objectValue?.members ?? [] {
      // What is shorter occurs by chance.
      if let text = member.value.stringValue, text.utf8.count > 3 {
        texts.append((text, member.name))
      } else {
        take(member.value)
      }
    }
  }

  /// The bytes with names in place of the texts.
  func named(_ bytes: Bytes) -> Bytes {
    texts.reduce(bytes) { $0.replacing($1.text, with: "{\($1.name)}") }
  }
}

extension Bytes {
  /// Letters and digits together, a percent-escape, and each other byte by itself.
  fileprivate var words: [Bytes] {
    var words: [Bytes] = []
    var index = 0
    while index < count {
      let digits = self[index...].prefix(3).dropFirst().count { Hexadecimal.value(of: $0) != nil }
      let length =
        self[index] == UInt8(ascii: "%") && digits == 2
        ? 3 : Swift.max(1, self[index...].prefix(while: \.isLetterOrDigit).count)
      words.append(Bytes(self[index..<index + length]))
      index += length
    }
    return words
  }

  /// The characters, each as UTF-8 has it.
  fileprivate var characters: [Bytes] {
    reduce(into: []) { characters, byte in
      if byte & 0xC0 == 0x80, !characters.isEmpty {
        characters[characters.count - 1].append(byte)
      } else {
        characters.append([byte])
      }
    }
  }

  /// What each part has before its end, where it has one, such as the colon of a header's line.
  fileprivate func names(of separator: Unicode.Scalar, _ end: Unicode.Scalar) -> Set<String> {
    Set(
      parts(at: separator).compactMap {
        let (name, value) = $0.halves(at: end)
        return value == nil || !name.isHeaderName ? nil : name.text
      })
  }

  /// Whether it can be the name of a header, as OSS has them.
  private var isHeaderName: Bool {
    (1...40).contains(count) && allSatisfy { $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x5F }
  }

  /// The classes of a JSON array of faults; nil for other bytes.
  fileprivate var classes: Set<String>? {
    (try? JSONReader.read(self))?.arrayValue.map {
      Set($0.compactMap { $0.objectValue?["class"]?.stringValue })
    }
  }

  fileprivate var quoted: String {
    "\"" + ByteExcerpt(self, around: 0, before: 0, after: 200).text + "\""
  }

  /// The kind of all the characters; nil where there are several kinds.
  fileprivate var kind: String? {
    let kinds: [(String, (UInt8) -> Bool)] = [
      ("digits", { (0x30...0x39).contains($0) }),
      ("small letters", { (0x61...0x7A).contains($0) }),
      ("capital letters", { (0x41...0x5A).contains($0) }),
      ("characters beyond ASCII", { $0 > 0x7F }),
    ]
    return isEmpty ? nil : kinds.first { allSatisfy($0.1) }?.0
  }
}
