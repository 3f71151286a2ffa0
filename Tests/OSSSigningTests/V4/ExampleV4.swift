import OSSPrimitives
import OSSSigning
import Testing

/// A V4 signature that a document or the tests of an SDK publish.
struct ExampleV4: Sendable, CustomTestStringConvertible {
  /// The requests of the examples.
  enum Request: Sendable {
    /// That of the header tests which the SDKs of Alibaba Cloud share.
    case shared
    /// That of their URL tests.
    case sharedURL
    /// Those of the C SDK.
    case c
    case cWithoutQuery
    /// That of the document.
    case document
    /// That of an Elixir client.
    case cozy
  }

  let source: String
  let request: Request
  var id = "ak"
  var secret = "sk"
  var region = "cn-hangzhou"
  var product = "oss"
  var token: String?
  var additionalHeaders: [String] = []
  let time: Int64
  var validity: Int64 = 0
  let signature: String

  var testDescription: String { "\(source), at \(time)" }

  var credentials: Credentials {
    get throws { try Credentials(accessKeyID: id, accessKeySecret: secret, securityToken: token) }
  }

  var signer: Signer {
    get throws { try Signer(credentials, .v4(region: region, product: product)) }
  }

  var moment: Moment {
    get throws { try Moment(seconds: time) }
  }

  var signingRequest: SigningRequest {
    get throws {
      try SigningRequest(
        method: "PUT", bucket: bucket, key: key, headers: fields, query: query,
        additionalHeaders: additionalHeaders)
    }
  }
}

extension ExampleV4 {
  private var bucket: String {
    switch request {
    case .shared, .sharedURL: "bucket"
    case .c, .cWithoutQuery: "oss-bucket-test"
    case .document, .cozy: "examplebucket"
    }
  }

  private var key: String {
    switch request {
    case .shared, .sharedURL: "1234+-/123/1.txt"
    case .c, .cWithoutQuery:
      "test-sign-V4/-!@#$%^&*()/abcdefjhijklmnoqprstuvwxyz/123456789"
    case .document, .cozy: "exampleobject"
    }
  }

  private var query: [QueryParameter] {
    switch request {
    case .shared, .sharedURL, .c:
      [
        QueryParameter("param1", "value1"), QueryParameter("+param1", "value3"),
        QueryParameter("|param1", "value4"), QueryParameter("+param2", ""),
        QueryParameter("|param2", ""), QueryParameter("param2", ""),
      ]
    case .cWithoutQuery, .document, .cozy: []
    }
  }

  private var fields: [HeaderField] {
    let unsigned = HeaderField("x-oss-content-sha256", "UNSIGNED-PAYLOAD")
    let four = [
      HeaderField("x-oss-head1", "value"), HeaderField("abc", "value"),
      HeaderField("ZAbc", "value"), HeaderField("XYZ", "value"),
    ]
    switch request {
    case .shared: return four + [HeaderField("content-type", "text/plain"), unsigned]
    case .sharedURL: return four + [HeaderField("content-type", "application/octet-stream")]
    case .c: return four + [HeaderField("content-type", "application/octet-stream"), unsigned]
    case .cWithoutQuery:
      return [four[0], HeaderField("content-type", "application/octet-stream"), unsigned]
    case .document:
      return [
        HeaderField("content-disposition", "attachment"), HeaderField("content-length", "3"),
        HeaderField("content-md5", "ICy5YqxZB1uWSwcVLSNLcA=="),
        HeaderField("content-type", "text/plain"), unsigned,
      ]
    case .cozy:
      return [
        HeaderField("host", "examplebucket.oss-cn-hangzhou.aliyuncs.com"),
        HeaderField("x-oss-meta-author", "alice"), HeaderField("x-oss-meta-magic", "abracadabra"),
      ]
    }
  }
}
