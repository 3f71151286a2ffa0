internal import OSSConformance
internal import OSSEndpoint
internal import OSSExplain
internal import OSSPrimitives

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
