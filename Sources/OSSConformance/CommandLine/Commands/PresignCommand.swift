internal import OSSPrimitives
internal import OSSVectors

/// `presign`: makes a presigned URL.
enum PresignCommand {
  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    for flag in [Flag.expires, .endpoint] where !arguments.has(flag) {
      throw .usage(.missingFlag(flag, command: .presign))
    }
    let input = try RequestInput(arguments, console)
    let credentials = try CredentialsSource.read(arguments, console)
    let answer = try ReferenceAdapter.answer(
      toCommand: input.version.presign, input.with(credentials: credentials))
    console.write(
      arguments.has(.json)
        ? answer.text : (answer.members["url"]?.stringValue ?? "") + "\n")
    return .asExpected
  }
}
