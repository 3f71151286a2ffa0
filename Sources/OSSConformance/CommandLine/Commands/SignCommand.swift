internal import OSSPrimitives
internal import OSSVectors

/// `sign`: signs the headers of a request, or a string to sign that somebody else made.
enum SignCommand {
  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let answer =
      if let path = arguments.one(.string) {
        try signString(path, arguments, console)
      } else {
        try signRequest(arguments, console)
      }
    console.write(arguments.has(.json) ? answer.text : text(answer))
    return .asExpected
  }

  private static func signRequest(
    _ arguments: Arguments, _ console: some Console
  ) throws(CommandError) -> Answer {
    let input = try RequestInput(arguments, console)
    let credentials = try CredentialsSource.read(arguments, console)
    return try ReferenceAdapter.answer(
      toCommand: input.version.header, input.with(credentials: credentials))
  }

  /// The app server's half of self-signing: the app made the string, the secret is here.
  private static func signString(
    _ path: String, _ arguments: Arguments, _ console: some Console
  ) throws(CommandError) -> Answer {
    let version: RequestedVersion
    do throws(UsageError) {
      version = try RequestedVersion(arguments)
      for flag in Flag.request where flag != .json && !Flag.signing.contains(flag) {
        try arguments.refuse(.string, with: flag)
      }
      if version == .v2 { throw .invalidValue(.signature, "v2", expected: "v1 or v4") }
    } catch {
      throw .usage(error)
    }
    let credentials = try CredentialsSource.read(arguments, console)
    let bytes = path == "-" ? console.readInput() : FileAccess.read(path)
    guard let bytes else { throw .file(.unreadable(path: path)) }
    var input: JSONObject = [
      "credentials": .object(credentials),
      "stringToSign": ["base64": .string(Base64.encode(bytes.span))],
    ]
    for (member, flag) in [("region", Flag.region), ("product", .product)] {
      input[member] = arguments.one(flag).map { .string($0) }
    }
    return try ReferenceAdapter.answer(toCommand: version == .v4 ? .v4String : .v1String, input)
  }

  /// The headers to send, a line each; for a given string only what the app is given back: the
  /// value of Authorization, and with V4 the signature.
  static func text(_ answer: Answer) -> String {
    guard let headers = answer.members["headers"]?.arrayValue else {
      let value = answer.members["authorization"] ?? answer.members["signature"]
      return (value?.stringValue ?? "") + "\n"
    }
    return headers.map { header in
      let pair = header.arrayValue ?? []
      let parts = pair.compactMap(\.protocolText).map { String(decoding: $0, as: UTF8.self) }
      return parts.joined(separator: ": ") + "\n"
    }.joined()
  }
}
