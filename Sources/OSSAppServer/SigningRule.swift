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

/// The request that a text of an app is about, as far as a rule looks at it.
struct SubmittedRequest {
  /// The headers that belong to the content and to the signature, which every rule allows.
  static let ownHeaders: Set<String> = [
    "content-type", "content-md5", "content-length", "x-oss-date", "x-oss-content-sha256",
    "x-oss-security-token",
  ]
  /// The parameters of the signature in a URL of V4.
  private static let ownParameters: Set<String> = [
    "x-oss-signature-version", "x-oss-credential", "x-oss-date", "x-oss-expires",
    "x-oss-additional-headers", "x-oss-security-token",
  ]

  let method: String
  private(set) var bucket = ""
  private(set) var key = ""
  /// The headers that are signed, their names as canonical requests have them.
  private(set) var headers: [(name: String, value: String)] = []
  /// The names of the parameters that do not belong to the signature.
  private(set) var parameters: [String] = []
  /// The times at which the request says that it is signed; the first one is in the scope.
  private(set) var times: [Moment] = []
  /// When a presigned URL ends.
  private(set) var end: Moment?

  /// Reads a canonical request of V4 (V4-REQ-1).
  init(v4 text: String) throws(SigningRuleError) {
    let lines = text.pieces(at: "\n")
    guard lines.count >= 6, let blank = lines[3...].firstIndex(of: ""), blank + 3 == lines.count
    else { throw .unreadable }
    method = lines[0]
    try readPlace(lines[1], isEncoded: true)
    for line in lines[3..<blank] { try readHeader(line) }
    try readQuery(lines[2])
    if let date = try onlyHeader("x-oss-date") { times.append(try Self.time(date)) }
  }

  /// Reads a string to sign of V1 (V1-STS-1, PRE-STS-1).
  init(v1 text: String) throws(SigningRuleError) {
    let lines = text.pieces(at: "\n")
    let resource = lines.count - 1
    guard resource >= 4, !lines[3].utf8.isEmpty else { throw .unreadable }
    method = lines[0]
    headers = [("content-md5", lines[1]), ("content-type", lines[2])]
    for line in lines[4..<resource] {
      if !line.begins(with: "x-oss-") { throw .unreadable }
      try readHeader(line)
    }
    let parts = lines[resource].pieces(at: "?", most: 2)
    try readPlace(parts[0], isEncoded: false)
    // A question mark in a key reads as a parameter here, which the rule then has to name.
    for piece in parts.count == 2 ? parts[1].pieces(at: "&") : [] {
      let name = piece.pieces(at: "=", most: 2)[0]
      if name != "security-token" { parameters.append(name) }
    }
    if let seconds = Int64(decimal: lines[3]) {
      guard let end = try? Moment(seconds: seconds) else { throw .unreadable }
      self.end = end
    } else {
      guard let time = try? Moment(rfc1123: lines[3]) else { throw .unreadable }
      times = [time]
    }
  }

  /// The value of a header; nil without one.
  func onlyHeader(_ name: String) throws(SigningRuleError) -> String? {
    let values = headers.filter { $0.name == name }
    if values.count > 1 { throw .header(name) }
    return values.first?.value
  }

  private static func time(_ text: String) throws(SigningRuleError) -> Moment {
    guard let time = try? Moment(iso8601Basic: text) else { throw .unreadable }
    return time
  }

  /// Reads `/bucket/key`.
  private mutating func readPlace(_ text: String, isEncoded: Bool) throws(SigningRuleError) {
    let parts = text.pieces(at: "/", most: 3)
    guard parts.count == 3, parts[0].utf8.isEmpty else { throw .unreadable }
    bucket = parts[1]
    key = isEncoded ? try Self.decoded(parts[2]) : parts[2]
  }

  private mutating func readHeader(_ line: String) throws(SigningRuleError) {
    let parts = line.pieces(at: ":", most: 2)
    guard parts.count == 2 else { throw .unreadable }
    headers.append((parts[0], parts[1]))
  }

  /// Reads the query of V4, which holds the time and the end of a presigned URL (V4-PRE-2).
  private mutating func readQuery(_ text: String) throws(SigningRuleError) {
    if text.utf8.isEmpty { return }
    var own: [String: String] = [:]
    for piece in text.pieces(at: "&") {
      let pair = piece.pieces(at: "=", most: 2)
      let name = try Self.decoded(pair[0])
      if Self.ownParameters.contains(name), own[name] == nil {
        own[name] = try Self.decoded(pair.count == 2 ? pair[1] : "")
      } else {
        parameters.append(name)
      }
    }
    if own.isEmpty { return }
    guard let date = own["x-oss-date"],
      let seconds = own["x-oss-expires"].flatMap({ Int64(decimal: $0) })
    else { throw .unreadable }
    let time = try Self.time(date)
    guard let end = try? time.adding(seconds: seconds) else { throw .unreadable }
    times.append(time)
    self.end = end
  }

  private static func decoded(_ text: String) throws(SigningRuleError) -> String {
    guard let bytes = try? PercentEncoding.decode(text, plusIsSpace: false),
      let decoded = String(validUTF8: bytes)
    else { throw .unreadable }
    return decoded
  }
}
