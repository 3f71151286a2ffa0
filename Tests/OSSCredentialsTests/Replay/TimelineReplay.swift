import Testing

/// Scripts of a provider of credentials, done with what an app imports.
enum TimelineReplay {
  static func timeline(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    Issue.record("Not there yet.")
  }
}
