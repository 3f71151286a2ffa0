internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// `sign`: signs the headers of a request, or a string to sign that somebody else made.
enum SignCommand: CommandWork {
  static let usage = CommandUsage(
    summary: "sign a request's headers, or a given string to sign",
    flags: Flag.request + [.credentials, .string], details: CredentialsSource.details)

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let answer =
      if let path = arguments.one(.string) {
        try signString(path, arguments)
      } else {
        try signRequest(arguments)
      }
    arguments.console.write(arguments.has(.json) ? answer.text : text(answer))
    return .asExpected
  }

  private static func signRequest(_ arguments: Arguments) throws(CommandError) -> Answer {
    let flags = try RequestFlags(arguments)
    return try CommandSigner(try CredentialsSource.read(arguments), flags.version)
      .headers(flags)
  }

  /// The app server's half of self-signing: the app made the string, the secret is here.
  private static func signString(
    _ path: String, _ arguments: Arguments
  ) throws(CommandError) -> Answer {
    let version = try RequestFlags.version(arguments)
    for flag in Flag.request where flag != .json && !Flag.signing.contains(flag) {
      try arguments.refuse(.string, with: flag)
    }
    if version == .v2 { throw .invalidValue(.signature, "v2", expected: "v1 or v4") }
    let credentials = try CredentialsSource.read(arguments)
    let string = try arguments.console.read(path, limit: Evidence.limit)
    return try CommandSigner(credentials, version).string(string)
  }

  /// The headers to send, a line each; for a given string only what the app is given back: the
  /// value of Authorization, and with V4 the signature.
  static func text(_ answer: Answer) -> String {
    guard let headers = answer.members["headers"]?.arrayValue else {
      let value = answer.members["authorization"] ?? answer.members["signature"]
      return (value?.stringValue ?? "") + "\n"
    }
    return headers.map { header in
      (header.arrayValue ?? []).compactMap(\.stringValue).joined(separator: ": ") + "\n"
    }.joined()
  }
}

/// `presign`: makes a presigned URL.
enum PresignCommand: CommandWork {
  static let usage = CommandUsage(
    summary: "make a presigned URL", flags: Flag.request + [.expires, .credentials],
    details: CredentialsSource.details)

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    for flag in [Flag.expires, .endpoint] where !arguments.has(flag) {
      throw .missingFlag(flag, command: .presign)
    }
    let flags = try RequestFlags(arguments)
    let answer = try CommandSigner(try CredentialsSource.read(arguments), flags.version)
      .url(flags)
    arguments.console.write(
      arguments.has(.json)
        ? answer.text : (answer.members["url"]?.stringValue ?? "") + "\n")
    return .asExpected
  }
}

/// `string-to-sign`: prints what is signed of a request; it needs no secret.
enum StringToSignCommand: CommandWork {
  static let usage = CommandUsage(
    summary: "print the string to sign of a request; needs no secret",
    flags: Flag.request + [.expires],
    details: [
      "No line feed is added at the end of the string.",
      "With --expires it is the string of a presigned URL. In V2 and V4 that contains the",
      "access key ID, which comes from OSS_ACCESS_KEY_ID.",
      "A security token comes from OSS_SESSION_TOKEN or OSS_SECURITY_TOKEN.",
    ])

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let isURL = arguments.has(.expires)
    let flags = try RequestFlags(arguments)
    // V2 and V4 sign the query of a URL, where the access key ID is.
    let credentials = try CredentialsSource.withoutSecret(
      arguments.console.environment, needsID: isURL && flags.version != .v1)
    let signer = try CommandSigner(credentials, flags.version)
    let answer = isURL ? try signer.url(flags) : try signer.headers(flags)
    if arguments.has(.json) {
      // Without the members: they hold a signature that nobody made.
      arguments.console.write(JSONValue.object(answer.shownStages).canonical())
    } else if let string = answer.stages["stringToSign"]?.stringValue {
      arguments.console.write(string)
    }
    return .asExpected
  }
}

/// Signs what flags describe, with the library.
private struct CommandSigner {
  private let signer: Signer

  init(_ given: GivenCredentials, _ version: SignatureVersion) throws(CommandError) {
    let credentials = try rethrowing(
      as: CommandError.signing,
      Credentials(
        accessKeyID: given.accessKeyID, accessKeySecret: given.accessKeySecret,
        securityToken: given.securityToken))
    signer = try rethrowing(as: CommandError.signing, Signer(credentials, version))
  }

