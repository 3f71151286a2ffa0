internal import OSSEndpoint
internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Two requests, and what is wrong where the replies are the same, or where they are not.
private struct Comparison {
  /// How the replies must be.
  enum Rule: Hashable {
    case same, different
    /// The second one may be a refusal or `unsupported`.
    case sameIfAnswered
  }

  var first: ProbeRequest?
  var second: ProbeRequest?
  let rule: Rule
  let what: String
  let fix: String
}

extension AdapterCheck {
  /// Texts and byte strings reach the SDK whole (ADP-LINE-6).
  mutating func checkTexts() {
    let sample = samples.first { $0.request(text: "") != nil }
    let topics = [
      ("outside ASCII", Self.foreignTexts), ("U+0000", Self.zeros),
      ("byte strings", Self.byteStrings),
    ]
    for (name, comparisons) in topics {
      var outcome = Self.noText
      if let sample { outcome = compared(sample, comparisons(sample)) }
      add("ADP-LINE-6", "takes texts whole: \(name)", outcome)
    }
  }

  private static func foreignTexts(_ sample: ProbeSample) -> [Comparison] {
    // Some readers end a line at U+2028.
    let text = "\u{e9}\u{4e2d}\u{1f600}\u{2028}"
    let escaped = sample.request(text: .string(text))
    var raw = escaped
    raw?.form = .utf8(text)
    return [
      Comparison(
        first: escaped, second: raw, rule: .same,
        what: "one text had two answers, once with escapes of JSON and once in UTF-8",
        fix: "Read the input as UTF-8, end a line at LF alone, and parse it with a library."),
      Comparison(
        first: escaped, second: sample.request(text: "\u{e8}\u{4e2e}\u{1f601}\u{2028}"),
        rule: .different, what: "two texts that differ outside ASCII alone had one answer",
        fix: "Hand the text on as UTF-8; ASCII and Latin-1 lose characters."),
    ]
  }

  /// U+0000, which ends a text of C.
  private static func zeros(_ sample: ProbeSample) -> [Comparison] {
    [
      Comparison(
        first: sample.request(text: "a\u{0}b"), second: sample.request(text: "a"),
        rule: .different, what: "the text “a”, U+0000, “b” had the answer of “a”",
        fix: "Keep the length beside the text; if your SDK cannot, reply unsupported.")
    ]
  }

  private static func byteStrings(_ sample: ProbeSample) -> [Comparison] {
    [
      Comparison(
        first: sample.request(text: ["base64": "/2E="]),
        second: sample.request(text: ["base64": "/2I="]), rule: .different,
        what: "two byte strings {\"base64\": …} had one answer", fix: Self.decodeBytes),
      Comparison(
        first: sample.request(text: "a"), second: sample.request(text: ["base64": "YQ=="]),
        rule: .sameIfAnswered,
        what: "{\"base64\": \"YQ==\"} had another answer than its text, “a”",
        fix: Self.decodeBytes),
    ]
  }

  private static let decodeBytes =
    "Decode the bytes for your SDK; if it takes text alone, reply unsupported."

  private static var noText: AdapterCheckStep.Outcome {
    .untried("no operation that takes any text had the answer ok, and the same again")
  }

  /// Asks both requests of each comparison; every request must have a reply that is not `failed`.
  private mutating func compared(
    _ sample: ProbeSample, _ comparisons: [Comparison]
  ) -> AdapterCheckStep.Outcome {
    var seen = ""
    for comparison in comparisons {
      guard let first = comparison.first, let second = comparison.second else { continue }
      let heard = [ask(first), ask(second)]
      for one in heard {
        var fault = fault(in: one)
        if case .reply(.failed(let message)) = one {
          fault = .wrong("the reply is failed: \(message ?? "no message")", fix: "")
        }
        if case .wrong(let what, _) = fault { return .wrong(what, fix: comparison.fix) }
      }
      guard case .reply(let reply) = heard[0], case .reply(let other) = heard[1] else { continue }
      seen = other.status
      if comparison.rule == .sameIfAnswered, other.status != "ok" { continue }
      guard case .ok = reply else { continue }
      if sample.isSame(heard[0], heard[1]) == (comparison.rule == .different) {
        return .wrong(comparison.what, fix: comparison.fix)
      }
    }
    return .right(seen)
  }

  /// The time of a request, and no other, reaches the SDK (ADP-RUN-4).
  mutating func checkClock() {
    add("ADP-RUN-4", "shows the SDK the time of the request as its clock", clock())
    // Answers that change by themselves show nothing in the steps that follow.
    if steps.last?.isWrong == true { samples.removeAll { $0.request(later: 0) != nil } }
  }

  private mutating func clock() -> AdapterCheckStep.Outcome {
    let clocked = samples.filter { $0.request(later: 0) != nil }
    guard !clocked.isEmpty else { return .untried("no operation with a clock had the answer ok") }
    let rest = sampledAt + limits.tick - MonotonicClock.now()
    if rest > 0 { ByteChannel.pause(rest) }
    for sample in clocked {
      let name = sample.operation.rawValue
      let again = ask(sample.request)
      if !sample.isSame(again, .reply(sample.reply)) {
        return fault(in: again)
          ?? .wrong(
            "\(name): the same request had another answer a second later",
            fix: "Freeze the clock that your SDK reads, as spec/adapters/README.md shows.")
      }
      guard let later = sample.request(later: 86_400) else { continue }
      let moved = ask(later)
      if let fault = fault(in: moved) { return fault }
      if sample.isSame(moved, .reply(sample.reply)) {
        return .wrong(
          "\(name): a day later in time, the answer was the same",
          fix: "Set the clock at each request, and not when the program starts.")
      }
    }
    return .right(clocked.map(\.operation.rawValue).joined(separator: ", "))
  }

  /// What came on the standard output beside replies (ADP-LINE-1, ADP-LINE-4, ADP-LINE-5).
  mutating func checkOutput() {
    add(
      "ADP-LINE-1", "writes nothing but replies to the standard output",
      talk.stray.map {
        .wrong($0, fix: "Send logs and warnings of the SDK to the standard error.")
      } ?? .right())
    guard identity != nil else { return }
    add(
      "ADP-LINE-4", "names in each reply the seq of its request, once",
      talk.misnamed.map {
        .wrong($0, fix: "Copy seq from the request, and write one line for each.")
      } ?? .right())
  }

  /// The end, once with `bye` and once without (ADP-RUN-8).
  mutating func checkEnd() {
    for (saysBye, when) in [(true, "at bye"), (false, "at the end of its input")] {
      let promise = "ends \(when)"
      switch talk.leave(saysBye: saysBye) {
      case .exited(let status): add("ADP-RUN-8", promise, .right("exit status \(status)"))
      case .signaled(let signal): add("ADP-RUN-8", promise, .right("signal \(signal)"))
      case .killed, nil:
        let seconds = Double(limits.farewell / 1_000_000) / 1_000
        add(
          "ADP-RUN-8", promise,
          .wrong(
            "it was still there after \(seconds) s",
            fix: "Leave the loop, and end threads that the SDK has started."))
      }
    }
  }
}
