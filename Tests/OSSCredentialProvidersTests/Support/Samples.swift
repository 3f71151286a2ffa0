import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning

/// A token whose parts are named after it, so that parts of two tokens are told apart.
func token(_ name: String, expires: Moment?) throws -> FederationToken {
  FederationToken(
    try Credentials(
      accessKeyID: "STS.\(name)", accessKeySecret: "secret-\(name)",
      securityToken: "token-\(name)"), expiration: expires)
}

extension ProvidedCredentials {
  /// The letter of the token that was handed out.
  var name: String { String(credentials.accessKeyID.dropFirst(4)) }
}

/// An error of the app, which holds what no message may show.
struct AppError: Error, Equatable {
  let text: String
}

extension RefreshOptions {
  /// Options of a test: always the same waits, on the clock of the test.
  static func test(_ clock: TestClock, timeLimit: TimeSpan = .seconds(30)) -> RefreshOptions {
    RefreshOptions(timeLimit: timeLimit, seed: 1, clock: clock.read)
  }
}
