import FoundationEssentials
import OSSExplain
import OSSJSON
import OSSPrimitives
import TestSupport
import Testing

@Suite struct `The table of variations` {
  /// EXP-HASH-3.
  @Test(arguments: [
    ("GET", "/examplebucket/key.txt", [], []),
    ("get", "/examplebucket/key.txt", ["method-lower-case"], []),
    ("PUT", "/examplebucket/key.txt", ["method-differs"], []),
    ("get", "/examplebucket/key.txt\n", ["string-line-feed-at-end"], ["method-lower-case"]),
  ])
  func `proves what was signed`(
    method: String, resource: String, ids: [String], secondIDs: [String]
  ) throws {
    let text = "\(method)\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n\(resource)".bytes
    let secret = "ExampleSecret0000000000000000ab".bytes
    var signature = Bytes()
    Base64.append(HMACSHA1Key(secret.span).authenticationCode(for: text.span), to: &signature)
    let request = try SentRequest(
      wire: """
        GET /key.txt HTTP/1.1
        Host: examplebucket.oss-cn-hangzhou.aliyuncs.com
        Date: Sat, 16 Dec 2023 16:20:57 GMT
        Authorization: OSS exampleAccessKeyID00:\(String(decoding: signature, as: UTF8.self))

        """.bytes)
    let table = try VariationTests.read()
    let proofs = table.proofs(of: request, signature: request.signature, secret: secret)
    let proof = try #require(proofs.first)
    #expect(Set(proof.ids + proof.secondIDs) == Set(ids + secondIDs))
    #expect(proof.secondIDs.count == secondIDs.count)
    #expect(ids.count + secondIDs.count != 1 || proof.text == text)
    let other = table.proofs(of: request, signature: request.signature, secret: "another".bytes)
    #expect(other.isEmpty)
  }

  @Test func `is refused with its row and its fault`() {
    let row: JSONObject = ["id": "a", "versions": ["v1"], "part": "method", "change": "lower case"]
    let faults: [(name: String, value: JSONValue?, text: String)] = [
      ("id", nil, "has no member 'id'."),
      ("part", "lid", "has the unknown part 'lid'."),
      ("change", "turned", "has the unknown change 'turned'."),
      ("versions", ["v3"], "has the unknown versions 'v3'."),
      ("where", ["size": true], "has the unknown where 'size'."),
    ]
    for (name, value, text) in faults {
      var members = row.members.filter { $0.name != name }
      if let value { members.append(JSONMember(name: name, value: value)) }
      let json = JSONValue.array([.object(row), .object(JSONObject(members))])
      do throws(KnowledgeError) {
        _ = try Variations(json: json)
        Issue.record("\(name) is accepted")
      } catch {
        #expect("\(error)" == "variations.json, row 2, \(text)")
      }
    }
  }
}

enum VariationTests {
  static func read() throws -> Variations {
    try Variations(json: try RealVectors.json("variations.json"))
  }
}
