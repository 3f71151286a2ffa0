public import OSSPrimitives

/// Where OSS is reached: a scheme, a host, and where needed a port and a path before the key.
///
///     let region = Endpoint.region(.cnHangzhou)
///     let domain = try Endpoint.cname("img.example.com")
///     let address = try Endpoint("http://192.0.2.1:8080")
public struct Endpoint: Hashable, Sendable {
  /// The scheme, `http` or `https`, in lower case.
  public let scheme: String
  /// The host in lower case; an IPv6 address is in brackets.
  public let host: String
  /// The port as given; nil for the default of the scheme.
  public let port: UInt16?
  /// The port with its colon as it was written, which stays in URLs; empty for none (PRE-HOST-6).
  package let portText: String
  /// The path before the bucket and the key, such as `/oss`, which is not signed; empty for none.
  public let pathPrefix: String
  /// How the bucket and the host are put together.
  public let addressing: Addressing

  /// Reads an endpoint such as `https://oss-cn-hangzhou.aliyuncs.com`, and refuses all else
  /// (PRE-REF-4, PRE-REF-5, PRE-REF-6).
  ///
  /// - Parameters:
  ///   - text: `http://` or `https://`, a host name or IP address, and where needed `:port` and
  ///     a percent-encoded path. A slash at the end of the path does not count.
  ///   - addressing: how the bucket and the host are put together. Without it: path for an IP
  ///     address and for PrivateLink, else virtual host (PRE-HOST-4, PRE-HOST-8, PRE-HOST-10).
  /// - Throws: ``SigningError/invalidEndpoint(_:)`` with the part at fault, or
  ///   ``SigningError/bucketBeforeIPAddress``.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String, addressing: Addressing? = nil) throws(SigningError) {
    var reader = EndpointReader(text)
    scheme = try reader.readScheme()
    let host = try reader.readHost()
    self.host = host.text
    (port, portText) = try reader.readPort()
    pathPrefix = try reader.readPath()
    if addressing == .virtualHost, host.isAddress { throw .bucketBeforeIPAddress }
    let isPath = host.isAddress || self.host.bytes.ends(with: ".privatelink.aliyuncs.com")
    self.addressing = addressing ?? (isPath ? .path : .virtualHost)
  }
}

extension Endpoint {
  /// The endpoint of any region that is reached over the fast network (transfer acceleration).
  public static let accelerate = Endpoint(aliyunHost: "oss-accelerate")
  /// The same for buckets outside the mainland of China.
  public static let accelerateOverseas = Endpoint(aliyunHost: "oss-accelerate-overseas")

  /// The public endpoint of a region: `https://oss-<region>.aliyuncs.com`.
  public static func region(_ region: Region) -> Endpoint {
    Endpoint(aliyunHost: "oss-\(region)")
  }

  /// The public endpoint of a region that is given as a text.
  ///
  /// - Parameter id: the region as V4 signs it, such as `cn-hangzhou` (V4-SCO-3).
  /// - Throws: ``SigningError/invalidRegion(_:)``.
  public static func region(_ id: String) throws(SigningError) -> Endpoint {
    region(try Region(id))
  }

  /// The endpoint of a region for machines inside it: `https://oss-<region>-internal.aliyuncs.com`.
  public static func internalRegion(_ region: Region) -> Endpoint {
    Endpoint(aliyunHost: "oss-\(region)-internal")
  }

  /// The endpoint for machines inside a region that is given as a text.
  ///
  /// - Parameter id: the region as V4 signs it, such as `cn-hangzhou` (V4-SCO-3).
  /// - Throws: ``SigningError/invalidRegion(_:)``.
  public static func internalRegion(_ id: String) throws(SigningError) -> Endpoint {
    internalRegion(try Region(id))
  }

  /// An endpoint that is a domain of one bucket: `https://<host>`.
  ///
  /// - Parameter host: the domain, such as `img.example.com`, or its URL.
  /// - Throws: ``SigningError/invalidEndpoint(_:)``.
  public static func cname(_ host: String) throws(SigningError) -> Endpoint {
    do {
      return try Endpoint(host, addressing: .cname)
    } catch .invalidEndpoint(.scheme) {
      return try Endpoint("https://" + host, addressing: .cname)
    }
  }

  /// Is written `.region("cn-hangzhou")` here.
  @available(*, unavailable, message: "write Endpoint.region(\"cn-hangzhou\")")
  public init(region: String) throws(SigningError) { self = try .region(region) }

