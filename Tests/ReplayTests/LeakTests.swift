import OSSConformance
import OSSCredentials
import OSSJSON
import OSSPrimitives
import OSSSigning
import OSSVectors
import TestSupport
import Testing

/// Every description and every error, over all vectors with credentials (CRED-LEAK-1 to
/// CRED-LEAK-6) and all token responses (TOK-SEC-1).
@Suite struct `Leaks of credentials` {
  private struct Parts: Hashable {
    let id: String
    let secret: String
    let token: String?

    /// The secret and the token, where they are long enough to be looked for.
    var secrets: [String] { [secret, token ?? ""].filter { $0.utf8.count >= 8 } }
  }

  /// The credentials of every vector, each once.
  private func everyone() throws -> [Parts] {
    var seen: Set<[[UInt8]]> = []
    return try RealVectors.corpus.get().vectors.compactMap { vector in
      guard let members = vector.input["credentials"]?.objectValue,
        let id = members["accessKeyId"]?.stringValue,
        let secret = members["accessKeySecret"]?.stringValue
      else { return nil }
      let parts = Parts(id: id, secret: secret, token: members["securityToken"]?.stringValue)
      let key = [id, secret, parts.token ?? ""].map { Array($0.utf8) }
      return seen.insert(key).inserted ? parts : nil
    }
  }

  private func token(_ parts: Parts) throws(SigningError) -> FederationToken {
    FederationToken(
      try Credentials(
        accessKeyID: parts.id, accessKeySecret: parts.secret, securityToken: parts.token),
      expiration: Moment(milliseconds: 1_446_544_379_000))
  }

  /// Compares the texts of a token with those of another secret and token, and counts them: what
  /// does not change with a secret does not contain it, however short the secret is.
  private func compareWithOther(_ shown: FederationToken, _ id: String) throws -> Int {
    let credentials = shown.credentials
    let other = FederationToken(
      try Credentials(
        accessKeyID: credentials.accessKeyID, accessKeySecret: "other",
        securityToken: credentials.securityToken == nil ? nil : "another"),
      expiration: shown.expiration)
    let texts = ShownTexts.all(of: shown)
    #expect(texts == ShownTexts.all(of: other), "\(id)")
    return texts.count
  }

