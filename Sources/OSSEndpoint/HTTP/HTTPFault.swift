internal import OSSPrimitives

/// What is wrong with a request as HTTP. It is answered with 400, and the connection ends.
package enum HTTPFault: Error, Hashable, Sendable {
  case tls, notHTTP, version, bytesAfterBody
  /// A head that cannot be split; the sentence says where.
  case malformed(String)
  /// These are beyond a limit, which is a number of bytes or of headers.
  case requestLineTooLong(Int)
  case headTooLong(Int)
  case tooManyHeaders(Int)
  case bodyTooLong(Int)
  case chunkLineTooLong(Int)
  case noHost, severalHosts, badLength, unequalLengths, bothLengths, transferEncoding
  case chunkSize, chunkEnd
  /// What did not come in time, or not before the client ended its side.
  case slowHead, slowBody, endOfInput

  /// What is wrong.
  package var sentence: String {
    switch self {
    case .tls: "The connection begins with TLS, but this port speaks HTTP without it."
    case .notHTTP: "The first line does not end with HTTP/1.1 as a request line does."
    case .version: "The version of the request line is not HTTP/1.1 or HTTP/1.0."
    case .bytesAfterBody:
      "The request line does not begin with a letter: the body before it has more bytes than its length says."
    case .malformed(let sentence): sentence
    case .requestLineTooLong(let limit):
      "The request line is longer than % bytes.".filled(limit)
    case .headTooLong(let limit): "The headers are longer than % bytes.".filled(limit)
    case .tooManyHeaders(let limit): "The request has more than % headers.".filled(limit)
    case .noHost: "The request has no Host header, which HTTP/1.1 requires."
    case .severalHosts: "The request has more than one Host header."
    case .badLength: "The Content-Length is not a decimal number of bytes."
    case .unequalLengths: "The request has two Content-Length headers that differ."
    case .bothLengths: "The request has both Content-Length and Transfer-Encoding."
    case .transferEncoding: "The Transfer-Encoding is not chunked."
    case .bodyTooLong(let limit): "The body is longer than % bytes.".filled(limit)
    case .chunkSize: "A chunk does not begin with its size in hexadecimal digits."
    case .chunkLineTooLong(let limit):
      "The line before a chunk is longer than % bytes.".filled(limit)
    case .chunkEnd: "A chunk does not end with CR LF after as many bytes as its size says."
    case .endOfInput: "The connection ended before the request was whole."
    case .slowHead: "The request line and the headers did not come in time."
    case .slowBody: "The body did not come in time."
    }
  }
}
