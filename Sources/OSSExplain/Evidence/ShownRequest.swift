internal import OSSJSON
internal import OSSPrimitives

extension ContiguousArray<UInt8> {
  /// The request that a browser, a tool or a library shows as names and values, as a request of HTTP, and the
  /// text without it; nil for another text (EXP-EV-8).
  ///
  /// - Complexity: O(*n*) in the length of the text.
  var shownRequest: (rest: Bytes, request: Bytes)? {
    let names = ["equest URL", "uri: http", "\nHEADERS:", "\"Request Headers\""]
    guard names.contains(where: { contains($0) }) else { return nil }
    let lines = parts(at: "\n")
    guard var shown = ShownRequest(lines) else { return nil }
    shown.readHeaders(lines)
    guard let head = shown.head, let request = try? SentRequest.read(head),
      request.signature.version != nil || request.hostName?.ends(with: ".aliyuncs.com") == true
    else { return nil }
    // The status and the headers of the answer are no part of the request, nor are other lines.
    let rest = lines[..<shown.start] + shown.others + lines[shown.end...]
    return (Array(rest).joined(by: "\n"), head)
  }

  /// The text with the lines that Apache HttpClient puts between quotation marks as they are:
  /// `>> "GET / HTTP/1.1[\r][\n]"`.
  var withoutWireMarks: Bytes {
    if !contains("[\\r][\\n]\"") { return self }
    return parts(at: "\n").map { line in
      for mark in [">> \"", "<< \""] where line.ends(with: "[\\r][\\n]\"") {
        guard let place = line.index(of: mark.bytes) else { continue }
        let text = line[(place + 4)...].dropLast("[\\r][\\n]\"".utf8.count)
        return Bytes(line[..<(place + 3)]) + text
      }
      return line
    }.joined(by: "\n")
  }
}

/// A request as the panel of a browser, the log of Dio or Resty, or the console of Postman shows it.
private struct ShownRequest {
  private(set) var start: Int
  private(set) var end: Int
  private var method = "GET".bytes
  private var target = Bytes()
  private var fields: [Bytes] = []
  /// The lines among the headers that are none, and those of the answer.
  private(set) var others: [Bytes] = []

  /// The request as HTTP; nil where the target is no path and no URL.
  var head: Bytes? {
    guard let first = target.first, first == UInt8(ascii: "/") || target.begins(with: "http") else {
      return nil
    }
    let line = method + " ".bytes + target + " HTTP/1.1".bytes
    return ([line] + fields).joined(by: "\n") + "\n\n".bytes
  }

  /// Finds its first line; nil without one.
  init?(_ lines: [Bytes]) {
    let bare = lines.map { Self.bare($0) }
    func place(_ isIt: (Bytes) -> Bool) -> Int? { bare.firstIndex(where: isIt) }
    if let index = place({ $0.lowercased.begins(with: "request url") }) {
      let value = Self.value(bare, index)
      (start, end, target) = (index, value.next, value.text)
    } else if let index = place({ $0.begins(with: "uri: http") }),
      place({ $0.begins(with: "method: ") }) != nil
    {
      (start, end, target) = (index, index + 1, bare[index].behind("uri: ") ?? [])
    } else if let index = place({ Self.isHeadOfResty($0) }) {
      let words = bare[index].split { $0 == 0x20 }.map { Bytes($0) }
      (start, end, method, target) = (index, index + 1, words[0], words[1])
    } else if let index = place({ $0.ends(with: ": {") && $0[...].isRequestLine }) {
      let words = bare[index].dropLast(3).split { $0 == 0x20 }.map { Bytes($0) }
      (start, end, method, target) = (index, index + 1, words[0], words[1])
    } else {
      return nil
    }
  }

  private static func isHeadOfResty(_ line: Bytes) -> Bool {
    line.ends(with: "  HTTP/1.1") && line.contains("  /")
      && PastedString.isMethod(Bytes(line.prefix { $0 != 0x20 }))
  }

  /// A line without what a log of a phone puts before it.
  private static func bare(_ line: Bytes) -> Bytes {
    let marks = ["I/flutter: ", "flutter: "]
    return (marks.lazy.compactMap { line.behind($0) }.first ?? line).stripped
  }

  /// The value behind the name of a line, or on the next one, and the line after it.
  private static func value(_ lines: [Bytes], _ index: Int) -> (text: Bytes, next: Int) {
    let own = lines[index].halves(at: ":").after?.stripped ?? []
    if !own.isEmpty || index + 1 == lines.count { return (own, index + 1) }
    return (lines[index + 1], index + 2)
  }

  private static let settings = [
    "status", "remote", "referrer", "uri", "responsetype", "followredirects", "connecttimeout",
    "receivetimeout", "sendtimeout", "persistentconnection", "receivedatawhenstatuserror", "extra",
    "general", "network",
  ]

  /// What follows the headers.
  private static let ends = [
    "<", "http/", "***", "----", "body", "\"response", "}", "traceback", "form data",
    "query string", "request payload", "payload",
  ]

  /// Reads the names and values behind the first line, up to an answer.
  mutating func readHeaders(_ lines: [Bytes]) {
    let bare = lines.map { Self.bare($0) }
    var isAnswer = false
    while end < bare.count {
      let line = bare[end]
      let small = line.lowercased
      let isEnd = Self.ends.contains { small.begins(with: $0) }
      if isEnd, !small.begins(with: "},") { return }
      if ["response headers", "request headers", "headers:"].contains(where: {
        small.begins(with: $0)
      }) {
        isAnswer = small.begins(with: "response")
        end += 1
        continue
      }
      let name = line.prefix { $0 != UInt8(ascii: ":") }.filter { $0 > 0x20 && $0 != 0x22 }
      let isName =
        !name.isEmpty && name.count < line.count && line.contains(":")
        && name.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
      if !isName || isAnswer || small.begins(with: "status code") { others.append(lines[end]) }
      guard isName else {
        end += 1
        continue
      }
      let (text, next) = Self.value(bare, end)
      end = next
      take(Bytes(name), text.trimming { "\", ".utf8.contains($0) }, isOfAnswer: isAnswer)
    }
  }

  private mutating func take(_ name: Bytes, _ value: Bytes, isOfAnswer: Bool) {
    let small = name.lowercased
    if small.isText("requestmethod") || small.isText("method") {
      method = value
    } else if !isOfAnswer, !value.isEmpty, !value.begins(with: "{"),
      !Self.settings.contains(where: { small.begins(with: $0) })
    {
      fields.append(name + ": ".bytes + value)
    }
  }
}
