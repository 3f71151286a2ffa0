import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSVectors
import TestSupport
import Testing

/// Every description and every error, over all vectors that hold credentials (CRED-LEAK-1 to
/// CRED-LEAK-6).
@Suite struct `What credentials show` {
  private struct Parts: Hashable {
    let id: String
    let secret: String
    let token: String?
  }

  /// The credentials of every vector, each once.
  private func everyone() throws -> [Parts] {
    var seen: Set<String> = []
    var result: [Parts] = []
    for vector in try RealVectors.corpus.get().vectors {
      guard let members = vector.input["credentials"]?.objectValue,
        let id = members["accessKeyId"]?.stringValue,
        let secret = members["accessKeySecret"]?.stringValue
      else { continue }
      let parts = Parts(id: id, secret: secret, token: members["securityToken"]?.stringValue)
      let key =
        "\(Array(id.utf8)) \(Array(secret.utf8)) \(parts.token.map { Array($0.utf8) } ?? [])"
      if seen.insert(key).inserted { result.append(parts) }
    }
    return result
  }

  private func token(_ parts: Parts) throws(SigningError) -> FederationToken {
    FederationToken(
      try Credentials(
        accessKeyID: parts.id, accessKeySecret: parts.secret, securityToken: parts.token),
      expiration: Moment(milliseconds: 1_446_544_379_000))
  }

  @Test func `is the same whatever the secret and the token are`() throws {
    var compared = 0
    for parts in try everyone() {
      guard let shown = try? token(parts) else { continue }
      // A short secret may stand in a text by chance, so it is not looked for: what does not change
      // with a secret does not hold it.
      let isTemporary = shown.credentials.securityToken != nil
      let other = try token(
        Parts(id: parts.id, secret: "other", token: isTemporary ? "another" : nil))
      let texts = ShownTexts.all(of: shown)
      #expect(texts == ShownTexts.all(of: other), "\(parts.id)")
      compared += texts.count
    }
    #expect(compared > 1500)
  }

  @Test func `holds no piece of a secret or a token`() throws {
    var searched = 0
    for parts in try everyone() {
      guard let shown = try? token(parts), shown.credentials.accessKeyID.utf8.count < 100 else {
        continue
      }
      let finder = SecretFinder(besides: parts.id)
      let texts = ShownTexts.all(of: shown)
      for secret in [parts.secret, parts.token ?? ""] where secret.utf8.count >= 8 {
        // Documents have secrets made of the words of the texts; the test above sees those.
        if secret.lowercased().contains("accesskey") { continue }
        #expect(!finder.finds(secret, in: texts), "\(parts.id)")
        searched += texts.count
      }
    }
    #expect(searched > 1000)
  }

  @Test func `is not told by the errors of credentials that are refused`() throws {
    var searched = 0
    for parts in try everyone() {
      do {
        _ = try token(parts)
      } catch {
        let finder = SecretFinder(besides: parts.id)
        let texts = ShownTexts.texts(error)
        for secret in [parts.secret, parts.token ?? ""] where secret.utf8.count >= 8 {
          #expect(!finder.finds(secret, in: texts), "\(error)")
        }
        searched += texts.count
      }
    }
    #expect(searched >= 40)
  }

  @Test func `is not told by what is read out of token responses`() throws {
    var compared = 0
    for vector in try RealVectors.corpus.get().vectors where vector.operation == .tokenParse {
      guard let read = try? TokenReplay.token(VectorInput(object: vector.input)) else { continue }
      let other = FederationToken(
        try Credentials(
          accessKeyID: read.credentials.accessKeyID, accessKeySecret: "other",
          securityToken: "another"), expiration: read.expiration)
      let texts = ShownTexts.all(of: read)
      #expect(texts == ShownTexts.all(of: other), "\(vector.id)")
      compared += texts.count
    }
    #expect(compared > 900)
  }

  @Test func `is not told by a signer's answer or error`() {
    let token = "CAISq7+Wk2/Zr9Tb4Xn1VmHd8Lp3Yc6Jf5Gs0Qa=="
    let value = "OSS Kq7Wk2:\(token)"
    let finder = SecretFinder(besides: "Kq7Wk2")
    var searched = 0
    for answer in [
      SignerAnswer(value: value), SignerAnswer(value: nil, error: "cannot sign \(token)"),
      SignerAnswer(value: value, error: token), SignerAnswer(value: nil),
    ] {
      let error = #expect(throws: SignerError.self) { try answer.authorization() }
      let texts = ShownTexts.texts(answer) + ShownTexts.texts(error)
      #expect(!finder.finds(token, in: texts))
      searched += texts.count
    }
    #expect(searched == 32)
  }

  /// What may be shown (CRED-LEAK-5).
  @Test func `names the ID, the end and the generation`() throws {
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
    #expect(dumped.contains("generation: 7"))
    #expect(dumped.contains("9223372036854775807"))
  }

  /// An empty token is none (CRED-VAL-3), and parts that belong together stay so (CRED-VAL-1).
  @Test func `says whether there is a token, for which an empty one does not count`() throws {
    let empty = try token(Parts(id: "id", secret: "s", token: ""))
    #expect("\(empty)".contains("no security token"))
    let copy = empty
    #expect(copy == empty)
    #expect(try copy != token(Parts(id: "id", secret: "s", token: "t")))
  }
}
