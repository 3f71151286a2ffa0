internal import Foundation
internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The transport that a provider uses when an app gives no other: one short session a fetch.
///
/// The session has no URL cache, no cookies and no stored credentials, and follows no redirect:
/// the headers of the request reach the server that they are meant for, and an answer is never an
/// old one (CRED-MODE-12).
public struct URLSessionTransport: TokenTransport {
  /// Makes a transport.
  public init() {}

  /// Gets what a URL names.
  ///
  /// - Parameter request: the URL, the headers to send, and the limits.
  /// - Returns: the answer, whatever its status is; that of a redirect as it is.
  /// - Throws: a ``TokenTransportError``.
  public func get(_ request: TokenServerRequest) async throws(TokenTransportError)
    -> TokenServerReply
  {
    let prepared = try Self.urlRequest(request)
    let (events, continuation) = AsyncStream.makeStream(of: URLSessionEvent.self)
    let session = URLSession(
      configuration: Self.configuration(request.timeLimit),
      delegate: URLSessionEvents(continuation, bodyLimit: request.bodyLimit), delegateQueue: nil)
    // A session keeps its delegate until it hears that it ends.
    defer { session.invalidateAndCancel() }
    session.dataTask(with: prepared).resume()
    return try await Self.response(of: events, bodyLimit: request.bodyLimit)
  }

  private static func response(
    of events: AsyncStream<URLSessionEvent>, bodyLimit: Int
  ) async throws(TokenTransportError) -> TokenServerReply {
    var head: (status: Int, date: String?, age: String?)?
    var body = Bytes()
    for await event in events {
      switch event {
      case .head(let status, let date, let age): head = (status, date, age)
      case .body(let data):
        if data.count > bodyLimit - body.count { throw .bodyTooLarge(limit: bodyLimit) }
        body.append(contentsOf: data)
      case .bodyTooLarge: throw .bodyTooLarge(limit: bodyLimit)
      case .end(nil):
        guard let head else { throw .connection(code: URLError.badServerResponse.rawValue) }
        return TokenServerReply(status: head.status, date: head.date, age: head.age, body: body)
      case .end(let code?):
        throw code == URLError.timedOut.rawValue ? .timedOut : .connection(code: code)
      }
    }
    // The stream ends without an event when the task that reads it is cancelled.
    throw .cancelled
  }

  private static func urlRequest(_ request: TokenServerRequest) throws(TokenTransportError)
    -> URLRequest
  {
    guard let url = URL(string: request.url), let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https", url.host != nil
    else { throw .invalidURL }
    var result = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalCacheData,
      timeoutInterval: seconds(request.timeLimit))
    result.httpShouldHandleCookies = false
    for header in request.headers {
      // A line break in the app's session would send a header that nobody has asked for.
      do { try header.check() } catch { throw .invalidHeader(error) }
      result.addValue(header.value, forHTTPHeaderField: header.name)
    }
    return result
  }

  private static func configuration(_ timeLimit: TimeSpan) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCredentialStorage = nil
    configuration.timeoutIntervalForRequest = seconds(timeLimit)
    configuration.timeoutIntervalForResource = seconds(timeLimit)
    return configuration
  }

  private static func seconds(_ span: TimeSpan) -> TimeInterval {
    TimeInterval(span.milliseconds) / 1000
  }
}

/// What a session reports while it fetches.
private enum URLSessionEvent: Sendable {
  case head(status: Int, date: String?, age: String?)
  case body(Data)
  /// More came than a body may have, or is to come.
  case bodyTooLarge
  /// The code of the error; nil when the answer is whole.
  case end(Int?)
}

/// Hands on what a session reports, up to the limit of the body. It holds no state that needs a lock.
private final class URLSessionEvents: NSObject, URLSessionDataDelegate {
  private let events: AsyncStream<URLSessionEvent>.Continuation
  private let bodyLimit: Int
  #if canImport(FoundationNetworking)
    // A task of Linux does not count the bytes that it has received.
    private let received = Progress(totalUnitCount: -1)
  #endif

  init(_ events: AsyncStream<URLSessionEvent>.Continuation, bodyLimit: Int) {
    self.events = events
    self.bodyLimit = bodyLimit
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let response = challenge.failureResponse as? HTTPURLResponse else {
      return completionHandler(.performDefaultHandling, nil)
    }
    // The answer is 401. On Linux a session would wait for a password without end.
    head(response)
    events.yield(.end(nil))
    events.finish()
    completionHandler(.cancelAuthenticationChallenge, nil)
  }

  private func head(_ response: HTTPURLResponse) {
    events.yield(
      .head(
        status: response.statusCode, date: response.value(forHTTPHeaderField: "Date"),
        age: response.value(forHTTPHeaderField: "Age")))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Headers that are meant for one server go to no other.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse { head(response) }
    // The session may read more, and for a while, before it hears that it is to end.
    if response.expectedContentLength > Int64(bodyLimit) {
      refuseBody(of: dataTask)
      return completionHandler(.cancel)
    }
    completionHandler(.allow)
  }

  private func refuseBody(of task: URLSessionTask) {
    events.yield(.bodyTooLarge)
    events.finish()
    #if canImport(FoundationNetworking)
      // To cancel here would hold up this queue, and what comes meanwhile would be kept. Not in a task:
      // those of an app that is busy wait.
      if !received.isCancelled { Thread.detachNewThread { task.cancel() } }
      received.cancel()
    #else
      task.cancel()
    #endif
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    #if canImport(FoundationNetworking)
      received.completedUnitCount += Int64(data.count)
      let count = received.completedUnitCount
    #else
      let count = dataTask.countOfBytesReceived
    #endif
    // What is not read yet would be kept otherwise, however much it is.
    if count > Int64(bodyLimit) { return refuseBody(of: dataTask) }
    events.yield(.body(data))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    events.yield(.end(error.map { ($0 as NSError).code }))
    events.finish()
  }
}
