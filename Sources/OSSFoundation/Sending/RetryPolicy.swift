internal import Foundation
public import OSSSigning

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Which requests are sent again after a network error or an answer of 5xx, and how often.
///
/// A request whose signature OSS refused was not carried out. It is signed and sent once more whatever
/// the policy says: with another token, or with the right time.
///
///     let (body, _) = try await URLSession.shared.data(
///       for: get, at: endpoint, signer: provider, retry: .none)
public struct RetryPolicy: Hashable, Sendable {
  /// How often a request is sent at most; 4 at most count, as ACT-RETRY-2 has it.
  public var maximumAttempts: Int
  /// The methods of the requests that may be sent again.
  ///
  /// `POST` is not among them unless it is put in: OSS may have carried out an append or the completion
  /// of an upload whose answer was lost, and refuses the second one.
  public var methods: Set<SigningRequest.Method>

  /// Makes a policy.
  public init(
    maximumAttempts: Int = 4,
    methods: Set<SigningRequest.Method> = [.put, .get, .head, .delete, .options]
  ) {
    self.maximumAttempts = maximumAttempts
    self.methods = methods
  }

  /// Up to three attempts more, but for `POST`.
  public static let standard = RetryPolicy()
  /// Each request is sent once.
  public static let none = RetryPolicy(maximumAttempts: 1)

  /// Whether a request may be sent again that was sent so often.
  func allows(_ request: SigningRequest, attempts: Int) -> Bool {
    attempts < maximumAttempts
      && SigningRequest.Method(rawValue: request.method).map(methods.contains) == true
  }
}

extension URLError {
  /// Whether the next attempt may go better: the connection failed, and nobody refused it.
  ///
  /// A certificate that is not trusted, or a URL that no session takes, stays so.
  var isTransient: Bool {
    switch code {
    case .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost,
      .dnsLookupFailed, .notConnectedToInternet, .badServerResponse, .cannotParseResponse:
      true
    default: false
    }
  }
}
