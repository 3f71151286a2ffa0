internal import OSSVectors

extension ReferenceAnswers {
  func rpcSignature() throws(Refusal) -> Answer { throw .shape("operation", "done yet") }

  func assumeRoleParameters() throws(Refusal) -> Answer { throw .shape("operation", "done yet") }

  func assumeRoleResponse() throws(Refusal) -> Answer { throw .shape("operation", "done yet") }
}
