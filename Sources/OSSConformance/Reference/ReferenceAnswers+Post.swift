internal import OSSVectors

extension ReferenceAnswers {
  func postPolicy() throws(Refusal) -> Answer { throw .shape("operation", "done yet") }

  func postSignatureV1() throws(Refusal) -> Answer { throw .shape("operation", "done yet") }

  func postSignatureV4() throws(Refusal) -> Answer { throw .shape("operation", "done yet") }

  func postFormFaults() throws(Refusal) -> Answer { throw .shape("operation", "done yet") }
}
