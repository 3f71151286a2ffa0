public import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// What a developer has in hand when OSS refuses a request.
///
/// Each part is a text as it was pasted. None must be there, and one that cannot be read is left
/// out, or is itself a finding: reading never fails.
public struct Evidence: Sendable {
  /// The error that OSS sent, if the body is one.
  let error: ServerError?
  /// Why the body is not an error of OSS.
  let bodyFault: ErrorBodyError?
  /// What stands where an error of OSS should.
  let body: Bytes?
  /// The headers of the answer.
  let answerFields: [HTTPField]
  /// The request, or the presigned URL.
  let request: SentRequest?
  /// The presigned URL, also beside a request.
  let url: SentRequest?
  /// The string that the client signed.
  let string: Bytes?
  /// The credentials, which are used and never shown.
  let secrets: Secrets?

  /// Credentials with which a signature is computed again.
  public struct Secrets: Sendable {
    let accessKeyID: String
    let accessKeySecret: Bytes
    let securityToken: String?

    /// Takes credentials, also ones that no signer would take: what is wrong with them may be the
    /// mistake.
    public init(accessKeyID: String, accessKeySecret: String, securityToken: String?) {
      self.accessKeyID = accessKeyID
      self.accessKeySecret = Bytes(accessKeySecret.utf8)
      self.securityToken = securityToken
    }
  }

  /// Reads what there is.
  ///
  /// - Parameters:
  ///   - body: the error body, or the whole answer with its headers.
  ///   - request: the request: a curl command, HTTP, a URL, or JSON of the adapter protocol.
  ///   - string: the client's own string to sign, or its canonical request.
  ///   - url: a presigned URL that failed.
  ///   - secrets: credentials to compute the signature with.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    body: Bytes? = nil, request: Bytes? = nil, string: Bytes? = nil, url: Bytes? = nil,
    secrets: Secrets? = nil
  ) {
    let verbose = body.flatMap { VerboseOutput($0) }
    let answer = (verbose?.answer ?? body).map { AnswerText($0) }
    error = answer?.error
    bodyFault = answer?.fault
    answerFields = answer?.fields ?? []
    self.body = answer?.body
    let sent = (request ?? verbose?.request).flatMap { SentRequest(text: $0) }
    self.url = url.map { SentRequest(url: $0) }
    self.request = sent ?? self.url
    self.string = string.map(Self.unescaped)
    self.secrets = secrets
  }

  /// A string on one line with `\n` in it is one that a log escaped.
  private static func unescaped(_ string: Bytes) -> Bytes {
    let string = string.contains(0x0d) ? string.replacing("\r\n", with: "\n") : string
    guard !string.stripped.contains(0x0a), string.contains("\\n") else { return string }
    return string.stripped.replacing("\\n", with: "\n")
  }
}

extension Evidence: CustomStringConvertible, CustomReflectable {
  /// Nothing of what it holds, which may be a token or a signature.
  public var description: String { "Evidence (not shown)" }

  /// A mirror of nothing, so that `dump` shows no token.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Evidence.Secrets: CustomStringConvertible, CustomReflectable {
  /// Nothing of what it holds.
  public var description: String { "Secrets (not shown)" }

  /// A mirror of nothing, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
