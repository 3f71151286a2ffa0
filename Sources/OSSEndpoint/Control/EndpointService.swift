package import OSSPrimitives

/// An endpoint behind a port: it has the time of each request from a clock.
package final class EndpointService: RequestHandler {
  /// The endpoint.
  package var endpoint: LiveEndpoint
  private let clock: @Sendable () -> Moment

  /// Puts an endpoint behind a port.
  package init(_ endpoint: LiveEndpoint, clock: @escaping @Sendable () -> Moment) {
    (self.endpoint, self.clock) = (endpoint, clock)
  }

  /// The time by the endpoint's clock.
  package var now: Moment { clock().adding(endpoint.clockOffset) }

  package func head(_ request: WireRequest, _ connection: ConnectionInfo) -> HeadDecision {
    switch endpoint.decide(request, at: clock(), port: connection.port) {
    case .answer(let response): return .refuse(response)
    case .read(let verified):
      return .readBody { [self] whole in endpoint.answer(whole, verified) }
    }
  }

  package func finished(_ call: OutgoingCall, _ outcome: OutgoingCall.Outcome) -> WireResponse {
    endpoint.finish(call, outcome)
  }

  package func fault(
    _ fault: HTTPFault, of request: WireRequest?, _ connection: ConnectionInfo
  ) -> WireResponse {
    endpoint.answer(fault, of: request, at: clock())
  }
}
