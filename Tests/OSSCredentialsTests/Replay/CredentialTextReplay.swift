import Testing

/// Texts of credentials and signers, done with what an app imports.
enum CredentialTextReplay {
  static func description(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    Issue.record("Not there yet.")
  }

  static func signerValue(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    Issue.record("Not there yet.")
  }

  static func contentType(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    Issue.record("Not there yet.")
  }
}
