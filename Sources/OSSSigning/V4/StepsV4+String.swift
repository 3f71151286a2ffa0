package import OSSPrimitives

extension StepsV4 {
  /// The name of the algorithm, which is also the version in a presigned URL.
  package static let algorithmName = Bytes("OSS4-HMAC-SHA256".utf8)

  /// The string to sign for a signature in the headers.
  package func headerStringToSign(
    _ request: SigningRequest, of identity: SigningIdentityV4, at time: SigningTimeV4
  ) -> StringToSignV4 {
    var buffer = Bytes()
    let layout = appendHeaderStringToSign(request, of: identity, at: time, to: &buffer)
    return StringToSignV4(buffer: buffer, layout: layout)
  }

  /// Appends the canonical request and the string to sign for a signature in the headers; returns
  /// where their parts stand.
  package func appendHeaderStringToSign(
    _ request: SigningRequest, of identity: SigningIdentityV4, at time: SigningTimeV4,
    to buffer: inout Bytes
  ) -> StringLayoutV4 {
    let token = identity.headerToken
    buffer.reserveCapacity(Self.room(for: request, identity) + (token?.count ?? 0))
    var layout = StringLayoutV4()
    append(
      request, adding: AddedHeadersV4(time: time, securityToken: token), [], to: &buffer,
      noting: &layout)
    appendString(of: identity, at: time, to: &buffer, noting: &layout)
    return layout
  }

  /// The string to sign for a presigned URL: its parameters are signed with the others, and no
  /// header is added (V4-PRE).
  package func urlStringToSign(
    _ request: SigningRequest, of identity: SigningIdentityV4, at time: SigningTimeV4,
    adding parameters: [QueryParameter]
  ) -> StringToSignV4 {
    var buffer = Bytes()
    let tokenCount = identity.securityToken?.count ?? 0
    buffer.reserveCapacity(Self.room(for: request, identity) + 3 * tokenCount)
    var layout = StringLayoutV4()
    append(request, adding: nil, parameters, to: &buffer, noting: &layout)
    appendString(of: identity, at: time, to: &buffer, noting: &layout)
    return StringToSignV4(buffer: buffer, layout: layout)
  }

  /// Appends the six parts of the canonical request (V4-REQ-1).
  private func append(
    _ request: SigningRequest, adding headers: AddedHeadersV4?, _ parameters: [QueryParameter],
    to buffer: inout Bytes, noting layout: inout StringLayoutV4
  ) {
    let start = buffer.count
    buffer.append(contentsOf: request.method.utf8)
    buffer.append(UInt8(ascii: "\n"))
    layout.uri = Self.range(in: &buffer) { uri(request, &$0) }
    buffer.append(UInt8(ascii: "\n"))
    layout.query = Self.range(in: &buffer) { query(request, parameters, &$0) }
    buffer.append(UInt8(ascii: "\n"))
    layout.headers = Self.range(in: &buffer) { self.headers(request, headers, &$0) }
    buffer.append(UInt8(ascii: "\n"))
    layout.additionalHeaders = Self.range(in: &buffer) { additionalHeaders(request, &$0) }
    buffer.append(UInt8(ascii: "\n"))
    payload(request, headers == nil, &buffer)
    layout.request = start..<buffer.count
  }

  /// Appends the four lines of the string to sign (V4-STS-1).
  private func appendString(
    of identity: SigningIdentityV4, at time: SigningTimeV4, to buffer: inout Bytes,
    noting layout: inout StringLayoutV4
  ) {
    let start = buffer.count
    algorithm(&buffer)
    buffer.append(UInt8(ascii: "\n"))
    timestamp(time, &buffer)
    buffer.append(UInt8(ascii: "\n"))
    layout.scope = Self.range(in: &buffer) { scope(identity, time, &$0) }
    buffer.append(UInt8(ascii: "\n"))
    let request = layout.request
    layout.hash = Self.range(in: &buffer) { buffer in
      if let hash {
        buffer.append(contentsOf: hash(Bytes(buffer[request])).utf8)
      } else {
        SHA256.hash(buffer.span.extracting(request)).append(hexadecimalTo: &buffer)
      }
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

  /// Appends the date and what follows it for the identity (V4-SCO-1).
  package static func appendScope(
    of identity: SigningIdentityV4, at time: SigningTimeV4, to buffer: inout Bytes
  ) {
    time.civil.append(iso8601BasicDateTo: &buffer)
    buffer.append(contentsOf: identity.scopeEnd)
  }
}
