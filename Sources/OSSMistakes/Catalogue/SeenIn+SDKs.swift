extension SeenIn {
  package static func oss2(_ place: String) -> SeenIn {
    SeenIn(sdk: "oss2", version: "2.19.1", place: place)
  }

  package static func pythonV2(_ place: String) -> SeenIn {
    SeenIn(sdk: "alibabacloud-oss-v2", version: "1.4.1", place: place)
  }

  package static func goV1(_ place: String) -> SeenIn {
    SeenIn(sdk: "aliyun-oss-go-sdk", version: "3.0.2+1 (b6e0a2a)", place: place)
  }

  /// The first SDK for Go as Debian packages it; it has no URLs and no other signature than V1.
  package static func go1(_ place: String) -> SeenIn {
    SeenIn(sdk: "aliyun-oss-go-sdk", version: "1.5.0", place: place)
  }

  package static func goV2(_ place: String) -> SeenIn {
    SeenIn(sdk: "alibabacloud-oss-go-sdk-v2", version: "1.5.1 (b3226d1)", place: place)
  }

  package static func javaScript(_ place: String) -> SeenIn {
    SeenIn(sdk: "ali-oss", version: "6.23.0+1 (fa263d2)", place: place)
  }

  package static func phpV1(_ place: String) -> SeenIn {
    SeenIn(sdk: "aliyun-oss-php-sdk", version: "2.7.3 (10dbd2a)", place: place)
  }

  package static func phpV2(_ place: String) -> SeenIn {
    SeenIn(sdk: "alibabacloud-oss-php-sdk-v2", version: "0.3.2+1 (3cc0a5c)", place: place)
  }

  package static func java(_ place: String) -> SeenIn {
    SeenIn(sdk: "aliyun-oss-java-sdk", version: "3.18.4+1 (44426bf)", place: place)
  }

  package static func c(_ place: String) -> SeenIn {
    SeenIn(sdk: "aliyun-oss-c-sdk", version: "3.11.2 (052594c)", place: place)
  }

  package static func cpp(_ place: String) -> SeenIn {
    SeenIn(sdk: "aliyun-oss-cpp-sdk", version: "1.10.1 (c42600f)", place: place)
  }

  package static func swiftV2(_ place: String) -> SeenIn {
    SeenIn(sdk: "alibabacloud-oss-swift-sdk-v2", version: "0.3.0 (e208a6c)", place: place)
  }

  package static func iOS(_ place: String) -> SeenIn {
    SeenIn(sdk: "aliyun-oss-ios-sdk", version: "2.11.1+1 (0e20cab)", place: place)
  }

  package static func android(_ place: String) -> SeenIn {
    SeenIn(sdk: "aliyun-oss-android-sdk", version: "2.9.20 (8cbaeed)", place: place)
  }

  package static func reqsign(_ place: String) -> SeenIn {
    SeenIn(sdk: "reqsign", version: "765bc44", place: place)
  }

  package static func openDAL(_ place: String) -> SeenIn {
    SeenIn(sdk: "opendal", version: "0.47.12 (reqsign-aliyun-oss 3.2.0)", place: place)
  }

  package static func libcloud(_ place: String) -> SeenIn {
    SeenIn(sdk: "apache-libcloud", version: "3.9.1", place: place)
  }

  package static func soto(_ place: String) -> SeenIn {
    SeenIn(sdk: "soto-core", version: "47454bf", place: place)
  }

  /// The samples of servers that the documents and an SDK have.
  package static func pythonSample(_ place: String) -> SeenIn { sample("python", place) }
  package static func javaSample(_ place: String) -> SeenIn { sample("java", place) }
  package static func phpSample(_ place: String) -> SeenIn { sample("php", place) }
  package static func rubySample(_ place: String) -> SeenIn {
    SeenIn(sdk: "aliyun-oss-ruby-sdk", version: "callback sample (read, not run)", place: place)
  }

  private static func sample(_ language: String, _ place: String) -> SeenIn {
    SeenIn(
      sdk: "aliyun-oss-appserver-\(language)", version: "of the documents (read, not run)",
      place: place)
  }

  package static func credentialsGo(_ place: String) -> SeenIn {
    SeenIn(sdk: "credentials-go", version: "9ac55b4", place: place)
  }

  package static func credentialsPython(_ place: String) -> SeenIn {
    SeenIn(sdk: "alibabacloud-credentials", version: "1.0.12 (0e6d313)", place: place)
  }
}
