internal import OSSJSON
public import OSSPrimitives
internal import OSSSigning

/// What OSS is asked to send to an app's server after an upload: the callback parameter (CALL-PAR).
public struct UploadCallback: Sendable {
  /// How the body of the callback is written; OSS takes no other type (CALL-REF-9).
  public enum BodyType: String, Hashable, Sendable, CaseIterable {
    /// As a form; OSS percent-encodes what it puts in for variables.
    case form = "application/x-www-form-urlencoded"
    /// As JSON; OSS writes what it puts in for variables as JSON values.
    case json = "application/json"
  }

  /// The most URLs that OSS tries.
  public static let greatestURLCount = 5
  /// The most bytes of the parameter as it is sent.
  public static let greatestByteCount = 5 << 10

  /// Where OSS sends the callback: one URL after the other, until one answers.
  public let urls: [String]
  /// The value of the `Host` header that OSS sends; nil for the host of the URL.
  public let host: String?
  /// The body, with `${…}` for variables.
  public let body: String
  /// How the body is written; nil for a form, which OSS takes then.
  public let bodyType: BodyType?
  /// Whether OSS names the host when it opens an encrypted connection; nil for no.
  public let sendsServerName: Bool?

  /// Makes a callback that OSS takes.
  ///
  /// - Parameters:
  ///   - urls: 1 to 5 URLs, percent-encoded, with or without a scheme.
  ///   - host: the value of the `Host` header that OSS sends.
  ///   - body: the body, with `${…}` for variables, such as `object=${object}&id=${x:id}`.
  ///   - bodyType: how the body is written.
  ///   - sendsServerName: whether OSS names the host when it opens an encrypted connection.
  /// - Throws: ``CallbackError``, which names the part at fault.
  /// - Complexity: O(*n*) in the length of the parts.
  public init(
    urls: [String], host: String? = nil, body: String, bodyType: BodyType? = nil,
    sendsServerName: Bool? = nil
  ) throws(CallbackError) {
    self.urls = urls
    self.host = host
    self.body = body
    self.bodyType = bodyType
    self.sendsServerName = sendsServerName
    // The parts, and then the parameter that they make (CALL-REF-1, CALL-REF-2, CALL-REF-3,
    // CALL-REF-4).
    try CallbackRules.check(urls: urls)
    if let host, let fault = host.firstByte(where: { $0.breaksLine }) {
      throw .invalidHost(offset: fault.offset)
    }
    try CallbackRules.check(body: body)
    let count = parameter.utf8.count
    if count > Self.greatestByteCount { throw .tooLong(byteCount: count) }
  }

  /// The JSON of the callback: an object with its members in this order and no white space
  /// (CALL-PAR-2, CALL-PAR-3).
  ///
  /// The URLs are one text (CALL-PAR-4). Of the other members those that are given are written
  /// (CALL-PAR-7), the last one as a truth value (CALL-PAR-6).
  public var json: Bytes {
    var object = JSONObject()
    object["callbackUrl"] = .string(urls.joined(separator: ";"))
    if let host { object["callbackHost"] = .string(host) }
    object["callbackBody"] = .string(body)
    if let bodyType { object["callbackBodyType"] = .string(bodyType.rawValue) }
    if let sendsServerName { object["callbackSNI"] = .bool(sendsServerName) }
    return Bytes(JSONValue.object(object).compact().utf8)
  }

  /// The value of the parameter `callback`, of the header `x-oss-callback` and of the form field
  /// `callback`: the base64 text of the JSON (CALL-PAR-1, CALL-PAR-5).
  public var parameter: String { Base64.encode(json.span) }
}

extension UploadCallback: Equatable {
  /// Whether both are written with the same bytes.
  public static func == (left: Self, right: Self) -> Bool { left.json == right.json }
}
