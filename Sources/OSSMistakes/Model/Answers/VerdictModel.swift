package import OSSPrimitives
internal import OSSVectors

/// Whether an answer to a presigned request is a success (errors.md, "Verdicts on presigned requests").
package struct VerdictModel: Sendable {
  /// Whether a status is a failure (UPL-STAT-1, UPL-STAT-2, UPL-STAT-3).
  package var isFailure: @Sendable (_ status: Int64, _ body: Bytes?) -> Bool = { status, _ in
    status == 203 || status >= 300
  }
  /// The text of a failure (UPL-TEXT-1, UPL-TEXT-3).
  package var text: @Sendable (_ status: Int64, Bytes, VerdictModel) -> String? = { $2.decoded($1) }
  /// What replaces so many bytes that begin no character (UPL-TEXT-2).
  package var replacement: @Sendable (_ byteCount: Int) -> String = { _ in "\u{FFFD}" }

  func answer(_ input: InputReader) throws(Refusal) -> Answer {
    let status = try input.requiredInteger("status")
    let body = try input.bytes("body")
    guard isFailure(status, body) else { return Answer(members: ["verdict": "success"]) }
    var members: JSONObject = ["verdict": "failure"]
    members["text"] = body.flatMap { text(status, $0, self) }.map { .string($0) }
    return Answer(members: members)
  }

  /// The bytes as UTF-8, with something in place of each longest beginning of a character.
  package func decoded(_ bytes: Bytes) -> String {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var text = ""
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let character): text.unicodeScalars.append(UTF8.decode(character))
      case .error(let length):
        text.unicodeScalars.append(contentsOf: replacement(length).unicodeScalars)
      case .emptyInput: return text
      }
    }
  }
}
