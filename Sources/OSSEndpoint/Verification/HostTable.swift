internal import OSSExplain
internal import OSSPrimitives

/// Which hosts are endpoints, and which are domains of a bucket.
package struct HostTable: Sendable {
  /// The names of endpoints, in lower case, without ports.
  private let endpoints: [Bytes]
  /// Domains in lower case, and the bucket of each.
  private let domains: [(domain: Bytes, bucket: Bytes)]
  /// The region of buckets whose host names none.
  package let region: String

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - endpoints: further names of endpoints; `localhost`, IP addresses and the hosts of OSS itself are
  ///     ones anyway.
  ///   - domains: domains, each with its bucket (CNAME).
  ///   - region: the region of a bucket whose host names none (V4-SCO-6).
  package init(
    endpoints: [String] = [], domains: [(domain: String, bucket: String)] = [],
    region: String = "cn-hangzhou"
  ) {
    self.endpoints = ["localhost".bytes] + endpoints.map { $0.bytes.lowercased }
    self.domains = domains.map { ($0.domain.bytes.lowercased, $0.bucket.bytes) }
    self.region = region
  }

  /// What is known of a host, which has no port and is in lower case; nil for one that is no host of the
  /// endpoint.
  func known(_ host: Bytes) -> KnownHost? {
    if let domain = domains.first(where: { $0.domain == host }) {
      return .domain(bucket: domain.bucket)
    }
    for endpoint in endpoints where host == endpoint || host.ends(with: "." + endpoint.text) {
      return .endpoint(host: endpoint)
    }
    if host.first == UInt8(ascii: "[") || host.isAddress { return .endpoint(host: host) }
    return host.ends(with: ".aliyuncs.com") ? .unknown : nil
  }

  /// What is before a host of OSS and is no bucket, because it has a dot; nil where nothing is, and for
  /// a CloudBox, whose host has more labels (V4-SCO-5).
  func badBucket(in host: Bytes) -> Bytes? {
    let labels = host.parts(at: ".")
    guard host.ends(with: ".aliyuncs.com"),
      let end = labels.firstIndex(where: { $0.begins(with: "oss-") }),
      end > 1, !labels[end - 1].isText("s3"), !labels[end].begins(with: "oss-cloudbox")
    else { return nil }
    return Array(labels[..<end]).joined(by: ".")
  }

  /// The region that a host names (V4-SCO-6), else that of the table.
  func region(of host: Bytes) -> String {
    guard host.ends(with: ".aliyuncs.com") else { return region }
    let others = ["oss-accelerate", "oss-cloudbox", "oss-accesspoint"]
    for label in host.parts(at: ".").dropLast(2).reversed() where label.begins(with: "oss-") {
      if others.contains(where: { label.begins(with: $0) }) { return region }
      let name = Bytes(label.dropFirst(4))
      let end = "-internal"
      return (name.ends(with: end) ? Bytes(name.dropLast(end.utf8.count)) : name).text
    }
    return region
  }
}

extension Bytes {
  /// Whether it is four numbers with dots between.
  fileprivate var isAddress: Bool {
    let numbers = parts(at: ".")
    return numbers.count == 4 && numbers.allSatisfy { (UInt64(digits: $0[...]) ?? 256) < 256 }
  }
}
