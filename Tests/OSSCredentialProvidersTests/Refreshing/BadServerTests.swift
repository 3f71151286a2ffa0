import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Synchronization
import Testing

/// A token server whose tokens live two seconds, and which fails, stalls and answers rubbish between
/// them.
private final class BadTokenServer: TokenTransport {
  /// The true time.
  let clock = ManualClock(Moment(milliseconds: 1_700_000_000_700))
  private let running = Atomic(0)
  private let requests = Counter()
  /// How often a request came while another one was not answered.
  let overlaps = Counter()
  /// How many tokens were handed out.
  let tokens = Counter()

  func get(_ request: TokenServerRequest) async throws -> TokenServerReply {
    if running.add(1, ordering: .sequentiallyConsistent).newValue > 1 { overlaps.add() }
    defer { running.subtract(1, ordering: .sequentiallyConsistent) }
    switch requests.add() % 8 {
    case 2: throw AppError(text: "no connection")
    case 4:
      // Longer than a fetch may take, which ends it.
      try await Task.sleep(nanoseconds: 60_000_000_000)
      throw AppError(text: "late")
    case 6: return TokenServerReply(status: 200, body: Bytes("<html>".utf8))
    case 0: return TokenServerReply(status: 503, body: [])
    default: break
    }
    let now = clock.now
    tokens.add()
    let token = try FederationToken.sample("\(tokens.value)", expires: try now.adding(seconds: 2))
    return TokenServerReply(
      status: 200, date: now.rfc1123, body: TokenResponse.body(handingOut: token))
  }
}

@Suite(.timeLimit(.minutes(10))) struct `Ten thousand callers of a bad token server` {
  /// The clock of the device is a day slow, or a day fast.
  @Test(arguments: [-86_400, 86_400])
  func `get no expired token, cause one fetch at a time, and are all answered`(
    secondsOff: Int64
  ) async throws {
    let server = BadTokenServer()
    let clock = server.clock
    // So long that a fetch in time never exceeds it, however busy the machine is.
    let options = RefreshOptions(timeLimit: .seconds(3), seed: 1) {
      clock.now.adding(.seconds(secondsOff))
    }
    let provider = CredentialsURIProvider(
      url: "https://app.example.com/oss-token", transport: server, options: options,
      version: .v4(region: "cn-hangzhou"))
    let (served, refused, expired) = (Counter(), Counter(), Counter())
    for _ in 0..<12 {
      // The time does not move while they ask, so that what is expired does not depend on how busy
      // the machine is.
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<10_000 {
          group.addTask {
            do {
              let end = try await provider.credentials().expiration
              served.add()
              if (end ?? .latest) <= clock.now { expired.add() }
            } catch {
              refused.add()
            }
          }
        }
      }
      clock.advance(by: .milliseconds(700))
    }
    #expect(served.value + refused.value == 120_000)
    #expect(served.value >= 40_000)
    #expect(server.tokens.value > 2)
    #expect(server.overlaps.value == 0)
    #expect(expired.value == 0)
  }
}