  /// An endpoint of Alibaba Cloud over HTTPS, by what is before `.aliyuncs.com`.
  package init(aliyunHost name: String) {
    scheme = "https"
    host = name + ".aliyuncs.com"
    (port, portText) = (nil, "")
    pathPrefix = ""
    addressing = .virtualHost
  }
}

/// How the bucket and the endpoint make the host of a URL.
public enum Addressing: String, Hashable, Sendable, CaseIterable {
  /// The bucket is before the host: `bucket.oss-cn-hangzhou.aliyuncs.com/key`.
  case virtualHost = "virtual-host"
  /// The bucket is in the path: `192.0.2.1/bucket/key`.
  case path = "path"
  /// The host is a domain that belongs to one bucket: `img.example.com/key`.
  case cname = "cname"
}

extension Endpoint {
  /// Appends the URL of a request without any query (PRE-HOST, PRE-PATH).
  ///
  /// OSS Vectors and OSS Tables have the account in the host (VEC-HOST-1, TBL-HOST-1). With path style
  /// OSS Vectors has the bucket in the path (VEC-HOST-3), and OSS Tables the path alone (TBL-HOST-3),
  /// whose parts are percent-encoded with their slashes, a blank as `%20` (TBL-PATH-1, TBL-PATH-2).
  func appendLocation(of request: SigningRequest, to url: inout Bytes) {
    let label = addressing == .virtualHost ? request.hostLabel : request.bucket
    guard case .tables(_, let path) = request.service else {
      appendLocation(scheme: scheme, bucket: label, key: request.key, to: &url)
      return
    }
    let host = addressing == .virtualHost ? label : nil
    appendLocation(scheme: scheme, bucket: host, key: nil, to: &url)
    for (index, part) in path.enumerated() {
      if index > 0 { url.append(ascii: "/") }
      PercentEncoding.append(part.utf8, keepingSlash: false, to: &url)
    }
  }

  /// Appends the URL of a bucket and a key, which another scheme than the endpoint's may begin.
  ///
  /// The bucket is before the host (PRE-HOST-1), in the path (PRE-HOST-2) or in neither
  /// (PRE-HOST-3, PRE-HOST-5). The path is `/`, or the bucket with a slash after it, without a key
  /// (PRE-PATH-3, PRE-PATH-5); a key in it is encoded once, a space as `%20`, and not normalized
  /// (PRE-PATH-1, PRE-PATH-2, PRE-PATH-4). Scheme, port and path of the endpoint stay (PRE-HOST-6,
  /// PRE-HOST-7, PRE-HOST-9).
  package func appendLocation(
    scheme: String, bucket: String?, key: String?, to url: inout Bytes
  ) {
    url.append(scheme)
    url.append("://")
    if addressing == .virtualHost, let bucket {
      url.append(bucket)
      url.append(ascii: ".")
    }
    url.append(host)
    url.append(portText)
    url.append(pathPrefix)
    url.append(ascii: "/")
    if addressing == .path, let bucket {
      url.append(bucket)
      url.append(ascii: "/")
    }
    if let key { PercentEncoding.append(key.utf8, keepingSlash: true, to: &url) }
  }

  /// The URL to send a request to that is signed in its headers (PRE-HOST, PRE-PATH, PRE-QRY-3).
  ///
  /// Path and query are percent-encoded here as they were signed, so that no other library has to:
  /// one that leaves a `+` as it is, or takes dot segments out, sends another request than the one
  /// signed (V1-RES-14, V2-RES-11, V4-URI-7).
  ///
  ///     let url = endpoint.url(for: request)
  ///     let headers = try signer.sign(request, at: now).headers
  ///
  /// - Parameter request: the request that is signed, of any method.
  /// - Complexity: O(*n*) in the length of the URL.
  public func url(for request: SigningRequest) -> String {
    var url = Bytes()
    url.reserveCapacity(512)
    appendLocation(of: request, to: &url)
    var separator = UInt8(ascii: "?")
    URLText.append(request.query, after: &separator, to: &url)
    return String(decoding: url, as: UTF8.self)
  }

  /// The URL of an object that anyone may read, without a signature (PUB-1).
  ///
  /// Its query is the caller's (PUB-2). What is refused is refused when the request and the
  /// endpoint are made (PUB-3).
  ///
  /// - Parameter request: the request that the URL makes; its headers do not matter.
  /// - Complexity: O(*n*) in the length of the URL.
  public func publicURL(for request: SigningRequest) -> String { url(for: request) }
}

