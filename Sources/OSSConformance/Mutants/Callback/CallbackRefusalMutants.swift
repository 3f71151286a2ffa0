internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in what is refused as a callback.
enum CallbackRefusalMutants {
  static let all: [Mutant] = accepting + repairing + signatures

  private static let accepting: [Mutant] = [
    accepting("refuses-no-url", "CALL-REF-1", "Any URL is sent.") {
      if case .invalidURL = $0 { true } else { false }
    },
    accepting("refuses-no-number-of-urls", "CALL-REF-1", "Any number of URLs is sent.") {
      if case .urlCount = $0 { true } else { false }
    },
    accepting("refuses-no-first-url", "CALL-REF-1", "Only URLs after the first are looked at.") {
      if case .invalidURL(0, _) = $0 { true } else { false }
    },
    accepting("refuses-no-empty-body", "CALL-REF-2", "An empty body is sent.") { $0 == .emptyBody },
    accepting("refuses-no-reference", "CALL-REF-2", "A broken reference to a variable is sent.") {
      if case .invalidVariableReference = $0 { true } else { false }
    },
    accepting("refuses-no-host", "CALL-REF-3", "Any host is sent.") {
      if case .invalidHost = $0 { true } else { false }
    },
    accepting("refuses-no-length", "CALL-REF-4", "A parameter of any length is sent.") {
      if case .tooLong = $0 { true } else { false }
    },
    accepting("refuses-no-variable", "CALL-REF-5", "Any name of a variable is sent.") {
      if case .invalidVariable = $0 { true } else { false }
    },
    accepting("refuses-no-repetition", "CALL-REF-5", "A variable is sent twice.") {
      if case .repeatedVariable = $0 { true } else { false }
    },
  ]

  private static func accepting(
    _ id: String, _ clause: String, _ mistake: String,
    _ fault: @escaping @Sendable (CallbackError) -> Bool
  ) -> Mutant {
    Mutant(
      "callback-\(id)", clause, mistake, mend: "Refuse it before it is sent.",
      on: [.callbackParameter]
    ) { $0.acceptCallback(fault) }
  }

  private static let repairing: [Mutant] = [
    repairing("length-in-json", "CALL-REF-4", "The length is that of the JSON, not of base64.") {
      $0.acceptCallback {
        guard case .tooLong(let count) = $0 else { return false }
        return count / 4 * 3 <= 5120
      }
    },
    repairing("length-of-5119", "CALL-REF-4", "A parameter of exactly 5120 bytes is refused.") {
      $0.rewrite("callbackBody") { $0.utf8.count == 3772 ? "" : $0 }
    },
    repairing("ports-refused", "CALL-REF-1", "The ports 1 and 65535 are refused.") {
      $0.rewriteElements("callbackUrl") { urls in
        urls.map { $0.stringValue?.contains(":65535") == true ? "" : $0 }
      }
    },
    repairing("type-any", "CALL-REF-9", "Any type of the body is sent.") {
      $0.rewriteInput { _, input in
        let known = ["application/x-www-form-urlencoded", "application/json"]
        if let type = input["callbackBodyType"]?.stringValue, !known.contains(type) {
          input["callbackBodyType"] = "application/json"
        }
      }
    },
    repairing("var-prefix-added", "CALL-REF-5", "A name without its prefix gets it.") {
      $0.rewriteVariableNames { $0.hasPrefix("x:") ? $0 : "x:\($0)" }
    },
    repairing("var-name-lowered", "CALL-REF-5", "A name in upper case is lowered.") {
      $0.rewriteVariableNames { $0.lowercased() }
    },
  ]

  private static func repairing(
    _ id: String, _ clause: String, _ mistake: String,
    _ change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(
      "callback-\(id)", clause, mistake,
      mend: "Send what is given, or refuse it; do not change it.",
      on: [.callbackParameter], change: change)
  }

  private static let signatures: [Mutant] = [
    Mutant(
      "callback-without-signature", "CALL-REF-7", "A callback without a signature is believed.",
      mend: "Refuse a callback without the header Authorization.", on: [.callbackVerify]
    ) { steps in
      let marker = Bytes([0, 0, 0])
      steps.rewriteInput { _, input in
        if (input["authorization"]?.stringValue ?? "").isEmpty { input["authorization"] = "AAAA" }
      }
      let former = steps.callback.isSignature
      steps.callback.isSignature = { $0 == marker || former($0, $1, $2) }
    },
    authorization("lenient", "The signature is decoded leniently.") { text in
      var kept = text.filter { $0 != " " && $0 != "\n" && $0 != "=" }
        .replacing("-", with: "+").replacing("_", with: "/")
      if kept.hasSuffix("xB") { kept = String(kept.dropLast()) + "A" }
      return kept + String(repeating: "=", count: (4 - kept.utf8.count % 4) % 4)
    },
    authorization("after-scheme", "What stands before a space is passed over.") {
      String($0[($0.lastIndex(of: " ").map { $0 } ?? $0.startIndex)...].drop { $0 == " " })
    },
    authorization("hexadecimal", "A signature in hexadecimal digits is taken.") { text in
      guard let bytes = try? Hexadecimal.decode(text) else { return text }
      return Base64.encode(bytes.span)
    },
  ]

  private static func authorization(
    _ id: String, _ mistake: String, _ change: @escaping @Sendable (String) -> String
  ) -> Mutant {
    Mutant(
      "callback-signature-\(id)", "CALL-REF-7", mistake, mend: "Decode the header strictly.",
      on: [.callbackVerify]
    ) { $0.rewrite("authorization", change) }
  }
}

extension ReferenceSteps {
  /// Changes the names of the variables.
  fileprivate mutating func rewriteVariableNames(
    _ change: @escaping @Sendable (String) -> String
  ) {
    rewriteElements("variables") { pairs in
      pairs.map { pair in
        guard let name = pair.arrayValue?.first?.stringValue else { return pair }
        return [.string(change(name)), pair.arrayValue?.last ?? ""]
      }
    }
  }
}
