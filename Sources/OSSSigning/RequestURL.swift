public import OSSPrimitives

extension SigningRequest {
  /// Makes the request of a URL of an endpoint: bucket, key and query as ``Endpoint/url(for:)`` wrote
  /// them.
  ///
  /// The URL is cut into its parts first, and each part is decoded once; nothing is normalized. A `+`
  /// in the query is a space, as OSS reads it. The parameters of a signature, in a URL that is
  /// presigned, are parameters like all others.
  ///
  ///     let endpoint = Endpoint.region(.cnHangzhou)
  ///     let get = try SigningRequest(
  ///       url: "https://photos.oss-cn-hangzhou.aliyuncs.com/cat.jpg", method: .get,
  ///       endpoint: endpoint)
  ///
  /// - Parameters:
  ///   - url: the URL, without a fragment.
  ///   - method: the method.
  ///   - endpoint: the endpoint to which the URL belongs.
  ///   - bucket: the bucket of a domain (``Addressing/cname``), which its URLs do not name; with
  ///     another endpoint, nil or the bucket that the URL names.
  ///   - headers: the headers that will be sent.
  ///   - additionalHeaders: the names of further headers that V2 and V4 sign.
  /// - Throws: ``RequestURLError``, such as ``RequestURLError/otherEndpoint`` for a URL of another
  ///   host.
  /// - Complexity: O(*n*) in the length of the URL.
  public init(
    url: String, method: Method, endpoint: Endpoint, bucket: String? = nil,
    headers: [HeaderField] = [], additionalHeaders: [String] = []
  ) throws(RequestURLError) {
    let parts = try RequestURL(url, at: endpoint)
    if endpoint.addressing != .cname, let bucket {
      guard let own = parts.bucket, own.hasSameBytes(as: bucket) else { throw .otherBucket }
    }
    do {
      try self.init(
        method: method.rawValue, bucket: parts.bucket ?? bucket, key: parts.key, headers: headers,
        query: parts.query, additionalHeaders: additionalHeaders)
    } catch {
      throw .unsignable(error)
    }
  }
}

/// What the URL of a request names.
private struct RequestURL {
  private(set) var bucket: String?
  private(set) var key: String?
  private(set) var query: [QueryParameter] = []

  init(_ url: String, at endpoint: Endpoint) throws(RequestURLError) {
    let bytes = url.bytes
    if let offset = bytes.firstIndex(of: UInt8(ascii: "#")) { throw .fragment(offset: offset) }
    let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    let path = try readHost(bytes[..<end], of: endpoint)
    try readPath(path, of: endpoint)
    if end < bytes.count { try readQuery(bytes[(end + 1)...]) }
  }

  /// Reads scheme, host and port (PRE-HOST); what follows them is the path.
  private mutating func readHost(
    _ location: Bytes.SubSequence, of endpoint: Endpoint
  ) throws(RequestURLError) -> Bytes.SubSequence {
    let scheme = endpoint.scheme + "://"
    guard location.prefix(scheme.utf8.count).isCaseless(scheme) else { throw .otherEndpoint }
    let rest = location.dropFirst(scheme.utf8.count)
    let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    var reader = EndpointReader(rest[..<end])
    guard let host = try? reader.readHost().text, let port = try? reader.readPort().number ?? 0,
      endpoint.hasPort(port == 0 ? nil : port)
    else { throw .otherEndpoint }
    if host.hasSameBytes(as: endpoint.host) { return rest[end...] }
    let (bytes, suffix) = (host.bytes, "." + endpoint.host)
    guard endpoint.addressing == .virtualHost, bytes.count > suffix.utf8.count,
      bytes[...].ends(with: suffix)
    else { throw .otherEndpoint }
    bucket = String(decoding: bytes.dropLast(suffix.utf8.count), as: UTF8.self)
    return rest[end...]
  }

