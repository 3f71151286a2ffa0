internal import OSSCredentials
internal import OSSMistakes
internal import OSSVectors

extension ReferenceAnswers {
  /// Plays a script and shows what came of it.
  func credentialTimeline() throws(Refusal) -> Answer {
    let script: Script
    do {
      script = try Script(reader.object)
    } catch {
      throw Refusal(.invalidInput, error.message)
    }
    return Answer(members: Simulator.run(script).members)
  }
}