extension Endpoint {
  /// The region that the host names; nil for a host that names none (V4-SCO-6).
  ///
  /// Such a host is `oss-<region>.aliyuncs.com`, the same with `-internal`,
  /// `<ID>.oss.<region>.privatelink.aliyuncs.com`, or one of OSS Vectors or OSS Tables (VEC-HOST-2,
  /// TBL-HOST-2). A domain of a bucket, transfer acceleration and an
  /// IP address name none, so the caller has to know it for V4.
  /// - Complexity: O(*n*) in the length of the host.
  public var hostRegion: String? {
    let labels = host.bytes[...].pieces(at: ".")
    guard labels.count > 2, host.bytes.ends(with: ".aliyuncs.com") else { return nil }
    if labels.count == 6, labels[1].isText("oss"), labels[3].isText("privatelink") {
      return String(decoding: labels[2], as: UTF8.self)
    }
    let (prefix, suffix) = ("oss-", "-internal")
    var region = labels[0]
    if labels.count == 3, region.begins(with: prefix), !region.begins(with: "oss-accelerate") {
      region = region.dropFirst(prefix.utf8.count)
    } else if labels.count != 4
      || !(labels[1].isText("oss-vectors") || labels[1].isText("oss-tables"))
    {
      return nil
    }
    return String(
      decoding: region.ends(with: suffix) ? region.dropLast(suffix.utf8.count) : region,
      as: UTF8.self)
  }

  /// The ID of the CloudBox whose host this is; nil for any other host (V4-SCO-5).
  ///
  /// Such a host is `<ID>.<region>.oss-cloudbox.aliyuncs.com`, or the same with
  /// `oss-cloudbox-control`. The ID is where the region is when a CloudBox is signed for.
  /// - Complexity: O(*n*) in the length of the host.
  public var cloudBoxID: String? {
    let labels = host.bytes[...].pieces(at: ".")
    guard labels.count == 5, labels[0].begins(with: "cb-"), labels[0].count > 3,
      labels[2].isText("oss-cloudbox")
        || labels[2].isText("oss-cloudbox-control"),
      labels[3].isText("aliyuncs"), labels[4].isText("com")
    else { return nil }
    return String(decoding: labels[0], as: UTF8.self)
  }
}

/// Why a request cannot be sent to an endpoint, though it can be signed.
public enum EndpointError: Error, Equatable, Sendable {
  /// The host begins with the bucket already, so that the URL would name it twice.
  case bucketInHost(bucket: String, host: String)
  /// The host is that of another region than the one that is signed for.
  case otherRegion(signed: String, host: String)
  /// Foundation writes another URL than the one that was signed; `OSSFoundation` alone throws it.
  case unreadableURL(host: String?)
  /// The key, or the path of the endpoint, has a segment `.` or `..`, which Foundation resolves when it
  /// sends the request, so that OSS would get another key than the one that was signed (PRE-PATH-2,
  /// PRE-HOST-7); `OSSFoundation` alone throws it.
  case dotSegment
}

extension EndpointError: PlainError, CustomStringConvertible {
  /// One sentence that says what to write.
  public var description: String {
    switch self {
    case .bucketInHost(let bucket, let host):
      "The host % has the bucket % already; leave it out of the endpoint.".filled(host, bucket)
    case .otherRegion(let signed, let host):
      "The request is signed for the region %, and % belongs to another one.".filled(signed, host)
    case .unreadableURL(let host):
      "Foundation cannot read the URL% as it was signed.".filled(host.map { " of " + $0 } ?? "")
    case .dotSegment:
      "The key or the endpoint's path has a segment . or .., which Foundation does not send as it is."
    }
  }
}

extension Endpoint {
  /// Refuses an endpoint that does not fit a request; OSS would refuse it later, and less clearly.
  ///
  /// Signing does not ask this, since a proxy may have any host. The providers and `OSSFoundation` do.
  ///
  ///     try endpoint.check(for: put, version: .v4(region: .cnHangzhou))
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - version: what signs it; nil where that is not known.
  /// - Throws: ``EndpointError/bucketInHost(bucket:host:)`` or
  ///   ``EndpointError/otherRegion(signed:host:)``.
  /// - Complexity: O(*n*) in the length of the host.
  public func check(
    for request: SigningRequest, version: SignatureVersion?
  ) throws(EndpointError) {
    if addressing == .virtualHost, let bucket = request.hostLabel,
      host.begins(with: bucket + ".")
    {
      throw .bucketInHost(bucket: bucket, host: host)
    }
    guard case .v4(let region, _) = version, let own = hostRegion, !own.hasSameBytes(as: region)
    else { return }
    throw .otherRegion(signed: region, host: host)
  }
}

