internal import OSSPrimitives

extension StringToSignV4 {
  /// The name of the algorithm, which is also the version in a presigned URL.
  static let algorithmName = Bytes("OSS4-HMAC-SHA256".utf8)

  /// The string to sign for a signature in the headers.
  init(_ request: SigningRequest, of identity: SigningIdentityV4, at time: SigningTimeV4) {
    let added = AddedHeadersV4(time: time, securityToken: identity.headerToken)
    self.init(request, of: identity, at: time, headers: added, parameters: [])
  }

  /// The string to sign for a presigned URL: its parameters are signed with the others, and no
  /// header is added (V4-PRE).
  init(
    _ request: SigningRequest, of identity: SigningIdentityV4, at time: SigningTimeV4,
    adding parameters: [QueryParameter]
  ) {
    self.init(request, of: identity, at: time, headers: nil, parameters: parameters)
  }

  private init(
    _ request: SigningRequest, of identity: SigningIdentityV4, at time: SigningTimeV4,
    headers: AddedHeadersV4?, parameters: [QueryParameter]
  ) {
    var buffer = Bytes()
    // A token in the query may take three bytes for each of its own.
    let tokenCount = (identity.securityToken?.count ?? 0) * (headers == nil ? 3 : 1)
    buffer.reserveCapacity(Self.room(for: request, identity) + tokenCount)
    var layout = StringLayoutV4()
    Self.append(request, adding: headers, parameters, to: &buffer, noting: &layout)
    Self.appendString(of: identity, at: time, to: &buffer, noting: &layout)
    self.buffer = buffer
    self.layout = layout
  }

  /// Appends the six parts of the canonical request (V4-REQ-1).
  private static func append(
    _ request: SigningRequest, adding headers: AddedHeadersV4?, _ parameters: [QueryParameter],
    to buffer: inout Bytes, noting layout: inout StringLayoutV4
  ) {
    let start = buffer.count
    buffer.append(contentsOf: request.method.utf8)
    buffer.append(UInt8(ascii: "\n"))
    layout.uri = range(in: &buffer) { $0.append(contentsOf: request.canonicalV4.uri) }
    buffer.append(UInt8(ascii: "\n"))
    layout.query = range(in: &buffer) {
      appendQuery(of: request, adding: parameters, to: &$0)
    }
    buffer.append(UInt8(ascii: "\n"))
    layout.headers = range(in: &buffer) {
      appendHeaders(of: request, adding: headers, to: &$0)
    }
    buffer.append(UInt8(ascii: "\n"))
    layout.additionalHeaders = range(in: &buffer) {
      $0.append(contentsOf: request.canonicalV4.headers.additionalHeaders)
    }
    buffer.append(UInt8(ascii: "\n"))
    appendPayload(of: request, isURL: headers == nil, to: &buffer)
    layout.request = start..<buffer.count
  }

  /// Appends the four lines of the string to sign (V4-STS-1).
  private static func appendString(
    of identity: SigningIdentityV4, at time: SigningTimeV4, to buffer: inout Bytes,
    noting layout: inout StringLayoutV4
  ) {
    let start = buffer.count
    buffer.append(contentsOf: algorithmName)
    buffer.append(UInt8(ascii: "\n"))
    time.civil.append(iso8601BasicTo: &buffer)
    buffer.append(UInt8(ascii: "\n"))
    layout.scope = range(in: &buffer) { identity.appendScope(at: time, to: &$0) }
    buffer.append(UInt8(ascii: "\n"))
    let request = layout.request
    layout.hash = range(in: &buffer) {
      SHA256.hash($0.span.extracting(request)).append(hexadecimalTo: &$0)
    }
    layout.string = start..<buffer.count
  }

  /// Where a step stands that appends to a buffer.
  @inline(__always)
  private static func range(in buffer: inout Bytes, of step: (inout Bytes) -> Void) -> Range<Int> {
    let start = buffer.count
    step(&buffer)
    return start..<buffer.count
  }

  /// About how many bytes the canonical request and the string to sign have without a token.
  private static func room(for request: SigningRequest, _ identity: SigningIdentityV4) -> Int {
    request.canonicalV4.byteCount + identity.accessKeyID.utf8.count
      + 2 * identity.scopeEnd.count + 448
  }
}

/// What the headers of a request get from signing, the Authorization apart.
struct AddedHeadersV4 {
  /// The time that `x-oss-date` tells.
  let time: SigningTimeV4
  /// The value of `x-oss-security-token`; nil for a long-term key pair.
  let securityToken: Bytes?
}
