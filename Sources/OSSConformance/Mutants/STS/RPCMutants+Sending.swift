internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in what is sent and in what is refused.
extension RPCMutants {
  private static func sending(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    _ change: @escaping @Sendable (JSONObject, inout Answer) -> Void
  ) -> Mutant {
    Mutant("rpc-\(id)", clause, mistake, mend: mend, on: [.stsRPC]) { $0.rewriteOutput(change) }
  }

  static let sent: [Mutant] = [
    sending(
      "get-with-body", "RPC-SIG-3", "A call with GET has its parameters in the body.",
      mend: "Put them in the query."
    ) { input, answer in
      guard input["method"] == "GET", let url = answer.members["url"]?.stringValue,
        let mark = url.firstIndex(of: "?")
      else { return }
      answer.members["body"] = .string(String(url[url.index(after: mark)...]))
      answer.members["url"] = .string(String(url[..<mark]))
    },
    sending(
      "path-of-action", "RPC-SIG-3", "The path of the URL names the action.",
      mend: "Call `/`."
    ) { _, answer in
      guard let url = answer.members["url"]?.stringValue else { return }
      answer.members["url"] = .string(url.swapping("/?", with: "/AssumeRole?"))
    },
    sending(
      "port-lost", "RPC-SIG-3", "The port of the endpoint is not in the URL.",
      mend: "Call the endpoint as it is given."
    ) { _, answer in
      guard let url = answer.members["url"]?.stringValue else { return }
      answer.members["url"] = .string(url.swapping(":8080", with: ""))
    },
    sending(
      "post-with-query", "RPC-SIG-4", "A call with POST has its parameters in the query.",
      mend: "Put them in the body, as a form."
    ) { _, answer in
      guard let url = answer.members["url"]?.stringValue,
        let body = answer.members["body"]?.stringValue
      else { return }
      answer.members["url"] = .string("\(url)?\(body)")
      answer.members["body"] = .string("")
    },
  ]

  private static func accepting(
    _ id: String, _ clause: String, _ mistake: String,
    _ isAccepted: @escaping @Sendable (RPCError) -> Bool
  ) -> Mutant {
    Mutant("rpc-\(id)", clause, mistake, mend: "Refuse the call.", on: [.stsRPC]) { steps in
      let former = steps.rpcFault
      steps.rpcFault = { input, fault in former(input, fault).flatMap { isAccepted($0) ? nil : $0 }
      }
    }
  }

  static let refusals: [Mutant] = [
    accepting("reserved-signed", "RPC-REF-1", "Parameters that every call has may stand twice.") {
      if case .reservedParameter = $0 { true } else { false }
    },
    accepting("repeated-signed", "RPC-REF-2", "A parameter that is given twice is sent twice.") {
      if case .repeatedParameter = $0 { true } else { false }
    },
    accepting("nothing-called", "RPC-REF-3", "A call without an action or a version is signed.") {
      if case .missingParameter = $0 { true } else { false }
    },
    accepting("nameless-signed", "RPC-REF-3", "A parameter without a name is signed.") {
      $0 == .missingName
    },
    accepting("empty-nonce-signed", "RPC-REF-4", "A call without a nonce is signed.") {
      $0 == .emptyNonce
    },
    accepting("path-passed-over", "RPC-REF-5", "The path of an endpoint is passed over.") {
      if case .endpointPath = $0 { true } else { false }
    },
    Mutant(
      "rpc-any-credentials", "RPC-REF-6", "Credentials are not looked at.",
      mend: "Refuse those that cannot sign.", on: [.stsRPC]
    ) { $0.accept { _ in true } },
  ]
}
