package import OSSExplain
internal import OSSJSON
package import OSSPrimitives

/// The three servers of a scenario: an endpoint, a token server and a stranger's host. It counts their
/// calls, does at each what the scenario says, and keeps the trace.
package final class Stage {
  /// The scenario that goes on.
  package private(set) var scenario: Scenario
  package private(set) var trace = Trace()
  /// The endpoint behind the first port.
  package let service: EndpointService
  /// The key that a client has at the start.
  package private(set) var startKey: KnownKey
  /// The port of the stranger, which a redirect needs.
  package var strangerPort: UInt16 = 0

  /// The key that lasts, of a scenario without tokens and of those who ask for a role.
  package static let lastingKey = KnownKey(
    id: "conform-access-key-id".bytes, secret: "conform-access-key-secret".bytes)

  private let clock: @Sendable () -> Moment
  private let knowledge: Knowledge?
  private let tokens: Tokens
  private var tokenService: TokenService
  private var began: Moment
  private var removedKeys: [Bytes] = []
  /// Whether the call whose head came last gets no `100 Continue`.
  fileprivate var withholdsContinue = false
  private var connections: [StageServer: Set<Int>] = [:]

  /// What the token server gave out.
  private final class Tokens {
    struct Given {
      let text: Bytes
      let given: Moment
      let end: Moment?
    }

    var given: [Given] = []
    /// What is given out, by call; and how many calls there were.
    var grants: [TokenGrant] = []
    var calls = 0
    /// Whether a client has the first token before it asks.
    var isFirstKnown = false
  }

  /// Sets a scenario up.
  ///
  /// - Parameters:
  ///   - endpoints: further hosts of the endpoint, whose subdomains are buckets.
  ///   - knowledge: what explains refusals.
  ///   - isMust: see ``Verifier``.
  ///   - clock: the machine's.
  package init(
    _ scenario: Scenario, endpoints: [String] = [], knowledge: Knowledge? = nil,
    isMust: @escaping (String, SignatureKind) -> (clause: String, isMust: Bool)? = { _, _ in nil },
    clock: @escaping @Sendable () -> Moment
  ) {
    let verifier = Verifier(
      hosts: HostTable(endpoints: endpoints), keys: [Self.lastingKey],
      variations: knowledge?.variations, isMust: isMust)
    service = EndpointService(
      LiveEndpoint(verifier, buckets: ["conform-bucket"], knowledge: knowledge), clock: clock)
    tokens = Tokens()
    tokenService = Self.tokenService(service, tokens)
    (self.scenario, self.clock, self.knowledge) = (scenario, clock, knowledge)
    (startKey, began) = (Self.lastingKey, clock())
    start(scenario)
  }

  private static func tokenService(_ service: EndpointService, _ tokens: Tokens) -> TokenService {
    TokenService(service) { call in
      tokens.calls += 1
      // The first token is in the variables, and the first call of a client gives the same.
      let number = tokens.isFirstKnown && call > 1 ? call - 1 : call
      var grant = tokens.grants[min(number, tokens.grants.count) - 1]
      if number < call, number == 1 { grant.repeatsFormer = true }
      return grant
    }
  }

  /// Starts a scenario from the beginning: nothing of what was before is left.
  package func start(_ scenario: Scenario) {
    self.scenario = scenario
    (trace, removedKeys, connections) = (Trace(), [], [:])
    trace.faults = scenario.faults.map { _ in FaultCount() }
    service.endpoint.reset()
    service.endpoint.verifier.keys = [Self.lastingKey]
    service.endpoint.clockOffset = .seconds(scenario.clock)
    began = clock()
    for object in scenario.objects {
      service.endpoint.store(object.body, at: object.key, service.now)
    }
    (tokens.given, tokens.calls, tokens.isFirstKnown) = ([], 0, scenario.start == .token)
    tokens.grants = scenario.tokens.isEmpty ? [TokenGrant(lifetime: 3600)] : scenario.tokens
    tokenService = Self.tokenService(service, tokens)
    startKey = Self.lastingKey
    guard scenario.start == .token else { return }
    _ = tokenService.distributed
    noteTokens()
    if let key = service.endpoint.verifier.keys.last(where: { $0.token != nil }) { startKey = key }
    tokens.calls = 0
  }

  /// What answers at one of the ports.
  package func handler(of server: StageServer) -> any RequestHandler {
    StageHandler(stage: self, server: server)
  }

  /// What is found so far.
  ///
  /// - Parameter status: the exit status of the client; nil while it runs.
  package func findings(exitStatus status: Int32?) -> [ScenarioFinding] {
    ScenarioVerdict(scenario, trace, exitStatus: status).findings
  }

  /// The faults that did not happen so far.
  package var missingFaults: [MissingFault] {
    ScenarioVerdict(scenario, trace, exitStatus: nil).missing
  }
}

