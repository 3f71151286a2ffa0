internal import OSSPrimitives

/// The texts of one reading of a request.
package struct CanonicalReading: Hashable, Sendable {
  /// The bucket and the key as this reading has them.
  package let resource: SentResource
  /// What is made of them.
  package let texts: CanonicalTexts
}

extension SentRequest {
  /// The texts that OSS makes of the request, one set for each reading of its bucket and path; none
  /// where it carries no signature, or one that cannot be read.
  ///
  /// - Parameters:
  ///   - signature: that of the request, or another one with which it is to be read.
  ///   - host: what is known of the host.
  /// - Complexity: O(*n* log *n*) in the number of headers and parameters, O(*n*) in the length of
  ///   the request.
  package func canonicalReadings(
    of signature: CarriedSignature, at host: KnownHost = .unknown
  ) -> [CanonicalReading] {
    switch signature {
    case .none, .malformed: return []
    case .v1Header(_, _, let date, _): return v1Readings(date ?? [], at: host)
    case .v1URL(_, _, let expires, _): return v1Readings(expires, at: host)
    case .v2Header(_, let list, _, let date, _):
      return v2Readings(date ?? [], list, isURL: false, at: host)
    case .v2URL(_, let list, _, let expires, _):
      return v2Readings(expires, list, isURL: true, at: host)
    case .v4Header(let credential, let list, _, let date, _):
      return v4Readings(credential, date ?? [], list, isURL: false, at: host)
    case .v4URL(let credential, let list, _, let date, _, _):
      return v4Readings(credential, date, list, isURL: true, at: host)
    }
  }

  private func v1Readings(_ date: Bytes, at host: KnownHost) -> [CanonicalReading] {
    let headers = signedLines { $0.begins(with: "x-oss-") }
    let signed = subresources
    return resources(at: host, isPlusOpen: false).map { resource in
      let path = resource.path + (signed.isEmpty ? [] : "?".bytes + signed)
      return CanonicalReading(
        resource: resource, texts: .v1(parts(date, headers, nil, resource: path)))
    }
  }

  private func v2Readings(
    _ date: Bytes, _ list: Bytes?, isURL: Bool, at host: KnownHost
  ) -> [CanonicalReading] {
    let names = Self.names(in: list)
    let listed = Set(names)
    let headers = signedLines { $0.begins(with: "x-oss-") || listed.contains($0) }
    let query = canonicalQuery(without: isURL ? "x-oss-signature" : nil)
    return resources(at: host, isPlusOpen: false).map { resource in
      var path = resource.path
      PercentEncoding.encode(from: 0, keepingSlash: false, in: &path)
      if !query.isEmpty { path += "?".bytes + query }
      return CanonicalReading(
        resource: resource, texts: .v2(parts(date, headers, names, resource: path)))
    }
  }

  private func v4Readings(
    _ credential: SentCredential, _ date: Bytes, _ list: Bytes?, isURL: Bool, at host: KnownHost
  ) -> [CanonicalReading] {
    let names = Self.names(in: list)
    let listed = Set(names)
    let headers = signedLines {
      $0.begins(with: "x-oss-") || $0[...].isText("content-type") || $0[...].isText("content-md5")
        || listed.contains($0)
    }
    let query = canonicalQuery(without: isURL ? "x-oss-signature" : nil)
    let payload = value(of: "x-oss-content-sha256") ?? "UNSIGNED-PAYLOAD".bytes
    return resources(at: host, isPlusOpen: true).map { resource in
      var uri = resource.path
      PercentEncoding.encode(from: 0, keepingSlash: true, in: &uri)
      let parts = RequestParts(
        method: method, uri: uri, query: query, headers: headers, additionalHeaders: names,
        payload: payload, date: date, scope: credential.scope)
      return CanonicalReading(resource: resource, texts: .v4(parts))
    }
  }

  private func parts(
    _ date: Bytes, _ headers: [SignedLine], _ names: [Bytes]?, resource: Bytes
  ) -> StringParts {
    StringParts(
      method: method, contentMD5: value(of: "content-md5") ?? [],
      contentType: value(of: "content-type") ?? [], date: date, headers: headers,
      additionalHeaders: names, resource: resource)
  }
}
