internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Shows a run of the fuzzer to a person.
package struct FuzzText {
  private let style: Style

  init(style: Style) { self.style = style }

  /// Makes the text for a reader that is no terminal.
  package init() { style = Style(hasColor: false) }

  private static let groupLimit = 10

  /// The report: each kind of mistake, what was refused, and the numbers.
  package func text(_ result: FuzzResult) -> String {
    var blocks = result.kinds.enumerated().map { block($0.offset + 1, $0.element, of: result) }
    blocks.append(groups("rejected", result.rejected) + groups("unsupported", result.unsupported))
    blocks.append(numbers(result))
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func block(_ number: Int, _ kind: FuzzKind, of result: FuzzResult) -> [String] {
    let clauses = kind.clauses.joined(separator: ", ")
    let word = kind.level == .may ? style.yellow("FOUND \(number)") : style.red("FOUND \(number)")
    var lines = [
      "\(word) \(style.bold(kind.title)) (\(kind.level.rawValue), \(clauses))",
      "  \(kind.count) of \(result.failed) failing requests have this; the smallest one:",
    ]
    lines += RequestText.lines(kind.request).map { "    " + $0 }
    if let failure = kind.finding.verdict.failure {
      lines.append("  " + failure.message.visible)
      lines += kind.stage.map { ["  stage: \($0)"] } ?? []
      if let first = failure.differences.first {
        lines += DifferenceText(style: style).lines(first)
      }
      lines += failure.notes.map { "  note: " + $0.visible }
    }
    if !kind.names.isEmpty {
      lines.append("  names (\(kind.names.count)): " + kind.names.joined(separator: ", "))
    }
    lines += kind.diagnosis.map { ["  diagnosis: " + $0.visible] } ?? []
    return lines
  }

  private func groups(_ word: String, _ groups: MessageGroups) -> [String] {
    let all = groups.groups
    var lines = all.prefix(Self.groupLimit).map { "\(word) \($0.count): \($0.message.visible)" }
    if all.count > Self.groupLimit {
      lines.append("\(word): \(all.count - Self.groupLimit) further messages")
    }
    return lines
  }

  private func numbers(_ result: FuzzResult) -> [String] {
    var lines = [
      row("adapter", "\(result.identity.sdk) (\(result.identity.language))".visible),
      row("operations", result.operations.map(\.rawValue).joined(separator: ", ")),
      row("seed", String(result.seed)),
      row(
        "requests",
        "\(result.count): \(result.agreed) agree, \(result.failed) differ, "
          + "\(result.rejected.total) rejected, \(result.unsupported.total) unsupported"),
      row(
        "asked again",
        "\(result.shrinking) times, to shrink and to sort what differs"
          + (result.isCutShort ? "; it took too long and was ended" : "")),
    ]
    if result.unexplained > 0 {
      lines.append(row("not sorted", "\(result.unexplained), which no kind above explains"))
    }
    if let ending = result.ending { lines.append(row("ended early", ending.visible)) }
    return lines + [closing(result)]
  }

  private func closing(_ result: FuzzResult) -> String {
    switch result.exitStatus {
    case .nothingRun where result.operations.isEmpty:
      return style.red("Nothing was asked: the adapter has none of the operations.")
    case .nothingRun: return style.red("Nothing was signed: the SDK refused every request.")
    case .failures, .usage:
      let kinds = result.kinds.count
      return style.red(
        kinds == 1 ? "1 kind of mistake was found." : "\(kinds) kinds of mistakes were found.")
    case .asExpected:
      let open = result.kinds.count
      return style.green(
        open == 0 ? "No mistake was found." : "No mistake was found, and \(open) open at level may."
      )
    }
  }

  private func row(_ name: String, _ text: String) -> String { name.padded(to: 12) + text }
}

/// A request in a few lines that name only what is not plain in it.
enum RequestText {
  static func lines(_ request: FuzzRequest) -> [String] {
    let bucket = request.bucket.map { "/\(shown($0))/" } ?? "/"
    var lines = [
      "\(request.operation.rawValue) \(request.method) \(bucket)\(shown(request.key ?? ""))"
    ]
    lines += request.headers.map { "header \(shown($0.name)): \"\(shown($0.value ?? ""))\"" }
    lines += request.query.map { pair in
      "parameter \(shown(pair.name))" + (pair.value.map { "=\"\(shown($0))\"" } ?? "")
    }
    if let token = request.securityToken { lines.append("security token \"\(shown(token))\"") }
    if !request.additionalHeaders.isEmpty {
      let names = request.additionalHeaders.map { "\"\(shown($0))\"" }
      lines.append("additional headers " + names.joined(separator: ", "))
    }
    let plain = FuzzRequest()
    func other(_ name: String, _ text: String, than usual: String) {
      if !text.hasSameBytes(as: usual) { lines.append("\(name) \"\(shown(text))\"") }
    }
    other("secret", request.accessKeySecret, than: plain.accessKeySecret)
    other("access key ID", request.accessKeyID, than: plain.accessKeyID)
    other("endpoint", request.endpoint, than: plain.endpoint)
    other("addressing", request.addressing ?? "", than: "")
    other("time", String(request.time), than: String(plain.time))
    other("region", request.region, than: plain.region)
    other("product", request.product ?? "", than: "")
    if request.isV4, request.isPresigned {
      other("seconds of validity", String(request.validity), than: String(plain.validity))
    } else if request.isPresigned {
      other("expires", String(request.expires), than: String(plain.expires))
    }
    return lines
  }

  /// A text as JSON writes it in ASCII, without its quotation marks.
  private static func shown(_ text: String) -> String {
    let json = String(decoding: JSONValue.string(text).canonical(), as: UTF8.self)
    return String(json.drop { $0 == "\"" }.prefix { $0 != "\n" }.dropLast())
  }
}
