internal import OSSPrimitives
internal import OSSVectors

/// `string-to-sign`: prints what is signed of a request; it needs no secret.
enum StringToSignCommand {
  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let isURL = arguments.has(.expires)
    let input = try RequestInput(arguments, console).withEndpoint()
    let credentials = CredentialsSource.withoutSecret(console.environment)
    let answer = try ReferenceAdapter.answer(
      toCommand:
        isURL ? .v1Presign : .v1Header, input.with(credentials: credentials))
    if arguments.has(.json) {
      // Without the members: they hold a signature that nobody made.
      console.write(JSONValue.object(answer.stages).canonical())
    } else if let bytes = answer.stages["stringToSign"]?.protocolText {
      console.write(bytes)
    }
    return .asExpected
  }
}
