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

/// A request that the server sends before it answers: a callback.
package struct OutgoingCall: Sendable {
  /// What came back.
  package enum Outcome: Sendable {
    /// An answer with its status and its body.
    case answered(status: Int, body: Bytes)
    /// No whole answer came in time.
    case failed
  }

  /// The host and the port, on this machine.
  package let host: String
  package let port: UInt16
  /// The request as HTTP/1.0 writes it.
  package let bytes: Bytes
  /// What the handler needs to go on.
  package let context: any Sendable

  /// Makes a call.
  package init(host: String, port: UInt16, bytes: Bytes, context: any Sendable) {
    (self.host, self.port, self.bytes, self.context) = (host, port, bytes, context)
  }
}

/// Writes answers as HTTP/1.1: with their length, never in chunks and never compressed.
package enum HTTPWriter {
  /// What a client that asked for it may have before it sends the body.
  package static let goOn = "HTTP/1.1 100 Continue\r\n\r\n".bytes

  /// Appends the status line and the headers of an answer, in their order, then its length, and whether
  /// the connection ends after it.
  package static func appendHead(
    of response: borrowing WireResponse, isLast: Bool, to bytes: inout Bytes
  ) {
    bytes.append("HTTP/1.1 ")
    bytes.append(String(response.status))
    bytes.append(ascii: " ")
    // It may be empty, but the space before it is needed (RFC 9112 section 4).
    bytes.append(Self.reasons[response.status] ?? "")
    for field in response.fields {
      let start = bytes.count
      bytes.append(ascii: "\r")
      bytes.append(ascii: "\n")
      bytes.append(field.name)
      guard isName(bytes[(start + 2)...]) else {
        bytes.removeLast(bytes.count - start)
        continue
      }
      bytes.append(ascii: ":")
      bytes.append(ascii: " ")
      let valueStart = bytes.count
      bytes.append(field.value)
      // A header is one line whatever its value is.
      for index in valueStart..<bytes.count where bytes[index].breaksLine { bytes[index] = 0x20 }
    }
    if !isBodiless(response.status) {
      bytes.append("\r\nContent-Length: ")
      bytes.append(String(response.body.count))
    }
    bytes.append(isLast ? "\r\nConnection: close\r\n\r\n" : "\r\nConnection: keep-alive\r\n\r\n")
  }

  /// Whether answers of a status have no body (RFC 9112 section 6.3).
  package static func isBodiless(_ status: Int) -> Bool {
    status == 204 || status == 304 || status < 200
  }

  /// Whether a text may be the name of a header: a client chooses that of metadata.
  private static func isName(_ name: Bytes.SubSequence) -> Bool {
    !name.isEmpty && name.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ":") }
  }

  private static let reasons = [
    200: "OK", 203: "Non-Authoritative Information", 204: "No Content", 206: "Partial Content",
    301: "Moved Permanently", 302: "Found", 304: "Not Modified", 307: "Temporary Redirect",
    400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    409: "Conflict", 411: "Length Required", 412: "Precondition Failed",
    416: "Requested Range Not Satisfiable", 500: "Internal Server Error", 501: "Not Implemented",
    503: "Service Unavailable",
  ]
}
