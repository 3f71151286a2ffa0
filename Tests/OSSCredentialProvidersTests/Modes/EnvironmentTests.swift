import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Testing

@Suite struct `Credentials of the environment` {
  private let clock = TestClock()

  private func provider(_ environment: [String: String]) throws(EnvironmentError)
    -> EnvironmentProvider
  {
    try EnvironmentProvider(environment: environment, version: .v1, clock: clock.read)
  }

  private static let oss = ["OSS_ACCESS_KEY_ID": "ak", "OSS_ACCESS_KEY_SECRET": "sk\n"]
  private static let cloud = [
    "ALIBABA_CLOUD_ACCESS_KEY_ID": "id", "ALIBABA_CLOUD_ACCESS_KEY_SECRET": "secret",
    "ALIBABA_CLOUD_SECURITY_TOKEN": "token",
  ]

  @Test func `are those of the first set that is there: CRED-MODE-27`() async throws {
    let both = Self.oss.merging(Self.cloud) { $1 }
    let withToken = Self.oss.merging(["OSS_SESSION_TOKEN": "t"]) { $1 }
    let emptied = both.merging(["OSS_ACCESS_KEY_ID": " "]) { $1 }
    for (environment, id, secret, token) in [
      (Self.oss, "ak", "sk", nil), (Self.cloud, "id", "secret", "token"),
      (both, "ak", "sk", nil), (withToken, "ak", "sk", "t"), (emptied, "id", "secret", "token"),
    ] {
      let provided = try await provider(environment).credentials()
      let expected = try Credentials(
        accessKeyID: id, accessKeySecret: secret, securityToken: token)
      #expect(provided.credentials == expected)
    }
  }

  @Test func `that are not there or cannot sign are named: CRED-MODE-27`() {
    #expect(throws: EnvironmentError.missing("OSS_ACCESS_KEY_ID")) { try provider([:]) }
    // The secret of the other set is not that of this ID.
    let torn = Self.cloud.merging(["OSS_ACCESS_KEY_ID": "ak"]) { $1 }
    #expect(throws: EnvironmentError.missing("OSS_ACCESS_KEY_SECRET")) { try provider(torn) }
    let broken = Self.oss.merging(["OSS_ACCESS_KEY_ID": "a:b"]) { $1 }
    let error = #expect(throws: EnvironmentError.self) { try provider(broken) }
    #expect(error?.description.hasPrefix("The variables of the environment cannot sign. ") == true)
    #expect(
      EnvironmentError.missing("A").description == "The variable A of the environment is not set.")
  }

  @Test func `are dropped when OSS rejects their token, and a key pair is not`() async throws {
    let refused = ServerAnswer.error(403, "InvalidSecurityToken")
    for (environment, expected) in [(Self.oss, nil), (Self.cloud, Failure.rejected(generation: 1))]
    {
      let provider = try provider(environment)
      #expect(await provider.nextAction(after: refused, generation: 1, tried: []) == .giveUp)
      #expect(await failure { try await provider.credentials() } == expected)
    }
  }
}