/// A port of a stage.
private final class StageHandler: RequestHandler {
  let stage: Stage
  let server: StageServer

  init(stage: Stage, server: StageServer) { (self.stage, self.server) = (stage, server) }

  func head(_ request: WireRequest, _ connection: ConnectionInfo) -> HeadDecision {
    stage.head(request, connection, server)
  }

  func fault(
    _ fault: HTTPFault, of request: WireRequest?, _ connection: ConnectionInfo
  ) -> WireResponse {
    stage.service.fault(fault, of: request, connection)
  }

  func finished(_ call: OutgoingCall, _ outcome: OutgoingCall.Outcome) -> WireResponse {
    stage.service.finished(call, outcome)
  }

  func withholdsContinue(_ connection: ConnectionInfo) -> Bool { stage.withholdsContinue }

  func dropped(_ count: Int, _ connection: ConnectionInfo) {
    stage.noteDropped(count, connection)
  }

  func ended(_ connection: ConnectionInfo) { stage.noteEnd(of: connection, server) }
}

extension Stage {
  /// A call that goes on.
  private struct Current {
    let index: Int
    /// The faults of this call, by their place in the scenario, and the one that changes the answer.
    let fired: [(index: Int, fault: ScenarioFault)]
    var acting: Int?
    let isOfOSS: Bool
    let entryCount: Int
    let tokenCalls: Int

    /// What is done to the answer.
    var act: ScenarioFault.Act? { fired.first { $0.index == acting }?.fault.act }
  }

  fileprivate func head(
    _ request: WireRequest, _ connection: ConnectionInfo, _ server: StageServer
  ) -> HeadDecision {
    withholdsContinue = false
    switch server {
    case .oss:
      let operation = service.endpoint.operationName(of: request)
      return decide(request, begin(request, connection, server, operation))
    case .token:
      // What a form asks for is in its body.
      return .readBody { [self] whole in answerOfTokens(whole, connection) }
    case .stranger:
      return .readBody { [self] whole in
        let current = begin(whole, connection, server, "Stranger")
        return finish(WireResponse(status: 200, body: "stranger".bytes), whole, current)
      }
    }
  }

  /// Counts a call, and does what happens before it.
  private func begin(
    _ request: WireRequest, _ connection: ConnectionInfo, _ server: StageServer,
    _ operation: String
  ) -> Current {
    var fired: [(index: Int, fault: ScenarioFault)] = []
    for (index, fault) in scenario.faults.enumerated()
    where fault.calls.covers(operation, of: server) {
      trace.faults[index].calls += 1
      if fault.fires(at: trace.faults[index].calls) { fired.append((index, fault)) }
    }
    for (index, fault) in fired {
      apply(fault.before)
      if fault.act == nil, !fault.before.isEmpty { noteFault(index) }
    }
    connections[server, default: []].insert(connection.number)
    let current = Current(
      index: trace.calls.count, fired: fired,
      acting: fired.first { $0.fault.act != nil }?.index, isOfOSS: server == .oss,
      entryCount: service.endpoint.journal.requestCount,
      tokenCalls: tokens.calls)
    if trace.calls.count < Trace.limit {
      trace.calls.append(call(request, connection, server, operation))
    }
    return current
  }

  private func answerOfTokens(
    _ request: WireRequest, _ connection: ConnectionInfo
  ) -> WireResponse {
    let operation = TokenService.operation(of: request) ?? ""
    let current = begin(request, connection, .token, operation)
    if case .answer(let given) = current.act {
      let response = WireResponse(
        status: given.status, fields: dated(given.fields), body: given.body ?? [])
      return finish(response, request, current)
    }
    return finish(tokenService.answer(request), request, current)
  }

  private func decide(_ request: WireRequest, _ current: Current) -> HeadDecision {
    var current = current
    if case .withholdContinue = current.act {  // SCN-BODY-2.
      withholdsContinue = true
      if let index = current.acting, request.waits { noteFault(index) }
    }
    switch service.endpoint.decide(request, at: clock()) {
    case .answer(let response):
      // What is refused by itself has its own answer, and no other in its place.
      if case .answer = current.act { current.acting = nil }
      return .refuse(final(response, request, current))
    case .read(let verified):
      if case .answer(let given) = current.act, given.status >= 300, request.waits {
        return .refuse(final(injected(given, request, verified), request, current))
      }
      return .readBody { [self] whole in
        if case .answer(let given) = current.act {
          // OSS stores an object before it calls back.
          if given.status < 300 { service.endpoint.serve(whole, verified) }
          return finish(injected(given, whole, verified), whole, current)
        }
        return finish(service.endpoint.answer(whole, verified), whole, current)
      }
    }
  }