  /// Reads the path, the bucket in it and the key (PRE-PATH, PRE-HOST-2, PRE-HOST-7).
  private mutating func readPath(
    _ path: Bytes.SubSequence, of endpoint: Endpoint
  ) throws(RequestURLError) {
    var rest = path.dropFirst(endpoint.pathPrefix.utf8.count)
    guard path.begins(with: endpoint.pathPrefix),
      rest.isEmpty || rest.first == UInt8(ascii: "/")
    else { throw .otherEndpoint }
    rest = rest.dropFirst()
    if endpoint.addressing == .path, !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      bucket = try Self.decoded(rest[..<end], plusIsSpace: false)
      rest = rest[end...].dropFirst()
    }
    if !rest.isEmpty { key = try Self.decoded(rest, plusIsSpace: false) }
  }

  /// Reads the parameters; what is empty between two `&` is left out.
  private mutating func readQuery(_ text: Bytes.SubSequence) throws(RequestURLError) {
    for piece in text.pieces(at: "&") where !piece.isEmpty {
      let end = piece.firstIndex(of: UInt8(ascii: "="))
      let name = try Self.decoded(piece[..<(end ?? piece.endIndex)], plusIsSpace: true)
      var value: String?
      if let end { value = try Self.decoded(piece[(end + 1)...], plusIsSpace: true) }
      query.append(QueryParameter(name, value))
    }
  }

  private static func decoded(
    _ text: Bytes.SubSequence, plusIsSpace: Bool
  ) throws(RequestURLError) -> String {
    guard
      let bytes = try? PercentEncoding.decode(
        String(decoding: text, as: UTF8.self), plusIsSpace: plusIsSpace),
      let decoded = String(validUTF8: bytes)
    else { throw .unreadable(offset: text.startIndex) }
    return decoded
  }
}

extension Endpoint {
  /// Whether a URL with this port, nil for none, is one of the endpoint: the default port of a scheme
  /// may stand or not.
  fileprivate func hasPort(_ port: UInt16?) -> Bool {
    let standard: UInt16 = scheme == "https" ? 443 : 80
    return port ?? standard == self.port ?? standard
  }
}

/// Why a URL is no request to an endpoint; no case holds a part of the URL.
public enum RequestURLError: Error, Equatable, Sendable {
  /// The scheme, the host, the port or the path prefix is not that of the endpoint.
  case otherEndpoint
  /// The URL names another bucket than the one that is given, or none.
  case otherBucket
  /// The URL has a fragment, which no request sends, at this byte.
  case fragment(offset: Int)
  /// The part that begins at this byte is not percent-encoded UTF-8.
  case unreadable(offset: Int)
  /// The URL is one of the endpoint, and no request for it can be signed.
  case unsignable(SigningError)
}

extension RequestURLError: PlainError, CustomStringConvertible {
  /// One sentence that says what is wrong with the URL.
  public var description: String {
    switch self {
    case .otherEndpoint: "The URL is not one of this endpoint."
    case .otherBucket: "The URL does not name the bucket that is given."
    case .fragment(let offset):
      "The URL has a fragment at byte %; no request sends one.".filled(offset)
    case .unreadable(let offset):
      "The part of the URL from byte % on is not percent-encoded UTF-8.".filled(offset)
    case .unsignable(let error): error.description
    }
  }
}

