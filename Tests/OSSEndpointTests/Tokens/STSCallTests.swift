import Foundation
import OSSEndpoint
import OSSExplain
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// A call of STS as it was sent, and what is known of its caller.
private struct SentCall {
  let call: STSCall
  let key: KnownKey
  let time: Moment
  let bytes: Bytes

  init(_ head: String, body: Bytes, _ credentials: JSONObject, time: Int64) throws {
    var request = WireRequest(try SentRequest(wire: head.bytes), framing: .counted(body.count))
    request.body = body
    call = STSCall(request)
    let token = credentials["securityToken"]?.stringValue ?? ""
    key = KnownKey(
      id: (credentials["accessKeyId"]?.stringValue ?? "").bytes,
      secret: (credentials["accessKeySecret"]?.stringValue ?? "").bytes,
      token: token.isEmpty ? nil : KnownKey.Token(token.bytes))
    self.time = try Moment(seconds: time)
    bytes = head.bytes
  }

  /// Writes the answer of a vector as HTTP.
  init?(_ vector: Vector) throws {
    guard let answer = vector.answer, let time = vector.input["time"]?.integerValue,
      let url = answer.members["url"]?.stringValue, let place = url.range(of: "://")
    else { return nil }
    let rest = url[place.upperBound...]
    let host = rest.prefix { $0 != "/" && $0 != "?" }
    let target = rest.dropFirst(host.count)
    let body = answer.members["body"]?.stringValue ?? ""
    var lines = [
      "\(vector.input["method"]?.stringValue ?? "") \(target.isEmpty ? "/" : target) HTTP/1.1"
    ]
    if vector.operation == .stsACS3 {
      let signed = try #require(answer.stages["canonicalHeaders"]?.stringValue)
      lines += signed.split(separator: "\n").map(String.init)
      let text = try #require(answer.members["authorization"]?.stringValue)
      lines.append("Authorization: " + text)
    }
    if vector.operation == .stsRPC { lines.append("Host: \(host)") }
    if !body.isEmpty { lines.append("Content-Type: application/x-www-form-urlencoded") }
    try self.init(
      (lines + ["", ""]).joined(separator: "\r\n"), body: body.bytes,
      vector.input["credentials"]?.objectValue ?? [:], time: time)
  }

  /// The code of the refusal; nil for none.
  func refusal() -> String? {
    do {
      _ = try call.verified(by: [key], at: time)
      return nil
    } catch {
      return error.code
    }
  }
}

@Suite struct `A call of STS` {
  @Test func `is verified, as each signing vector writes it`() throws {
    var count = 0
    for vector in try RealVectors.corpus.get().vectors
    where vector.operation == .stsRPC || vector.operation == .stsACS3 {
      guard let sent = try SentCall(vector) else { continue }
      #expect(sent.refusal() == nil, "\(vector.id)")
      count += 1
    }
    #expect(count > 70)
  }

  /// What comes as it is signed, so that nobody sees the mistake, and what breaks no must of STS.
  private static let served: Set<String> = [
    "acs3-empty-header-left-out", "acs3-header-blanks-folded", "port-lost",
    "rpc-action-always-assume-role", "rpc-empty-value-dropped", "rpc-nonce-lowercased",
    "acs3-other-headers-unsigned", "rpc-post-with-query", "rpc-timestamp-with-milliseconds",
    "token-empty-signed",
  ]

  @Test func `is refused with each mistake that breaks a must`() throws {
    let file = "\(RealVectors.folder)/../Tests/TestSupport/sts-mistakes.json"
    let cases = try JSONReader.read(String(contentsOfFile: file, encoding: .utf8)).arrayValue ?? []
    var served: [String] = []
    for one in cases.compactMap(\.objectValue) {
      let text = (one["request"]?.stringValue ?? "").bytes
      let end = try #require(text.index(of: "\r\n\r\n".bytes)) + 4
      let sent = try SentCall(
        Bytes(text[..<end]).text, body: Bytes(text[end...]),
        one["credentials"]?.objectValue ?? [:], time: one["time"]?.integerValue ?? 0)
      if sent.refusal() == nil { served.append(one["id"]?.stringValue ?? "") }
    }
    #expect(cases.count > 60)
    #expect(Set(served) == Self.served, "\(served)")
  }

  private static let names = [
    "Action", "Version", "RoleArn", "RoleSessionName", "DurationSeconds", "Policy", "AccessKeyId",
  ]

  @Test func `is refused wherever one bit of what it asks for is another`() throws {
    var count = 0
    for vector in try RealVectors.corpus.get().vectors
    where ["rpc-assume-role", "acs3-assume-role"].contains(vector.id) {
      let right = try #require(try SentCall(vector))
      for place in right.bytes.indices {
        var bytes = right.bytes
        bytes[place] ^= 1 << UInt8(place & 7)
        guard let request = try? SentRequest(wire: bytes) else { continue }
        let call = STSCall(WireRequest(request))
        count += 1
        guard (try? call.verified(by: [right.key], at: right.time)) != nil else { continue }
        #expect(call.action == right.call.action, "\(vector.id): byte \(place)")
        for name in Self.names {
          #expect(call.value(name) == right.call.value(name), "\(vector.id): byte \(place)")
        }
      }
    }
    #expect(count > 800)
  }
}
