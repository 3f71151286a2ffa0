package import OSSJSON
package import OSSPrimitives
internal import OSSServices

/// What explains a refusal, and what would tell more.
package struct Explanation {
  /// The findings, the surest first; empty where nothing was found.
  package let findings: [FoundCause]
  /// What OSS makes of the request, where it shows no text of its own: its name and its lines, without
  /// the token (EXP-FIND-6).
  package let expected: (name: String, lines: [Bytes])?
  /// What was not given and would show more, such as `the string that your client signed`
  /// (EXP-FIND-11).
  package let missing: [String]
  /// The code of the answer that was explained, and its exact cause; nil where it shows none.
  package let answered: (code: String?, ec: String?)

  init(_ findings: [FoundCause], _ facts: Facts) {
    self.findings = findings
    answered = facts.answered
    let isSure = findings.contains { $0.certainty != .possible }
    let isCallback = findings.first?.cause.id == "callback-not-verified"
    expected = isSure && !isCallback ? nil : facts.expected
    missing = Self.missing(findings, facts)
  }

  private static func missing(_ findings: [FoundCause], _ facts: Facts) -> [String] {
    let isSure = findings.contains { $0.certainty != .possible }
    if !isSure, HARFile.isOpen(facts.evidence.pasted) {
      return ["the entry of the refused request: the HAR file shows none that was refused"]
    }
    var missing: [String] = []
    let error = facts.error
    // What something else answers has nothing of OSS behind it.
    let isShown = error != nil && !findings.contains { $0.cause.id == "answer-not-shown" }
    let isOpen = !isShown && !isSure
    let isUnsaid =
      error?.code == "SignatureDoesNotMatch" && error?.signedString == nil
      && facts["policy"] == nil
    if isOpen || isUnsaid, facts["method"]?.isText("HEAD") == true {
      missing.append("the answer to the same request with GET: one to HEAD has no body")
    } else if isOpen {
      missing.append("the whole answer of OSS, with its Code, Message and EC")
    } else if isUnsaid {
      let isRPC = facts.version == .rpc || facts["rpc-said"] != nil
      let string = isRPC ? "message with the string to sign" : "answer with its StringToSign"
      missing.append("the whole " + string)
    }
    if facts["request"]?.isText("absent") == true {
      missing.append("the request: its URL, its curl command or its headers")
    }
    // Without another side to compare it with, one's own string shows nothing.
    if error?.code == "SignatureDoesNotMatch" || missing.isEmpty, facts.evidence.string == nil {
      missing.append("the string that your client signed")
    }
    return missing
  }
}

/// One finding: a cause, how sure it is, and what shows it.
package struct FoundCause: Sendable {
  package let cause: Cause
  package let certainty: Certainty
  /// What shows it, as one sentence; never a secret, a token or a signature (EXP-EV-2).
  package let detail: String?
  package let difference: TextDifference?
  /// Whether the client's very signature or hash is that of this cause.
  package let isProved: Bool
  private let version: SignatureKind?
  /// What to change where what shows it says more than the cause; nil for what each such case needs.
  private let ownFix: String?

  init(_ cause: Cause, _ found: Found, _ version: SignatureKind?) {
    (self.cause, self.version) = (cause, version)
    (certainty, detail, difference) = (found.certainty, found.detail, found.difference)
    (isProved, ownFix) = (found.isProved, found.fix)
  }

  /// Takes a mistake with which the secret makes the client's very signature.
  ///
  /// - Parameter isOnly: whether no other mistake makes it.
  package init(proved cause: Cause, _ version: SignatureKind?, isOnly: Bool) {
    self.init(cause, Found(cause.id, isOnly ? .certain : .likely, isProved: true), version)
  }

  /// The id of the cause.
  package var id: String { cause.id }

  /// What was done, as one sentence, which asserts no more than is known.
  package var sentence: String {
    certainty == .possible ? cause.guess ?? cause.sentence : cause.sentence
  }

  /// What to change, as one sentence.
  package var fix: String {
    if let ownFix { return ownFix }
    return switch version {
    case .v4, .s3: cause.fixV4 ?? cause.fix
    case .rpc: cause.fixRPC ?? cause.fix
    case .v1, .v2, nil: cause.fix
    }
  }

  /// The clause that the cause breaks with the version of the request (EXP-FIND-4); nil where none is
  /// about it.
  package var clause: String? { cause.clause(version) }

  /// A vector that catches the cause; nil where none does, and for a mistake, which has several.
  package var vector: String? { cause.vector(version) }
}

