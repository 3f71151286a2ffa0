internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The delegate of a signed request: it follows no redirect, since signature and token are meant for
/// one host alone (CRED-MODE-23). All else it leaves to the delegate of the caller.
final class NoRedirects: NSObject, URLSessionTaskDelegate {
  private let next: (any URLSessionTaskDelegate)?
  /// Receives the answer of a server that asks for a password.
  private let onChallenge: (@Sendable (HTTPURLResponse) -> Void)?

  init(
    forwardingTo next: (any URLSessionTaskDelegate)?,
    onChallenge: (@Sendable (HTTPURLResponse) -> Void)? = nil
  ) {
    self.next = next
    self.onChallenge = onChallenge
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  #if !canImport(FoundationNetworking)
    // What the caller's delegate does not hear either is left to that of the session.
    override func responds(to selector: Selector?) -> Bool {
      super.responds(to: selector) || next?.responds(to: selector) == true
    }

    override func forwardingTarget(for selector: Selector?) -> Any? { next }
  #else
    // By default a session of Linux waits for a password without end.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let response = challenge.failureResponse as? HTTPURLResponse else {
        return completionHandler(.performDefaultHandling, nil)
      }
      onChallenge?(response)
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  #endif
}

/// What a signed request sends, or what came back.
enum Payload: Sendable {
  case nothing
  case data(Data)
  case file(URL)
}

#if !canImport(FoundationNetworking)
  extension URLSession {
    /// Sends a request, and follows no redirect.
    func answer(
      to request: URLRequest, sending payload: Payload, _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Payload, URLResponse) {
      let (body, response) = try await body(
        of: request, sending: payload, NoRedirects(forwardingTo: delegate))
      return (.data(body), response)
    }

    /// Downloads to a file, and follows no redirect.
    func file(
      for request: URLRequest, _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Payload, URLResponse) {
      let (file, response) = try await download(
        for: request, delegate: NoRedirects(forwardingTo: delegate))
      return (.file(file), response)
    }
  }
#else
  // The async methods of swift-corelibs-foundation ask the delegate of the session whether to follow
  // a redirect, and never that of the task. A task's delegate hears of the progress from those methods
  // alone. So who wants to hear of it costs a session for the one request.
  extension URLSession {
    /// Sends a request, and follows no redirect.
    func answer(
      to request: URLRequest, sending payload: Payload, _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Payload, URLResponse) {
      if let delegate {
        let session = forOneRequest()
        defer { session.finishTasksAndInvalidate() }
        let (body, response) = try await session.body(of: request, sending: payload, delegate)
        return (.data(body), response)
      }
      return try await completed { completion in
        let completion = { @Sendable (body: Data?, response: URLResponse?, error: (any Error)?) in
          completion(body.map { .data($0) }, response, error)
        }
        switch payload {
        case .nothing: return dataTask(with: request, completionHandler: completion)
        case .data(let body):
          return uploadTask(with: request, from: body, completionHandler: completion)
        case .file(let file):
          return uploadTask(with: request, fromFile: file, completionHandler: completion)
        }
      }
    }

    /// Downloads to a file, and follows no redirect.
    func file(
      for request: URLRequest, _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Payload, URLResponse) {
      if let delegate {
        let session = forOneRequest()
        defer { session.finishTasksAndInvalidate() }
        let (file, response) = try await session.download(for: request, delegate: delegate)
        return (.file(file), response)
      }
      return try await completed { completion in
        downloadTask(with: request) { file, response, error in
          // The file is gone once this returns.
          guard let file else { return completion(nil, response, error) }
          let kept = file.appendingPathExtension("kept")
          do {
            try FileManager.default.moveItem(at: file, to: kept)
            completion(.file(kept), response, error)
          } catch {
            completion(nil, response, error)
          }
        }
      }
    }

    private func forOneRequest() -> URLSession {
      URLSession(
        configuration: configuration, delegate: NoRedirects(forwardingTo: nil), delegateQueue: nil)
    }

    /// Waits for the completion handler of a task, which the delegate of that task keeps from
    /// following a redirect.
    private func completed(
      _ task: (@escaping @Sendable (Payload?, URLResponse?, (any Error)?) -> Void) -> URLSessionTask
    ) async throws -> (Payload, URLResponse) {
      let (results, continuation) = AsyncThrowingStream.makeStream(of: (Payload, URLResponse).self)
      let task = task { value, response, error in
        if let value, let response, error == nil {
          continuation.yield((value, response))
          continuation.finish()
        } else {
          continuation.finish(throwing: error ?? URLError(.badServerResponse))
        }
      }
      task.delegate = NoRedirects(forwardingTo: nil) { response in
        continuation.yield((.nothing, response))
        continuation.finish()
      }
      continuation.onTermination = { if case .cancelled = $0 { task.cancel() } }
      task.resume()
      for try await result in results { return result }
      throw CancellationError()
    }
  }
#endif

extension URLSession {
  private func body(
    of request: URLRequest, sending payload: Payload, _ delegate: any URLSessionTaskDelegate
  ) async throws -> (Data, URLResponse) {
    switch payload {
    case .nothing: try await data(for: request, delegate: delegate)
    case .data(let body): try await upload(for: request, from: body, delegate: delegate)
    case .file(let file): try await upload(for: request, fromFile: file, delegate: delegate)
    }
  }
}
