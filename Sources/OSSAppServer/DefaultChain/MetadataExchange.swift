public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// The requests that fetch the credentials of an ECS instance from its metadata service.
///
/// It says what to send next, and takes in what came of it, so any HTTP client can send.
///
///     let variables = ProcessInfo.processInfo.environment
///     var exchange = try MetadataExchange(role: nil) { variables[$0] }
///     while let request = exchange.request {
///       print(request.method, request.path)  // send it to MetadataExchange.host
///       exchange.take(nil)  // what came of it; nil for nothing
///     }
///     let token = try exchange.token(at: nil)
public struct MetadataExchange: Sendable {
  /// A request to ``MetadataExchange/host``, by HTTP.
  public struct Request: Sendable {
    /// `GET` or `PUT`.
    public let method: String
    /// The path, which needs no encoding.
    public let path: String
    /// The headers to send.
    public let headers: [HeaderField]
  }

  /// An answer of the service.
  public struct Answer: Sendable {
    /// The status.
    public let status: Int
    /// The whole body.
    public let body: Bytes

    /// Makes an answer.
    public init(status: Int, body: Bytes) {
      self.status = status
      self.body = body
    }
  }

  /// Where the service is.
  public static let host = "100.100.100.200"
  /// How long a token of the service lasts, in seconds (CHAIN-META-1).
  public static let tokenSeconds = 21_600
  private static let rolesPath = "/latest/meta-data/ram/security-credentials/"

  private enum State: Sendable {
    case asksForToken
    case asksForRole
    case asksForCredentials(role: String)
    case ended(Answer?)
  }

  private var state = State.asksForToken
  private let role: String?
  private let isVersion1Allowed: Bool
  private var securityToken: String?
  private var isWithoutToken = false

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - role: the name of the role; nil for the one of `ALIBABA_CLOUD_ECS_METADATA`, or the one that
  ///     the instance has (CHAIN-META-3).
  ///   - environment: the value of the variable of a name; nil where it is not set. Two switches are
  ///     read (CHAIN-META-6, CHAIN-META-8).
  /// - Throws: ``MetadataError/switchedOff`` or ``MetadataError/invalidRole`` (CHAIN-META-4).
  public init(
    role: String?, environment: (String) -> String?
  ) throws(MetadataError) {
    if ChainVariables.isOn("ECS_METADATA_DISABLED", environment) { throw .switchedOff }
    isVersion1Allowed = !ChainVariables.isOn("IMDSV1_DISABLED", environment)
    let given = role.map { OuterWhiteSpace.trimmed($0) } ?? ""
    let name = given.utf8.isEmpty ? ChainVariables.value("ECS_METADATA", environment) : given
    if let name, !Self.isName(name) { throw .invalidRole }
    self.role = name
  }

  /// What to send next; nil when nothing is to be asked any more.
  public var request: Request? {
    switch state {
    case .asksForToken:
      let seconds = HeaderField(
        "X-aliyun-ecs-metadata-token-ttl-seconds", String(Self.tokenSeconds))
      return Request(method: "PUT", path: "/latest/api/token", headers: [seconds])
    case .asksForRole: return get(Self.rolesPath)
    case .asksForCredentials(let role): return get(Self.rolesPath + role)
    case .ended: return nil
    }
  }

  private func get(_ path: String) -> Request {
    let token = isWithoutToken ? nil : securityToken
    return Request(
      method: "GET", path: path,
      headers: token.map { [HeaderField("X-aliyun-ecs-metadata-token", $0)] } ?? [])
  }

  /// Takes in the answer to the last request; nil where none came.
  public mutating func take(_ answer: Answer?) {
    switch state {
    case .asksForToken: takeToken(answer)
    case .asksForRole:
      if isAskedAgain(after: answer) { return }
      guard let answer, answer.status == 200, let text = String(validUTF8: answer.body) else {
        state = .ended(nil)
        return
      }
      let name = OuterWhiteSpace.trimmed(text)
      state = Self.isName(name) ? .asksForCredentials(role: name) : .ended(nil)
    case .asksForCredentials:
      if isAskedAgain(after: answer) { return }
      state = .ended(answer)
    case .ended: return
    }
  }

  /// Without a token the requests are made as those of version 1, unless that is forbidden
  /// (CHAIN-META-5, CHAIN-META-6).
  private mutating func takeToken(_ answer: Answer?) {
    if let answer, answer.status == 200 {
      let text = answer.body.trimming { $0.isBlank || $0 == 0x0A || $0 == 0x0D }
      if !text.isEmpty, text.allSatisfy({ 0x21...0x7E ~= $0 }) {
        securityToken = String(decoding: text, as: UTF8.self)
      }
    }
    if securityToken == nil, !isVersion1Allowed {
      state = .ended(nil)
    } else {
      state = role.map { .asksForCredentials(role: $0) } ?? .asksForRole
    }
  }

  /// Whether a request that failed with a token is made without it (CHAIN-META-7).
  private mutating func isAskedAgain(after answer: Answer?) -> Bool {
    let hasFailed = answer?.status != 200
    let isRepeated = hasFailed && !isWithoutToken && securityToken != nil && isVersion1Allowed
    isWithoutToken = isRepeated
    return isRepeated
  }

  /// The credentials that came (CHAIN-META-2).
  ///
  /// - Parameter now: the present moment; nil where it is not known, and expiry is not judged.
  /// - Throws: ``MetadataError/noCredentials`` where nothing came (CHAIN-META-9), or
  ///   ``MetadataError/response(_:)``.
  public func token(at now: Moment?) throws(MetadataError) -> FederationToken {
    guard case .ended(let answer?) = state else { throw .noCredentials }
    do {
      return try TokenResponse.token(in: answer.body.span, httpStatus: answer.status, at: now)
    } catch {
      throw .response(error)
    }
  }

  /// Whether a path can end in a name (CHAIN-META-4).
  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && !SigningRequest.hasDotSegment(key: text)
      && text.utf8.allSatisfy { $0.isLetterOrDigit || "._-".utf8.contains($0) }
  }
}

extension MetadataExchange: Redacted {
  /// The path that is asked for next; never the token of the service, nor what it answered.
  public var description: String { "MetadataExchange(\(request?.path ?? "ended"))" }
}

extension MetadataExchange.Answer: Redacted {
  /// The status, and the size of the body.
  public var description: String { "Answer(status: \(status), \(body.count) bytes)" }
}

/// Why the metadata service gives no credentials.
public enum MetadataError: Error, Equatable, Sendable {
  /// `ALIBABA_CLOUD_ECS_METADATA_DISABLED` forbids to ask (CHAIN-META-8).
  case switchedOff
  /// The name of the role cannot be a part of a path (CHAIN-META-4).
  case invalidRole
  /// Nothing came, or the service named no role (CHAIN-META-9).
  case noCredentials
  /// What came holds no token.
  case response(TokenResponseError)
}

extension MetadataError: PlainError, CustomStringConvertible {
  /// The error class of the adapter protocol for this fault, such as `no-credentials`.
  public var code: String {
    switch self {
    case .switchedOff, .invalidRole, .noCredentials: "no-credentials"
    case .response(let fault): fault.code
    }
  }

  /// One sentence that shows no secret.
  public var description: String {
    switch self {
    case .switchedOff:
      "The variable ALIBABA_CLOUD_ECS_METADATA_DISABLED of the environment forbids it."
    case .invalidRole:
      "The name of the role is '.' or '..', has another byte than a letter, a digit, '.', '_' and '-',"
        + " or more than 64."
    case .noCredentials: "The metadata service gave no credentials."
    case .response(let fault): fault.description
    }
  }
}
