internal import OSSCredentials
internal import OSSJSON
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Credentials: their expiry, their refresh, their descriptions and custom signers.
extension ReferenceAnswers {
  /// Answers how near a credential is to its expiry.
  func credentialStanding() throws(InputRefusal) -> Answer {
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
  func presignExpiry() throws(InputRefusal) -> Answer {
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
      throw InputRefusal(.invalidExpires, error.description)
    }
    return Answer(members: [
      "effective": .number(JSONNumber(limit.effective.milliseconds)),
      "bound": .string(limit.bound.rawValue),
      "findings": .texts(limit.findings.map(\.rawValue)),
    ])
  }

  /// Plays a script and shows what came of it.
  func credentialTimeline() throws(InputRefusal) -> Answer {
    do {
      return Answer(members: Simulator.run(try Script(reader.object)).members)
    } catch {
      throw InputRefusal(.invalidInput, error.description)
    }
  }

  /// Says which secrets the texts that describe the credentials show.
  func credentialDescription() throws(InputRefusal) -> Answer {
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
    return Answer(members: ["reveals": .texts(revealed.map(\.0))])
  }

  /// Every text that Swift makes of a value without being asked for a secret by name.
  private static func shown<Value>(_ value: Value) -> [String] {
    var dumped = ""
    dump([value as Value?], to: &dumped)
    return ["\(value)", String(reflecting: value), String(describing: [value as Value?]), dumped]
  }

  /// Reads what a custom signer gave.
  func signerValue() throws(InputRefusal) -> Answer {
    let error = try reader.text("error", orRefuseAs: .invalidInput)
    // Beside an error the value does not count, be it text or not (CRED-SIGN-4).
    let text = error == nil ? try reader.text("value", orRefuseAs: .invalidSignerValue) : nil
    let signature = try refusing(
      SignerError.self, SignerAnswer(value: text, error: error).signature(of: .v1))
    let value = try? signature.read(as: .v1)
    return Answer(members: [
      "accessKeyId": .string(value?.accessKeyID ?? ""),
      "signature": .string(value?.signature ?? ""),
    ])
  }
}

/// Looks for a secret in texts (CRED-LEAK-3, CRED-LEAK-4).
struct SecretSearch {
  /// How many characters of a secret in a row show it.
  static let pieceLength = 8

  /// The pieces that show the secret, by their number of bytes.
  private var pieces: [Int: Set<Bytes.SubSequence>] = [:]
  private let forms: [Bytes]
  /// The access key ID, and a long one as it is shown.
  private let allowed: [Bytes]

  /// Prepares the search.
  ///
  /// - Parameters:
  ///   - secret: what is looked for; nothing is found of an empty one.
  ///   - accessKeyID: what may stand in a text, even if it holds the secret.
  init(for secret: String, besides accessKeyID: String) {
    allowed = [accessKeyID.bytes, accessKeyID.shown.bytes]
    forms = secret.utf8.count < Self.pieceLength ? [] : Self.forms(of: secret)
    for piece in secret.isEmpty ? [] : Self.pieces(of: secret) {
      pieces[piece.count, default: []].insert(piece[...])
    }
  }

  /// Whether a text shows the secret.
  func finds(in text: String) -> Bool {
    let text = text.bytes
    // Where the last access key ID ends that begins at a byte or before it.
    var ends = [Int](repeating: 0, count: text.count)
    for id in allowed {
      for start in text.overlappingPlaces(of: id) {
        ends[start] = max(ends[start], start + id.count)
      }
    }
    for start in ends.indices.dropFirst() { ends[start] = max(ends[start], ends[start - 1]) }
    let isShown = { (start: Int, count: Int) in start + count > ends[start] }
    return pieces.contains { count, pieces in
      text.indices.dropLast(count - 1).contains { start in
        pieces.contains(text[start..<start + count]) && isShown(start, count)
      }
    }
      || forms.contains { form in
        text.overlappingPlaces(of: form).contains { isShown($0, form.count) }
      }
  }

  /// Every eight characters in a row, or all where there are fewer.
  private static func pieces(of secret: String) -> [Bytes] {
    let scalars = Array(secret.unicodeScalars)
    let length = min(pieceLength, scalars.count)
    return (0...scalars.count - length).map { start in
      String(String.UnicodeScalarView(scalars[start..<start + length])).bytes
    }
  }

  /// The secret's bytes as programs write what is no text to them.
  private static func forms(of secret: String) -> [Bytes] {
    let bytes = secret.bytes
    let hexadecimal = Hexadecimal.encode(bytes.span)
    let decimal = bytes.map { String($0) }.joined(separator: ", ")
    let encoded = PercentEncoding.encode(secret, keepingSlash: false)
    return [hexadecimal, hexadecimal.uppercased(), decimal, Base64.encode(bytes.span), encoded]
      .map { $0.bytes }
  }
}
