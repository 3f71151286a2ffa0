public import OSSPrimitives
public import OSSSigning

/// What the server of an app signs for the app, and nothing else: bucket, prefix, method, content
/// type and size.
///
/// A server that signs any string hands out all rights of its key. With a rule for each user it signs
/// what that user may do. What the rule does not name is refused: other headers that begin with
/// `x-oss-`, such as a source to copy from, parameters such as `acl`, the bucket itself, and other
/// times than the present.
///
///     let rule = SigningRule(
///       bucket: "photos", keyPrefix: "users/7/", methods: [.put], contentTypes: ["image/jpeg"],
///       maximumSize: 10_000_000)
///     let signature = try signer.signature(ofRequest: text, allowedBy: rule, at: now)
public struct SigningRule: Equatable, Sendable {
  /// The bucket.
  public var bucket: String
  /// What each key begins with, such as `users/7/`; "" for every key.
  public var keyPrefix: String
  /// The methods that are allowed.
  public var methods: Set<SigningRequest.Method>
  /// The content types that an upload may have; nil for any.
  public var contentTypes: Set<String>?
  /// How many bytes an upload may have; nil for any number.
  ///
  /// The app signs `Content-Length` then, as an additional header of V4. V1 cannot sign it, so that
  /// no upload of V1 fits a rule with a size.
  public var maximumSize: Int64?
  /// The names of the parameters that a request may have beside those of the signature.
  public var parameters: Set<String> = []
  /// The names, in lower case, of the headers that a request may sign beside those of the content and
  /// the signature.
  public var headers: Set<String> = []
  /// Whether a key may have a segment `.` or `..`.
  ///
  /// For OSS they are names like any other, but a proxy that resolves them makes `users/8/a` of
  /// `users/7/../8/a`, which begins with the prefix of another user.
  public var allowsDotSegments: Bool
  /// How long a presigned URL may work.
  public var longestValidity: TimeSpan = .hours(1)
  /// How far the time of a request may be from the present; OSS takes 15 minutes.
  public var clockTolerance: TimeSpan = .minutes(15)

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - bucket: the bucket.
  ///   - keyPrefix: what each key begins with; end it with a slash, or `users/7` allows `users/70`.
  ///   - methods: the methods, such as `.put`.
  ///   - contentTypes: the content types that an upload may have; nil for any.
  ///   - maximumSize: how many bytes an upload may have; nil for any number.
  ///   - allowsDotSegments: whether a key may have a segment `.` or `..`.
  public init(
    bucket: String, keyPrefix: String, methods: Set<SigningRequest.Method>,
    contentTypes: Set<String>? = nil, maximumSize: Int64? = nil, allowsDotSegments: Bool = false
  ) {
    self.bucket = bucket
    self.keyPrefix = keyPrefix
    self.methods = methods
    self.contentTypes = contentTypes
    self.maximumSize = maximumSize
    self.allowsDotSegments = allowsDotSegments
  }

  /// Refuses a request that the rule does not allow.
  func check(_ request: SubmittedRequest, at now: Moment) throws(SigningRuleError) {
    guard let method = SigningRequest.Method(rawValue: request.method), methods.contains(method)
    else { throw .method(request.method) }
    if !bucket.hasSameBytes(as: request.bucket) { throw .bucket(request.bucket) }
    if request.key.utf8.isEmpty || !request.key.begins(with: keyPrefix) {
      throw .key(prefix: keyPrefix)
    }
    if !allowsDotSegments, SigningRequest.hasDotSegment(key: request.key) { throw .dotSegment }
    for name in request.parameters where !parameters.contains(name) { throw .parameter(name) }
    for (name, _) in request.headers
    where !SubmittedRequest.ownHeaders.contains(name) && !headers.contains(name) {
      throw .header(name)
    }
    if method == .put || method == .post { try checkContent(of: request) }
    try checkTime(of: request, at: now)
  }

  private func checkContent(of request: SubmittedRequest) throws(SigningRuleError) {
    if let contentTypes {
      let type = try request.onlyHeader("content-type") ?? ""
      if !contentTypes.contains(type) { throw .contentType(type) }
    }
    guard let maximumSize else { return }
    guard let size = try request.onlyHeader("content-length").flatMap({ Int64(decimal: $0) }) else {
      throw .unsignedSize
    }
    if !(0...max(0, maximumSize)).contains(size) { throw .size(size, maximum: maximumSize) }
  }

