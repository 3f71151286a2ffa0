internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices
package import OSSVectors

/// Finds out why OSS refused a request, from what a developer has in hand.
///
/// Nothing here reads a file, a clock or the network, and no credentials are needed: OSS itself says
/// what it signed. With the client's string, the request or a secret the findings become surer.
package enum Explainer: Sendable {
  /// What explains a refusal, the surest first.
  ///
  /// - Returns: each mistake once; none where nothing was found.
  package static func explain(_ evidence: Evidence) -> [Explanation] {
    let clues = Clues(evidence)
    var found: [Explanation] = []
    for detector in detectors(clues) {
      for explanation in detector(clues)
      where !found.contains(where: { $0.mistake.id == explanation.mistake.id }) {
        found.append(capped(explanation, clues))
      }
    }
    // Where the right secret makes the signature over the string of OSS, no string differs.
    if let proof = found.first(where: { $0.mistake == .secretNotOfOSS }) { found = [proof] }
    if !found.contains(where: { $0.certainty != .possible }) {
      found += AnswerDetector.other(clues)
    }
    if clues.isS3 { found.append(Explanation(.s3Signature, .likely)) }
    let isOther = clues.isV2 || clues.isS3 || clues.isRPC
    return Explanation.Certainty.allCases.flatMap { certainty in
      found.filter { $0.certainty == certainty }.map { $0.of(v4: clues.isV4, other: isOther) }
    }
  }

  /// A finding that is no surer than its evidence can be (EXP-FIND-5, EXP-FIND-7, EXP-S3-1).
  private static func capped(_ found: Explanation, _ clues: Clues) -> Explanation {
    let isOfAbsence = RefusalCause.ofAbsence.contains(found.mistake) && !clues.isServerWhole
    let isWeak = clues.isS3 || clues.evidence.isPrinted || clues.isServerContradicted
    // Without the request nobody knows whether the client or its HTTP library added the type.
    let isGuess = found.mistake == .typeAdded && clues.request == nil
    guard isWeak || isOfAbsence || isGuess, found.certainty == .certain else { return found }
    return Explanation(found.mistake, .likely, found.detail, difference: found.difference)
  }

  private static func detectors(_ clues: Clues) -> [@Sendable (Clues) -> [Explanation]] {
    if clues.isRPC { return detectorsOfRPC }
    if clues.isS3 { return detectorsOfS3 }
    let ec = clues.error?.ec ?? "0002-"
    let isOfSigning =
      ["SignatureDoesNotMatch", "InvalidArgument", "InvalidAccessKeyId"].contains(clues.code)
      || clues.code.isEmpty && ec.hasPrefix("0002-")
    return isOfSigning || AnswerDetector.findings(clues).isEmpty ? detectors : detectorsOfAnswers
  }

  /// What looks at every answer of OSS; of two findings that are as sure, that of the earlier leads.
  private static let ofAnyRequest: [@Sendable (Clues) -> [Explanation]] = [
    FormDetector.findings, TokenDetector.unescaped, AnswerDetector.findings,
    DeliveryDetector.findings, TimeDetector.findings, TokenDetector.findings,
  ]

  /// What looks at a request of S3: nothing that rests on the rules of OSS for a signature.
  private static let detectorsOfS3 = ofAnyRequest + [S3Detector.findings, HintDetector.findings]

  /// What looks at a call of STS: the rules of OSS for a signature are not its own.
  private static let detectorsOfRPC: [@Sendable (Clues) -> [Explanation]] = [
    AnswerDetector.findings, DeliveryDetector.findings,
  ]

  /// What looks at a refusal with another reason than the signature (EXP-FIND-2).
  private static let detectorsOfAnswers =
    ofAnyRequest + [VersionDetector.findings, VersionDetector.legacy]

  /// What looks for mistakes.
  private static let detectors: [@Sendable (Clues) -> [Explanation]] =
    ofAnyRequest + [
      AWSNameDetector.findings, VersionDetector.findings, ScopeDetector.findings,
      SecretDetector.findings, SignatureDetector.findings, SignatureV4Detector.findings,
      ShapeDetector.findings, HeadDetector.findings, HeaderDetector.findings,
      PathDetector.findings, SubresourceDetector.findings, CanonicalRequestDetector.findings,
      HashDetector.findings, AdditionalHeadersDetector.findings, RequestV4Detector.findings,
      HintDetector.findings, HintV4Detector.findings, VersionDetector.legacy,
    ]
}

