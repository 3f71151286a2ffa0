import OSSEndpoint
import OSSExplain
import OSSPrimitives
import Testing

@Suite struct `The journal` {
  private func endpoint() -> LiveEndpoint {
    LiveEndpoint(Verifier(hosts: HostTable(), keys: []), buckets: ["b"])
  }

  private func ask(_ endpoint: inout LiveEndpoint) throws -> WireResponse {
    let get = WireRequest(
      try SentRequest(wire: "GET /b/k HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".bytes))
    let now = Moment(milliseconds: 0)
    switch endpoint.decide(get, at: now) {
    case .answer(let response): return response
    case .read(let verified): return endpoint.answer(get, verified)
    }
  }

  @Test(arguments: [1, 999, 1_000, 1_001, 1_999, 2_000, 2_001, 3_001])
  func `keeps the last 1,000 entries and counts all`(_ count: Int) throws {
    var endpoint = endpoint()
    for _ in 0..<count { _ = try ask(&endpoint) }
    let journal = endpoint.journal
    #expect(journal.requestCount == count && journal.entries.count == min(count, 1_000))
    #expect(journal.entries.first?.number == max(1, count - 999))
    #expect(journal.entries.last?.number == count)
    endpoint.reset()
    #expect(endpoint.journal.entries.isEmpty && endpoint.journal.requestCount == 0)
  }

  @Test func `has the request of a fault of HTTP, without what is secret`() throws {
    var reader = HTTPReader()
    let target = "/b/k?Signature=c2lnbmF0dXJl"
    reader.append("PUT \(target) HTTP/1.1\r\nContent-Length: x\r\nHost: a\r\n\r\n".bytes[...])
    #expect(throws: HTTPFault.badLength) { try reader.next() }
    var endpoint = endpoint()
    let time = Moment(milliseconds: 0)
    #expect(endpoint.answer(.badLength, of: reader.faulty, at: time).status == 400)
    #expect(endpoint.answer(.notHTTP, of: nil, at: time).status == 400)
    let entries = Array(endpoint.journal.entries)
    #expect(entries.map(\.method) == ["PUT", ""])
    #expect(entries[0].target.hasPrefix("/b/k?Signature=") && entries[0].headers.count == 2)
    #expect(!entries[0].target.contains("c2ln"))
  }

  @Test func `counts a request without a signature as refused, where it may not be served`() throws
  {
    var endpoint = endpoint()
    #expect(try ask(&endpoint).status == 403)
    let entry = try #require(endpoint.journal.entries.first)
    #expect(entry.isRefused && entry.verdict.failures.map(\.step) == [.access])
    #expect(endpoint.journal.refusedCount == 1)
    #expect(entry.headline?.contains("no signature") == true)
  }
}
