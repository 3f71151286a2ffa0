internal import OSSPrimitives

/// The ID of an Alibaba Cloud account, such as `1234567890`.
public struct AccountID: Equatable, Sendable, CustomStringConvertible {
  /// The digits.
  public let digits: String

  /// Reads an ID.
  ///
  /// - Parameter digits: one decimal digit or more (VEC-REF-1).
  /// - Throws: ``SigningError/invalidAccountID(_:)``.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ digits: String) throws(SigningError) {
    if digits.utf8.isEmpty || !digits.isAll({ 0x30...0x39 ~= $0 }) {
      throw .invalidAccountID(digits)
    }
    self.digits = digits
  }

  /// The digits.
  public var description: String { digits }
}

/// A bucket of OSS Vectors or OSS Tables: its name is unique in an account and a region alone.
public struct AccountBucket: Equatable, Sendable {
  /// The name of the bucket.
  public let name: String
  /// The account that owns it.
  public let account: AccountID

  /// Names a bucket.
  ///
  /// - Parameters:
  ///   - name: lower-case letters, digits, `-` and `_`.
  ///   - account: the account that owns it.
  /// - Throws: ``SigningError/invalidBucketName(_:)``.
  public init(_ name: String, of account: AccountID) throws(SigningError) {
    try SigningRequest.check(bucket: name)
    self.name = name
    self.account = account
  }
}

/// An agentic bucket, or a bucket space in one: the name of its bucket is made of a prefix.
///
/// Requests for it are those of object storage, with ``name`` as the bucket (AGT-URI-1).
///
///     let account = try AccountID("1234567890")
///     let space = try AgenticBucket("notes", .space, of: account, in: .cnHangzhou)
///     let put = try SigningRequest(method: "PUT", bucket: space.name, key: "1.txt")
///     let url = try space.endpoint(.region(.cnHangzhou), by: .alias).url(for: put)
public struct AgenticBucket: Equatable, Sendable {
  /// What the bucket is.
  public enum Kind: String, Sendable, CaseIterable {
    /// An agentic bucket.
    case bucket = "ab-apsr"
    /// A bucket space, which holds objects.
    case space = "bs-apsr"
  }

  /// How the bucket and the endpoint make the host of a URL.
  public enum Style: String, Sendable, CaseIterable {
    /// The name is before the host.
    case virtualHost = "virtual-host"
    /// The name is in the path.
    case path = "path"
    /// The alias is before the host; the name is signed.
    case alias = "alias"
  }

  /// What the caller names the bucket.
  public let prefix: String
  /// Whether it is an agentic bucket or a bucket space.
  public let kind: Kind
  /// The account that owns it.
  public let account: AccountID
  /// The region in which it lies.
  public let region: Region

  /// Names a bucket.
  ///
  /// - Parameters:
  ///   - prefix: lower-case letters, digits, `-` and `_`.
  ///   - kind: whether it is an agentic bucket or a bucket space.
  ///   - account: the account that owns it.
  ///   - region: the region in which it lies.
  /// - Throws: ``SigningError/invalidBucketName(_:)``.
  public init(
    _ prefix: String, _ kind: Kind, of account: AccountID, in region: Region
  ) throws(SigningError) {
    try SigningRequest.check(bucket: prefix)
    self.prefix = prefix
    self.kind = kind
    self.account = account
    self.region = region
  }

  /// The name of the bucket, which is signed (AGT-NAME-1).
  public var name: String { "\(prefix)-\(account)-\(region)-\(kind.rawValue)" }

  /// What the host may have in its place (AGT-HOST-2).
  public var alias: String { "\(prefix)-alias-\(kind.rawValue)" }

  /// The endpoint for requests that name this bucket (AGT-HOST-1, AGT-HOST-2, AGT-HOST-4).
  ///
  /// - Parameters:
  ///   - endpoint: that of object storage, such as `Endpoint.region(.cnHangzhou)` (AGT-HOST-3). How it
  ///     puts a bucket and the host together does not matter.
  ///   - style: how the bucket and the endpoint make the host.
  /// - Throws: ``SigningError/longHostLabel(_:)`` if the name or the alias cannot be a label of the host
  ///   (AGT-REF-1), or ``SigningError/bucketBeforeIPAddress``.
  public func endpoint(
    _ endpoint: Endpoint, by style: Style = .virtualHost
  ) throws(SigningError) -> Endpoint {
    let rest = endpoint.host + endpoint.portText + endpoint.pathPrefix
    let start = endpoint.scheme + "://"
    switch style {
    case .path: return try Endpoint(start + rest, addressing: .path)
    case .virtualHost:
      try Self.check(label: name)
      return try Endpoint(start + rest, addressing: .virtualHost)
    case .alias:
      try Self.check(label: alias)
      _ = try Endpoint(start + rest, addressing: .virtualHost)
      return try Endpoint(start + alias + "." + rest, addressing: .cname)
    }
  }

  private static func check(label: String) throws(SigningError) {
    if label.utf8.count > 63 { throw .longHostLabel(label) }
  }
}