extension Facts {
  /// The code and the exact cause of the answer, as far as they are words that OSS may write.
  fileprivate var answered: (code: String?, ec: String?) {
    guard let error, !answer.isRemark else { return (nil, nil) }
    func word(_ text: String?, _ isPart: (UInt8) -> Bool) -> String? {
      text.flatMap { 1...64 ~= $0.utf8.count && $0.utf8.allSatisfy(isPart) ? $0 : nil }
    }
    // A code that only the message gives is no word of the answer.
    let isShown =
      !answer.isPrinted || error.ec != nil
      || error.code.map { evidence.pasted.lowercased.contains($0.lowercasedBytes.text) } == true
    return (
      word(isShown ? error.code : nil) { $0.isLetterOrDigit || $0 == UInt8(ascii: ".") },
      word(error.ec) { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    )
  }

  /// The text that OSS makes of the request, with three stars for the token.
  fileprivate var expected: (name: String, lines: [Bytes])? {
    if let string = request?.callbackString {
      return ("string to sign", string.parts(at: "\n"))
    }
    guard code == "SignatureDoesNotMatch", error?.signedString == nil, let text = pair.derivedText,
      !evidence.isFromLog
    else { return nil }
    var lines = text.bytes.parts(at: "\n").map { $0.masked }
    if self["method"] == nil { lines[0] = "(the method that is sent)".bytes }
    return (text.version == .v4 ? "canonical request" : "string to sign", lines)
  }
}

/// What a step found: the id of a cause, how sure it is, and what shows it.
struct Found {
  let cause: String
  var certainty: Certainty
  /// What shows it, as one sentence; never a secret, a token or a signature (EXP-EV-2).
  var detail: String?
  /// What to change, where the row that shows it says so itself.
  var fix: String?
  let difference: TextDifference?
  /// Whether a signature or a hash that the client sent is that of the mistake.
  let isProved: Bool
  /// Whether the code or words of the answer show it.
  let isSaid: Bool

  init(
    _ cause: String, _ certainty: Certainty, _ detail: String? = nil,
    difference: TextDifference? = nil, isProved: Bool = false, isSaid: Bool = false
  ) {
    (self.cause, self.certainty, self.detail) = (cause, certainty, detail)
    (self.difference, self.isProved, self.isSaid) = (difference, isProved, isSaid)
  }
}

/// The two sides of a part that differs, as they are shown.
package struct TextDifference: Hashable, Sendable {
  /// The part, such as `line 3, Content-Type`.
  package let part: String
  /// What OSS signed; nil where it signed none.
  package let sent: Bytes?
  /// What the client signed.
  package let signed: Bytes?

  /// - Returns: nil for a part that may show a token or a signature, which nobody may see.
  init?(part: String, sent: Bytes?, signed: Bytes?) {
    for side in [part.bytes, sent ?? [], signed ?? []] {
      let text = side.lowercased
      if text.contains("token") || text.contains("signature=") { return nil }
    }
    (self.part, self.sent, self.signed) = (part, sent, signed)
  }

  /// The difference of a part of two texts.
  init?(_ part: ComparedPart, _ version: SignatureKind) {
    let isV4 = version == .v4
    let name = part.name.text.shown
    let place: String
    switch part.kind {
    case .method: place = "line 1, method"
    case .md5: place = isV4 ? "header content-md5" : "line 2, Content-MD5"
    case .type: place = isV4 ? "header content-type" : "line 3, Content-Type"
    case .date: place = name.isEmpty ? "line 4, Date or Expires" : "line 2, time"
    case .header, .token: place = "header " + name
    case .headers: place = "names of the headers"
    case .blankLine: return nil
    case .path: place = isV4 ? "line 2, canonical URI" : "canonicalized resource"
    case .parameter: place = "parameter " + name
    case .parameters, .query: place = isV4 ? "line 3, canonical query" : "parameters"
    case .additional: place = "additional headers"
    case .payload: place = "last line, payload"
    case .lines, .form: place = "all lines"
    case .scope: place = "line 3, scope, " + name
    }
    self.init(part: place, sent: part.sent, signed: part.signed)
  }

  /// The first line in which two texts differ.
  init?(lines sent: Bytes, _ signed: Bytes) {
    let (right, wrong) = (sent.parts(at: "\n"), signed.parts(at: "\n"))
    var index = 0
    while index < right.count, index < wrong.count, right[index] == wrong[index] { index += 1 }
    if index >= right.count, index >= wrong.count { return nil }
    self.init(
      part: "line \(index + 1)", sent: index < right.count ? right[index] : nil,
      signed: index < wrong.count ? wrong[index] : nil)
  }
}

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
