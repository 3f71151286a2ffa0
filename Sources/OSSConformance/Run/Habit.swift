internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// What an SDK always does, and OSS accepts, although the vectors do not ask for it (ADP-HABIT-1).
///
/// A closed list: the page of the protocol defines each.
package enum Habit: String, CaseIterable, Hashable, Sendable {
  /// A request of V1 always has `x-oss-date`, the time of signing, which is then its Date line.
  case v1SendsOSSDate = "v1-always-sends-x-oss-date"
  /// A request of V4 has the time of signing in `Date` alone.
  case v4SendsDateAlone = "v4-sends-date-alone"
  /// A URL of V4 signs and lists the header `host`.
  case v4URLSignsHost = "v4-url-signs-host"

  /// What is right for an SDK with the habit, with all steps; nil where the habit changes nothing.
  private func due(_ vector: Vector, _ right: Answer) -> Answer? {
    switch self {
    case .v1SendsOSSDate:
      inputWithDate(of: vector).flatMap { ReferenceAdapter().answer(vector.operation, $0).answer }
    case .v4SendsDateAlone:
      vector.operation == .v4Header ? dateAlone(vector.input, right) : nil
    case .v4URLSignsHost:
      inputWithHost(of: vector, right).flatMap { ReferenceAdapter().answer(.v4Presign, $0).answer }
    }
  }

  /// The finding about an answer, judged by what is right for an SDK with the habit; nil where the
  /// habit changes nothing.
  ///
  /// As much of that is judged as the vector asks for. Names are found for the answer without the
  /// habit, which is what other SDKs with the mistake give.
  func judged(_ given: Answer, to vector: Vector) -> Finding? {
    guard case .answer(let asked) = vector.expectation.outcome,
      let right = ReferenceAdapter().answer(vector.operation, vector.input).answer,
      let due = due(vector, right)
    else { return nil }
    let expectation = Expectation(
      outcome: .answer(due.cut(to: asked)), exact: vector.expectation.exact)
    var finding = Finding(vector: vector.with(expectation: expectation), reply: .ok(given))
    if finding.verdict.isPass {
      finding.vector = vector
      finding.verdict = .notComparable(
        reason: "the SDK has the habit \(rawValue), and nothing else differs")
    } else {
      let plain = without(given, due, right, vector) ?? Answer(members: [:])
      finding.fingerprint = Fingerprint(of: .ok(plain), to: vector)
    }
    return finding
  }

  /// The input of a vector of V1 with the header `x-oss-date`; nil where it has one.
  private func inputWithDate(of vector: Vector) -> JSONObject? {
    guard vector.operation == .v1Header,
      let seconds = vector.input["time"]?.integerValue
    else { return nil }
    let headers = vector.input["headers"]?.arrayValue ?? []
    let names = headers.compactMap { $0.arrayValue?.first?.stringValue?.lowercased() }
    guard !names.contains("x-oss-date") else { return nil }
    guard let moment = try? Moment(seconds: seconds) else { return nil }
    var input = vector.input
    let added: JSONValue = .array(["x-oss-date", .string(moment.rfc1123)])
    input["headers"] = .array(headers + [added])
    return input
  }

  /// The input of a URL of V4 with the host of that URL among the additional headers; nil where the caller
  /// gives a `Host`.
  private func inputWithHost(of vector: Vector, _ right: Answer) -> JSONObject? {
    let headers = vector.input["headers"]?.arrayValue ?? []
    guard vector.operation == .v4Presign, !headers.contains(where: { $0.headerName == "host" }),
      let host = right.members["url"]?.protocolText?.between("://", "/")
    else { return nil }
    let names = vector.input["additionalHeaders"]?.arrayValue ?? []
    var input = vector.input
    input["headers"] = .array(headers + [.array(["host", .string(host.text)])])
    input["additionalHeaders"] = .array(names + ["host"])
    return input
  }
}

extension Habit {
  /// The headers of a time.
  fileprivate static let own = ["x-oss-date", "date"]

