internal import OSSAppServer
internal import OSSCredentials
internal import OSSJSON
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

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