  func headers(_ flags: RequestFlags) throws(CommandError) -> Answer {
    let request = try flags.request()
    return try rethrowing(
      as: CommandError.signing, SigningAnswers.headers(signer, request, at: flags.time))
  }

  func url(_ flags: RequestFlags) throws(CommandError) -> Answer {
    let (request, endpoint) = (try flags.request(), try flags.endpoint())
    let end = flags.expires ?? flags.time
    return try rethrowing(
      as: CommandError.signing,
      SigningAnswers.url(signer, request, endpoint, now: flags.time, until: end))
  }

  /// Signs a string that somebody else made.
  func string(_ string: Bytes) throws(CommandError) -> Answer {
    try rethrowing(as: CommandError.signing, SigningAnswers.string(signer, string))
  }
}

extension Answer {
  /// All of the answer as one JSON object, a line of its own.
  fileprivate var text: String {
    var object = members
    if !stages.members.isEmpty { object["stages"] = .object(shownStages) }
    return String(decoding: JSONValue.object(object).canonical(), as: UTF8.self)
  }

  /// The steps without the signing key, which is as secret as what it is made of.
  fileprivate var shownStages: JSONObject {
    JSONObject(stages.members.filter { $0.name != "signingKey" })
  }
}

/// What the flags say of a request: how and when it is signed, and the request itself.
struct RequestFlags {
  /// How the request is signed.
  let version: SignatureVersion
  /// The time of signing.
  let time: Moment
  /// When a presigned URL ends; nil if no flag says it.
  let expires: Moment?
  /// The endpoint with its addressing, not read yet; nil if none is given.
  private let endpointText: String?
  private let addressing: Addressing?
  private let arguments: Arguments
  private let headers: [HeaderField]

  /// Reads the flags; the clock is looked at only if no time is given.
  init(_ arguments: Arguments) throws(CommandError) {
    self.arguments = arguments
    version = try Self.version(arguments)
    let seconds = try arguments.one(.time).map { text throws(CommandError) in
      try Self.seconds(of: text, .time)
    }
    time = try Self.moment(seconds ?? arguments.console.now(), .time)
    expires = try arguments.one(.expires).map { [time] text throws(CommandError) in
      try Self.expiry(text, from: time)
    }
    headers = try arguments.all(.header).map(Self.header)
    endpointText = arguments.one(.endpoint)
    addressing = try arguments.one(.addressing).map { text throws(CommandError) in
      guard let addressing = Addressing(rawValue: text) else {
        throw .invalidValue(.addressing, text, expected: "virtual-host, path or cname")
      }
      return addressing
    }
  }

  /// The request, as the library checks it.
  func request() throws(CommandError) -> SigningRequest {
    try rethrowing(
      as: CommandError.signing,
      SigningRequest(
        method: arguments.one(.method) ?? "GET", bucket: arguments.one(.bucket),
        key: arguments.one(.key), headers: headers,
        query: arguments.all(.query).map(Self.parameter),
        additionalHeaders: arguments.all(.additionalHeader)))
  }

  /// The endpoint; without a flag one that means nothing.
  ///
  /// The string to sign of a URL does not depend on it, but a URL cannot be without.
  func endpoint() throws(CommandError) -> Endpoint {
    try rethrowing(
      as: CommandError.signing,
      Endpoint(endpointText ?? "https://oss.aliyuncs.com", addressing: addressing))
  }

  /// The version that the flags ask for: without `--signature` V4 where a region is given, else V1.
  static func version(_ arguments: Arguments) throws(CommandError) -> SignatureVersion {
    let word = arguments.one(.signature) ?? (arguments.has(.region) ? "v4" : "v1")
    guard ["v1", "v2", "v4"].contains(word) else {
      throw .invalidValue(.signature, word, expected: "v1, v2 or v4")
    }
    guard word == "v4" else {
      if arguments.has(.signature) {
        for flag in [Flag.region, .product] { try arguments.refuse(.signature, with: flag) }
      }
      return word == "v1" ? .v1 : .v2
    }
    guard let region = arguments.one(.region) else {
      throw .missingFlag(.region, command: arguments.command)
    }
    return .v4(region: region, product: arguments.one(.product) ?? "oss")
  }

  private static func expiry(_ text: String, from time: Moment) throws(CommandError) -> Moment {
    guard text.hasPrefix("+") else { return try moment(seconds(of: text, .expires), .expires) }
    guard let seconds = Int64(text.dropFirst()), seconds >= 0, seconds < 1 << 40 else {
      throw .invalidValue(.expires, text, expected: "a time or +SECONDS")
    }
    return try moment(time.seconds + seconds, .expires)
  }

