package import OSSExplain
package import OSSPrimitives

/// A request as the endpoint got it: its head as it was on the wire, and its body, without the marks of
/// chunks.
package struct WireRequest: Sendable {
  /// How a body is delimited (RFC 9112 section 6).
  package enum Framing: Hashable, Sendable {
    /// Nothing says how long it is, so there is no body.
    case none
    /// By a Content-Length, in bytes.
    case counted(Int)
    /// By chunks.
    case chunked
  }

  /// The request line and the headers, split and not decoded.
  package let sent: SentRequest
  /// How the body is delimited.
  package let framing: Framing
  /// The body; empty while only the head was read.
  package var body = Bytes()

  /// Takes a head that was split, and how its body is delimited.
  package init(_ sent: SentRequest, framing: Framing = .none, body: Bytes = []) {
    (self.sent, self.framing, self.body) = (sent, framing, body)
  }
}
