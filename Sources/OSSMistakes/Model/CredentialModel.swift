package import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// When credentials expire and are refreshed, what is shown of them, and how the clock is corrected
/// (credentials.md, clock.md).
package struct CredentialModel: Sendable {
  /// What is shown of credentials (CRED-VAL, CRED-LEAK).
  package var description = DescriptionModel()
  /// When credentials are to be renewed (CRED-EXP).
  package var standing = StandingModel()
  /// How long a presigned URL works (CRED-PRE).
  package var presigning = PresignLimitModel()
  /// The rules of the machine that refreshes credentials (CRED-RUN); they are the library's own.
  package var refresh = RefreshSteps.standard
  /// What the provider around the machine does.
  package var provider = ProviderHabits()
  /// How far the clock of a device is off (CLK).
  package var clock = ClockModel()

  /// What comes of a script (CRED-RUN-26 to CRED-RUN-28).
  func timeline(_ input: InputReader) throws(Refusal) -> Answer {
    let script: Script
    do {
      script = try Script(input.object)
    } catch {
      throw Refusal(.invalidInput, error.message)
    }
    return Answer(members: Simulator.run(script, steps: refresh, provider: provider).members)
  }
}

extension Int64 {
  /// The sum; the greatest or the least number where it has no place.
  func plus(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference; the greatest or the least number where it has no place.
  func minus(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (self < 0 ? .min : .max) : difference
  }

  /// The moment at which the second of a moment begins, also before 1970.
  var startOfSecond: Int64 { minus((self % 1000 + 1000) % 1000) }
}
