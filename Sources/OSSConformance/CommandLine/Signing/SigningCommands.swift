internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// `sign`: signs the headers of a request, or a string to sign that somebody else made.
enum SignCommand {
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
enum PresignCommand {
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
enum StringToSignCommand {
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
