public import Foundation
public import OSSCredentialProviders
public import OSSCredentials
internal import OSSPrimitives
public import OSSServices
public import OSSSigning

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// OSS did not carry out a request, and nothing was left to try.
///
///     do {
///       _ = try await URLSession.shared.data(for: get, at: endpoint, signer: provider)
///     } catch let error as RequestError {
///       print(error.status, error.localizedDescription)
///     }
public struct RequestError: Error, Sendable {
  /// The HTTP status of the last answer.
  public let status: Int
  /// What OSS said; nil where the answer has no error body.
  public let serverError: ServerError?
  /// What was tried before, in this order.
  public let tried: [ErrorAction]

  /// Makes the error of an answer, for a loop of an app's own.
  ///
  /// - Parameters:
  ///   - answer: the last answer.
  ///   - tried: what was tried before, in this order.
  public init(_ answer: ServerAnswer, tried: [ErrorAction]) {
    status = answer.status
    serverError = answer.error
    self.tried = tried
  }
}

extension RequestError: CustomStringConvertible {
  /// The status, and the code, message and request ID of OSS.
  public var description: String {
    guard let serverError else { return "OSS answered with the status \(status)." }
    let parts = [
      serverError.code, serverError.message, serverError.requestID.map { "request \($0)" },
    ]
    return "OSS answered with the status \(status): "
      + parts.compactMap { $0 }.joined(separator: "; ") + "."
  }
}

extension URLSession {
  /// Signs a request, sends it, and recovers from a rejected token, a wrong clock, or an
  /// answer that did not come.
  ///
  /// A request with a body and no `Content-Type` gets the type of the object's name, which is signed.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - endpoint: where it is sent.
  ///   - body: the bytes to send; nil for none.
  ///   - signer: one of the five modes.
  ///   - delegate: what hears of the progress, such as the bytes sent; nil for that of the session.
  /// - Returns: the body of the answer, and its head.
  /// - Throws: ``RequestError`` if OSS refuses the request, `ProviderError` if it cannot be signed,
  ///   `EndpointError`, or the `URLError` of the connection.
  public func data(
    for request: SigningRequest, at endpoint: Endpoint, body: Data? = nil,
    signer: some RequestSigner, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, HTTPURLResponse) {
    let request = body == nil ? request : try request.typed()
    return try await send(request, at: endpoint, signer) { prepared in
      var prepared = prepared
      prepared.httpBody = body
      return try await self.data(for: prepared, delegate: delegate)
    }
  }

  /// Signs a request, sends it with the bytes of a file, and recovers as
  /// ``data(for:at:body:signer:delegate:)`` does.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - endpoint: where it is sent.
  ///   - file: the file, whose name gives the content type where the request has none.
  ///   - signer: one of the five modes.
  ///   - delegate: what hears of the progress, such as the bytes sent; nil for that of the session.
  public func upload(
    for request: SigningRequest, at endpoint: Endpoint, fromFile file: URL,
    signer: some RequestSigner, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, HTTPURLResponse) {
    try await send(try request.typed(filePath: file.path), at: endpoint, signer) { prepared in
      try await self.upload(for: prepared, fromFile: file, delegate: delegate)
    }
  }

  private func send(
    _ request: SigningRequest, at endpoint: Endpoint, _ signer: some RequestSigner,
    _ attempt: (URLRequest) async throws -> (Data, URLResponse)
  ) async throws -> (Data, HTTPURLResponse) {
    try endpoint.check(for: request, version: await signer.version)
    var tried: [ErrorAction] = []
    while true {
      let signed = try await signer.sign(request)
      let prepared = try URLRequest(endpoint.url(for: request), request.method, signed.headers)
      let failure: any Error
      let answer: ServerAnswer?
      do {
        let (body, response) = try await attempt(prepared)
        guard let response = response as? HTTPURLResponse else {
          throw URLError(.badServerResponse)
        }
        let received = ServerAnswer(response, body: body)
        if ResponseVerdict(received) == .success { return (body, response) }
        failure = RequestError(received, tried: tried)
        answer = received
      } catch let error as URLError where error.code != .cancelled {
        (failure, answer) = (error, nil)
      }
      let action = await signer.nextAction(
        after: answer, generation: signed.generation, tried: tried)
      if action == .giveUp { throw failure }
      if action == .retry { try await pause(before: tried.count { $0 == .retry }) }
      tried.append(action)
    }
  }

  /// Waits a quarter of a second, a half, and a whole one.
  private func pause(before retries: Int) async throws {
    try await Task.sleep(nanoseconds: 250_000_000 << UInt64(min(retries, 2)))
  }
}
