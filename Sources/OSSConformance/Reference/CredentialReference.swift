internal import OSSAppServer
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
  /// Whether a piece begins with a byte, by its value: most bytes of a text need no more than that.
  private var begins = [Bool](repeating: false, count: 256)
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
      begins[Int(piece[0])] = true
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
        begins[Int(text[start])] && pieces.contains(text[start..<start + count])
          && isShown(start, count)
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

extension ProcessOutputError: CodedError {}
extension CredentialSourceError: CodedError {}
extension MetadataError: CodedError {}

/// Where a server finds credentials.
extension ReferenceAnswers {
  /// Reads what a command printed.
  func processOutput() throws(InputRefusal) -> Answer {
    let output = try reader.requiredBytes("output")
    let now = try reader.moment("now")
    return Self.answer(
      try refusing(ProcessOutputError.self, ProcessOutput.token(in: output.span, at: now)))
  }

  /// Says what a profile of the CLI asks for.
  func cliProfile() throws(InputRefusal) -> Answer {
    let text = try reader.requiredBytes("file")
    let name = try reader.text("profile", orRefuseAs: .invalidInput)
    let profiles = try refusing(CredentialSourceError.self, CLIProfiles(text.span))
    let plan = try refusing(CredentialSourceError.self, profiles.plan(ofProfile: name))
    return Answer(members: ["steps": Self.steps(of: plan)])
  }

  /// Says which source gives credentials; one that is silent asks for something, and gives nothing.
  func credentialSource() throws(InputRefusal) -> Answer {
    let environment = try variables()
    var files: [(path: String, text: Bytes)] = []
    for file in try members("files") {
      files.append((path: file.name, text: try InputReader.bytes(file.value, file.name)))
    }
    let silent: [DefaultChain.Source] = try reader.choices("silent")
    var chain = DefaultChain(
      environment: { environment[$0]?.stringValue },
      file: { path in files.first { $0.path.hasSameBytes(as: path) }?.text })
    while let link = chain.next() {
      if silent.contains(link.source) { continue }
      return Answer(members: [
        "source": .string(link.source.rawValue), "steps": Self.steps(of: link.plan),
      ])
    }
    throw InputRefusal(.noCredentials, "No source gives credentials.")
  }

  /// Asks the metadata service of the input, and shows what it was asked.
  func metadataService() throws(InputRefusal) -> Answer {
    let environment = try variables()
    let variable = { (name: String) in environment[name]?.stringValue }
    let service = try MetadataService(reader)
    let role = try reader.text("role", orRefuseAs: .invalidInput)
    let now = try reader.moment("now")
    var exchange = try refusing(
      MetadataError.self, MetadataExchange(role: role, environment: variable))
    var reads: [JSONValue] = []
    var isHardened = false
    while let request = exchange.request {
      let token = request.method == "GET" ? request.headers.first?.value : nil
      if request.method == "GET" {
        reads.append([.string(request.path), token.map { .string($0) } ?? .null])
      } else {
        isHardened = true
      }
      exchange.take(service.answer(to: request, token: token))
    }
    let token = try refusing(MetadataError.self, exchange.token(at: now))
    var answer = Self.answer(token)
    answer.members["hardened"] = .bool(isHardened)
    answer.members["reads"] = .array(reads)
    return answer
  }

  /// The members of an object of the input that are not null.
  private func members(_ name: String) throws(InputRefusal) -> [JSONMember] {
    guard let object = try reader.nested(name)?.object else { return [] }
    return object.members.filter { !$0.value.isNull }
  }

  /// The variables of the input, each a text.
  private func variables() throws(InputRefusal) -> JSONObject {
    var variables = JSONObject()
    for variable in try members("environment") {
      variables[variable.name] = .string(
        try InputReader.text(variable.value, variable.name, orRefuseAs: .invalidInput))
    }
    return variables
  }
}

/// The metadata service of an input.
private struct MetadataService {
  let token: MetadataExchange.Answer?
  let roles: MetadataExchange.Answer?
  let role: MetadataExchange.Answer?
  /// Whether a request with or without a token is refused; nil for neither.
  let refusesToken: Bool?

  init(_ reader: InputReader) throws(InputRefusal) {
    let answers = try reader.nested("answers") ?? InputReader([:])
    token = try Self.answer(answers.nested("token"))
    roles = try Self.answer(answers.nested("roles"))
    role = try Self.answer(answers.nested("role"))
    let refuses = try reader.text("refuses", orRefuseAs: .invalidInput)
    switch refuses {
    case nil: refusesToken = nil
    case "with-token": refusesToken = true
    case "without-token": refusesToken = false
    default: throw .shape("refuses", "null, with-token or without-token")
    }
  }

  private static func answer(
    _ reader: InputReader?
  ) throws(InputRefusal) -> MetadataExchange.Answer? {
    guard let reader else { return nil }
    guard let status = try reader.count("status") else { throw .shape("status", "a whole number") }
    return MetadataExchange.Answer(status: status, body: try reader.requiredBytes("body"))
  }

  func answer(
    to request: MetadataExchange.Request, token: String?
  ) -> MetadataExchange.Answer? {
    if request.method == "PUT" { return self.token }
    if refusesToken == (token != nil) { return MetadataExchange.Answer(status: 403, body: []) }
    return request.path.utf8.last == UInt8(ascii: "/") ? roles : role
  }
}

extension ReferenceAnswers {
  /// The steps of a plan as the protocol has them; what is not there is left out.
  private static func steps(of plan: CredentialPlan) -> JSONValue {
    let origin: JSONObject
    switch plan.origin {
    case .credentials(let credentials):
      let (secret, token) = credentials.revealed()
      origin = step(
        "static", ("accessKeyId", credentials.accessKeyID), ("accessKeySecret", secret),
        ("securityToken", token))
    case .metadata(let role): origin = step("metadata", ("roleName", role))
    case .oidc(let role, let provider, let file):
      origin = step(role, "oidc", ("providerArn", provider), ("tokenFile", file))
    case .process(let command): origin = step("process", ("command", command))
    case .uri(let url): origin = step("uri", ("url", url))
    case .login: origin = step("login")
    }
    return .array([.object(origin)] + plan.roles.map { .object(step($0, "role")) })
  }

  private static func step(_ kind: String, _ members: (String, String?)...) -> JSONObject {
    var step: JSONObject = ["kind": .string(kind)]
    for (name, value) in members { step[name] = value.map { .string($0) } }
    return step
  }

  private static func step(
    _ role: PlannedRole, _ kind: String, _ members: (String, String?)...
  ) -> JSONObject {
    var step: JSONObject = ["kind": .string(kind), "roleArn": .string(role.roleARN)]
    for (name, value) in members { step[name] = value.map { .string($0) } }
    step["roleSessionName"] = role.sessionName.map { .string($0) }
    step["durationSeconds"] = .number(JSONNumber(role.durationSeconds))
    step["policy"] = role.policy.map { .string($0) }
    step["externalId"] = role.externalID.map { .string($0) }
    return step
  }
}
