package import OSSJSON
package import OSSPrimitives
package import OSSVectors

/// Answers of a token server (token-responses.md).
package struct TokenModel: Sendable {
  /// What is read, given the body and what the decoder makes of it (TOK-DEC-1, TOK-REF-2).
  package var decoded: @Sendable (_ body: Bytes, _ given: Bytes?) -> Bytes? = { $1 }
  /// The bytes without one byte-order mark at their beginning (TOK-BODY-2).
  package var withoutMark: @Sendable (Bytes) -> Bytes = {
    $0.starts(with: [0xEF, 0xBB, 0xBF]) ? Bytes($0.dropFirst(3)) : $0
  }
  /// The JSON in the bytes; nil for anything else (TOK-BODY-1, TOK-REF-3, TOK-REF-15, TOK-REF-16).
  package var json: @Sendable (Bytes) -> JSONValue? = {
    try? JSONReader.read($0, limits: JSONLimits(depth: 64, byteCount: 65_536))
  }
  /// The name by which a member of the answer, or of its Credentials, is known (TOK-BODY-4, TOK-SHAPE-5).
  package var name: @Sendable (String) -> String = { $0 }
  /// The object whose members are read (TOK-BODY-3, TOK-SHAPE-5).
  package var opened: @Sendable (JSONObject) -> JSONObject = { $0 }

  /// Whether an HTTP status is a success; nil where no HTTP was involved (TOK-STAT-1, TOK-REF-1).
  package var isHTTPSuccess: @Sendable (Int64?) -> Bool = { $0 == nil || $0 == 200 }
  /// The names of the statuses that are judged (TOK-STAT-2, TOK-STAT-3, TOK-STAT-4, TOK-STAT-6).
  package var judgedStatuses: @Sendable (JSONObject) -> [String] = { _ in
    TokenShape.statuses
  }
  /// Whether a `StatusCode` or `statusCode` is a success (TOK-STAT-2, TOK-STAT-3, TOK-STAT-7).
  package var isStatusSuccess: @Sendable (JSONValue) -> Bool = { $0 == 200 || $0 == "200" }
  /// Whether a `Code` is a success (TOK-STAT-4).
  package var isCodeSuccess: @Sendable (JSONValue) -> Bool = { $0 == "Success" }
  /// Whether a flat answer says at all that it is a success (TOK-STAT-5).
  package var saysSuccess: @Sendable (JSONObject) -> Bool = {
    $0["StatusCode"] != nil || $0["Code"] != nil
  }

  /// Whether an answer has members of two shapes (TOK-REF-6).
  package var isTorn: @Sendable (JSONObject) -> Bool = { TokenShape.isTorn($0) }
  /// Where the four members are, and their names (TOK-SHAPE-1 to TOK-SHAPE-6).
  package var shape: @Sendable (JSONObject) -> TokenShape = { TokenShape($0) }
  /// The text of a member as JSON has it (TOK-REF-7, TOK-REF-8, TOK-REF-9, TOK-MEM-2).
  package var text: @Sendable (TokenPart, JSONValue?) throws(Refusal) -> String = {
    (part, value) throws(Refusal) in
    switch value {
    case nil: throw Refusal(.tokenMissingMember, "The answer has no \(part).")
    case .null: throw Refusal(.tokenNullMember, "The \(part) is null.")
    case .string(let text): return text
    default: throw Refusal(.tokenNonTextMember, "The \(part) is no text.")
    }
  }
  /// A text without the white space at its ends (TOK-MEM-4, TOK-MEM-5, CRED-TRIM-1 to CRED-TRIM-4).
  package var trimmed: @Sendable (TokenPart, String) -> String = { $1.trimmed() }
  /// Whether a member may be empty (TOK-MEM-1, TOK-REF-10).
  package var mayBeEmpty: @Sendable (TokenPart) -> Bool = { _ in false }
  /// Why nothing can be signed with an ID, a secret or a token (TOK-REF-14, V1-REF-3, V1-REF-6,
  /// V1-REF-14; TOK-MEM-3).
  package var fault: @Sendable (TokenPart, String) -> ErrorClass? = { part, text in
    switch part {
    case .accessKeyID: return text.isAccessKeyID ? nil : .invalidAccessKeyID
    case .securityToken: return text.breaksLines ? .invalidSecurityToken : nil
    case .accessKeySecret: return text.breaksLines ? .invalidSecret : nil
    case .expiration: return nil
    }
  }
  /// How the expiration is read (TOK-TIME-1 to TOK-TIME-12).
  package var times = TokenTimeModel()
  /// The moment of an expiration, given the present; nil if it cannot be read (TOK-REF-11).
  package var moment: @Sendable (String, _ now: Int64?, TokenTimeModel) -> Int64? = {
    $2.moment($0)
  }
  /// Whether a token has expired at a moment; nil where the present is not known (TOK-REF-12).
  package var hasExpired: @Sendable (_ expiration: Int64, _ now: Int64?) -> Bool = {
    guard let now = $1 else { return false }
    return $0 <= now
  }
  /// What is done, in the order in which refusals are due (TOK-REF-13).
  package var steps = TokenStep.inOrder

  func answer(_ input: InputReader, _ model: Model) throws(Refusal) -> Answer? {
    var reading = TokenReading(body: try input.requiredBytes("body"), now: try input.integer("now"))
    reading.decoder = try input.text("decoder", orRefuseAs: .invalidInput)
    if let decoder = reading.decoder, !["base64", "nothing"].contains(decoder) {
      throw .shape("decoder", "null, base64 or nothing")
    }
    reading.httpStatus = try input.integer("httpStatus")
    for step in steps { try step.run(&reading, self) }
    return Answer(members: reading.members)
  }

  /// The object with the names by which its members are known; of two of one name the last counts.
  func known(_ object: JSONObject) -> JSONObject {
    var result: JSONObject = [:]
    for member in object.members {
      let inner = member.value.objectValue
      let isNested = name(member.name).hasSameBytes(as: "Credentials") && inner != nil
      result[name(member.name)] = isNested ? .object(known(inner ?? [:])) : member.value
    }
    return result
  }
}