  @Test func `credentials and their errors show no secret and no token`() throws {
    var (compared, searched, refused) = (0, 0, 0)
    for parts in try everyone() {
      let finder = SecretFinder(besides: parts.id)
      do {
        let shown = try token(parts)
        compared += try compareWithOther(shown, parts.id)
        // Documents have secrets made of words of the texts; the comparison above covers those.
        let secrets = parts.secrets.filter { !$0.lowercased().contains("accesskey") }
        guard parts.id.utf8.count < 100 else { continue }
        let texts = ShownTexts.all(of: shown)
        for secret in secrets {
          #expect(!finder.finds(secret, in: texts), "\(parts.id)")
          searched += texts.count
        }
      } catch let error as SigningError {
        let texts = ShownTexts.texts(error)
        for secret in parts.secrets { #expect(!finder.finds(secret, in: texts), "\(error)") }
        refused += texts.count
      }
    }
    #expect(compared > 1500 && searched > 1000 && refused >= 40)
  }

  /// The secrets and tokens in a body, even if it is not JSON: what follows their names.
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

  /// The body of a vector of `token.parse` as its decoder leaves it, and the token or the error.
  private static func read(
    _ input: InputReader
  ) throws -> (body: Bytes, token: Result<FederationToken, TokenResponseError>) {
    let bytes = try input.requiredBytes("body")
    let (status, now) = (try input.integer("httpStatus"), try input.integer("now"))
    let decoded: Bytes? =
      switch try input.text("decoder", orRefuseAs: .invalidInput) {
      case nil: bytes
      case "base64"?: try? Base64.decode(String(decoding: bytes, as: UTF8.self))
      default: nil
      }
    let token = Result { () throws(TokenResponseError) in
      try TokenResponse.token(
        in: bytes.span, httpStatus: status.map { Int($0) },
        at: now.map { Moment(milliseconds: $0) }
      ) { _ in decoded }
    }
    return (decoded ?? bytes, token)
  }

  @Test func `token responses and their errors show no secret and no token`() throws {
    var (tokens, errors, searched) = (0, 0, 0)
    for vector in try RealVectors.corpus.get().vectors where vector.operation == .tokenParse {
      let (body, answer) = try Self.read(InputReader(vector.input))
      // Very short ones, such as the "b" of a case of white space, are in every text.
      let secrets = Self.secrets(in: String(decoding: body, as: UTF8.self))
        .filter { $0.utf8.count > 4 }
      var texts: [String] = []
      switch answer {
      case .success(let token):
        tokens += try compareWithOther(token, vector.id)
        texts = ShownTexts.all(of: token)
      case .failure(let error):
        let moment = Moment(milliseconds: 0)
        texts =
          ShownTexts.texts(error) + ShownTexts.texts(FetchFailure.response(error))
          + ShownTexts.texts(CredentialsError.fetchFailed(.response(error), retryAt: moment))
        errors += 1
      }
      // One sample of the documents has names in the place of values; names are shown.
      if vector.id == "token-response-docs-credentials-uri" { continue }
      for secret in secrets {
        #expect(!SecretFinder(besides: "").finds(secret, in: texts), "\(vector.id)")
        searched += texts.count
      }
    }
    #expect(tokens > 900 && errors >= 190 && searched >= 2_500)
  }

  @Test func `a secret in a text would be found`() {
    let finder = SecretFinder(besides: "")
    #expect(finder.finds("ExampleSecret00", in: ["nothing", "an xampleSec is shown"]))
    #expect(finder.finds("short", in: ["a short one"]))
    #expect(!finder.finds("ExampleSecret00", in: ["an xampleS is not"]))
    #expect(Self.secrets(in: #"{"AccessKeySecret": "one","stsToken":"two"}"#) == ["one", "two"])
  }

  @Test func `the answer and the errors of a signer show no token`() {
    let token = "CAISq7+Wk2/Zr9Tb4Xn1VmHd8Lp3Yc6Jf5Gs0Qa=="
    let value = "OSS Kq7Wk2:\(token)"
    let finder = SecretFinder(besides: "Kq7Wk2")
    for answer in [
      SignerAnswer(value: value), SignerAnswer(value: nil, error: "cannot sign \(token)"),
      SignerAnswer(value: value, error: token), SignerAnswer(value: nil),
    ] {
      let error = #expect(throws: SignerError.self) { try answer.signature(of: .v1) }
      #expect(!finder.finds(token, in: ShownTexts.texts(answer) + ShownTexts.texts(error)))
    }
  }

  /// What may be shown (CRED-LEAK-5).
  @Test func `a description has the ID, the expiry and the generation`() throws {
    let token = try token(Parts(id: "STS.id", secret: "s", token: "t"))
    #expect(
      "\(token)" == "FederationToken(Credentials(accessKeyID: STS.id, a security token), "
        + "expiration 2015-11-03T09:52:59Z)")
    let pair = try Credentials(accessKeyID: "id", accessKeySecret: "s")
    #expect(
      "\(ProvidedCredentials(pair, expiration: nil, generation: 7))"
        == "ProvidedCredentials(Credentials(accessKeyID: id, no security token), generation 7, "
        + "no known expiration)")
    let far = Moment(milliseconds: .max)
    #expect(
      FederationToken(pair, expiration: far).debugDescription
        == "FederationToken(Credentials(accessKeyID: id, no security token), "
        + "expiration 9223372036854775807 ms since 1970)")
    var dumped = ""
    dump(ProvidedCredentials(pair, expiration: far, generation: 7), to: &dumped)
    #expect(dumped.contains("generation 7, expiration 9223372036854775807 ms"))
  }

  /// CRED-VAL-1 and CRED-VAL-3.
  @Test func `an empty security token is no security token`() throws {
    let empty = try token(Parts(id: "id", secret: "s", token: ""))
    #expect("\(empty)".contains("no security token"))
    #expect(try empty == token(Parts(id: "id", secret: "s", token: nil)))
    #expect(try empty != token(Parts(id: "id", secret: "s", token: "t")))
  }
}

extension ShownTexts {
  /// The texts of a token, and of the credentials in it and around it.
  fileprivate static func all(of token: FederationToken) -> [String] {
    let provided = ProvidedCredentials(
      token.credentials, expiration: token.expiration, generation: 1)
    return texts(token.credentials) + texts(token) + texts(provided)
  }
}
