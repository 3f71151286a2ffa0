import OSSCredentials
import OSSPrimitives
import OSSVectors
import Testing

/// Nothing that anybody prints of an answer shows what must stay secret, TOK-SEC-1.
@Suite struct `Secrets of token responses` {
  static let files = [
    "credentials/token-members", "credentials/token-refusals", "credentials/token-shapes",
    "credentials/token-times",
  ]

  /// The secrets and tokens that stand in a body, however its JSON is: what follows their names.
  private static func secrets(in body: String) -> [String] {
    let names = [
      "AccessKeySecret", "accessKeySecret", "SecurityToken", "securityToken", "stsToken",
    ]
    return names.flatMap { name in
      body.split(separator: name, omittingEmptySubsequences: false).dropFirst().compactMap { rest in
        let parts = rest.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.count > 2 ? String(parts[2]) : nil
      }
    }
  }

  /// Every text that somebody may come to print of a value.
  private static func texts<Value>(of value: Value) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return ["\(value)", String(reflecting: value), String(describing: value), dumped]
  }

  /// The first run of eight bytes of a secret that a text shows.
  private static func leak(of secret: String, in text: String) -> String? {
    let bytes = Array(secret.utf8)
    guard bytes.count >= 8 else { return text.contains(secret) ? secret : nil }
    return (0...bytes.count - 8).lazy.map { String(decoding: bytes[$0..<$0 + 8], as: UTF8.self) }
      .first { text.contains($0) }
  }

  @Test func `stand in no text that is made of the vectors' answers`() throws {
    var tokens = 0
    var errors = 0
    var searched = 0
    // One sample of the documents has names in the place of values; names are shown.
    let vectors = try Self.files.flatMap { try VectorFiles.vectors($0) }
      .filter { $0.id != "token-response-docs-credentials-uri" }
    for vector in vectors {
      let input = VectorInput(object: vector.input)
      var body = String(decoding: try input.bytes("body"), as: UTF8.self)
      if try input.optionalString("decoder") == "base64", let decoded = try? Base64.decode(body) {
        body = String(decoding: decoded, as: UTF8.self)
      }
      // Very short ones, such as the "b" of a case of white space, stand in every text.
      let secrets = Self.secrets(in: body).filter { $0.utf8.count > 4 }
      var texts: [String] = []
      do {
        let token = try TokenReplay.token(input)
        texts = Self.texts(of: token) + Self.texts(of: token.credentials)
        tokens += 1
      } catch let error as TokenResponseError {
        texts = Self.texts(of: error) + [error.description]
        errors += 1
      }
      for (text, secret) in texts.flatMap({ text in secrets.map { (text, $0) } }) {
        searched += 1
        #expect(Self.leak(of: secret, in: text) == nil, "\(vector.id)")
      }
    }
    #expect(tokens >= 80)
    #expect(errors >= 190)
    #expect(searched >= 2_500)
  }

  @Test func `would be found, did they stand there`() {
    #expect(Self.leak(of: "ExampleSecret00", in: "an xampleSec is shown") == "xampleSe")
    #expect(Self.secrets(in: #"{"AccessKeySecret": "one","stsToken":"two"}"#) == ["one", "two"])
  }
}
