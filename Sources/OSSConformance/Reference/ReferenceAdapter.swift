public import OSSPrimitives
public import OSSVectors

/// The package's own implementation, asked as any other adapter is.
public struct ReferenceAdapter: Sendable {
  /// Makes the adapter; it holds no state.
  public init() {}

  /// Answers one request.
  ///
  /// - Returns: `ok` or `rejected`; the reference is neither unsupported nor does it fail.
  /// - Complexity: O(*n* log *n*) in the size of the input.
  public func answer(_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply {
    do {
      return .ok(try Self.answer(operation, InputReader(input)))
    } catch {
      return .rejected(errorClass: error.errorClass, message: error.message)
    }
  }

  static func answer(
    _ operation: OSSVectors.Operation, _ input: InputReader
  ) throws(Refusal) -> Answer {
    switch operation {
    case .v1Header: try ReferenceAnswers.headerSignature(input)
    case .v1Presign: try ReferenceAnswers.presignedURL(input)
    case .v1String: try ReferenceAnswers.stringSignature(input)
    case .publicURL: try ReferenceAnswers.publicURL(input)
    case .signerValue: try ReferenceAnswers.signerValue(input)
    case .errorBody: try ReferenceAnswers.errorBody(input)
    case .errorExplain: try ReferenceAnswers.explanation(input)
    case .sha1: try ReferenceAnswers.sha1(input)
    case .sha256: try ReferenceAnswers.sha256(input)
    case .hmacSHA1: try ReferenceAnswers.hmacSHA1(input)
    case .hmacSHA256: try ReferenceAnswers.hmacSHA256(input)
    case .base64: try ReferenceAnswers.base64(input)
    }
  }
}