  private func checkTime(of request: SubmittedRequest, at now: Moment) throws(SigningRuleError) {
    if request.times.isEmpty, request.end == nil { throw .unreadable }
    for time in request.times {
      if time.since(now) > clockTolerance || now.since(time) > clockTolerance {
        throw .time(time)
      }
    }
    if let end = request.end, end > now.adding(longestValidity).adding(clockTolerance) {
      throw .validity(until: end)
    }
  }
}

extension Signer {
  /// Signs a request of an app, if a rule allows it: the server's half of signing elsewhere.
  ///
  /// - Parameters:
  ///   - text: what `StringToSign.requestText` gave the app: the canonical request of V4,
  ///     or the string to sign of V1.
  ///   - rule: what the user of the app may do.
  ///   - now: the present moment.
  /// - Returns: what the app is given back.
  /// - Throws: ``SigningRuleError``, which says what the rule does not allow. V2 is not signed.
  /// - Complexity: O(*n*) in the length of the text.
  public func signature(
    ofRequest text: String, allowedBy rule: SigningRule, at now: Moment
  ) throws(SigningRuleError) -> Signature {
    let request: SubmittedRequest
    var string = text
    switch identity.version {
    case .v1: request = try SubmittedRequest(v1: text)
    case .v2: throw .unsupportedVersion
    case .v4:
      request = try SubmittedRequest(v4: text)
      guard let time = request.times.first, let scope = identity.scope(at: time) else {
        throw .unreadable
      }
      let bytes = text.bytes
      let digest = SHA256.hash(bytes.span).hexadecimal
      string = "OSS4-HMAC-SHA256\n\(time.iso8601Basic)\n\(scope)\n\(digest)"
    }
    try rule.check(request, at: now)
    do throws(SigningError) {
      return try signature(of: string)
    } catch {
      throw .unreadable
    }
  }
}

/// Why the server of an app does not sign a request.
public enum SigningRuleError: Error, Equatable, Sendable {
  /// The text is neither a canonical request of V4 nor a string to sign of V1.
  case unreadable
  /// The signer makes V2, for which there are no rules.
  case unsupportedVersion
  /// The method is not allowed.
  case method(String)
  /// The bucket is another one.
  case bucket(String)
  /// There is no key, or it does not begin with the prefix.
  case key(prefix: String)
  /// The key has a segment `.` or `..`, and the rule does not allow them.
  case dotSegment
  /// The content type is not allowed, or not signed; "" where the request has no type.
  case contentType(String)
  /// The rule has a size, and the request does not sign `Content-Length`.
  case unsignedSize
  /// The upload is too large.
  case size(Int64, maximum: Int64)
  /// The rule does not name this parameter.
  case parameter(String)
  /// The rule does not name this header, or the request has it twice.
  case header(String)
  /// The time of the request is too far from the present.
  case time(Moment)
  /// The presigned URL works too long.
  case validity(until: Moment)
}

extension SigningRuleError: PlainError, CustomStringConvertible {
  /// One sentence that says what the rule does not allow.
  public var description: String {
    switch self {
    case .unreadable:
      "The text is neither a canonical request of V4 nor a string to sign of V1; send requestText."
    case .unsupportedVersion: "Requests of V2 are not signed by a rule; use V4."
    case .method(let method): "The method % is not allowed.".filled(method.quoted)
    case .bucket(let bucket): "The bucket % is not allowed.".filled(bucket.quoted)
    case .key(let prefix): "The key does not begin with %.".filled(prefix.quoted)
    case .dotSegment: "The key has a segment '.' or '..', which a proxy may resolve."
    case .contentType(""): "The request signs no Content-Type."
    case .contentType(let type): "The content type % is not allowed.".filled(type.quoted)
    case .unsignedSize:
      "The request does not sign its size; name Content-Length as an additional header, with V4."
    case .size(let size, let maximum):
      "The upload has % bytes, where % are allowed.".filled(
        String(size), String(maximum))
    case .parameter(let name): "The parameter % is not allowed.".filled(name.quoted)
    case .header(let name): "The header % is not allowed, or is there twice.".filled(name.quoted)
    case .time(let time):
      "The time of the request, %, is too far from the present.".filled(
        time.description)
    case .validity(let end):
      "A presigned URL must not work until %.".filled(
        end.description)
    }
  }
}
