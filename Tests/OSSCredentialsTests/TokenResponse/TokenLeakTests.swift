import OSSCredentials
import OSSPrimitives
import OSSVectors
import TestSupport
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

  @Test func `stand in no text that is made of the vectors' answers`() throws {
    let moment = Moment(milliseconds: 0)
    var tokens = 0
    var errors = 0
    var searched = 0
    // One sample of the documents has names in the place of values; names are shown.
    let vectors = try Self.files.flatMap { try RealVectors.suite($0).vectors }
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
        texts = ShownTexts.all(of: token)
        tokens += 1
      } catch let error as TokenResponseError {
        texts =
          ShownTexts.texts(error) + ShownTexts.texts(FetchFailure.response(error))
          + ShownTexts.texts(CredentialsError.fetchFailed(.response(error), retryAt: moment))
        errors += 1
      }
      for secret in secrets {
        #expect(!SecretFinder(besides: "").finds(secret, in: texts), "\(vector.id)")
        searched += texts.count
      }
    }
    #expect(tokens >= 80)
    #expect(errors >= 190)
    #expect(searched >= 2_500)
  }

  @Test func `would be found, did they stand there`() {
    let finder = SecretFinder(besides: "")
    #expect(finder.finds("ExampleSecret00", in: ["nothing", "an xampleSec is shown"]))
    #expect(finder.finds("short", in: ["a short one"]))
    #expect(!finder.finds("ExampleSecret00", in: ["an xampleS is not"]))
    #expect(Self.secrets(in: #"{"AccessKeySecret": "one","stsToken":"two"}"#) == ["one", "two"])
  }
}
