import FoundationEssentials
import OSSExplain
import OSSJSON
import OSSPrimitives
import TestSupport
import Testing

@Suite struct `Mistakes that are made on the wire` {
  @Test func `are proved by the signature and the secret`() throws {
    let table = try VariationTests.read()
    let cases = try WireCase.all()
    var unproved: [String: String] = [:]
    var wrong: [String] = []
    for one in cases {
      let request = try SentRequest(wire: one.request.bytes)
      let ids = table.proofs(
        of: request, signature: request.signature, at: one.host, secret: one.secret.bytes
      ).flatMap { $0.ids + $0.secondIDs }
      if ids.contains(where: one.names.contains) { continue }
      unproved[one.id] = one.vector
      if !ids.isEmpty { wrong.append("\(one.vector), \(one.id): \(ids)") }
    }
    let count = Set(cases.map(\.id)).count
    #expect(cases.count > 400 && count > 200)
    #expect(unproved.count * 20 <= count, "\(unproved.sorted { $0.key < $1.key })")
    #expect(wrong.count * 100 < cases.count, "\(wrong)")
  }

  @Test func `are proved by the texts of OSS alone, and in V4 by a hash`() throws {
    let table = try VariationTests.read()
    var byTexts = 0
    var byHash = 0
    for one in try WireCase.all() where one.id.hasPrefix("header-") || one.id.hasPrefix("query-") {
      let request = try SentRequest(wire: one.request.bytes)
      let readings = request.canonicalReadings(of: request.signature, at: one.host)
      let signature = try #require(request.signature.text)
      for sent in readings.map(\.text) {
        let proofs = table.proofs(of: sent, signature: signature, secret: one.secret.bytes)
        if proofs.contains(where: { $0.ids.contains(where: one.names.contains) }) { byTexts += 1 }
        guard sent.version == .v4, let text = proofs.first?.text, text != sent.bytes else {
          continue
        }
        var hash = Bytes()
        SHA256.hash(text.span).append(hexadecimalTo: &hash)
        let others = [
          table.matches(hash: hash, of: sent),
          table.matches(hash: hash, of: request, signature: request.signature, at: one.host),
        ]
        for matches in others {
          #expect(matches.first?.text == text, "\(one.vector), \(one.id)")
          byHash += 1
        }
      }
    }
    #expect(byTexts > 90)
    #expect(byHash > 50)
  }
}

/// A request of a client with a mistake, which OSS refuses for its signature.
struct WireCase {
  let id: String
  /// The mistake, and those with which a client sends the same.
  let names: Set<String>
  let vector: String
  let request: String
  let secret: String
  let host: KnownHost

  /// The cases that `spec/mistakes/wire.py` writes.
  static func all() throws -> [WireCase] {
    let file = "\(RealVectors.folder)/../Tests/OSSExplainTests/wire-mistakes.json"
    let json = try JSONReader.read(String(contentsOfFile: file, encoding: .utf8))
    return try #require(json.arrayValue).map(WireCase.init)
  }

  private init(_ json: JSONValue) throws {
    let members = try #require(json.objectValue)
    let text = { (name: String) in try #require(members[name]?.stringValue) }
    (id, vector) = (try text("id"), try text("vector"))
    names = Set([id] + (members["also"]?.arrayValue ?? []).compactMap(\.stringValue))
    (request, secret) = (try text("request"), try text("secret"))
    let prefix = try text("prefix").bytes
    host =
      members["endpoint"]?.stringValue.map { .endpoint(host: $0.bytes, pathPrefix: prefix) }
      ?? .domain(bucket: members["bucket"]?.stringValue?.bytes, pathPrefix: prefix)
  }
}
