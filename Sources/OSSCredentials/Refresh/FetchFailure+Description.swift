internal import OSSPrimitives

extension FetchFailure: CustomStringConvertible {
  /// One sentence that names the cause.
  public var description: String {
    switch self {
    case .transport(let text): "No whole answer came: \(text)"
    case .response(let error): error.description
    case .nothingReturned: "The fetch returned nothing and gave no reason."
    case .timedOut: "The fetch took too long."
    case .cancelled: "The fetch was ended before it had a result."
    case .expired(let moment): "The credentials that came had expired at \(moment)."
    case .sameAsRejected(let id):
      "The credentials that came, of the access key ID \(id), are those that OSS rejected."
    }
  }
}
