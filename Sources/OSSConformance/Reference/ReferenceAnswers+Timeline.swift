internal import OSSVectors

extension ReferenceAnswers {
  func credentialTimeline() throws(Refusal) -> Answer {
    throw Refusal(.invalidInput, "Not there yet.")
  }
}