  /// The answer of V4 with the time in `Date` in the place of `x-oss-date`: the right canonical request
  /// without that line, hashed and signed by the reference.
  private func dateAlone(_ input: JSONObject, _ right: Answer) -> Answer? {
    guard let request = right.stages["canonicalRequest"]?.stringValue,
      let headers = right.stages["canonicalHeaders"]?.stringValue,
      let hash = right.stages["canonicalRequestHash"]?.stringValue,
      let string = right.stages["stringToSign"]?.stringValue,
      let (start, end) = request.halves(at: "\n" + headers)
    else { return nil }
    let lines = string.split(separator: "\n", maxSplits: 2)
    guard lines.count == 3 else { return nil }
    let time = String(lines[1])
    // An x-oss-date of the caller is then a header like any other.
    let callers = (input["headers"]?.arrayValue ?? []).compactMap(\.pair)
      .filter { $0.name.lowercased() == "x-oss-date" }.map(\.value)
    let changed = headers.split(separator: "\n").compactMap { line -> String? in
      if line.hasPrefix("x-oss-date:") {
        return callers.isEmpty ? nil : "x-oss-date:" + callers.joined(separator: ",")
      }
      return line.hasPrefix("date:") ? "date:" + time : String(line)
    }
    let text = start + "\n" + changed.map { $0 + "\n" }.joined() + end
    let digest = SHA256.hash(Bytes(text.utf8).span).hexadecimal
    let toSign = String(string.dropLast(hash.count)) + digest
    guard let signature = Self.signature(of: .string(toSign), .v4String, input),
      let old = right.members["signature"]?.stringValue,
      let authorization = right.members["authorization"]?.stringValue,
      let sent = right.members["headers"]?.arrayValue
    else { return nil }
    let signed = String(authorization.dropLast(old.count)) + signature
    let others = sent.compactMap(\.pair).filter {
      !(Self.own + ["authorization"]).contains($0.name.lowercased())
    }
    let pairs: [(name: String, value: String)] =
      others + callers.map { ("x-oss-date", $0) } + [("Date", time), ("Authorization", signed)]
    var answer = right
    answer.members["signature"] = .string(signature)
    answer.members["authorization"] = .string(signed)
    answer.members["headers"] = .array(
      pairs.map { .array([.string($0.name), .string($0.value)]) })
    answer.stages["canonicalHeaders"] = .string(changed.map { $0 + "\n" }.joined())
    answer.stages["canonicalRequest"] = .string(text)
    answer.stages["canonicalRequestHash"] = .string(digest)
    answer.stages["stringToSign"] = .string(toSign)
    return answer
  }

  /// The signature of a string to sign, beside the credentials of an input.
  private static func signature(
    of string: JSONValue, _ operation: OSSVectors.Operation, _ input: JSONObject
  ) -> String? {
    var asked: JSONObject = ["stringToSign": string]
    for name in ["credentials", "region", "product", "time"] { asked[name] = input[name] }
    return ReferenceAdapter().answer(operation, asked).answer?.members["signature"]?.stringValue
  }
}

extension Habit {
  /// What an answer would be without the habit; nil where it does not show the text that the habit
  /// changes, or is not signed with it.
  private func without(
    _ given: Answer, _ due: Answer, _ right: Answer, _ vector: Vector
  ) -> Answer? {
    let isV4 = vector.operation != .v1Header
    var texts = [given, due, right].compactMap {
      $0.stages[isV4 ? "canonicalRequest" : "stringToSign"]?.protocolText
    }
    guard texts.count == 3, let string = given.stages["stringToSign"]?.protocolText
    else { return nil }
    let whole = texts[0]
    if self == .v4URLSignsHost { texts = texts.map { $0.withList(of: texts[2]) } }
    guard let text = texts[0].takingBack(texts[1], to: texts[2]) else { return nil }
    var new = text
    if isV4 {
      let hashes = [whole, text].map { SHA256.hash($0.span).hexadecimal }
      new = string.replacing(hashes[0], with: hashes[1])
    }
    let signatures = [string, new].compactMap {
      Self.signature(
        of: JSONValue(protocolText: $0), isV4 ? .v4String : .v1String, vector.input)
    }
    let written = JSONValue.object(given.members).compact().bytes
    guard new != string, signatures.count == 2, written.contains(signatures[0]),
      let members = try? JSONReader.read(
        written.replacing(signatures[0], with: signatures[1])
      ).objectValue
    else { return nil }
    var plain = Answer(members: members)
    if self == .v4URLSignsHost, let url = plain.members["url"]?.protocolText,
      let list = right.members["url"]?.protocolText
    {
      plain.members["url"] = JSONValue(protocolText: url.withList(of: list))
    }
    if let sent = plain.members["headers"]?.arrayValue, sent.allSatisfy({ $0.headerName != nil }),
      case .answer(let asked) = vector.expectation.outcome,
      let wanted = asked.members["headers"]?.arrayValue
    {
      func isOwn(_ header: JSONValue) -> Bool { Self.own.contains(header.headerName ?? "") }
      plain.members["headers"] = .array(sent.filter { !isOwn($0) } + wanted.filter(isOwn))
    }
    return plain
  }
}