/// The parameters of a query, percent-encoded once: as V2 and V4 sign them, and as a URL has them.
///
/// Every parameter is one of them, as often as it is given (V2-RES-3, V2-RES-7, V4-QRY-1,
/// V4-QRY-8).
package struct EncodedQuery: Sendable {
  private var pieces = NamedPieces()
  private var start = 0
  private var valueStart = 0

  /// Encodes parameters.
  ///
  /// - Parameter count: how many more will be appended.
  package init(_ query: [QueryParameter], adding count: Int = 0) {
    if query.isEmpty, count == 0 { return }
    pieces.reserveCapacity(query.count + count, byteCount: 64 * query.count + 96 * count)
    for parameter in query { append(parameter.name, parameter.value) }
  }

  /// The query as a URL has it: the parameters in the order given, with `&` between them.
  var text: Bytes { pieces.bytes }

  /// Appends a parameter.
  mutating func append(_ name: String, _ value: String?) {
    let start = beginPiece()
    let (nameEnd, end) = URLText.append(name, value, to: &pieces.bytes)
    pieces.appendPiece(start: start, nameEnd: nameEnd, end: end)
  }

  /// Begins a parameter whose name needs no encoding; its value is written into ``value``.
  mutating func begin(_ name: String) {
    start = beginPiece()
    pieces.bytes.append(name)
    valueStart = pieces.bytes.count + 1
    pieces.bytes.append(ascii: "=")
  }

  /// Where the value of a parameter is appended that was begun, not encoded.
  var value: Bytes {
    _read { yield pieces.bytes }
    _modify { yield &pieces.bytes }
  }

  /// Ends a parameter that was begun, and encodes its value.
  mutating func end() {
    PercentEncoding.encode(from: valueStart, keepingSlash: false, in: &pieces.bytes)
    pieces.appendPiece(start: start, nameEnd: valueStart - 1)
  }

  private mutating func beginPiece() -> Int {
    if !pieces.bytes.isEmpty { pieces.bytes.append(ascii: "&") }
    return pieces.bytes.count
  }

  /// Sorts the parameters by their encoded names; ``text`` stays as it is (V2-RES-5, V2-RES-10,
  /// V4-QRY-5).
  mutating func sort() { pieces.sort() }

  /// Appends the sorted parameters, the first after a mark if there is one, the others after `&`
  /// (V2-RES-3, V4-QRY-6).
  func append(after mark: UInt8? = nil, to buffer: inout Bytes) {
    for index in pieces.indices {
      if index > 0 {
        buffer.append(ascii: "&")
      } else if let mark {
        buffer.append(mark)
      }
      buffer.append(contentsOf: pieces[index])
    }
  }

  /// The sorted parameters as V4 signs them (V4-QRY).
  package var canonical: Bytes {
    var sorted = self
    sorted.sort()
    var buffer = Bytes()
    sorted.append(to: &buffer)
    return buffer
  }
}

/// The text of URLs, written into a buffer.
package enum URLText {
  /// Appends parameters, the first one after the separator given and the others after `&`.
  package static func append(
    _ parameters: [QueryParameter], after separator: inout UInt8, to url: inout Bytes
  ) {
    for parameter in parameters {
      append(parameter.name, parameter.value, after: &separator, to: &url)
    }
  }

  /// Appends a parameter after a separator, which becomes `&`.
  static func append(
    _ name: String, _ value: String?, after separator: inout UInt8, to url: inout Bytes
  ) {
    url.append(separator)
    separator = UInt8(ascii: "&")
    append(name, value, to: &url)
  }

  /// Appends a parameter, percent-encoded once (PRE-QRY-3, V2-RES-4, V2-RES-9, V4-QRY-2);
  /// blanks and `0` are values as any (V2-RES-8, V4-QRY-7).
  ///
  /// A name without a value is alone; a name with an empty value keeps its `=`. An empty name
  /// has one always, or the parameter would be nothing to a decoder (PRE-QRY-5).
  ///
  /// - Returns: where the name ends, and the end of what V2 and V4 sign: no `=` of an empty value
  ///   (V2-RES-6, V4-QRY-3, V4-QRY-4).
  @discardableResult
  static func append(
    _ name: String, _ value: String?, to url: inout Bytes
  ) -> (nameEnd: Int, signedEnd: Int) {
    PercentEncoding.append(name.utf8, keepingSlash: false, to: &url)
    let nameEnd = url.count
    guard let value = value ?? (name.utf8.isEmpty ? "" : nil) else { return (nameEnd, nameEnd) }
    url.append(ascii: "=")
    if value.utf8.isEmpty { return (nameEnd, nameEnd) }
    PercentEncoding.append(value.utf8, keepingSlash: false, to: &url)
    return (nameEnd, url.count)
  }
}
