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
    guard signature.fault == nil else { return [] }
    switch signature.version {
    case .v1: return v1Readings(signature, at: host)
    case .v2: return v2Readings(signature, at: host)
    case .v4: return v4Readings(signature, at: host)
    case .s3, .rpc, nil: return []
    }
  }

  private func v1Readings(
    _ signature: CarriedSignature, at host: KnownHost
  ) -> [CanonicalReading] {
    let headers = signedLines { $0.begins(with: "x-oss-") }
    let signed = subresources
    return resources(at: host, isPlusOpen: false).map { resource in
      let path = resource.path + (signed.isEmpty ? [] : "?".bytes + signed)
      return CanonicalReading(
        resource: resource, texts: .v1(parts(signature.date, headers, nil, resource: path)))
    }
  }

  private func v2Readings(
    _ signature: CarriedSignature, at host: KnownHost
  ) -> [CanonicalReading] {
    let names = Self.names(in: signature.list)
    let listed = Set(names)
    let headers = signedLines { $0.begins(with: "x-oss-") || listed.contains($0) }
    let query = canonicalQuery(without: signature.isURL ? "x-oss-signature" : nil)
    return resources(at: host, isPlusOpen: false).map { resource in
      var path = resource.path
      PercentEncoding.encode(from: 0, keepingSlash: false, in: &path)
      if !query.isEmpty { path += "?".bytes + query }
      return CanonicalReading(
        resource: resource, texts: .v2(parts(signature.date, headers, names, resource: path)))
    }
  }

  private func v4Readings(
    _ signature: CarriedSignature, at host: KnownHost
  ) -> [CanonicalReading] {
    let names = Self.names(in: signature.list)
    let listed = Set(names)
    let headers = signedLines {
      $0.begins(with: "x-oss-") || $0[...].isText("content-type") || $0[...].isText("content-md5")
        || listed.contains($0)
    }
    let query = canonicalQuery(without: signature.isURL ? "x-oss-signature" : nil)
    let payload = value(of: "x-oss-content-sha256") ?? "UNSIGNED-PAYLOAD".bytes
    return resources(at: host, isPlusOpen: true).map { resource in
      var uri = resource.path
      PercentEncoding.encode(from: 0, keepingSlash: true, in: &uri)
      let parts = RequestParts(
        method: method, uri: uri, query: query, headers: headers, additionalHeaders: names,
        payload: payload, date: signature.date, scope: signature.scope.joined(by: "/"))
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
