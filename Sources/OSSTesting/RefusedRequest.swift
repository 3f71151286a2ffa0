internal import OSSConformance
internal import OSSEndpoint
internal import OSSExplain
internal import OSSPrimitives

/// A request that the endpoint refused, and why; it holds no secret, no signature and no whole token.
public struct RefusedRequest: Hashable, Sendable, CustomStringConvertible {
  /// The method, such as `PUT`; empty where the bytes are no request of HTTP.
  public let method: String
  /// The path and the query as they were sent, without the values of signatures and tokens.
  public let target: String
  /// The status of the answer.
  public let status: Int
  /// The code of the answer, such as `SignatureDoesNotMatch`.
  public let code: String
  /// The clause of the specification that the request breaks; nil where none is about it.
  public let clause: String?
  /// What is wrong with the request, as one sentence.
  public let sentence: String
  /// What shows it in this request; nil where nothing more is to be said.
  public let detail: String?
  /// The id of the mistake, as `oss-conform explain` has it; nil where none is known.
  public let mistake: String?
  /// Whether the very signature is the one that the mistake makes.
  public let isProved: Bool
  /// What to change, as one sentence; nil where no mistake is known.
  public let fix: String?
  /// The text that OSS signs; nil where the request carries no whole signature.
  public let expectedText: String?
  /// The text that the client signed; nil where nothing proves it.
  public let signedText: String?
  /// The offset of the first byte in which both texts differ; nil without both.
  public let firstDifference: Int?
  /// Why there is no explanation; nil where there may be one.
  let unexplained: String?

  /// Takes an entry of the journal.
  ///
  /// - Parameter unexplained: why nothing is known of refusals.
  init(_ entry: JournalEntry, unexplained: String?) {
    let reason = entry.reasons.first.flatMap { $0.certainty == .possible ? nil : $0 }
    let failure = entry.verdict.failures.first
    (method, target, status) = (entry.method, entry.target, entry.status)
    code = entry.code ?? failure?.refusal.code ?? ""
    (mistake, isProved, fix) = (reason?.id, reason?.isProved ?? false, reason?.fix)
    clause = reason == nil ? failure?.clause : reason?.clause
    sentence = reason?.sentence ?? entry.fault ?? failure?.sentence ?? ""
    detail = reason?.detail
    (expectedText, signedText) = (entry.expected?.text, entry.signed?.text)
    firstDifference = entry.firstDifference
    self.unexplained = unexplained
  }

  /// The request, the reason, the fix, and both texts where they differ first, each on its line.
  public var description: String {
    let request = method.isEmpty ? "What is no request of HTTP" : "\(method) \(target)"
    var lines = ["\(request) was refused: \(status) \(code)"]
    lines.append((clause.map { "\($0): " } ?? "") + sentence)
    if let detail { lines.append(detail) }
    if let mistake { lines.append("\(isProved ? "Proved" : "Likely"): \(mistake)") }
    if let fix { lines.append("Fix: \(fix)") }
    if let expectedText, let signedText, let firstDifference {
      let (expected, signed) = (
        ByteExcerpt(expectedText.bytes, around: firstDifference),
        ByteExcerpt(signedText.bytes, around: firstDifference)
      )
      lines += ["OSS signs:         \(expected.text)", "the client signed: \(signed.text)"]
      lines.append(
        String(repeating: " ", count: 19 + expected.column) + "^ byte \(firstDifference)")
    } else if let expectedText {
      lines.append("OSS signs:\n\(expectedText)")
    }
    if let unexplained { lines.append("There is no explanation: \(unexplained)") }
    return lines.joined(separator: "\n")
  }
}

/// The handler of an endpoint, which also records what it refuses.
final class RecordingService: RequestHandler {
  private let service: EndpointService
  private let record: EndpointRecord
  /// The last entry that was looked at.
  private var seen = 0

  /// What explains refusals, read once; a failure says why there is nothing.
  private static let knowledge = Result { () throws(EndpointKnowledge.Fault) in
    try EndpointKnowledge.ofPackage()
  }

  init(_ key: KnownKey, buckets: [String], region: String, _ record: EndpointRecord) {
    let known = try? Self.knowledge.get()
    let verifier = Verifier(
      hosts: HostTable(region: region), keys: [key], variations: known?.knowledge.variations,
      isMust: { mistake, version in known?.rule(of: mistake, version) })
    service = EndpointService(
      LiveEndpoint(verifier, buckets: buckets, knowledge: known?.knowledge),
      clock: { WallClock.now() })
    self.record = record
  }

  func head(_ request: WireRequest, _ connection: ConnectionInfo) -> HeadDecision {
    let decision = service.head(request, connection)
    look()
    guard case .readBody(let answer) = decision else { return decision }
    return .readBody { [self] whole in
      defer { look() }
      return answer(whole)
    }
  }

  func finished(_ call: OutgoingCall, _ outcome: OutgoingCall.Outcome) -> WireResponse {
    service.finished(call, outcome)
  }

  func fault(
    _ fault: HTTPFault, of request: WireRequest?, _ connection: ConnectionInfo
  ) -> WireResponse {
    defer { look() }
    return service.fault(fault, of: request, connection)
  }

  /// Records the new entries that are refused.
  private func look() {
    let entries = service.endpoint.journal.entries
    for entry in entries.reversed().prefix(while: { $0.number > seen }).reversed()
    where entry.isRefused {
      let refusal = RefusedRequest(entry, unexplained: Self.unexplained)
      record.change { state in
        if state.refusals.count < Journal.limit { state.refusals.append(refusal) }
      }
    }
    seen = entries.last?.number ?? seen
  }

  private static var unexplained: String? {
    do throws(EndpointKnowledge.Fault) {
      _ = try knowledge.get()
      return nil
    } catch {
      return error.description
    }
  }
}