extension Answer {
  /// As much of an answer as another one has: members, steps, and headers beside those of a date.
  fileprivate func cut(to asked: Answer) -> Answer {
    let names = (asked.members["headers"]?.arrayValue ?? []).map(\.headerName)
    var cut = Answer(
      members: JSONObject(members.members.filter { asked.members[$0.name] != nil }),
      stages: JSONObject(stages.members.filter { asked.stages[$0.name] != nil }))
    if let headers = cut.members["headers"]?.arrayValue {
      cut.members["headers"] = .array(
        headers.filter {
          names.contains($0.headerName) || Habit.own.contains($0.headerName ?? "")
        })
    }
    return cut
  }
}

extension Bytes {
  /// Where the parameter with the list of additional headers is in a query; nil without one.
  private var placeOfList: Range<Int>? {
    let name = "x-oss-additional-headers="
    guard let start = index(of: name) else { return nil }
    let end = self[start...].firstIndex { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "\n") }
    return start..<(end ?? count)
  }

  /// The query with the list of additional headers that another one has, or without one.
  fileprivate func withList(of other: Bytes) -> Bytes {
    guard var place = placeOfList else { return self }
    let list = other.placeOfList.map { Bytes(other[$0]) } ?? []
    if list.isEmpty {
      let isBefore = place.upperBound < count && self[place.upperBound] == UInt8(ascii: "&")
      let start = isBefore ? place.lowerBound : Swift.max(0, place.lowerBound - 1)
      place = start..<place.upperBound + (isBefore ? 1 : 0)
    }
    return Bytes(self[..<place.lowerBound]) + list + Bytes(self[place.upperBound...])
  }

  /// The text with the lines of `plain` where those of `habit` differ; nil where it does not have
  /// each of these once.
  fileprivate func takingBack(_ habit: Bytes, to plain: Bytes) -> Bytes? {
    var lines = parts(at: "\n")
    var (old, new) = (habit.parts(at: "\n")[...], plain.parts(at: "\n")[...])
    var before: [Bytes] = []
    while !old.isEmpty || !new.isEmpty {
      if let line = old.first, line == new.first {
        before = [line]
        (old, new) = (old.dropFirst(), new.dropFirst())
        continue
      }
      let gone = old.prefix(1).filter { !new.contains($0) }
      let added = new.prefix(1).filter { !old.contains($0) }
      guard !gone.isEmpty || !added.isEmpty, let at = (gone + before).first,
        let place = lines.firstIndex(of: at), lines.lastIndex(of: at) == place
      else { return nil }
      lines.replaceSubrange(place...place, with: (gone.isEmpty ? before : []) + added)
      if !added.isEmpty { before = added }
      (old, new) = (old.dropFirst(gone.count), new.dropFirst(added.count))
    }
    return Bytes(lines.joined(separator: [0x0A]))
  }
}

extension JSONValue {
  /// The name of a header, in lower case; nil where the value is no header.
  fileprivate var headerName: String? { pair?.name.lowercased() }

  /// The two texts of an array of a name and a value.
  fileprivate var pair: (name: String, value: String)? {
    guard let elements = arrayValue, elements.count == 2, let name = elements[0].stringValue,
      let value = elements[1].stringValue
    else { return nil }
    return (name, value)
  }
}

extension AdapterIdentity {
  /// The finding; a failure as an SDK with the declared habits has it, which is not comparable where
  /// the habit is all that differs.
  func allowingForHabits(_ finding: Finding) -> Finding {
    guard finding.verdict.failure != nil, case .ok(let given) = finding.reply else {
      return finding
    }
    return habits.lazy.compactMap(Habit.init(rawValue:))
      .compactMap { $0.judged(given, to: finding.vector) }.first ?? finding
  }
}
