internal import OSSVectors

extension ReferenceAnswers {
  func credentialStanding() throws(Refusal) -> Answer {
    throw Refusal(.invalidInput, "Not there yet.")
  }

  func presignExpiry() throws(Refusal) -> Answer {
    throw Refusal(.invalidInput, "Not there yet.")
  }
}