/// One of the four members of a token, in the order in which they are judged.
package enum TokenPart: Int, CaseIterable, Sendable {
  case accessKeyID
  case accessKeySecret
  case securityToken
  case expiration

  /// The name of the part in the output.
  package var outputName: String { TokenShape.camelCase[rawValue] }
}

/// The expiration of a token, from its first character to its last (token-responses.md).
package struct TokenTimeModel: Sendable {
  /// The parts of a text; nil for another form (TOK-TIME-4, TOK-TIME-5, TOK-TIME-8 to TOK-TIME-11).
  package var parts: @Sendable (String) -> CivilTime? = { CivilTime($0) }
  /// Whether a calendar has the date and the time of day (TOK-TIME-6, TOK-TIME-7).
  package var isReal: @Sendable (CivilTime) -> Bool = { $0.isReal }
  /// The milliseconds of the digits of a fraction (TOK-TIME-3).
  package var milliseconds: @Sendable (_ digits: [Int64]) -> Int64 = { digits in
    (digits + [0, 0, 0]).prefix(3).reduce(0) { $0 * 10 + $1 }
  }
  /// The moment for a count of seconds and milliseconds (TOK-TIME-1).
  package var moment: @Sendable (_ seconds: Int64, _ milliseconds: Int64) -> Int64 = {
    $0 * 1000 + $1
  }
  /// Whether a count of seconds lies in the years 1 to 9999 (TOK-TIME-12).
  package var isInRange: @Sendable (Int64) -> Bool = { CivilTime.range ~= $0 }

  /// The moment of a text; nil where it cannot be read.
  func moment(_ text: String) -> Int64? {
    guard let time = parts(text), isReal(time) else { return nil }
    // TOK-TIME-1, TOK-TIME-2.
    let ahead = (time.zoneHour * 60 + time.zoneMinute) * 60
    let seconds = time.localSeconds - (time.isBehind ? -ahead : ahead)
    return isInRange(seconds) ? moment(seconds, milliseconds(time.fraction)) : nil
  }
}