  /// A time as a person writes it: Unix seconds, RFC 1123 or ISO 8601.
  private static func seconds(of text: String, _ flag: Flag) throws(CommandError) -> Int64 {
    if let seconds = Int64(text), seconds.magnitude < 1 << 40 { return seconds }
    if let time = try? Moment(rfc1123: text) { return time.seconds }
    if let time = try? Moment(iso8601: text) { return time.seconds }
    throw .invalidValue(flag, text, expected: "Unix seconds, RFC 1123 or ISO 8601")
  }

  private static func moment(_ seconds: Int64, _ flag: Flag) throws(CommandError) -> Moment {
    guard let moment = try? Moment(seconds: seconds) else {
      throw .invalidValue(flag, String(seconds), expected: "in the years 1 to 9999")
    }
    return moment
  }

  private static func header(_ text: String) throws(CommandError) -> HeaderField {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      throw .invalidValue(.header, text, expected: "NAME: VALUE")
    }
    let value = bytes[(colon + 1)...].drop(while: \.isBlank)
    return HeaderField(
      String(decoding: bytes[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  private static func parameter(_ text: String) -> QueryParameter {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return QueryParameter(String(halves[0]), halves.count > 1 ? String(halves[1]) : nil)
  }
}

/// Where a user's credentials come from: a file or the environment, never the command line.
///
/// What is on a command line is seen by every process of the machine and kept by the shell.
enum CredentialsSource {
  /// What the help says of it.
  static let details = [
    "The secret comes from OSS_ACCESS_KEY_ID, OSS_ACCESS_KEY_SECRET and, where there is one,",
    "OSS_SESSION_TOKEN or OSS_SECURITY_TOKEN; or from the file of --credentials.",
  ]
  private static let idVariable = "OSS_ACCESS_KEY_ID"
  private static let secretVariable = "OSS_ACCESS_KEY_SECRET"
  private static let tokenVariables = ["OSS_SESSION_TOKEN", "OSS_SECURITY_TOKEN"]

  /// The credentials as they are given, which a signer may refuse.
  static func read(_ arguments: Arguments) throws(CommandError) -> GivenCredentials {
    if let path = arguments.one(.credentials) { return try file(path, arguments.console) }
    let environment = arguments.console.environment
    return GivenCredentials(
      accessKeyID: try variable(idVariable, environment),
      accessKeySecret: try variable(secretVariable, environment),
      securityToken: token(environment))
  }

  /// Credentials that sign nothing anybody would accept, for showing a string to sign; the token is
  /// real, because it is part of the string, and so is the access key ID where it is needed.
  static func withoutSecret(
    _ environment: [String: String], needsID: Bool
  ) throws(CommandError) -> GivenCredentials {
    GivenCredentials(
      accessKeyID: needsID ? try variable(idVariable, environment) : "id",
      accessKeySecret: "secret", securityToken: token(environment))
  }

  private static func variable(
    _ name: String, _ environment: [String: String]
  ) throws(CommandError) -> String {
    guard let value = environment[name], !value.isEmpty else {
      throw .noCredentials(variable: name)
    }
    return value
  }

  private static func token(_ environment: [String: String]) -> String? {
    tokenVariables.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  private static func file(
    _ path: String, _ console: some Console
  ) throws(CommandError) -> GivenCredentials {
    // Who gives the JSON in place of a file must not find the secret on the terminal.
    if path.utf8.contains(UInt8(ascii: "{")) { throw .credentialsInPlaceOfFile }
    if path != "-", FileAccess.isReadableByOthers(path) {
      console.complain(
        "warning: other users can read \(path.visible); make it yours alone with chmod 600.\n")
    }
    let bytes = try console.read(path, limit: Evidence.limit)
    // The error of the reader might show what is in the file.
    guard let json = try? JSONReader.read(bytes) else { throw .notJSON(nil, file: path) }
    guard let object = json.objectValue else { throw .notObject(file: path) }
    func text(_ member: String) throws(CommandError) -> String {
      guard let text = object[member]?.stringValue else {
        throw .credentials(member: member, file: path)
      }
      return text
    }
    let hasToken = !(object["securityToken"] ?? .null).isNull
    return GivenCredentials(
      accessKeyID: try text("accessKeyId"), accessKeySecret: try text("accessKeySecret"),
      securityToken: hasToken ? try text("securityToken") : nil)
  }
}
