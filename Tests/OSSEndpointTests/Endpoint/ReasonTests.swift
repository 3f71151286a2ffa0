import OSSEndpoint
import OSSExplain
import OSSJSON
import OSSPrimitives
import OSSSigning
import TestSupport
import Testing

@Suite struct `The reason of a refusal` {
  /// Every so many cases are tried, since each takes a search.
  #if DEBUG
    private static let step = 4
  #else
    private static let step = 1
  #endif

  @Test func `is the mistake that the client made, and is proved`() throws {
    let knowledge = try Refusals.knowledge.get()
    var (refused, proved) = (0, 0)
    var wrong: [String] = []
    let cases = try WireCase.all()
    for index in stride(from: 0, to: cases.count, by: Self.step) {
      let one = cases[index]
      var endpoint = try one.endpoint(knowledge)
      let request = WireRequest(try SentRequest(wire: one.request.bytes))
      guard case .answer(let response) = endpoint.decide(request, at: one.time) else { continue }
      refused += 1
      let entry = try #require(endpoint.journal.entries.first)
      #expect(response.fields.contains { $0.name == "x-oss-conform" })
      let isSecret = one.secret.utf8.count > 8
      #expect(!isSecret || !entry.json.compact().contains(one.secret), "\(one.vector)")
      let isNamed = entry.reasons.contains { $0.isProved && one.names.contains($0.id) }
      if isNamed { proved += 1 }
      let first = entry.reasons.first
      if !isNamed, let first, first.certainty == .certain {
        wrong.append("\(one.vector), \(one.id): \(first.id)")
      }
    }
    #expect(refused > cases.count / Self.step - 10)
    #expect(proved * 100 >= refused * 95, "\(proved) of \(refused)")
    // A request that two mistakes in one make has two right names.
    #expect(wrong.count * 50 < refused, "\(wrong)")
  }

  @Test func `is what is certain, before one of several mistakes that give the same text`() throws {
    let credentials = try Credentials(accessKeyID: "id", accessKeySecret: "secret")
    let now = try Moment(iso8601Basic: "20231203T121212Z")
    let signed = try Signer(credentials, .v1).sign(
      SigningRequest(method: "PUT", bucket: "b", key: "k"), at: now)
    var head = "PUT /b/k HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: image/jpeg\r\n"
    for field in signed.headers { head += "\(field.name): \(field.value)\r\n" }
    let knowledge = try Refusals.knowledge.get()
    let verifier = Verifier(
      hosts: HostTable(), keys: [KnownKey(id: "id".bytes, secret: "secret".bytes)],
      variations: knowledge.variations)
    var endpoint = LiveEndpoint(verifier, buckets: ["b"], knowledge: knowledge)
    _ = endpoint.decide(WireRequest(try SentRequest(wire: (head + "\r\n").bytes)), at: now)
    let entry = try #require(endpoint.journal.entries.first)
    #expect(entry.reasons.first?.id == "content-type-added")
    #expect(entry.reasons.contains { $0.isProved })
    #expect(entry.headline?.hasPrefix("V1-STS-2 ") == true)
    #expect(entry.headline?.contains("Content-Type") == true)
  }
}

@Suite struct `A page of another origin` {
  @Test func `may use the endpoint`() throws {
    let verifier = Verifier(hosts: HostTable(), keys: [])
    var endpoint = LiveEndpoint(verifier, buckets: ["b"])
    let page = ["Host: 127.0.0.1", "Origin: https://app.example"]
    let asked = [
      "Access-Control-Request-Method: PUT", "Access-Control-Request-Headers: authorization",
    ]
    let allowed = endpoint.answer(to: try WireRequest(["OPTIONS /b/k"] + page + asked))
    let refused = endpoint.answer(to: try WireRequest(["GET /b/k"] + page))
    #expect(allowed.status == 200 && refused.status == 403)
    for response in [allowed, refused] {
      let fields = response.fields.filter { $0.name == "Access-Control-Allow-Origin" }
      #expect(fields.map(\.value) == ["https://app.example"])
    }
    #expect(
      allowed.fields.contains { $0.name.hasSuffix("Allow-Headers") && $0.value == "authorization" })
    #expect(endpoint.journal.entries.map(\.method) == ["GET"])
  }
}

extension WireCase {
  /// An endpoint to which the request goes, and which knows its key and its token.
  fileprivate func endpoint(_ knowledge: Knowledge) throws -> LiveEndpoint {
    let request = try SentRequest(wire: request.bytes)
    let signature = request.signature
    let token =
      request.value(of: "x-oss-security-token")
      ?? ["security-token", "x-oss-security-token"].compactMap {
        request.parameters($0).first ?? nil
      }.first
    let key = KnownKey(
      id: signature.accessKeyID, secret: secret.bytes, token: token.map { KnownKey.Token($0) })
    let region = signature.scope[1].isEmpty ? "cn-hangzhou" : signature.scope[1].text
    let name = request.hostName?.text ?? ""
    let hosts =
      switch host {
      case .endpoint(let host, _): HostTable(endpoints: [host.text], region: region)
      case .domain(let bucket?, _): HostTable(domains: [(name, bucket.text)], region: region)
      case .domain, .unknown: HostTable(endpoints: [name], region: region)
      }
    let verifier = Verifier(hosts: hosts, keys: [key], variations: knowledge.variations)
    return LiveEndpoint(verifier, buckets: [], knowledge: knowledge)
  }
}