/// One finding of ``Explainer``: a mistake, how sure it is, and what shows it.
package struct Explanation: Hashable, Sendable {
  /// How sure a finding is, the surest first.
  package enum Certainty: String, CaseIterable, Hashable, Sendable {
    /// What was given leaves no other reading.
    case certain
    /// It explains all that is seen, and so might something else (EXP-EV-3).
    case likely
    /// It fits, and nothing proves it.
    case possible
  }

  /// The mistake.
  package let mistake: RefusalCause
  /// How sure it is.
  package let certainty: Certainty
  /// What shows it, as one sentence; never a secret, a token or a signature (EXP-EV-2).
  package let detail: String?
  /// The first byte that differs between what OSS signed and what the client signed.
  package let difference: Difference?
  /// Whether the request is signed by V4, so that the clauses of V4 count.
  package private(set) var isV4 = false
  /// Whether it is signed by V2, for S3 or for STS, so that the clauses of V1 and V4 do not count.
  private var isOther = false

  init(
    _ mistake: RefusalCause, _ certainty: Certainty, _ detail: String? = nil,
    difference: Difference? = nil
  ) {
    self.mistake = mistake
    self.certainty = certainty
    self.detail = detail
    self.difference = difference
  }

  /// What was done, as one sentence, which asserts no more than is known.
  package var sentence: String {
    certainty == .possible ? mistake.guess ?? mistake.sentence : mistake.sentence
  }

  private var breach: RefusalCause.Breach? {
    if isOther { return mistake.v1?.clause.hasPrefix("V2-") == true ? mistake.v1 : nil }
    return isV4 ? mistake.v4 : mistake.v1 ?? mistake.v4
  }

  /// The clause that the mistake breaks with this request's version; nil where none is about it.
  package var clause: String? { breach?.clause }

  /// A vector that catches the mistake; nil where none does.
  package var vector: String? { breach?.vector }

  /// What to change, as one sentence.
  package var change: String { isV4 ? mistake.changeV4 ?? mistake.change : mistake.change }

  /// The same finding about a request that is signed by V4, or by what has no clause here.
  func of(v4: Bool, other: Bool) -> Explanation {
    var result = self
    (result.isV4, result.isOther) = (v4, other)
    return result
  }
}

/// Shows findings to a person, or to a program.
struct ExplanationText {
  /// What is said where nothing explains the refusal.
  static let nothing = "Nothing that you gave explains it"
  /// What is said before guesses.
  static let guesses = "Nothing that you gave explains it for certain"

  let style: Style
  /// What was given, so that only the rest is asked for.
  let evidence: Evidence

  func text(_ found: [Explanation]) -> String {
    guard !found.isEmpty else { return Self.nothing + asking(string: false) + "\n" + expected }
    let isSure = found.contains { $0.certainty != .possible }
    // Guesses beside something surer would only distract.
    let shown = found.filter { !isSure || $0.certainty != .possible }
    let blocks = shown.map { block($0).joined(separator: "\n") + "\n" }
    return (isSure ? "" : Self.guesses + asking(string: true) + "\n\n")
      + blocks.joined(separator: "\n") + (isSure ? "" : expected)
  }

  /// Where OSS shows no string, the one that it makes of the request: to compare one's own with.
  private var expected: String {
    guard let error = evidence.error, error.code == "SignatureDoesNotMatch",
      error.stringToSign == nil, let request = evidence.request?.withoutToken,
      let string = request.canonicalRequest(bucket: nil)?.bytes ?? request.stringToSign(bucket: nil)
    else { return "" }
    let name = request.isV4 ? "canonical request" : "string to sign"
    let lines = string.parts(at: 0x0a).map { "  " + $0.text.visible + "\n" }
    return
      "\nOSS makes this \(name) of the request as you show it; compare your own, line by line:\n"
      + lines.joined()
  }

  /// What would tell more and was not given, as the end of a sentence.
  private func asking(string: Bool) -> String {
    var missing: [String] = []
    if evidence.error == nil && evidence.body == nil { missing.append("the error body") }
    if let error = evidence.error, error.code == "SignatureDoesNotMatch",
      error.stringToSign == nil
    {
      missing.append("the whole error body with its StringToSign")
    }
    if evidence.request == nil { missing.append("the request") }
    // Without another side to compare it with, one's own string shows nothing.
    if (string || missing.isEmpty) && evidence.string == nil { missing.append("your own string") }
    return missing.isEmpty ? "." : "; give " + missing.joined(separator: " or ") + " too."
  }

  private func block(_ explanation: Explanation) -> [String] {
    let mistake = explanation.mistake
    var lines = [
      "\(word(explanation.certainty)) \(style.bold(mistake.id))", "  " + explanation.sentence,
    ]
    if let detail = explanation.detail { lines.append("  " + detail.visible) }
    if let difference = explanation.difference {
      lines.append("  \(difference.title.visible):")
      lines += DifferenceText(style: style, names: ("OSS", "client")).lines(difference)
    }
    lines.append("  change   " + explanation.change)
    if let clause = explanation.clause { lines.append("  clause   \(clause)") }
    if let vector = explanation.vector { lines.append("  vector   \(vector)") }
    return lines
  }

  private func word(_ certainty: Explanation.Certainty) -> String {
    switch certainty {
    case .certain: style.red("CERTAIN")
    case .likely: style.yellow("LIKELY")
    case .possible: "POSSIBLE"
    }
  }

  /// The findings as JSON.
  static func json(_ found: [Explanation]) -> JSONValue {
    ["findings": .array(found.map { .object(object($0)) })]
  }

  private static func object(_ explanation: Explanation) -> JSONObject {
    let mistake = explanation.mistake
    var object: JSONObject = [
      "id": .string(mistake.id), "certainty": .string(explanation.certainty.rawValue),
      "mistake": .string(explanation.sentence),
    ]
    object["detail"] = explanation.detail.map { .string($0.visible) }
    object["clause"] = explanation.clause.map { .string($0) }
    object["vector"] = explanation.vector.map { .string($0) }
    object["change"] = .string(explanation.change)
    if let difference = explanation.difference {
      var members: JSONObject = ["part": .string(difference.title)]
      members["offset"] = difference.offset.map { .number(JSONNumber(Int64($0))) }
      members["oss"] = difference.expected.map { .string($0.text) }
      members["client"] = difference.actual.map { .string($0.text) }
      object["difference"] = .object(members)
    }
    return object
  }
}
