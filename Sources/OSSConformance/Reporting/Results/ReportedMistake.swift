internal import OSSPrimitives
internal import OSSVectors

/// One element of the diagnosis in a JSON report.
struct ReportedMistake: Hashable {
  /// The ids of the mistakes; none where no known mistake explains the failures.
  var ids: [String]
  /// What is wrong, in sentences or, for a new kind, in a few words and what is known of it.
  var text: String
  /// The clauses that are broken.
  var clauses: [String]
  /// The ids of the vectors that failed so.
  var vectors: [String]
  /// The id of the smallest vector.
  var smallest: String
  /// What the smallest vector asks for, and its input, on one line.
  var request: String

  /// Reads an element.
  ///
  /// - Parameters:
  ///   - reader: The element.
  ///   - reasons: What the list of known failures says of vectors, by their ids.
  init(_ reader: MemberReader, reasons: [String: String]) throws(VectorError) {
    ids = []
    clauses = []
    var sentences: [String] = []
    for (index, value) in try reader.elements("mistakes").enumerated() {
      let mistake = try MemberReader(
        value, at: reader.place.member("mistakes").element(index))
      ids.append(try mistake.text("id"))
      sentences.append(try mistake.text("sentence"))
      for clause in try mistake.texts("clauses") where !clauses.contains(clause) {
        clauses.append(clause)
      }
    }
    vectors = try reader.texts("vectors")
    let vector = try reader.members("smallest")
    smallest = try vector.text("id")
    let input = try vector.members("input").object
    request = try vector.text("operation") + " " + JSONValue.object(input.brief).compact()
    if ids.isEmpty {
      sentences = [try reader.text("what")]
      for reason in vectors.compactMap({ reasons[$0] }) where !sentences.contains(reason) {
        sentences.append(reason)
      }
      if sentences.count > 1 { sentences[0] += "." }
      clauses = Array(try vector.texts("clauses").prefix(1))
    }
    if reader.object["exceptions"] != nil {
      let exceptions = try reader.texts("exceptions").map { "`\($0)`" }.joined(separator: ", ")
      sentences.append("It passes \(exceptions), which such a signer fails.")
    }
    text = sentences.joined(separator: " ")
  }
}

extension JSONObject {
  /// The input without empty lists and without what most vectors have alike: the sample credentials,
  /// the time, the expiry and the endpoint.
  fileprivate var brief: JSONObject {
    let sample = FuzzRequest(operation: .v1Presign).input
    let common = ["credentials", "time", "expires", "endpoint"]
    return JSONObject(
      members.filter { member in
        if common.contains(member.name), member.value == sample[member.name] { return false }
        return member.value.arrayValue?.isEmpty != true
      })
  }
}
