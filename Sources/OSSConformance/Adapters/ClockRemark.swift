internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Sees that an adapter signs at times of its own and not at those of the requests (ADP-RUN-4).
enum ClockRemark {
  /// A sentence for the person who runs the adapter, if no dated answer has the time of its request.
  ///
  /// A wrong time zone moves all dates alike, so it is not taken for a wrong clock.
  static func remarks(on findings: some Sequence<Finding>) -> [String] {
    var differences: Set<Int64> = []
    var count = 0
    for finding in findings {
      guard let difference = finding.clockDifference else { continue }
      if difference == 0 { return [] }
      count += 1
      differences.insert(difference)
    }
    guard differences.count > 1 else { return [] }
    return [
      "Each of the \(count) answers with a date has another time than its request: freeze the clock "
        + "of the SDK. \(Program.name) adapter-check -- COMMAND tries it."
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
