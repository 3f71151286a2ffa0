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
    var readings: [CanonicalReading] = []
    for resource in resources(at: host, isPlusOpen: true) {
      guard let own = Ingredients(self, signature, resource, host) else { return [] }
      if resource.keepsPlus, own.version != .v4 { continue }
      readings.append(CanonicalReading(resource: resource, texts: CanonicalTexts(own)))
    }
    return readings
  }

  /// The names in a list of additional headers, in lower case, sorted, each once; an empty one is
  /// left out (V2-ADD-1, V4-ADD-1).
  static func names(in list: Bytes) -> [Bytes] {
    let names = list.parts(at: ";").map { $0.trimmingBlanks.lowercased }
    var sorted: [Bytes] = []
    for index in sortedIndices(names.count, by: { names[$0][...].precedes(names[$1][...]) })
    where !names[index].isEmpty && names[index] != sorted.last {
      sorted.append(names[index])
    }
    return sorted
  }
}

extension CanonicalTexts {
  /// The texts that OSS makes.
  init(_ own: Ingredients) {
    var composition = Composition(own)
    let headers = composition.signedHeaders().map { SignedLine(name: $0.name, value: $0.value) }
    let (path, query) = (composition.path(), composition.query())
    if own.version == .v4 {
      self = .v4(
        RequestParts(
          method: own.method, uri: path, query: Bytes(query.dropLast()), headers: headers,
          additionalHeaders: own.names, payload: own.payload, date: own.date,
          scope: own.scope.joined(by: "/")))
      return
    }
    let isV1 = own.version == .v1
    let parts = StringParts(
      method: own.method, contentMD5: own.contentMD5, contentType: own.contentType,
      date: own.date, headers: headers, additionalHeaders: isV1 ? nil : own.names,
      resource: path + query)
    self = isV1 ? .v1(parts) : .v2(parts)
  }
}
