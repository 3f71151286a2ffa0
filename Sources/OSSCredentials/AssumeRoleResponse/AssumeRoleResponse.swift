public import OSSPrimitives
public import OSSServices

/// What STS answers to AssumeRole: a token, and whose role it is.
///
/// The reading is strict, as that of a token response is (spec/sts.md): an answer is a whole token
/// that has not expired, or it is refused with a reason. It is a function of its arguments.
///
///     let answer = try AssumeRoleResponse(
///       body.span, format: .xml, httpStatus: status, at: now)
public struct AssumeRoleResponse: Hashable, Sendable {
  /// The token, which has an expiration.
  public let token: FederationToken
  /// The role's session; nil where the answer does not name it.
  public let role: AssumedRole?
  /// The ID under which Alibaba Cloud finds the call again; nil where the answer has none.
  public let requestID: String?

  /// How many bytes of a body are read (ROLE-RSP-9).
  public static let maximumByteCount = TokenResponse.maximumByteCount

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - body: the body of the answer as it came.
  ///   - format: the format that the call asked for; it is not guessed (ROLE-RSP-1).
  ///   - httpStatus: the status of the answer; nil where no HTTP was involved.
  ///   - now: the present moment; nil where it is not known, and expiry is not judged.
  /// - Throws: a ``TokenResponseError`` that says what is wrong with the answer, and what STS says
  ///   of its own error; it shows neither a secret nor a token.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    _ body: Span<UInt8>, format: RPCRequest.Format, httpStatus: Int?, at now: Moment?
  ) throws(TokenResponseError) {
    try self.init(of: Bytes(copying: body), format: format, httpStatus: httpStatus, at: now)
  }
}

extension AssumeRoleResponse: CustomStringConvertible, CustomDebugStringConvertible {
  /// The role's ARN and the request ID; never the secret, never the token.
  public var description: String {
    "AssumeRoleResponse(role: \(role?.arn ?? "-"), requestID: \(requestID ?? "-"))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension AssumeRoleResponse: CustomReflectable {
    /// A mirror of what ``description`` tells.
    public var customMirror: Mirror {
      Mirror(self, children: ["role": role?.arn ?? "-", "requestID": requestID ?? "-"])
    }
  }
#endif
