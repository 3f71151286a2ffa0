package import OSSJSON
package import OSSPrimitives
internal import OSSVectors

/// What is known of an answer while it is read.
package struct TokenReading: Sendable {
  package var body: Bytes
  package var now: Int64?
  package var decoder: String?
  package var httpStatus: Int64?
  package var bytes: Bytes?
  package var json: JSONValue?
  package var object: JSONObject = [:]
  package var shape: TokenShape?
  /// The output: what was read so far.
  package var members: JSONObject = [:]
}

/// One step of reading an answer, which refuses for its own reasons (TOK-REF-13).
package struct TokenStep: Sendable {
  /// What the step does, by which a mistake finds it.
  package enum Kind: Hashable, Sendable {
    case httpStatus, decoder, json, object, credentials, status, torn, statusLacking
    case nullCredentials
    case member(TokenPart)
    case time, expired, other
  }

  package let kind: Kind
  package let run: @Sendable (inout TokenReading, TokenModel) throws(Refusal) -> Void

  /// The steps in the order of TOK-REF-13.
  static let inOrder: [TokenStep] =
    [httpStatus, decoder, json, object, credentials, status, torn, statusLacking, nullCredentials]
    + TokenPart.allCases.map(member) + [time, expired]

  /// TOK-REF-1, TOK-STAT-1.
  static let httpStatus = TokenStep(kind: .httpStatus) { (reading, model) throws(Refusal) in
    guard model.isHTTPSuccess(reading.httpStatus) else {
      throw Refusal(.tokenHTTPStatus, "The HTTP status is not 200.")
    }
  }

  /// The decoder is asked for an answer whose HTTP status is right (TOK-DEC-1, TOK-DEC-2, TOK-REF-2).
  static let decoder = TokenStep(kind: .decoder) { (reading, model) throws(Refusal) in
    var given: Bytes? = reading.body
    if reading.decoder == "nothing" { given = nil }
    if reading.decoder == "base64" {
      given = String(validUTF8: reading.body).flatMap { try? Base64.decode($0) }
    }
    reading.bytes = model.decoded(reading.body, given)
    if reading.bytes == nil { throw Refusal(.tokenNotDecoded, "The decoder gave nothing.") }
  }

  /// What a decoder gives is judged as a body is (TOK-BODY-1, TOK-BODY-2, TOK-DEC-3, TOK-REF-3).
  static let json = TokenStep(kind: .json) { (reading, model) throws(Refusal) in
    let bytes = reading.bytes ?? []
    // The limit is one of the bytes as they came, their mark included (TOK-REF-15).
    let read = bytes.count > 65_536 ? bytes : model.withoutMark(bytes)
    guard let json = model.json(read) else {
      throw Refusal(.tokenNotJSON, "The answer is not JSON.")
    }
    reading.json = json
  }

  /// TOK-REF-4.
  static let object = TokenStep(kind: .object) { (reading, model) throws(Refusal) in
    guard let object = reading.json?.objectValue else {
      throw Refusal(.tokenNotObject, "The answer is no object.")
    }
    reading.object = model.known(model.opened(object))
  }

  /// TOK-REF-4.
  static let credentials = TokenStep(kind: .credentials) { (reading, _) throws(Refusal) in
    guard let value = reading.object["Credentials"], !value.isNull else { return }
    if value.objectValue == nil { throw Refusal(.tokenNotObject, "Credentials is no object.") }
  }

  /// TOK-REF-5, TOK-STAT-6.
  static let status = TokenStep(kind: .status) { (reading, model) throws(Refusal) in
    for name in model.judgedStatuses(reading.object) {
      guard let value = reading.object[name] else { continue }
      let isRight = name == "Code" ? model.isCodeSuccess(value) : model.isStatusSuccess(value)
      if !isRight { throw Refusal(.tokenStatus, "The answer says that it is a failure.") }
    }
  }

  /// TOK-REF-6.
  static let torn = TokenStep(kind: .torn) { (reading, model) throws(Refusal) in
    if model.isTorn(reading.object) { throw Refusal(.tokenTorn, "The answer has two shapes.") }
  }

  /// TOK-STAT-5.
  static let statusLacking = TokenStep(kind: .statusLacking) { (reading, model) throws(Refusal) in
    let shape = model.shape(reading.object)
    if shape.isFlat, !model.saysSuccess(reading.object) {
      throw Refusal(.tokenMissingMember, "The answer has no StatusCode.")
    }
    reading.shape = shape
  }

  /// TOK-REF-8.
  static let nullCredentials = TokenStep(kind: .nullCredentials) { (reading, _) throws(Refusal) in
    if reading.object["Credentials"]?.isNull == true {
      throw Refusal(.tokenNullMember, "Credentials is null.")
    }
  }

  /// TOK-MEM-1 to TOK-MEM-5, TOK-REF-7 to TOK-REF-10, TOK-REF-14.
  static func member(_ part: TokenPart) -> TokenStep {
    TokenStep(kind: .member(part)) { (reading, model) throws(Refusal) in
      let text = model.trimmed(part, try model.text(part, reading.shape?[part]))
      if text.utf8.isEmpty, !model.mayBeEmpty(part) {
        throw Refusal(.tokenEmptyMember, "The \(part) is empty.")
      }
      if let fault = model.fault(part, text) {
        throw Refusal(fault, "A request cannot carry the \(part).")
      }
      reading.members[part.outputName] = .string(text)
    }
  }

  /// TOK-REF-11.
  static let time = TokenStep(kind: .time) { (reading, model) throws(Refusal) in
    let text = reading.members["expiration"]?.stringValue ?? ""
    guard let moment = model.moment(text, reading.now, model.times) else {
      throw Refusal(.tokenInvalidTime, "The expiration cannot be read.")
    }
    reading.members["expiration"] = .number(JSONNumber(moment))
  }

  /// TOK-REF-12.
  static let expired = TokenStep(kind: .expired) { (reading, model) throws(Refusal) in
    guard let moment = reading.members["expiration"]?.integerValue else { return }
    if model.hasExpired(moment, reading.now) { throw Refusal(.tokenExpired, "It has expired.") }
  }
}
