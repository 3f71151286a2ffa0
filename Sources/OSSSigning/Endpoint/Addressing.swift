/// How the bucket and the endpoint make the host of a URL.
public enum Addressing: String, Hashable, Sendable, CaseIterable {
  /// The bucket stands before the host: `bucket.oss-cn-hangzhou.aliyuncs.com/key`.
  case virtualHost = "virtual-host"
  /// The bucket stands in the path: `192.0.2.1/bucket/key`.
  case path = "path"
  /// The host is a domain that belongs to one bucket: `img.example.com/key`.
  case cname = "cname"
}
