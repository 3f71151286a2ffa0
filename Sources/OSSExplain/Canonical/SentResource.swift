package import OSSPrimitives
internal import OSSSigning

/// What a caller knows of the host that a request was sent to.
package enum KnownHost: Sendable {
  /// Nothing: the host itself shows what it can.
  case unknown
  /// It is this endpoint, or a bucket and a dot are before it; its path prefix is not signed.
  case endpoint(host: Bytes, pathPrefix: Bytes = [])
  /// It is a domain of one bucket (CNAME), or, with nil, one for requests without a bucket.
  case domain(bucket: Bytes?, pathPrefix: Bytes = [])
}

/// Where the bucket of a request is.
package enum BucketPlace: Hashable, Sendable {
  /// At no place: the request is one to the service.
  case none
  /// Before the host of the endpoint.
  case host
  /// In the path, before the key.
  case path
  /// In neither: the domain is that of the bucket.
  case domain
}

/// A bucket and a key as one reading of a request has them, decoded.
package struct SentResource: Hashable, Sendable {
  /// Where the bucket was read.
  package let place: BucketPlace
  /// Whether a `+` of the path was read as a plus, and not as a space.
  package let keepsPlus: Bool
  /// The bucket; nil for none.
  package let bucket: Bytes?
  /// The key; empty for none.
  package let key: Bytes

  /// `/`, `/bucket/` or `/bucket/key` (V1-RES-1, V1-RES-2, V1-RES-3).
  package var path: Bytes {
    var path = "/".bytes
    if let bucket {
      path.append(contentsOf: bucket)
      path.append(ascii: "/")
    }
    path.append(contentsOf: key)
    return path
  }
}

extension SentRequest {
  /// Each reading of the bucket and the key.
  ///
  /// There is one where the host shows what it is, or where the caller says it. The path is split
  /// first, and the bucket and the key are each decoded once.
  ///
  /// - Parameters:
  ///   - known: what the caller knows of the host.
  ///   - isPlusOpen: whether a `+` in the path may be a plus, so that such a path has a second
  ///     reading; by what is public it is a space.
  /// - Complexity: O(*n*) in the length of the path.
  package func resources(at known: KnownHost, isPlusOpen: Bool) -> [SentResource] {
    let rest = rest(at: known)
    let host = hostName ?? []
    let places: [(BucketPlace, Bytes?)]
    switch known {
    case .unknown: places = HostReading.places(of: host)
    case .domain(let bucket, _): places = [(bucket == nil ? .none : .domain, bucket)]
    case .endpoint(let endpoint, _):
      let endpoint = endpoint[...].lowercased
      let count = host.count - endpoint.count - 1
      if host == endpoint {
        places = [(.path, nil)]
      } else if count > 0, host[count] == UInt8(ascii: "."), host[(count + 1)...] == endpoint[...] {
        places = [(.host, Bytes(host[..<count]))]
      } else {
        places = HostReading.places(of: host)
      }
    }
    let hasPlus = isPlusOpen && rest.contains(UInt8(ascii: "+"))
    var resources: [SentResource] = []
    for (place, bucket) in places {
      for keepsPlus in hasPlus ? [false, true] : [false] {
        resources.append(SentResource(place, bucket, rest, keepsPlus: keepsPlus))
      }
    }
    return resources
  }

  /// The path behind its first slash, and behind the path of the endpoint.
  func rest(at known: KnownHost) -> Bytes.SubSequence {
    var rest = path[...]
    switch known {
    case .unknown: break
    case .domain(_, let prefix), .endpoint(_, let prefix):
      rest = Self.dropping(prefix, from: rest)
    }
    return rest.first == UInt8(ascii: "/") ? rest.dropFirst() : rest
  }

  private static func dropping(
    _ prefix: Bytes, from path: Bytes.SubSequence
  ) -> Bytes.SubSequence {
    let rest = path.dropFirst(prefix.count)
    let isWhole = rest.isEmpty || rest.first == UInt8(ascii: "/")
    return isWhole && path.prefix(prefix.count) == prefix[...] ? rest : path
  }
}

extension SentResource {
  /// Reads the path after its first slash; with the bucket in it, that is up to the next slash.
  init(
    _ place: BucketPlace, _ bucket: Bytes?, _ rest: Bytes.SubSequence, keepsPlus: Bool
  ) {
    self.keepsPlus = keepsPlus
    if place == .path, !rest.isEmpty {
      let name = rest.prefix { $0 != UInt8(ascii: "/") }
      self.place = .path
      self.bucket = name.percentDecoded(plusIsSpace: !keepsPlus)
      key = rest[name.endIndex...].dropFirst().percentDecoded(plusIsSpace: !keepsPlus)
    } else {
      self.place = place == .path ? .none : place
      self.bucket = bucket
      key = rest.percentDecoded(plusIsSpace: !keepsPlus)
    }
  }
}

/// What the name of a host shows of the bucket.
private enum HostReading {
  /// The beginnings of the names of regions, which are before `oss` in hosts of both networks.
  private static let regions = ["cn-", "ap-", "eu-", "us-", "na-", "me-"]

  /// Each place where the bucket may be, with the bucket that the host names.
  static func places(of host: Bytes) -> [(BucketPlace, Bytes?)] {
    let labels = host[...].pieces(at: ".")
    if host.isEmpty || host.first == UInt8(ascii: "[") || labels.count == 1 || host.isAddress {
      return [(.path, nil)]
    }
    if host[...].ends(with: ".privatelink.aliyuncs.com") { return [(.path, nil)] }
    let first = Bytes(labels[0])
    guard labels.count > 2, host[...].ends(with: ".aliyuncs.com"),
      let end = labels.lastIndex(where: { $0.isText("oss") || $0.begins(with: "oss-") })
    else { return [(.host, first), (.path, nil)] }
    // CloudBoxes have their ID and the region before this label, access points the endpoint.
    var own = 0
    if labels[end].begins(with: "oss-cloudbox") { own = 2 }
    if labels[end].isText("oss-accesspoint") { own = 1 }
    let isRegion = end > 0 && regions.contains { labels[end - 1].begins(with: $0) }
    if labels[end].isText("oss"), isRegion {
      if end > 1 { own = 1 } else { return [(.path, nil), (.host, first)] }
    }
    return [end > own ? (.host, first) : (.path, nil)]
  }
}

extension Bytes {
  /// Whether it is an address of IP, four numbers with dots between.
  package var isAddress: Bool { addressValue != nil }
}

/// The names of the parameters that V1 signs (V1-SUB-1 to V1-SUB-6), as they are in a request.
enum SubresourceNames {
  /// The names that OSS is known to sign; of all others it is open (V1-SUB-1, V1-SUB-6).
  private static let settled = Set(
    (Subresources.documented + Subresources.operated).map { $0.bytes })

  /// Every name.
  static let all = settled.union(
    (Subresources.unsent + Subresources.shared + Subresources.single).map { $0.bytes })

  static let inLowerCase = Set(all.map { $0[...].lowercased })

  /// The clause that is open of a name: whether OSS signs the parameter is not known; nil where it is.
  static func openClause(of name: Bytes) -> String? {
    if settled.contains(name) { return nil }
    if all.contains(name) { return "V1-SUB-2" }
    return name.begins(with: "x-oss-") ? "V1-SUB-4" : nil
  }

  /// Whether V1 signs the parameter of this name; case counts (V1-RES-9).
  static func contains(_ name: Bytes) -> Bool { all.contains(name) }
}
