/// A report that is to be written: in which form, and where.
struct ReportRequest: Hashable {
  /// In which form.
  let format: ReportFormat
  /// The file's path; `-` for the standard output.
  let path: String

  /// Reads the values of the flag `--report`: `FORMAT=FILE`, joined by commas.
  static func read(_ arguments: Arguments) throws(UsageError) -> [ReportRequest] {
    var requests: [ReportRequest] = []
    for value in arguments.all(.report) {
      for part in value.split(separator: ",", omittingEmptySubsequences: false) {
        let halves = part.split(separator: "=", maxSplits: 1)
        guard halves.count == 2, let format = ReportFormat(rawValue: String(halves[0])) else {
          throw .invalidValue(
            .report, value, expected: "json=FILE or junit=FILE, or both joined by a comma")
        }
        requests.append(ReportRequest(format: format, path: String(halves[1])))
      }
    }
    if requests.count(where: { $0.path == "-" }) > 1 {
      throw .invalidValue(.report, "-", expected: "free for a second report")
    }
    return requests
  }
}
