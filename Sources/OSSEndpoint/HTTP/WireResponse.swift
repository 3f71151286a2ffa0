package import OSSPrimitives

/// An answer of the endpoint, before the server writes it.
package struct WireResponse: Sendable {
  /// A header of an answer.
  package struct Field: Hashable, Sendable {
    /// The name, in the case that OSS writes.
    package let name: String
    /// The value.
    package let value: String

    /// Makes a header.
    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// The status, such as 200.
  package var status: Int
  /// The headers in their order, without Content-Length and Connection, which the server adds.
  package var fields: [Field]
  /// The body of a GET. For a HEAD the server sends its length alone.
  package var body: Bytes
  /// What the connection does in place of sending it as it is; nil where nothing is wrong with it.
  package var fault: TransportFault?
  /// What is to be sent first; the handler makes another answer of what comes back. nil for nothing.
  package var call: OutgoingCall?

  /// Makes an answer.
  package init(status: Int, fields: [Field] = [], body: Bytes = []) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }
}

/// What goes wrong with a connection when an answer is sent, as a network or a proxy does it.
package enum TransportFault: Hashable, Sendable {
  /// The connection is reset, and nothing of the answer is sent.
  case reset
  /// The head and so many bytes of the body are sent, at most all, and then the connection is reset.
  case resetAfter(Int)
  /// The head and so many bytes of the body are sent, at most all, and then the connection is closed.
  case closedAfter(Int)
  /// The answer says `keep-alive`, and the connection is closed behind it.
  case closed
  /// The answer waits for so many milliseconds.
  case delay(Int64)
  /// Nothing is sent, and the connection stays until the client leaves or the idle time is over.
  case silent
}
