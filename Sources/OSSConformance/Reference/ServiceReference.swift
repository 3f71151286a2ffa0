internal import OSSJSON
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Requests to OSS Vectors, OSS Tables and agentic buckets.
extension ReferenceAnswers {
  private enum ServiceName: String, CaseIterable {
    case vectors, tables
    case agenticBucket = "agentic-bucket"
    case bucketSpace = "bucket-space"
  }

  /// A request, where it goes, and what signs it.
  private typealias Call = (
    request: SigningRequest, endpoint: Endpoint, version: SignatureVersion
  )

  /// Signs the headers of a request to one of the services.
  func serviceHeaders() throws(InputRefusal) -> Answer {
    let service: ServiceName = try reader.choice("service")
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    let credentials = try credentials()
    let text = try reader.text("region", orRefuseAs: .invalidRegion) ?? ""
    let region = try refusing(SigningError.self, Region(text))
    let parts = try reader.request()
    let call: Call
    switch service {
    case .vectors: call = try vectorsCall(parts, in: region)
    case .tables: call = try tablesCall(parts, in: region)
    case .agenticBucket: call = try agenticCall(parts, .bucket, in: region)
    case .bucketSpace: call = try agenticCall(parts, .space, in: region)
    }
    let signer = try refusing(SigningError.self, Signer(credentials, call.version))
    var answer = try refusing(
      SigningError.self, SigningAnswers.headers(signer, call.request, at: time))
    answer.members["url"] = .string(call.endpoint.url(for: call.request))
    return answer
  }

  private func vectorsCall(_ parts: RequestParts, in region: Region) throws(InputRefusal) -> Call {
    let bucket = try accountBucket(parts)
    let request = try refusing(
      SigningError.self,
      SigningRequest(
        method: parts.method, vectors: bucket, key: parts.key, headers: parts.headers,
        query: parts.query))
    return (request, try endpoint(or: .vectors(region)), .v4(region: region))
  }

  private func tablesCall(_ parts: RequestParts, in region: Region) throws(InputRefusal) -> Call {
    let bucket = try accountBucket(parts)
    let path = try reader.texts("path", orRefuseAs: .invalidObjectKey)
    let request = try refusing(
      SigningError.self,
      SigningRequest(
        method: parts.method, tables: bucket, path: path, headers: parts.headers,
        query: parts.query))
    return (request, try endpoint(or: .tables(region)), .v4Tables(region: region))
  }

  private func agenticCall(
    _ parts: RequestParts, _ kind: AgenticBucket.Kind, in region: Region
  ) throws(InputRefusal) -> Call {
    let account = try account()
    let style: AgenticBucket.Style = try style() ?? .virtualHost
    var endpoint = try endpoint(or: .region(region), style == .path ? .path : .virtualHost)
    var parts = parts
    if let prefix = parts.bucket {
      guard let account else { throw noAccount }
      let bucket = try refusing(
        SigningError.self, AgenticBucket(prefix, kind, of: account, in: region))
      endpoint = try refusing(SigningError.self, bucket.endpoint(endpoint, by: style))
      parts.bucket = bucket.name
    }
    let request = try refusing(SigningError.self, SigningRequest(parts))
    return (request, endpoint, .v4(region: region))
  }

  /// The bucket of OSS Vectors or OSS Tables; nil where none is named.
  private func accountBucket(_ parts: RequestParts) throws(InputRefusal) -> AccountBucket? {
    let account = try account()
    guard let name = parts.bucket else { return nil }
    guard let account else { throw noAccount }
    return try refusing(SigningError.self, AccountBucket(name, of: account))
  }

  private func account() throws(InputRefusal) -> AccountID? {
    guard let digits = try reader.text("accountId", orRefuseAs: .invalidAccountID) else {
      return nil
    }
    return try refusing(SigningError.self, AccountID(digits))
  }

  private var noAccount: InputRefusal {
    InputRefusal(.invalidAccountID, "A bucket of this service needs the ID of its account.")
  }

  /// The style of the input; nil where it says none.
  private func style<Style: RawRepresentable & CaseIterable>() throws(InputRefusal) -> Style?
  where Style.RawValue == String {
    try reader.text("addressing", orRefuseAs: .invalidInput) == nil
      ? nil : try reader.choice("addressing")
  }

  /// The endpoint of the input, else that of the region, with virtual hosts or path style.
  private func endpoint(or own: Endpoint) throws(InputRefusal) -> Endpoint {
    let style: Addressing = try style() ?? .virtualHost
    guard style != .cname else { throw .shape("addressing", "virtual-host or path") }
    return try endpoint(or: own, style)
  }

  private func endpoint(
    or own: Endpoint, _ addressing: Addressing
  ) throws(InputRefusal) -> Endpoint {
    let text =
      try reader.text("endpoint", orRefuseAs: .invalidEndpoint) ?? "\(own.scheme)://\(own.host)"
    return try refusing(SigningError.self, Endpoint(text, addressing: addressing))
  }
}
