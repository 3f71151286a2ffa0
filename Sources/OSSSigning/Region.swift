internal import OSSPrimitives

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
