import OSSEndpoint
import OSSExplain
import OSSPrimitives

extension RequestHandler {
  /// What it answers to a request, without a socket.
  func answer(
    _ line: String, _ headers: [String] = [], body: String = ""
  ) throws -> WireResponse {
    let head = ([line + " HTTP/1.1"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
    var request = WireRequest(
      try SentRequest(wire: head.bytes), framing: .counted(body.utf8.count))
    switch self.head(request, ConnectionInfo(number: 1)) {
    case .refuse(let response): return response
    case .readBody(let then):
      request.body = body.bytes
      return then(request)
    }
  }
}
