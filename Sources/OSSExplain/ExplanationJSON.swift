package import OSSJSON
internal import OSSPrimitives

extension Explanation {
  /// The explanation for a program: `oss-conform explain --json`, the control port and the page have it.
  package var json: JSONValue {
    var members: JSONObject = [:]
    members["code"] = answered.code.map { .string($0) }
    members["ec"] = answered.ec.map { .string($0) }
    members["findings"] = .array(findings.map { $0.json })
    members["missing"] = .texts(missing)
    members["expected"] = expected.map { name, lines in
      ["name": .string(name), "text": .string(lines.joined(by: "\n").text)]
    }
    return .object(members)
  }
}

extension FoundCause {
  /// The finding for a program; a member that says nothing is not there.
  package var json: JSONValue {
    var members: JSONObject = [
      "id": .string(cause.id), "certainty": .string(certainty.rawValue),
      "sentence": .string(sentence),
    ]
    if isProved { members["proved"] = true }
    members["detail"] = detail.map { .string($0) }
    members["clause"] = clause.map { .string($0) }
    members["vector"] = vector.map { .string($0) }
    members["fix"] = .string(fix)
    members["difference"] = difference.map { .object($0.members) }
    return .object(members)
  }
}

extension TextDifference {
  fileprivate var members: JSONObject {
    var members: JSONObject = ["part": .string(part)]
    members["offset"] = offset.map { .number(JSONNumber($0)) }
    members["expected"] = sent.map { .string($0.text) }
    members["signed"] = signed.map { .string($0.text) }
    return members
  }

  /// The offset of the first byte that differs; nil where a side is missing.
  private var offset: Int? {
    guard let sent, let signed else { return nil }
    return sent.firstDifference(from: signed)
  }
}
