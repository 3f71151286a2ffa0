/// A part of the vectors that an SDK promises or does not promise (FMT-PROF-1).
///
/// An SDK is asked for the vectors of the profiles that it claims. What it does not claim is no fault
/// of it.
public enum Profile: String, CaseIterable, Hashable, Sendable {
  /// Requests, URLs and given strings are signed as OSS expects, with the hashes beneath.
  case signing
  /// Upload forms, STS, LiveChannel, callbacks, and what OSS says in an error.
  case services
  /// Credentials are kept and refreshed: the rules that every policy of refresh keeps
  /// (FMT-PROF-2).
  case refresh
  /// Hostile or impossible input is refused, and nothing shows a secret.
  case hardening
  /// What the pages of the iOS SDK say: its token answers, its five minutes, its content types.
  case ios
  /// The policy of refresh of this kit, `scaled`, with its back-off, and how it decides.
  case scaled
  /// The answers of the metadata service of ECS.
  case ecs

  /// What an adapter claims that names no profiles (ADP-PROF-2).
  public static let unclaimed: Set<Profile> = [.signing, .services, .refresh]
}

extension Suite {
  /// The profile of one of the suite's vectors: its own, else `hardening` for a refusal that is not
  /// a must, else that of the suite (FMT-PROF-1).
  public func profile(of vector: Vector) -> Profile {
    if let own = vector.profile { return own }
    if vector.level != .must, case .rejection = vector.expectation.outcome { return .hardening }
    return profile
  }
}
