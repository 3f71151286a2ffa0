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

  /// Those that a call alone does not show by their names.
  private static let unseen: Set<String> = [
    // What is sent is signed right.
    "port-lost", "rpc-action-always-assume-role", "rpc-empty-value-dropped", "rpc-get-with-body",
    "rpc-encoded-signed-bytes", "rpc-nonce-lowercased", "rpc-pairs-sorted", "rpc-post-with-query",
    "rpc-timestamp-in-local-time", "rpc-timestamp-with-milliseconds", "rpc-timestamp-year-of-week",
    "token-empty-signed",
    // Another mistake makes the same string.
    "component-marks-signed-bare", "rpc-order-utf-16",
    // No variation makes it: a signature that arrives damaged, a hash of its own, a string without body.
    "rpc-signature-bare-in-body", "sha1-words-reversed", "rpc-body-unsigned",
  ]

  /// EXP-STS-7.
  @Test func `are proved of a call of STS, with no answer`() throws {
    let file = "\(RealVectors.folder)/../Tests/TestSupport/sts-mistakes.json"
    let cases = try JSONReader.read(String(contentsOfFile: file, encoding: .utf8)).arrayValue ?? []
    var unproved: Set<String> = []
    var proved = 0
    for one in cases.compactMap(\.objectValue) {
      let id = one["id"]?.stringValue ?? ""
      let request = one["request"]?.stringValue?.bytes ?? []
      let given = one["credentials"]?.objectValue
      guard request.index(of: "SignatureMethod=".bytes) != nil else { continue }
      let credentials = GivenCredentials(
        accessKeyID: given?["accessKeyId"]?.stringValue ?? "",
        accessKeySecret: given?["accessKeySecret"]?.stringValue ?? "", securityToken: nil)
      let found = Refusals.explain(Evidence(request: request, credentials: credentials))
      if found.contains(where: { $0.isProved && $0.id == id }) {
        proved += 1
      } else {
        unproved.insert(id)
      }
    }
    #expect(proved > 15)
    #expect(unproved == Self.unseen)
  }
}
