package import OSSPrimitives

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
    for field in response.fields where isName(field.name) {
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

  /// Whether a text may be the name of a header: a client chooses that of metadata.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.isAll { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ":") }
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
