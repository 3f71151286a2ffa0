package import OSSPrimitives

/// Writes answers as HTTP/1.1: with their length, never in chunks and never compressed.
package enum HTTPWriter {
  /// What a client that asked for it may have before it sends the body.
  package static let goOn = "HTTP/1.1 100 Continue\r\n\r\n".bytes

  /// Appends the status line and the headers of an answer, up to the empty line.
  ///
  /// - Parameters:
  ///   - response: Its headers stand in their order, `Content-Length` and `Connection` after them.
  ///   - isLast: Whether the connection ends after the answer.
  ///   - bytes: What waits to be sent.
  /// - Complexity: O(*n*) in the length of the headers.
  package static func appendHead(
    of response: borrowing WireResponse, isLast: Bool, to bytes: inout Bytes
  ) {
    bytes.append("HTTP/1.1 ")
    bytes.append(String(response.status))
    bytes.append(ascii: " ")
    bytes.append(reason(response.status))
    for field in response.fields where isName(field.name) && !isOwn(field.name) {
      bytes.append("\r\n")
      bytes.append(field.name)
      bytes.append(": ")
      // A header is one line whatever its value is.
      for byte in field.value.utf8 { bytes.append(byte.breaksLine ? 0x20 : byte) }
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

  /// Whether a text may be the name of a header (RFC 9110 section 5.6.2).
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.isAll { $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x5F }
  }

  /// Whether the server alone says what a header says.
  private static func isOwn(_ name: String) -> Bool {
    switch name.utf8.count {
    case 10: name.isCaseless("connection")
    case 14: name.isCaseless("content-length")
    case 17: name.isCaseless("transfer-encoding")
    default: false
    }
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 203: "Non-Authoritative Information"
    case 204: "No Content"
    case 206: "Partial Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 411: "Length Required"
    case 412: "Precondition Failed"
    case 413: "Payload Too Large"
    case 416: "Requested Range Not Satisfiable"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    // RFC 9112 section 4: no reason is needed, but the space before it is.
    default: ""
    }
  }
}
