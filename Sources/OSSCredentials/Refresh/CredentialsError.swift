public import OSSPrimitives

/// Why a caller gets no credentials.
///
/// Each case names the cause and the moment from which asking again makes another fetch, on the
/// device's clock; none holds a secret.
public indirect enum CredentialsError: Error, Equatable, Sendable {
  /// The fetch that the caller waited for failed, and nothing valid is held (CRED-RUN-12).
  case fetchFailed(FetchFailure, retryAt: Moment)
  /// The last fetch failed, nothing valid is held and it is too early for the next (CRED-RUN-13).
  case backingOff(FetchFailure, retryAt: Moment)

  /// Why the last fetch failed.
  public var cause: FetchFailure {
    switch self {
    case .fetchFailed(let cause, _), .backingOff(let cause, _): cause
    }
  }

  /// The moment from which asking again makes another fetch, on the device's clock.
  public var retryAt: Moment {
    switch self {
    case .fetchFailed(_, let moment), .backingOff(_, let moment): moment
    }
  }
}

extension CredentialsError: CustomStringConvertible {
  /// One or two sentences: what happened and why.
  public var description: String {
    switch self {
    case .fetchFailed(let cause, _):
      "There are no credentials, for the fetch failed. %".filled(cause.description)
    case .backingOff(let cause, let moment):
      ("There are no credentials, and the next fetch is not due before %, "
        + "for the last one failed. %").filled(moment.description, cause.description)
    }
  }
}

/// Why a fetch brought no credentials that could be used.
///
/// No case holds anything of the credentials themselves.
public indirect enum FetchFailure: Error, Equatable, Sendable {
  /// No answer came; the text is what the transport says of it, and must hold no secret.
  case transport(String)
  /// The server answered, and what it answered holds no token that can be used.
  case response(TokenResponseError)
  /// STS answered, and what it answered holds no token that can be used.
  case stsResponse(TokenResponseError)
  /// The fetch returned nothing and gave no reason.
  case nothingReturned
  /// The fetch took longer than its provider allows.
  case timedOut
  /// The fetch was ended by the provider.
  case cancelled
  /// The credentials had expired when they came.
  case expired(Moment)
  /// The credentials are those that OSS rejected last.
  case sameAsRejected(accessKeyID: String)
}

extension FetchFailure: CustomStringConvertible {
  /// One sentence that names the cause.
  public var description: String {
    switch self {
    case .transport(let text): "The fetch brought no answer: %".filled(text)
    case .response(let error): error.description
    case .stsResponse(let error): error.sentence(of: .sts)
    case .nothingReturned: "The fetch returned nothing and gave no reason."
    case .timedOut: "The fetch took too long."
    case .cancelled: "The fetch was ended before it had a result."
    case .expired(let moment):
      "The credentials that came had expired at %.".filled(
        moment.description)
    case .sameAsRejected(let id):
      "The credentials that came, of the access key ID %, are those that OSS rejected.".filled(
        id.shown)
    }
  }
}

/// How long to wait after fetches that failed in a row, drawn from a seeded source (CRED-RUN-14).
///
/// Devices that lose a token server all at once must not all come back at once; so the wait is
/// random. The source is a part of the state, so a run with the same seed is the same run.
package struct BackOff: Equatable, Sendable {
  /// The wait after the first failure, before chance shortens it.
  package static let shortest = TimeSpan.seconds(1)
  /// The longest wait of all.
  package static let longest = TimeSpan.seconds(60)

  private var state: UInt64

  /// Makes a source; each seed gives another row of waits.
  package init(seed: UInt64) { state = seed }

  /// The bound of the wait after so many failures in a row: it doubles up to the longest.
  ///
  /// A count below 1 means the same as 1.
  package static func bound(afterFailures count: Int) -> TimeSpan {
    guard count < 7 else { return longest }
    return .milliseconds(
      min(longest.milliseconds, shortest.milliseconds << Int64(max(1, count) - 1)))
  }

  /// Draws a wait of at least half the bound and at most all of it.
  package mutating func delay(afterFailures count: Int) -> TimeSpan {
    let bound = Self.bound(afterFailures: count).milliseconds
    let half = bound / 2
    return .milliseconds(bound - half + below(half + 1))
  }

  /// A number from 0 to one less than a bound, by SplitMix64 of Steele, Lea and Flood.
  private mutating func below(_ bound: Int64) -> Int64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    number ^= number >> 31
    return Int64(number.multipliedFullWidth(by: UInt64(bound)).high)
  }
}
