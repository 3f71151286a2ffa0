public import Foundation
public import OSSCredentialProviders
public import OSSCredentials
public import OSSPrimitives
public import OSSServices
public import OSSSigning

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Signs a request, sends it, and returns the answer of OSS.
  ///
  /// If OSS rejects the token, the signer gets another one; if the clock is wrong, it corrects the time.
  /// Then the request is signed and sent again, once. After a network error or an answer of 5xx it is sent
  /// again as the policy says. No redirect is followed: signature and token are for one host
  /// (CRED-MODE-23).
  ///
  /// A request with a body and no `Content-Type` gets the type of the object's name, which is signed.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - endpoint: where it is sent.
  ///   - body: the bytes to send; nil for none.
  ///   - contentMD5: whether the MD5 of the body is sent, so that OSS refuses a damaged one.
  ///   - signer: a provider, a custom signer, or a signer of the app's own.
  ///   - retry: which requests are sent again after a failure, and how often.
  ///   - delegate: what hears of the progress, such as the bytes sent; nil for that of the session. It is
  ///     not asked about redirects.
  /// - Returns: the body of the answer, and its head.
  /// - Throws: ``RequestError`` if OSS refuses the request or redirects it, also for the status 304;
  ///   ``ChecksumError`` for damaged bytes; ``BodyError``; `ProviderError` if it cannot be signed; `EndpointError`;
  ///   `CancellationError`; or the `URLError` of the connection.
  public func data(
    for request: SigningRequest, at endpoint: Endpoint, body: Data? = nil, contentMD5: Bool = false,
    signer: some RequestSigner, retry: RetryPolicy = .standard,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, HTTPURLResponse) {
    let exchange = Exchange(
      request: try request.describing(body, contentMD5: contentMD5),
      payload: body.map { .data($0) } ?? .nothing)
    return try await data(of: exchange, at: endpoint, signer, retry, delegate)
  }

  /// Signs a request and sends it with bytes; else as
  /// ``data(for:at:body:contentMD5:signer:retry:delegate:)-(_,_,_,_,RequestSigner,_,_)``.
  public func upload(
    for request: SigningRequest, at endpoint: Endpoint, from body: Data, contentMD5: Bool = false,
    signer: some RequestSigner, retry: RetryPolicy = .standard,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, HTTPURLResponse) {
    try await data(
      for: request, at: endpoint, body: body, contentMD5: contentMD5, signer: signer, retry: retry,
      delegate: delegate)
  }

  /// Signs a request and sends it with the bytes of a file; else as
  /// ``data(for:at:body:contentMD5:signer:retry:delegate:)-(_,_,_,_,RequestSigner,_,_)``.
  ///
  /// The name of the file gives the content type where the request has none.
  public func upload(
    for request: SigningRequest, at endpoint: Endpoint, fromFile file: URL,
    signer: some RequestSigner, retry: RetryPolicy = .standard,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, HTTPURLResponse) {
    let request = try request.typed(filePath: file.path)
    try request.checkLength(of: file.byteCount())
    let exchange = Exchange(request: request, payload: .file(file))
    return try await data(of: exchange, at: endpoint, signer, retry, delegate)
  }

  /// Signs a request and writes the body of its answer to a temporary file; else as
  /// ``data(for:at:body:contentMD5:signer:retry:delegate:)-(_,_,_,_,RequestSigner,_,_)``.
  ///
  /// - Returns: the file, which the caller moves or removes, and the head of the answer.
  public func download(
    for request: SigningRequest, at endpoint: Endpoint, signer: some RequestSigner,
    retry: RetryPolicy = .standard, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (URL, HTTPURLResponse) {
    let exchange = Exchange(request: request, payload: .nothing, isDownload: true)
    let (received, response) = try await send(exchange, at: endpoint, signer, retry, delegate)
    guard case .file(let file) = received else { throw URLError(.badServerResponse) }
    return (file, response)
  }

  private func data(
    of exchange: Exchange, at endpoint: Endpoint, _ signer: any RequestSigner,
    _ retry: RetryPolicy, _ delegate: (any URLSessionTaskDelegate)?
  ) async throws -> (Data, HTTPURLResponse) {
    let (received, response) = try await send(exchange, at: endpoint, signer, retry, delegate)
    guard case .data(let body) = received else { throw URLError(.badServerResponse) }
    return (body, response)
  }

  private func send(
    _ exchange: Exchange, at endpoint: Endpoint, _ signer: any RequestSigner,
    _ retry: RetryPolicy, _ delegate: (any URLSessionTaskDelegate)?
  ) async throws -> (Payload, HTTPURLResponse) {
    let request = exchange.request
    let url: URL = try endpoint.url(for: request, of: await signer.version)
    var tried: [ErrorAction] = []
    while true {
      let (signed, prepared) = try await signer.signed(request, url)
      let failure: any Error
      var answer: ServerAnswer?
      do {
        let (received, response) = try await receive(prepared, of: exchange, delegate)
        guard let response = response as? HTTPURLResponse else {
          throw URLError(.badServerResponse)
        }
        if ResponseVerdict(status: response.statusCode, body: nil) == .success {
          try exchange.check(received, response)
          return (received, response)
        }
        let refusal = ServerAnswer(response, body: received.takeBodyOfError())
        failure = RequestError(refusal, tried: tried)
        answer = refusal
      } catch URLError.cancelled {
        throw CancellationError()
      } catch let error as URLError where error.isTransient {
        failure = error
      }
      let action = await signer.nextAction(
        after: answer, generation: signed.generation, tried: tried)
      // A signer of an app's own may ask for the same without end.
      if action == .giveUp || !action.isLeft(after: tried) { throw failure }
      if action == .retry, !retry.allows(request, attempts: tried.count + 1) { throw failure }
      try await Self.pause(before: action, after: tried)
      signer.log?(
        .resent(
          action, status: answer?.status, requestID: (failure as? RequestError)?.requestID))
      tried.append(action)
    }
  }

  /// Sends a request once.
  ///
  /// Inlined, what follows it would be compiled again for each wait in here.
  @inline(never)
  private func receive(
    _ request: URLRequest, of exchange: Exchange, _ delegate: (any URLSessionTaskDelegate)?
  ) async throws -> (Payload, URLResponse) {
    exchange.isDownload
      ? try await file(for: request, delegate)
      : try await answer(to: request, sending: exchange.payload, delegate)
  }

  /// Waits before a retry: a quarter of a second, a half, and a whole one.
  private static func pause(before action: ErrorAction, after tried: [ErrorAction]) async throws {
    guard action == .retry else { return }
    let retries = tried.count { $0 == .retry }
    try await Task.sleep(nanoseconds: 250_000_000 << UInt64(min(retries, 2)))
  }
}

