/// Which connection a request came on.
package struct ConnectionInfo: Hashable, Sendable {
  /// The number of the connection, from 1; no other connection of the server has it.
  package let number: Int
  /// The number of the request on its connection, from 1; 0 before the first head.
  package internal(set) var request = 0
  /// The port of this side; 0 if that is not known.
  package let port: UInt16

  /// Takes a connection before its first head.
  package init(number: Int, port: UInt16 = 0) { (self.number, self.port) = (number, port) }
}

/// What is done with a request whose head is whole.
package enum HeadDecision {
  /// The body is read, then the request with it is answered. A client that waits for `100 Continue` has
  /// it now.
  case readBody(then: (WireRequest) -> WireResponse)
  /// The request is answered at once. If it has a body, that is dropped and the connection ends.
  case refuse(WireResponse)
}

/// What answers the requests of a port. The server calls it on the thread of its loop, for one request at
/// a time.
package protocol RequestHandler: AnyObject {
  /// Decides about a request before its body is read.
  func head(_ request: WireRequest, _ connection: ConnectionInfo) -> HeadDecision

  /// The answer to a request, after what was to be sent first has come back or failed.
  func finished(_ call: OutgoingCall, _ outcome: OutgoingCall.Outcome) -> WireResponse

  /// The answer to what is not right as HTTP. The connection ends after it.
  ///
  /// - Parameters:
  ///   - fault: With ``HTTPFault/endOfInput``, perhaps nobody reads the answer.
  ///   - request: The request at fault; nil where its head could not be split.
  ///   - connection: Where it came.
  func fault(
    _ fault: HTTPFault, of request: WireRequest?, _ connection: ConnectionInfo
  ) -> WireResponse

  /// Whether a client that waits for `100 Continue` does not get it. It is asked after the head.
  func withholdsContinue(_ connection: ConnectionInfo) -> Bool

  /// Takes note of bytes that came after the last answer of a connection, and were dropped.
  func dropped(_ count: Int, _ connection: ConnectionInfo)

  /// Takes note that a connection takes no further request.
  func ended(_ connection: ConnectionInfo)
}

extension RequestHandler {
  package func withholdsContinue(_ connection: ConnectionInfo) -> Bool { false }
  package func dropped(_ count: Int, _ connection: ConnectionInfo) {}
  package func ended(_ connection: ConnectionInfo) {}
}

extension RequestHandler {
  /// A handler that sends nothing is not asked.
  package func finished(_ call: OutgoingCall, _ outcome: OutgoingCall.Outcome) -> WireResponse {
    WireResponse(status: 500)
  }
}
