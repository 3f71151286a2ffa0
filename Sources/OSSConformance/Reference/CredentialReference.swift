internal import OSSCredentials
internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Credentials: their expiry, their refresh, their descriptions and custom signers.
extension ReferenceAnswers {
  /// Answers how near a credential is to its expiry.
  func credentialStanding() throws(Refusal) -> Answer {
    let policy: RefreshPolicy = try reader.choice("policy")
    let expiration = try reader.moment("expiration")
    let obtained = try reader.requiredMoment("obtained")
    let now = try reader.requiredMoment("now")
    let offset = try reader.offset()
    let standing = policy.standing(
      ofExpiration: expiration, obtained: offset.corrected(obtained), at: offset.corrected(now))
    var members: JSONObject = ["standing": .string(standing.phase.rawValue)]
    members["remaining"] = standing.remaining.map { .number(JSONNumber($0.milliseconds)) }
    return Answer(members: members)
  }

  /// Says when a presigned URL stops working.
  func presignExpiry() throws(Refusal) -> Answer {
    let interval = try reader.requiredInteger("interval")
    let isV1 = try reader.word("version", of: "v1", "v4") == "v1"
    let now = try reader.requiredMoment("now")
    // A key pair does not expire, whatever the input has beside it.
    let isTemporary = try reader.word("credential", of: "long-term", "temporary") == "temporary"
    let credential: PresignCredential =
      isTemporary ? .temporary(expiration: try reader.moment("expiration")) : .longTerm
    let limit: PresignLimit
    do {
      limit = try PresignLimit(
        isV1 ? .v1 : .v4(region: "cn-hangzhou"), interval: .seconds(interval), now: now,
        credential: credential)
    } catch {
      throw Refusal(.invalidExpires, error.description)
    }
    return Answer(members: [
      "effective": .number(JSONNumber(limit.effective.milliseconds)),
      "bound": .string(limit.bound.rawValue),
      "findings": .array(limit.findings.map { .string($0.rawValue) }),
    ])
  }

  /// Plays a script and shows what came of it.
  func credentialTimeline() throws(Refusal) -> Answer {
    do {
      return Answer(members: Simulator.run(try Script(reader.object)).members)
    } catch {
      throw Refusal(.invalidInput, error.message)
    }
  }

  /// Says which secrets the texts that describe the credentials show.
  func credentialDescription() throws(Refusal) -> Answer {
    let credentials = try credentials()
    let token = FederationToken(credentials, expiration: try reader.moment("expiration"))
    let provided = ProvidedCredentials(credentials, expiration: token.expiration, generation: 1)
    let texts =
      Self.shown(credentials) + Self.shown(token) + Self.shown(provided)
      + Self.shown(try? Signer(credentials, .v1))
    let parts = [
      ("accessKeySecret", credentials.accessKeySecret),
      ("securityToken", credentials.securityToken?.text ?? ""),
    ]
    let revealed = parts.filter { _, secret in
      let search = SecretSearch(for: secret, besides: credentials.accessKeyID)
      return texts.contains { search.finds(in: $0) }
    }
    return Answer(members: ["reveals": .array(revealed.map { .string($0.0) })])
  }

  /// Every text that Swift makes of a value without being asked for a secret by name.
  private static func shown<Value>(_ value: Value) -> [String] {
    var dumped = ""
    dump([value as Value?], to: &dumped)
    return ["\(value)", String(reflecting: value), String(describing: [value as Value?]), dumped]
  }

  /// Reads what a custom signer gave.
  func signerValue() throws(Refusal) -> Answer {
    let error = try reader.text("error", orRefuseAs: .invalidInput)
    // Beside an error the value does not count, be it text or not (CRED-SIGN-4).
    let text = error == nil ? try reader.text("value", orRefuseAs: .invalidSignerValue) : nil
    let signature = try Self.refusing { () throws(SignerError) in
      try SignerAnswer(value: text, error: error).signature(of: .v1)
    }
    let value = try? signature.read(as: .v1)
    return Answer(members: [
      "accessKeyId": .string(value?.accessKeyID ?? ""),
      "signature": .string(value?.signature ?? ""),
    ])
  }
}