/// A request, what it sends, and whether the answer goes to a file.
private struct Exchange {
  let request: SigningRequest
  let payload: Payload
  var isDownload = false

  /// Compares the checksum of OSS with that of the bytes sent or received.
  ///
  /// - Throws: ``ChecksumError``; a file with damaged bytes is removed.
  func check(_ received: Payload, _ response: HTTPURLResponse) throws {
    let sends = request.method == "PUT"
    do {
      try Checksum(response, of: request, sends: sends)?.verify(sends ? payload : received)
    } catch {
      _ = received.takeBodyOfError()
      throw error
    }
  }
}

extension URL {
  /// How many bytes a file has.
  fileprivate func byteCount() throws -> Int {
    let handle = try FileHandle(forReadingFrom: self)
    defer { try? handle.close() }
    return Int(try handle.seekToEnd())
  }
}

extension Payload {
  /// The bytes of an error body, as far as one is read; of a file that was downloaded nothing stays.
  fileprivate func takeBodyOfError() -> Data? {
    switch self {
    case .nothing: return nil
    case .data(let data): return data
    case .file(let file):
      defer { try? FileManager.default.removeItem(at: file) }
      guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
      return try? handle.read(upToCount: ServerError.maximumByteCount)
    }
  }
}

/// Sending with a `Signer`, which has no mode: a token that OSS rejects is not replaced.
extension URLSession {
  /// As ``data(for:at:body:contentMD5:signer:retry:delegate:)`` does with a mode.
  public func data(
    for request: SigningRequest, at endpoint: Endpoint, body: Data? = nil, contentMD5: Bool = false,
    signer: Signer, retry: RetryPolicy = .standard, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, HTTPURLResponse) {
    try await data(
      for: request, at: endpoint, body: body, contentMD5: contentMD5, signer: SignerMode(signer),
      retry: retry, delegate: delegate)
  }

  /// As ``upload(for:at:from:contentMD5:signer:retry:delegate:)`` does with a mode.
  public func upload(
    for request: SigningRequest, at endpoint: Endpoint, from body: Data, contentMD5: Bool = false,
    signer: Signer, retry: RetryPolicy = .standard, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, HTTPURLResponse) {
    try await data(
      for: request, at: endpoint, body: body, contentMD5: contentMD5, signer: SignerMode(signer),
      retry: retry, delegate: delegate)
  }

  /// As ``upload(for:at:fromFile:signer:retry:delegate:)`` does with a mode.
  public func upload(
    for request: SigningRequest, at endpoint: Endpoint, fromFile file: URL, signer: Signer,
    retry: RetryPolicy = .standard, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, HTTPURLResponse) {
    try await upload(
      for: request, at: endpoint, fromFile: file, signer: SignerMode(signer), retry: retry,
      delegate: delegate)
  }

  /// As ``download(for:at:signer:retry:delegate:)`` does with a mode.
  public func download(
    for request: SigningRequest, at endpoint: Endpoint, signer: Signer,
    retry: RetryPolicy = .standard, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (URL, HTTPURLResponse) {
    try await download(
      for: request, at: endpoint, signer: SignerMode(signer), retry: retry, delegate: delegate)
  }
}

extension RequestSigner {
  /// Signs a request, and prepares it for a session.
  ///
  /// - Throws: `ProviderError`, but `CancellationError` where the task is cancelled.
  func signed(
    _ request: SigningRequest, _ url: URL
  ) async throws -> (SignedRequest, URLRequest) {
    do throws(ProviderError) {
      let signed = try await sign(request)
      return (signed, URLRequest(url, request.method, signed.headers))
    } catch .cancelled {
      throw CancellationError()
    }
  }
}

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
