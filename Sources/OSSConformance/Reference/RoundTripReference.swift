internal import OSSPrimitives
internal import OSSVectors

/// The reference behind the adapter protocol, without a process: every request and every reply goes
/// through the lines that would be sent.
struct RoundTripReference: Adapter {
  private let server = AdapterServer(ReferenceAdapter())

  /// What the reference says of itself.
  var identity: AdapterIdentity { server.subject.identity }

  mutating func ask(
    _ requests: [AdapterRequest], _ take: (Int, Reply) -> Void
  ) throws(AdapterError) {
    for (index, request) in requests.enumerated() { take(index, reply(to: request)) }
  }

  private func reply(to request: AdapterRequest) -> Reply {
    var line = Bytes()
    RequestLine.append(request, seq: "1", to: &line)
    let reply = server.replies(to: line)
    do throws(LineFault) {
      return try ReplyLine(reply, in: 0..<max(0, reply.count - 1)).reply()
    } catch {
      return .failed(message: "the reply \(error)")
    }
  }
}
