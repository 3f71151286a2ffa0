internal import OSSPrimitives

extension CredentialsError: CustomStringConvertible {
  /// One or two sentences: what happened and why.
  public var description: String {
    switch self {
    case .fetchFailed(let cause, _):
      "There are no credentials, for the fetch failed. \(cause.description)"
    case .backingOff(let cause, let moment):
      "There are no credentials, and the next fetch is not due before \(moment), "
        + "for the last one failed. \(cause.description)"
    }
  }
}
