internal import OSSVectors

extension ReferenceAnswers {
  func clockOffset() throws(Refusal) -> Answer {
    throw Refusal(.invalidInput, "Not there yet.")
  }

  func errorAction() throws(Refusal) -> Answer {
    throw Refusal(.invalidInput, "Not there yet.")
  }

  func responseVerdict() throws(Refusal) -> Answer {
    throw Refusal(.invalidInput, "Not there yet.")
  }
}
