import OSSExplain
import OSSJSON
import OSSPrimitives
import TestSupport
import Testing

@Suite struct `The table of variations` {
  static let table = Result { try VariationTests.read() }

  @Test func `proves that a method was signed in lower case`() throws {
    let request = try SentRequest(
      wire: """
        GET /key.txt HTTP/1.1
        Host: examplebucket.oss-cn-hangzhou.aliyuncs.com
        Date: Sat, 16 Dec 2023 16:20:57 GMT
        Authorization: OSS exampleAccessKeyID00:\(Self.signature(of: "get"))

        """.bytes)
    let proofs = try Self.table.get().proofs(
      of: request, signature: request.signature, secret: Self.secret)
    #expect(proofs.map(\.ids) == [["method-lower-case"]])
    #expect(proofs.map(\.parts) == [["method"]])
    #expect(proofs.map(\.text) == [Self.text(of: "get").bytes])
  }

  @Test func `is refused with its row and its fault`() {
    let row: JSONObject = ["id": "a", "versions": ["v1"], "part": "method", "change": "lower case"]
    let faults: [(name: String, value: JSONValue?, text: String)] = [
      ("id", nil, "has no member 'id'."),
      ("part", "lid", "has the member 'part' with the unknown value 'lid'."),
      ("change", "turned", "has the member 'change' with the unknown value 'turned'."),
      ("change", "prefixed", "has the member 'change' with the unknown value 'prefixed'."),
      ("versions", ["v3"], "has the member 'versions' with the unknown value 'v3'."),
      ("methods", 1, "has a member 'methods' of another type."),
      ("where", ["size": true], "has the member 'where' with the unknown value 'size'."),
    ]
    for (name, value, text) in faults {
      var members = row.members.filter { $0.name != name }
      if let value { members.append(JSONMember(name: name, value: value)) }
      let json = JSONValue.array([.object(row), .object(JSONObject(members))])
      do throws(VariationError) {
        _ = try Variations(json: json)
        Issue.record("\(name) is accepted")
      } catch {
        #expect("\(error)" == "Row 2 of the table of variations \(text)")
      }
    }
  }

  private static let secret = "ExampleSecret0000000000000000ab".bytes

  private static func text(of method: String) -> String {
    "\(method)\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/key.txt"
  }

  private static func signature(of method: String) -> String {
    let text = text(of: method).bytes
    var signature = Bytes()
    Base64.append(HMACSHA1Key(secret.span).authenticationCode(for: text.span), to: &signature)
    return String(decoding: signature, as: UTF8.self)
  }
}

enum VariationTests {
  /// The table of the package.
  static func read() throws -> Variations {
    try Variations(json: JSONReader.read(RealVectors.page("../vectors/variations.json")))
  }
}
