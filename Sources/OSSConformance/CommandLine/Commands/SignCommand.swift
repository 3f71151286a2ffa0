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
    return try ReferenceAdapter.answer(toCommand: .v1Header, input.with(credentials: credentials))
  }

  /// The app server's half of self-signing: the app made the string, the secret is here.
  private static func signString(
    _ path: String, _ arguments: Arguments, _ console: some Console
  ) throws(CommandError) -> Answer {
    for flag in Flag.request where flag != .json {
      do throws(UsageError) {
        try arguments.refuse(.string, with: flag)
      } catch {
        throw .usage(error)
      }
    }
    let credentials = try CredentialsSource.read(arguments, console)
    let bytes = path == "-" ? console.readInput() : FileAccess.read(path)
    guard let bytes else { throw .file(.unreadable(path: path)) }
    return try ReferenceAdapter.answer(
      toCommand:
        .v1String,
      [
        "credentials": .object(credentials),
        "stringToSign": ["base64": .string(Base64.encode(bytes.span))],
      ])
  }

  /// The headers to send, a line each; for a given string only the value of Authorization.
  static func text(_ answer: Answer) -> String {
    guard let headers = answer.members["headers"]?.arrayValue else {
      return (answer.members["authorization"]?.stringValue ?? "") + "\n"
    }
    return headers.map { header in
      let pair = header.arrayValue ?? []
      let parts = pair.compactMap(\.protocolText).map { String(decoding: $0, as: UTF8.self) }
      return parts.joined(separator: ": ") + "\n"
    }.joined()
  }
}
