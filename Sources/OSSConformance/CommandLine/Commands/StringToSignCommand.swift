internal import OSSPrimitives
internal import OSSVectors

/// `string-to-sign`: prints what is signed of a request; it needs no secret.
enum StringToSignCommand {
  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let isURL = arguments.has(.expires)
    let input = try RequestInput(arguments, console).withEndpoint()
    // V2 and V4 sign the query of a URL, where the access key ID stands.
    let credentials = try CredentialsSource.withoutSecret(
      console.environment, needsID: isURL && input.version != .v1)
    let answer = try ReferenceAdapter.answer(
      toCommand: isURL ? input.version.presign : input.version.header,
      input.with(credentials: credentials))
    if arguments.has(.json) {
      // Without the members: they hold a signature that nobody made.
      console.write(JSONValue.object(answer.shownStages).canonical())
    } else if let bytes = answer.stages["stringToSign"]?.protocolText {
      console.write(bytes)
    }
    return .asExpected
  }
}
