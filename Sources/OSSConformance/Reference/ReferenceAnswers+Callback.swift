internal import OSSVectors

extension ReferenceAnswers {
  func callbackParameters() throws(Refusal) -> Answer { throw .shape("operation", "done yet") }

  func callbackVerification() throws(Refusal) -> Answer { throw .shape("operation", "done yet") }
}
