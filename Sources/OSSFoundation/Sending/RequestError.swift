public import OSSCredentials
public import OSSPrimitives
public import OSSServices

/// OSS did not carry out a request, and nothing was left to try.
///
///     do {
///       _ = try await URLSession.shared.data(for: get, at: endpoint, signer: provider)
///     } catch let error as RequestError where error.code == "NoSuchKey" {
///       print(error.requestID ?? "-", error.localizedDescription)
///     }
///
/// Nothing that describes the value shows the message of OSS, in which a security token may stand: ask
/// ``serverError`` for it.
public struct RequestError: Error, Sendable {
  /// The HTTP status of the last answer.
  public let status: Int
  /// What OSS said; nil where the answer has no error body.
  public let serverError: ServerError?
  /// The ID of the request, by which the support of Alibaba Cloud finds it; nil where OSS gave none.
  public let requestID: String?
  /// What was tried before, in this order.
  public let tried: [ErrorAction]

  /// The kind of the error, such as `NoSuchKey`; nil where the answer has no error body.
  public var code: String? { serverError?.code }

  /// Makes the error of an answer, for a loop of an app's own.
  ///
  /// - Parameters:
  ///   - answer: the last answer.
  ///   - tried: what was tried before, in this order.
  public init(_ answer: ServerAnswer, tried: [ErrorAction]) {
    status = answer.status
    serverError = answer.error
    requestID = serverError?.requestID ?? answer.requestID
    self.tried = tried
  }
}

extension RequestError: PlainError, Redacted {
  /// The status, the code of OSS, and the ID of the request.
  public var description: String {
    var text = "OSS answered with the status \(status)"
    if let code { text += " and the code \(code.shown)" }
    if let requestID { text += ", request \(requestID.shown)" }
    if status / 100 == 3, status != 304 {
      text += ". A redirect is not followed, since the signature is for one host"
    }
    return text + "."
  }
}
