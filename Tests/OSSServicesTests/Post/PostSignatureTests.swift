import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Signatures of upload forms` {
  private func credentials(token: String? = nil) throws -> Credentials {
    try Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: token)
  }

  /// PostPolicyTest.java of the SDK for Java: the policies, their base64 texts and signatures.
  static let java: [(policy: String, base64: String, signature: String)] = [
    (
      #"{"expiration":"2020-03-19T03:44:06.476Z","conditions":[{"bucket":"gen-post-policy"},"#
        + #"["eq","$key","user\/eric\/\\${filename}"],["starts-with","$key","user\/eric"],"#
        + #"["starts-with","$x-oss-meta-tag","dummy_etag"],["content-length-range",1,1024]]}"#,
      "eyJleHBpcmF0aW9uIjoiMjAyMC0wMy0xOVQwMzo0NDowNi40NzZaIiwiY29uZGl0aW9ucyI6W3siYnVja2V0Ijoi"
        + "Z2VuLXBvc3QtcG9saWN5In0sWyJlcSIsIiRrZXkiLCJ1c2VyXC9lcmljXC9cXCR7ZmlsZW5hbWV9Il0sWyJzdGFy"
        + "dHMtd2l0aCIsIiRrZXkiLCJ1c2VyXC9lcmljIl0sWyJzdGFydHMtd2l0aCIsIiR4LW9zcy1tZXRhLXRhZyIsImR1"
        + "bW15X2V0YWciXSxbImNvbnRlbnQtbGVuZ3RoLXJhbmdlIiwxLDEwMjRdXX0=",
      "9fs2TRS2W2k5hV8mLsvqZBnlC2M="
    ),
    (
      #"{"expiration":"2020-03-19T03:44:06.476Z","conditions":[{"bucket":"gen-post-policy"},"#
        + #"["starts-with","$key","user\/eric"],["starts-with","$x-oss-meta-tag","dummy_etag"],"#
        + #"["content-length-range",1,1024],["in","$content-type",["image\/jpg","image\/png"]],"#
        + #"["not-in","$cache-control",["no-cache"]]]}"#,
      "eyJleHBpcmF0aW9uIjoiMjAyMC0wMy0xOVQwMzo0NDowNi40NzZaIiwiY29uZGl0aW9ucyI6W3siYnVja2V0Ijoi"
        + "Z2VuLXBvc3QtcG9saWN5In0sWyJzdGFydHMtd2l0aCIsIiRrZXkiLCJ1c2VyXC9lcmljIl0sWyJzdGFydHMtd2l0"
        + "aCIsIiR4LW9zcy1tZXRhLXRhZyIsImR1bW15X2V0YWciXSxbImNvbnRlbnQtbGVuZ3RoLXJhbmdlIiwxLDEwMjRd"
        + "LFsiaW4iLCIkY29udGVudC10eXBlIixbImltYWdlXC9qcGciLCJpbWFnZVwvcG5nIl1dLFsibm90LWluIiwiJGNh"
        + "Y2hlLWNvbnRyb2wiLFsibm8tY2FjaGUiXV1dfQ==",
      "/yrk/7alTmdIh9a3YOkkIcKYlbA="
    ),
  ]

  @Test(arguments: java)
  func `agree with the SDK for Java`(policy: String, base64: String, signature: String) throws {
    let signer = try PostSigner(
      Credentials(
        accessKeyID: "AAAAAAAAAAAAAAAA", accessKeySecret: "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"), .v1)
    let signed = signer.sign(Bytes(policy.utf8).span, at: .epoch)
    #expect(signed.policy == base64)
    #expect(signed.signature == signature)
    #expect(
      signed.fields == [
        FormField("OSSAccessKeyId", "AAAAAAAAAAAAAAAA"), FormField("policy", base64),
        FormField("Signature", signature),
      ])
    #expect(try PostPolicy(bytes: Bytes(policy.utf8)).base64 == base64)
  }

  @Test func `agree with a client for Elixir`() throws {
    // ObjectTest of aliyun_oss, with the keys of the documents.
    let policy = try Base64.decode(
      "eyJjb25kaXRpb25zIjpbWyJjb250ZW50LWxlbmd0aC1yYW5nZSIsMCwxMDQ4NTc2MF0seyJidWNrZXQiOiJhaGFo"
        + "YSJ9LHsiQSI6ImEifSx7ImtleSI6IkFCQyJ9XSwiZXhwaXJhdGlvbiI6IjIwMTMtMTItMDFUMTI6MDA6MDBaIn0="
    )
    let signer = try PostSigner(
      Credentials(
        accessKeyID: "44CF9590006BF252F707",
        accessKeySecret: "OtxrzxIsfpFjA7SwPzILwy8Bw21TLhquhboDYROV"), .v1)
    #expect(signer.sign(policy.span, at: .epoch).signature == "W835KpLsL6k1/oo28RcsEflB6hw=")
    // The policy on the page of the documents; the signature printed beside it is a placeholder that
    // other pages print too, and this is the one that their keys make, from Python.
    let printed = try Base64.decode(
      "eyJleHBpcmF0aW9uIjoiMjAxMy0xMi0wMVQxMjowMDowMFoiLCJjb25kaXRpb25zIjpbWyJjb250ZW50LWxlbmd0"
        + "aC1yYW5nZSIsIDAsIDEwNDg1NzYwXSx7ImJ1Y2tldCI6ImFoYWhhIn0sIHsiQSI6ICJhIn0seyJrZXkiOiAiQUJD"
        + "In1dfQ==")
    #expect(signer.sign(printed.span, at: .epoch).signature == "BgRcDqgNsBCQtbrBAphnACiP3yw=")
  }

  @Test(
    arguments: [
      ([], "tQ5m4CQvK3MDDtx9gKbCgKye0II="), ([0xFF, 0x00, 0x0A], "ZxX3zFqSwj0eHF7IIV5VMgkgoZQ="),
      (Bytes(#"{"a":1}"#.utf8), "ehd6bjn5aZYCyDLYlNgQ+yx+Zp4="),
    ] as [(Bytes, String)])
  func `of V1 are of bytes, whatever they are`(policy: Bytes, signature: String) throws {
    // HMAC-SHA1 with the key "sk" over the base64 text, from Python.
    #expect(try PostSigner(credentials(), .v1).sign(policy.span, at: .epoch).signature == signature)
  }

  @Test func `of V1 carry a token as a field`() throws {
    let signed = try PostSigner(credentials(token: "t+/="), .v1).sign(Bytes().span, at: .epoch)
    #expect(signed.fields.last == FormField("x-oss-security-token", "t+/="))
    #expect(signed.fields.count == 4)
  }

  /// The policy on the page of the documents about V4, to the byte.
  static let documented = """
    {
      "expiration": "2023-12-03T13:00:00.000Z",
      "conditions": [
        {"bucket": "examplebucket"},
        {"x-oss-signature-version": "OSS4-HMAC-SHA256"},
        {"x-oss-credential": "AKIDEXAMPLE/20231203/cn-hangzhou/oss/aliyun_v4_request"},
        {"x-oss-security-token": "CAIS******"},
        {"x-oss-date": "20231203T121212Z"},
        ["content-length-range", 1, 10],
        ["eq", "$success_action_status", "201"],
        ["starts-with", "$key", "user/eric/"],
        ["in", "$content-type", ["image/jpg", "image/png"]],
        ["not-in", "$cache-control", ["no-cache"]]
      ]
    }
    """

  @Test func `of V4 are made of the policy of the documents as it is`() throws {
    let signer = try PostSigner(credentials(), .v4(region: "cn-hangzhou"))
    let signed = signer.sign(
      Bytes(Self.documented.utf8).span, at: try Moment(iso8601Basic: "20231203T121212Z"))
    // The steps of the documents' sample for Python, run there.
    #expect(
      signed.signature == "bb3ab61f4058e1eee4bc6384ede7507539db69f6db25edfa9b791099b7d2faa9")
    #expect(
      signed.fields.map(\.name) == [
        "policy", "x-oss-signature-version", "x-oss-credential", "x-oss-date", "x-oss-signature",
      ])
    #expect(
      signed.fields[2].value == "ak/20231203/cn-hangzhou/oss/aliyun_v4_request")
    #expect(signed.fields[3].value == "20231203T121212Z")
  }

  @Test func `of V4 cover their own fields`() throws {
    let signer = try PostSigner(credentials(token: "t+/="), .v4(region: "cn-hangzhou"))
    let signed = try signer.sign(
      expiration: Moment(iso8601: "2023-12-03T13:00:00Z"),
      conditions: [.bucket("examplebucket"), .startsWith("key", "user/eric/")],
      at: Moment(iso8601Basic: "20231203T121212Z"))
    // Base64 and signature from Python.
    #expect(
      signed.policy
        == "eyJleHBpcmF0aW9uIjoiMjAyMy0xMi0wM1QxMzowMDowMC4wMDBaIiwiY29uZGl0aW9ucyI6W3siYnVja2V0"
        + "IjoiZXhhbXBsZWJ1Y2tldCJ9LFsic3RhcnRzLXdpdGgiLCIka2V5IiwidXNlci9lcmljLyJdLHsieC1vc3Mtc2ln"
        + "bmF0dXJlLXZlcnNpb24iOiJPU1M0LUhNQUMtU0hBMjU2In0seyJ4LW9zcy1jcmVkZW50aWFsIjoiYWsvMjAyMzEy"
        + "MDMvY24taGFuZ3pob3Uvb3NzL2FsaXl1bl92NF9yZXF1ZXN0In0seyJ4LW9zcy1zZWN1cml0eS10b2tlbiI6InQr"
        + "Lz0ifSx7Ingtb3NzLWRhdGUiOiIyMDIzMTIwM1QxMjEyMTJaIn1dfQ==")
    #expect(
      signed.signature == "5c11c169b64f4a5b18cb3d447075203b58c6ac6865a9bad4b09cab61a07575e3")
    #expect(signed.fields.last == FormField("x-oss-security-token", "t+/="))
  }

  @Test func `of V4 are made for a CloudBox and at the end of a day`() throws {
    let signer = try PostSigner(
      Credentials(accessKeyID: "ak", accessKeySecret: "sé"),
      .v4(region: "cb-1", product: "oss-cloudbox"))
    let signed = try signer.sign(
      expiration: Moment(iso8601: "2023-12-03T13:00:00Z"), conditions: [.bucket("b")],
      at: Moment(iso8601Basic: "20231203T235959Z"))
    #expect(
      signed.signature == "bd89c3f800a142a9e1d6ed77c8171379ae8622146524cc02eefb5a5fac55cda3")
  }

  @Test(arguments: ["", "oss-cn-hangzhou", "CN", "cn_1", "cn/1", "é", "cn-hangzhou\n"])
  func `of V4 are for a region and a product with names`(name: String) throws {
    #expect(throws: PostSignerError.invalidScope(.invalidRegion(name))) {
      try PostSigner(credentials(), .v4(region: name))
    }
    if name != "oss-cn-hangzhou" {
      #expect(throws: PostSignerError.invalidScope(.invalidProduct(name))) {
        try PostSigner(credentials(), .v4(region: "cn-hangzhou", product: name))
      }
    }
  }

  @Test func `show neither secret nor token`() throws {
    let credentials = try Credentials(
      accessKeyID: "id", accessKeySecret: "SecretNobodySees", securityToken: "TokenNobodySees")
    let signer = try PostSigner(credentials, .v1)
    let values: [any Sendable] = [
      signer, try PostSigner(credentials, .v4(region: "r")), signer.sign(Bytes().span, at: .epoch),
    ]
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      for text in [dumped, "\(value)", String(reflecting: value), String(describing: [value])] {
        #expect(!text.contains("NobodySees"), "\(type(of: value))")
      }
    }
  }
}
