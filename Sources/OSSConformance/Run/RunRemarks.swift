internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

extension Run {
  /// A sentence for each name in the handshake and each class in a reply that this runner does not
  /// know (ADP-PROF-3, ADP-HELLO-6), and one if the clock is not that of the requests (ADP-RUN-4).
  var remarks: [String] {
    let classes = findings.compactMap { finding -> String? in
      if case .rejected(let errorClass, _) = finding.reply { errorClass } else { nil }
    }
    return Self.unknown(identity.operations, Operation.self, "lists the unknown operation")
      + Self.unknown(identity.profiles ?? [], Profile.self, "claims the unknown profile")
      + Self.unknown(identity.habits, Habit.self, "declares the unknown habit")
      + Self.unknown(classes, ErrorClass.self, "answers with the unknown error class")
      + clockRemark
  }

  /// The first unknown names of a closed list, each once, with what may be meant.
  private static func unknown<Word: RawRepresentable<String> & CaseIterable>(
    _ names: [String], _ words: Word.Type, _ what: String
  ) -> [String] {
    var unknown: [String] = []
    for name in names where Word(rawValue: name) == nil && !unknown.contains(name) {
      unknown.append(name)
    }
    return unknown.prefix(8).map { name in
      let nearest = name.nearest(of: words.allCases.map(\.rawValue))
      return "The adapter \(what) “\(name.cut(after: 80))”\(nearest.asHint)"
    }
  }

  /// A sentence if no dated answer has the time of its request.
  ///
  /// A wrong time zone moves all dates alike, so it is not taken for a wrong clock.
  private var clockRemark: [String] {
    let differences = findings.compactMap(\.clockDifference)
    guard !differences.contains(0), Set(differences).count > 1 else { return [] }
    return [
      "Each of the \(differences.count) answers with a date has another time than its request: "
        + "freeze the clock of the SDK. \(Program.name) adapter-check -- COMMAND tries it."
    ]
  }
}

extension Finding {
  /// The seconds from the time of the request to the date of the answer; nil if it shows no date.
  fileprivate var clockDifference: Int64? {
    guard case .ok(let answer) = reply, let time = vector.input["time"]?.integerValue,
      case .array(let headers)? = answer.members["headers"]
    else { return nil }
    for case .array(let header) in headers where header.count == 2 {
      guard case .string(let name) = header[0], case .string(let text) = header[1] else { continue }
      let date: Moment? =
        switch name.lowercased() {
        case "date": try? Moment(rfc1123: text)
        case "x-oss-date": (try? Moment(iso8601Basic: text)) ?? (try? Moment(rfc1123: text))
        default: nil
        }
      if let date { return date.seconds - time }
    }
    return nil
  }
}
