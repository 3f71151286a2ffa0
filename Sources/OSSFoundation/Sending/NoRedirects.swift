internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The delegate of a signed request: it follows no redirect, since signature and token are meant for
/// one host alone (CRED-MODE-23). All else it leaves to the delegate of the caller.
final class NoRedirects: NSObject, URLSessionTaskDelegate {
  private let next: (any URLSessionTaskDelegate)?

  init(forwardingTo next: (any URLSessionTaskDelegate)?) { self.next = next }

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
  #endif
}

/// What a signed request sends.
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
    ) async throws -> (Data, URLResponse) {
      let delegate = NoRedirects(forwardingTo: delegate)
      switch payload {
      case .nothing: return try await data(for: request, delegate: delegate)
      case .data(let body): return try await upload(for: request, from: body, delegate: delegate)
      case .file(let file):
        return try await upload(for: request, fromFile: file, delegate: delegate)
      }
    }

    /// Downloads to a file, and follows no redirect.
    func file(
      for request: URLRequest, _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URL, URLResponse) {
      try await download(for: request, delegate: NoRedirects(forwardingTo: delegate))
    }
  }
#else
  // The async methods of swift-corelibs-foundation ask the delegate of the session whether to follow
  // a redirect, and never that of the task.
  extension URLSession {
    /// Sends a request, and follows no redirect.
    func answer(
      to request: URLRequest, sending payload: Payload, _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Data, URLResponse) {
      if let delegate {
        return try await withOwnSession { session in
          switch payload {
          case .nothing: try await session.data(for: request, delegate: delegate)
          case .data(let body):
            try await session.upload(for: request, from: body, delegate: delegate)
          case .file(let file):
            try await session.upload(for: request, fromFile: file, delegate: delegate)
          }
        }
      }
      return try await completed { completion in
        switch payload {
        case .nothing: dataTask(with: request, completionHandler: completion)
        case .data(let body):
          uploadTask(with: request, from: body, completionHandler: completion)
        case .file(let file):
          uploadTask(with: request, fromFile: file, completionHandler: completion)
        }
      }
    }

    /// Downloads to a file, and follows no redirect.
    func file(
      for request: URLRequest, _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URL, URLResponse) {
      if let delegate {
        return try await withOwnSession { try await $0.download(for: request, delegate: delegate) }
      }
      return try await completed { completion in
        downloadTask(with: request) { file, response, error in
          // The file is gone once this returns.
          guard let file else { return completion(nil, response, error) }
          let kept = file.appendingPathExtension("kept")
          do {
            try FileManager.default.moveItem(at: file, to: kept)
            completion(kept, response, error)
          } catch {
            completion(nil, response, error)
          }
        }
      }
    }

    /// Calls with a session for one request, whose own delegate follows no redirect.
    ///
    /// A task's delegate hears of its progress from the async methods alone.
    private func withOwnSession<Value>(
      _ call: (URLSession) async throws -> (Value, URLResponse)
    ) async throws -> (Value, URLResponse) {
      let session = URLSession(
        configuration: configuration, delegate: NoRedirects(forwardingTo: nil), delegateQueue: nil)
      defer { session.finishTasksAndInvalidate() }
      return try await call(session)
    }

    /// Waits for the completion handler of a task, which the delegate of that task keeps from
    /// following a redirect.
    private func completed<Value: Sendable>(
      _ task: (@escaping @Sendable (Value?, URLResponse?, (any Error)?) -> Void) -> URLSessionTask
    ) async throws -> (Value, URLResponse) {
      let (results, continuation) = AsyncThrowingStream.makeStream(
        of: (Value, URLResponse).self)
      let task = task { value, response, error in
        if let value, let response, error == nil {
          continuation.yield((value, response))
          continuation.finish()
        } else {
          continuation.finish(throwing: error ?? URLError(.badServerResponse))
        }
      }
      task.delegate = NoRedirects(forwardingTo: nil)
      continuation.onTermination = { if case .cancelled = $0 { task.cancel() } }
      task.resume()
      for try await result in results { return result }
      throw CancellationError()
    }
  }
#endif
