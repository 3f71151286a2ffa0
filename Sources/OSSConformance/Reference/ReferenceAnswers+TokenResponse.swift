internal import OSSVectors

extension ReferenceAnswers {
  func tokenResponse() throws(Refusal) -> Answer {
    throw Refusal(.invalidInput, "Not there yet.")
  }
}
