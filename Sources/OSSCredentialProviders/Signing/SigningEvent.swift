public import OSSCredentials
public import OSSPrimitives

/// What happened while requests were signed and sent, for the log of an app.
///
/// No event holds a secret, a token or a URL, so each can be written down as it is:
///
///     let log: @Sendable (SigningEvent) -> Void = { event in print(event) }
public enum SigningEvent: Equatable, Sendable {
  /// A fetch of a token began.
  case fetchBegan
  /// A fetch brought a token, which ends at this moment; nil where its end is not known.
  case fetched(expiration: Moment?)
  /// A fetch brought no token that can be used.
  case fetchFailed(FetchFailure)
  /// OSS rejected the credentials of this generation, and they are dropped.
  case rejected(generation: Int)
  /// From now on this span is added to the device's clock.
  case clockCorrected(by: TimeSpan)
  /// A request is sent once more.
  ///
  /// - Parameters:
  ///   - action: what was done before.
  ///   - status: the HTTP status of the answer before; nil where none came.
  ///   - requestID: the ID that OSS gave the request; nil where it gave none.
  case resent(ErrorAction, status: Int?, requestID: String?)
}

extension SigningEvent: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .fetchBegan: "A fetch of a token began."
    case .fetched(let expiration?): "A fetch brought a token that ends at \(expiration)."
    case .fetched(nil): "A fetch brought a token without a known end."
    case .fetchFailed(let failure): "A fetch of a token failed. \(failure)"
    case .rejected(let generation): "OSS rejected the credentials of generation \(generation)."
    case .clockCorrected(let span):
      "\(span.milliseconds) milliseconds are added to the device's clock from now on."
    case .resent(let action, let status, let requestID):
      "A request is sent once more (\(action.rawValue)), after "
        + (status.map { "an answer with the status \($0)" } ?? "no answer")
        + (requestID.map { ", request \($0.shown)" } ?? "") + "."
    }
  }
}