/// A region of OSS, written once for the version of the signature and for the endpoint.
///
///     let region = Region.cnHangzhou
///     let signer = try Signer(credentials, .v4(region: region))
///     let endpoint = Endpoint.region(region)
///
/// The regions by name are those of the public cloud that OSS documents, but for those that are about
/// to close. For any other one, such as a region of the finance cloud, write its ID.
public struct Region: Hashable, Sendable {
  /// The ID, such as `cn-hangzhou`, without the `oss-` of host names (V4-SCO-3).
  public let id: String

  /// Makes a region of its ID.
  ///
  ///     let region = try Region("cn-shanghai-finance-1")
  ///
  /// - Parameter id: lower-case letters, digits and `-`, without `oss-` before them (V4-SCO-3).
  /// - Throws: ``SigningError/invalidRegion(_:)`` (V4-REF-1, V4-REF-2), but not for a name that begins
  ///   with `oss` and no hyphen (V4-REF-9).
  /// - Complexity: O(*n*) in the length of the ID.
  public init(_ id: String) throws(SigningError) {
    if !CredentialScope.isName(id) || id.begins(with: "oss-") { throw .invalidRegion(id) }
    self.id = id
  }

  private init(documented id: String) { self.id = id }
}

extension Region: CustomStringConvertible {
  /// The same as ``id``.
  public var description: String { id }
}

// The mainland of China and Hong Kong.
extension Region {
  /// China (Hangzhou).
  public static let cnHangzhou = Region(documented: "cn-hangzhou")
  /// China (Shanghai).
  public static let cnShanghai = Region(documented: "cn-shanghai")
  /// China (Qingdao).
  public static let cnQingdao = Region(documented: "cn-qingdao")
  /// China (Beijing).
  public static let cnBeijing = Region(documented: "cn-beijing")
  /// China (Zhangjiakou).
  public static let cnZhangjiakou = Region(documented: "cn-zhangjiakou")
  /// China (Hohhot).
  public static let cnHuhehaote = Region(documented: "cn-huhehaote")
  /// China (Ulanqab).
  public static let cnWulanchabu = Region(documented: "cn-wulanchabu")
  /// China (Shenzhen).
  public static let cnShenzhen = Region(documented: "cn-shenzhen")
  /// China (Heyuan).
  public static let cnHeyuan = Region(documented: "cn-heyuan")
  /// China (Guangzhou).
  public static let cnGuangzhou = Region(documented: "cn-guangzhou")
  /// China (Chengdu).
  public static let cnChengdu = Region(documented: "cn-chengdu")
  /// China (Hong Kong).
  public static let cnHongkong = Region(documented: "cn-hongkong")
}

// The rest of Asia.
extension Region {
  /// Japan (Tokyo).
  public static let apNortheast1 = Region(documented: "ap-northeast-1")
  /// South Korea (Seoul).
  public static let apNortheast2 = Region(documented: "ap-northeast-2")
  /// Singapore.
  public static let apSoutheast1 = Region(documented: "ap-southeast-1")
  /// Malaysia (Kuala Lumpur).
  public static let apSoutheast3 = Region(documented: "ap-southeast-3")
  /// Indonesia (Jakarta).
  public static let apSoutheast5 = Region(documented: "ap-southeast-5")
  /// Philippines (Manila).
  public static let apSoutheast6 = Region(documented: "ap-southeast-6")
  /// Thailand (Bangkok).
  public static let apSoutheast7 = Region(documented: "ap-southeast-7")
}

// Europe, America and the Middle East.
extension Region {
  /// Germany (Frankfurt).
  public static let euCentral1 = Region(documented: "eu-central-1")
  /// The United Kingdom (London).
  public static let euWest1 = Region(documented: "eu-west-1")
  /// The United States (Silicon Valley).
  public static let usWest1 = Region(documented: "us-west-1")
  /// The United States (Virginia).
  public static let usEast1 = Region(documented: "us-east-1")
  /// Mexico.
  public static let naSouth1 = Region(documented: "na-south-1")
  /// The United Arab Emirates (Dubai).
  public static let meEast1 = Region(documented: "me-east-1")
  /// Saudi Arabia (Riyadh).
  public static let meCentral1 = Region(documented: "me-central-1")
}
