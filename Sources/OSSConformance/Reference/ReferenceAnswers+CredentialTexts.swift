internal import OSSVectors

extension ReferenceAnswers {
  func credentialDescription() throws(Refusal) -> Answer {
    throw Refusal(.invalidInput, "Not there yet.")
  }

  func contentType() throws(Refusal) -> Answer {
    throw Refusal(.invalidInput, "Not there yet.")
  }
}
