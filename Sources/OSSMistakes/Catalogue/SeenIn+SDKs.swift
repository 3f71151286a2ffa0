/// The SDKs in which mistakes were seen: `.oss2("What it does, and where.")`.
extension SeenIn {
  /// A place in the SDK.
  package func callAsFunction(_ place: String) -> SeenIn {
    SeenIn(sdk: sdk, version: version, place: place)
  }

  package static let oss2 = SeenIn("oss2", "2.19.1")
  package static let pythonV2 = SeenIn("alibabacloud-oss-v2", "1.4.1")
  package static let goV1 = SeenIn("aliyun-oss-go-sdk", "3.0.2+1 (b6e0a2a)")
  /// The first SDK for Go as Debian packages it; it has no URLs and no other signature than V1.
  package static let go1 = SeenIn("aliyun-oss-go-sdk", "1.5.0")
  package static let goV2 = SeenIn("alibabacloud-oss-go-sdk-v2", "1.5.1 (b3226d1)")
  package static let javaScript = SeenIn("ali-oss", "6.23.0+1 (fa263d2)")
  package static let phpV1 = SeenIn("aliyun-oss-php-sdk", "2.7.3 (10dbd2a)")
  package static let phpV2 = SeenIn("alibabacloud-oss-php-sdk-v2", "0.3.2+1 (3cc0a5c)")
  package static let java = SeenIn("aliyun-oss-java-sdk", "3.18.4+1 (44426bf)")
  package static let javaV2 = SeenIn("alibabacloud-oss-java-sdk-v2", "3b95316 \(notRun)")
  package static let c = SeenIn("aliyun-oss-c-sdk", "3.11.2 (052594c)")
  package static let cpp = SeenIn("aliyun-oss-cpp-sdk", "1.10.1 (c42600f)")
  package static let cSharp = SeenIn("aliyun-oss-csharp-sdk", "a62f3a9 \(notRun)")
  package static let swiftV2 = SeenIn("alibabacloud-oss-swift-sdk-v2", "0.3.0 (e208a6c)")
  package static let iOS = SeenIn("aliyun-oss-ios-sdk", "2.11.1+1 (0e20cab)")
  package static let android = SeenIn("aliyun-oss-android-sdk", "2.9.20 (8cbaeed)")
  package static let androidRead = SeenIn("aliyun-oss-android-sdk", "2.9.20 \(notRun)")
  package static let reqsign = SeenIn("reqsign", "765bc44")
  package static let reqsignRead = SeenIn("reqsign", "765bc44 \(notRun)")
  package static let openDAL = SeenIn("opendal", "0.47.12 (reqsign-aliyun-oss 3.2.0)")
  package static let libcloud = SeenIn("apache-libcloud", "3.9.1")
  /// What it signs V1 and V2 with is the auth of oss2 2.18.4.
  package static let aiooss2 = SeenIn("aiooss2", "0.2.11")
  package static let gateway = SeenIn("alibabacloud-gateway-oss", "0.0.30")
  package static let ossUtil = SeenIn("alibabacloud-oss-util", "0.0.6")
  package static let fog = SeenIn("fog-aliyun", "0.3.2")
  package static let aliyungo = SeenIn("aliyungo", "0.0~git20180921.13fa8aa")
  package static let gdal = SeenIn("gdal", "3.6.2")
  package static let soto = SeenIn("soto-core", "47454bf")
  package static let credentialsGo = SeenIn("credentials-go", "9ac55b4")
  package static let credentialsPython = SeenIn("alibabacloud-credentials", "1.0.12 (0e6d313)")

  /// The samples of servers that the documents and an SDK have.
  package static let pythonSample = sample("python")
  package static let javaSample = sample("java")
  package static let phpSample = sample("php")
  package static let rubySample = SeenIn("aliyun-oss-ruby-sdk", "callback sample \(notRun)")

  static let notRun = "(read, not run)"

  private init(_ sdk: String, _ version: String) {
    self.init(sdk: sdk, version: version, place: "")
  }

  private static func sample(_ language: String) -> SeenIn {
    SeenIn("aliyun-oss-appserver-\(language)", "of the documents \(notRun)")
  }
}
