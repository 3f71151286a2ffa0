extension Sighting {
  static func oss2(_ place: String) -> Sighting {
    Sighting(sdk: "oss2", version: "2.19.1", place: place)
  }

  static func pythonV2(_ place: String) -> Sighting {
    Sighting(sdk: "alibabacloud-oss-v2", version: "1.4.1", place: place)
  }

  static func goV1(_ place: String) -> Sighting {
    Sighting(sdk: "aliyun-oss-go-sdk", version: "3.0.2+1 (b6e0a2a)", place: place)
  }

  /// The first SDK for Go as Debian packages it; it has no URLs and no other signature than V1.
  static func go1(_ place: String) -> Sighting {
    Sighting(sdk: "aliyun-oss-go-sdk", version: "1.5.0", place: place)
  }

  static func goV2(_ place: String) -> Sighting {
    Sighting(sdk: "alibabacloud-oss-go-sdk-v2", version: "1.5.1 (b3226d1)", place: place)
  }

  static func javaScript(_ place: String) -> Sighting {
    Sighting(sdk: "ali-oss", version: "6.23.0+1 (fa263d2)", place: place)
  }

  static func phpV1(_ place: String) -> Sighting {
    Sighting(sdk: "aliyun-oss-php-sdk", version: "2.7.3 (10dbd2a)", place: place)
  }

  static func phpV2(_ place: String) -> Sighting {
    Sighting(sdk: "alibabacloud-oss-php-sdk-v2", version: "0.3.2+1 (3cc0a5c)", place: place)
  }

  static func java(_ place: String) -> Sighting {
    Sighting(sdk: "aliyun-oss-java-sdk", version: "3.18.4+1 (44426bf)", place: place)
  }

  static func c(_ place: String) -> Sighting {
    Sighting(sdk: "aliyun-oss-c-sdk", version: "3.11.2 (052594c)", place: place)
  }

  static func cpp(_ place: String) -> Sighting {
    Sighting(sdk: "aliyun-oss-cpp-sdk", version: "1.10.1 (c42600f)", place: place)
  }

  static func swiftV2(_ place: String) -> Sighting {
    Sighting(sdk: "alibabacloud-oss-swift-sdk-v2", version: "0.3.0 (e208a6c)", place: place)
  }

  static func iOS(_ place: String) -> Sighting {
    Sighting(sdk: "aliyun-oss-ios-sdk", version: "2.11.1+1 (0e20cab)", place: place)
  }

  static func android(_ place: String) -> Sighting {
    Sighting(sdk: "aliyun-oss-android-sdk", version: "2.9.20 (8cbaeed)", place: place)
  }

  static func reqsign(_ place: String) -> Sighting {
    Sighting(sdk: "reqsign", version: "765bc44", place: place)
  }

  static func openDAL(_ place: String) -> Sighting {
    Sighting(sdk: "opendal", version: "0.47.12 (reqsign-aliyun-oss 3.2.0)", place: place)
  }

  static func libcloud(_ place: String) -> Sighting {
    Sighting(sdk: "apache-libcloud", version: "3.9.1", place: place)
  }

  static func soto(_ place: String) -> Sighting {
    Sighting(sdk: "soto-core", version: "47454bf", place: place)
  }

  /// The samples of servers that the documents and an SDK have.
  static func pythonSample(_ place: String) -> Sighting { sample("python", place) }
  static func javaSample(_ place: String) -> Sighting { sample("java", place) }
  static func phpSample(_ place: String) -> Sighting { sample("php", place) }
  static func rubySample(_ place: String) -> Sighting {
    Sighting(sdk: "aliyun-oss-ruby-sdk", version: "callback sample (read, not run)", place: place)
  }

  private static func sample(_ language: String, _ place: String) -> Sighting {
    Sighting(
      sdk: "aliyun-oss-appserver-\(language)", version: "of the documents (read, not run)",
      place: place)
  }

  static func credentialsGo(_ place: String) -> Sighting {
    Sighting(sdk: "credentials-go", version: "9ac55b4", place: place)
  }

  static func credentialsPython(_ place: String) -> Sighting {
    Sighting(sdk: "alibabacloud-credentials", version: "1.0.12 (0e6d313)", place: place)
  }
}
