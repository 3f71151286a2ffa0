internal import OSSVectors

extension ReferenceAnswers {
  func publishURL() throws(Refusal) -> Answer { throw .shape("operation", "done yet") }
}
