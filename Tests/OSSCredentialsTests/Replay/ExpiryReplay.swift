import Testing

/// How credentials stand towards their expiry, done with what an app imports.
enum ExpiryReplay {
  static func standing(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    Issue.record("Not there yet.")
  }

  static func presignExpiry(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    Issue.record("Not there yet.")
  }
}
