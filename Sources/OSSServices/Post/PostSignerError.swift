public import OSSSigning

/// Why there is no signer of upload forms for a version.
public enum PostSignerError: Error, Hashable, Sendable {
  /// The version is V2, with which this package signs no forms.
  case formsOfV2
  /// The region or the product of V4 is one that no scope can hold (POST-REF-3).
  case invalidScope(SigningError)
}

extension PostSignerError: CustomStringConvertible {
  /// One sentence that says what is wrong with the version.
  public var description: String {
    switch self {
    case .formsOfV2: "Upload forms are signed with V1 or V4, not with V2."
    case .invalidScope(let error): error.description
    }
  }
}