  /// The answer of OSS that a scenario gives.
  private func injected(
    _ given: InjectedAnswer, _ request: WireRequest, _ verified: LiveEndpoint.Verified
  ) -> WireResponse {
    var response: WireResponse
    if let refusal = given.refusal(verified.verdict, at: service.now) {
      response = service.endpoint.refuse(refusal, request, verified)
    } else {
      response = service.endpoint.note(
        WireResponse(status: given.status, fields: dated([])), nil, request, verified)
    }
    for field in given.fields { response.set(field.name, field.value) }
    return response
  }

  private func dated(_ fields: [WireResponse.Field]) -> [WireResponse.Field] {
    if fields.contains(where: { $0.name.isCaseless("date") }) { return fields }
    return [WireResponse.Field("Date", service.now.rfc1123)] + fields
  }

  /// Notes an answer before the body is read.
  private func final(
    _ response: WireResponse, _ request: WireRequest, _ current: Current
  ) -> WireResponse {
    if trace.calls.indices.contains(current.index) {
      trace.calls[current.index].waits = request.waits
      // A client that waited has no more use for the connection, and may open another before it is seen
      // that this one ends.
      if request.waits { connections[.oss]?.remove(trace.calls[current.index].connection) }
    }
    return finish(response, request, current)
  }

  /// Notes the answer in the trace, and does to it what the scenario says.
  private func finish(
    _ response: WireResponse, _ request: WireRequest, _ current: Current
  ) -> WireResponse {
    var response = response
    // Of a call to another server, and of what browsers ask beforehand, there is no entry.
    let isNoted = service.endpoint.journal.requestCount > current.entryCount
    let entry = current.isOfOSS && isNoted ? service.endpoint.journal.entries.last : nil
    var what: String?
    for (index, fault) in current.fired where happens(index, fault, current, response) {
      noteFault(index)
    }
    if let act = current.act {
      let place = request.sent.target.text
      what = response.change(by: act, stranger: strangerPort, target: place)
      response.set("x-oss-conform", "injected by the scenario \(scenario.name)")
      if entry != nil { service.endpoint.mark(injectedBy: scenario.name) }
    }
    noteTokens()
    if trace.calls.indices.contains(current.index) {
      var call = trace.calls[current.index]
      call.injected = what
      call.bodyBytes = request.body.count
      call.status = response.fault == .silent || response.fault == .reset ? 0 : response.status
      call.code = entry?.code
      if case .answer(let given) = current.act { call.code = given.code }
      if case .redirect = current.act { call.code = nil }
      call.refused = entry.flatMap { unprovoked($0, call) }
      if tokens.calls > current.tokenCalls, response.fault?.isWhole != false {
        call.gave = tokens.given.count
      }
      trace.calls[current.index] = call
    }
    for (_, fault) in current.fired { apply(fault.after) }
    return response
  }

  /// Whether a fault happens at the answer of a call, which may have nothing that it could change.
  private func happens(
    _ index: Int, _ fault: ScenarioFault, _ current: Current, _ response: WireResponse
  ) -> Bool {
    switch fault.act {
    case nil: fault.before.isEmpty
    case _ where index != current.acting: false
    // It happens at the head, where the client waits.
    case .withholdContinue: false
    case .drop: !response.body.isEmpty
    case .transport(.closedAfter(let count)): count < response.body.count
    case .answer, .headers, .transport, .resetInBody, .redirect: true
    }
  }

  private func noteFault(_ index: Int) {
    // Another scenario may have begun while the call went on.
    if trace.faults.indices.contains(index) { trace.faults[index].happened += 1 }
  }

  /// The first failure of a request that the scenario did not bring about.
  private func unprovoked(
    _ entry: JournalEntry, _ call: TracedCall
  ) -> (clause: String?, sentence: String)? {
    let failure = entry.verdict.failures.first { failure in
      switch failure.step {
      case .host, .form, .signature, .policy: return true
      case .key: return !removedKeys.contains(entry.verdict.accessKeyID)
      case .time: return call.clockOffset == 0 && call.dateOffset != nil
      case .token: return failure.refusal.code != "SecurityTokenExpired"
      case .access: return false
      }
    }
    guard let failure else { return nil }
    let reason = entry.reasons.first { $0.certainty == .certain }
    return (failure.clause ?? reason?.clause, reason?.sentence ?? failure.sentence)
  }

  private func apply(_ changes: [ScenarioFault.Change]) {
    for change in changes {
      switch change {
      case .advance(let seconds):
        service.endpoint.clockOffset = .seconds(service.endpoint.clockOffset.seconds + seconds)
      case .endToken:
        for index in service.endpoint.verifier.keys.indices {
          guard let token = service.endpoint.verifier.keys[index].token else { continue }
          service.endpoint.verifier.keys[index].token = KnownKey.Token(token.text, end: service.now)
        }
      case .dropKey:
        let isDropped = { [start = scenario.start] (key: KnownKey) in
          start == .lasting || key.token != nil
        }
        removedKeys += service.endpoint.verifier.keys.filter(isDropped).map(\.id)
        service.endpoint.verifier.keys.removeAll(where: isDropped)
      }
    }
  }

