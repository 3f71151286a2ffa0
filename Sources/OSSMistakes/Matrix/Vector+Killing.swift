internal import OSSJSON
package import OSSVectors

extension Vector {
  /// Whether a signer with a mistake fails the vector by this reply.
  package func isFailed(by mistaken: Reply) -> Bool {
    hasOtherSignature(than: mistaken) || !Judge.verdict(of: self, reply: mistaken).isPass
  }

  /// Whether the reply fails the vector, or is a refusal of another class than the one that is due.
  func isNotRight(by mistaken: Reply) -> Bool {
    hasOtherSignature(than: mistaken) || !Finding(vector: self, reply: mistaken).isRight
  }

  /// Whether the signature alone shows that the reply is wrong: most replies of mistakes end here,
  /// before anything is taken apart.
  private func hasOtherSignature(than mistaken: Reply) -> Bool {
    guard case .ok(let given) = mistaken, case .answer(let due) = expectation.outcome,
      expectation.alternatives.isEmpty, let wanted = due.members["signature"]?.protocolText,
      let shown = given.members["signature"]?.protocolText
    else { return false }
    return wanted != shown
  }
}
