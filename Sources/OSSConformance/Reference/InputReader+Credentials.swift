internal import OSSCredentials
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

extension InputReader {
  /// A moment in milliseconds since 1970, or nil.
  func moment(_ name: String) throws(Refusal) -> Moment? {
    try integer(name).map { Moment(milliseconds: $0) }
  }

  /// A moment that must be there.
  func requiredMoment(_ name: String) throws(Refusal) -> Moment {
    guard let moment = try moment(name) else { throw .shape(name, "a whole number") }
    return moment
  }

  /// What is to be added to the device's clock, or nil.
  func offset(_ name: String) throws(Refusal) -> ClockOffset? {
    try integer(name).map { ClockOffset(.milliseconds($0)) }
  }

  /// The status of an HTTP answer, or nil.
  func status(_ name: String) throws(Refusal) -> Int? {
    guard let number = try integer(name) else { return nil }
    guard let code = Int(exactly: number) else { throw .shape(name, "a status") }
    return code
  }

  /// One of the words of a closed list.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(Refusal) -> Choice where Choice.RawValue == String {
    let text = try requiredText(name, orRefuseAs: .invalidInput)
    return try Self.choice(text, name)
  }

  /// The words of an array, each one of a closed list.
  func choices<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(Refusal) -> [Choice] where Choice.RawValue == String {
    var choices: [Choice] = []
    for element in try elements(name) {
      choices.append(
        try Self.choice(try Self.text(element, name, orRefuseAs: .invalidInput), name))
    }
    return choices
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String, _ name: String
  ) throws(Refusal) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      throw .shape(name, Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return choice
  }

  /// What signs a URL; a key pair has no end, whatever is beside it.
  func presignCredential() throws(Refusal) -> PresignCredential {
    switch try requiredText("credential", orRefuseAs: .invalidInput) {
    case "long-term": return .longTerm
    case "temporary": return .temporary(expiration: try moment("expiration"))
    default: throw .shape("credential", "long-term, temporary")
    }
  }
}