  /// Notes the tokens that were given out since this was done last.
  private func noteTokens() {
    for key in service.endpoint.verifier.keys {
      guard let token = key.token, !tokens.given.contains(where: { $0.text == token.text }) else {
        continue
      }
      tokens.given.append(Tokens.Given(text: token.text, given: service.now, end: token.end))
    }
  }
}

extension Stage {
  /// What is known of a call by its head.
  private func call(
    _ request: WireRequest, _ connection: ConnectionInfo, _ server: StageServer,
    _ operation: String
  ) -> TracedCall {
    let (sent, signature, now) = (request.sent, request.sent.signature, service.now)
    var call = TracedCall()
    call.number = trace.calls.count + 1
    call.milliseconds = clock().since(began).milliseconds
    (call.server, call.operation) = (server, operation)
    (call.method, call.target) = (sent.method.text, sent.target.masked.text)
    (call.path, call.identity) = (sent.path.text, sent.identity)
    call.accessKeyID = signature.accessKeyID.text
    call.clockOffset = service.endpoint.clockOffset.seconds
    let text = sent.sentToken(signature.version)
    call.isSigned =
      signature.version != nil || text != nil || sent.value(of: "authorization") != nil
    if let index = tokens.given.firstIndex(where: { $0.text == text }) {
      call.token = index + 1
      call.overdue = tokens.given[index].end.map { now.since($0).seconds }
    }
    if !signature.isURL, signature.version != nil {
      call.dateOffset = Moment(anyForm: signature.date.text).map { $0.since(now).seconds }
    }
    (call.connection, call.isAlone) = (connection.number, connections[server]?.count ?? 0 <= 1)
    if server == .token, tokens.calls > 0, let former = tokens.given.last, let end = former.end {
      call.former = (end.since(now).seconds, end.since(former.given).seconds)
    }
    return call
  }

  /// Counts what a client sends of a body after the final answer that it waited for.
  fileprivate func noteDropped(_ count: Int, _ connection: ConnectionInfo) {
    let index = trace.calls.lastIndex { $0.connection == connection.number }
    if let index { trace.calls[index].lateBytes += count }
  }

  fileprivate func noteEnd(of connection: ConnectionInfo, _ server: StageServer) {
    connections[server]?.remove(connection.number)
  }
}

extension WireRequest {
  /// Whether the client waits for `100 Continue`.
  fileprivate var waits: Bool {
    framing.hasBody && sent.value(of: "expect")?.lowercased.isText("100-continue") == true
  }
}

extension SentRequest {
  /// The method, the target and the range, without what signs.
  fileprivate var identity: String {
    let kept = query.filter { !$0.isOfSignature }.map(\.raw).joined(by: "&")
    return [method, path, kept, value(of: "range") ?? []].joined(by: " ").text
  }
}

extension WireResponse {
  /// Replaces a header, or adds it.
  fileprivate mutating func set(_ name: String, _ value: String?) {
    fields.removeAll { $0.name.isCaseless(name.lowercasedBytes.text) }
    if let value { fields.append(Field(name, value)) }
  }

  /// Does to the answer what a scenario says, and says what that is.
  fileprivate mutating func change(
    by act: ScenarioFault.Act, stranger: UInt16, target: String
  ) -> String {
    switch act {
    case .answer: return "injected"
    case .headers(let changed):
      for field in changed { set(field.name, field.value) }
      return "with other headers"
    case .transport(let fault): self.fault = fault
    case .drop(let count): fault = .closedAfter(max(body.count - count, 0))
    case .resetInBody: fault = .resetAfter(body.count / 2)
    case .redirect(let status):
      (self.status, body) = (status, [])
      set("Location", "http://127.0.0.1:\(stranger)\(target)")
      return "to the stranger"
    case .withholdContinue: return "without 100 Continue"
    }
    return fault?.text ?? ""
  }
}

extension TransportFault {
  /// Whether all of the answer comes.
  fileprivate var isWhole: Bool {
    switch self {
    case .closed, .delay: true
    case .reset, .resetAfter, .closedAfter, .silent: false
    }
  }

  fileprivate var text: String {
    switch self {
    case .reset: "reset"
    case .resetAfter: "reset in the body"
    case .closedAfter: "cut short"
    case .closed: "closed after it"
    case .delay(let milliseconds): "after \(milliseconds) ms"
    case .silent: "never answered"
    }
  }
}
