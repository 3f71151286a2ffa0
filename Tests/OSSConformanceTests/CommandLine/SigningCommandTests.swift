import OSSConformance
import TestSupport
import Testing

/// The expected signatures are those on which ten SDKs agree for V1, and twelve for V4.
@Suite struct `The signing commands` {
  static let credentials = [
    "OSS_ACCESS_KEY_ID": "exampleAccessKeyId00",
    "OSS_ACCESS_KEY_SECRET": "ExampleSecret0000000000000000ab",
  ]
  private static let key = "--bucket examplebucket --key key.txt"
  private static let endpoint = "--endpoint https://oss-cn-hangzhou.aliyuncs.com"
  private static let string = "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/key.txt"
  private static let authorization = "OSS exampleAccessKeyId00:e7SraDhJXAr2ERmY+/n0fAmnDgk="
  private static let headers = """
    Date: Sat, 16 Dec 2023 16:20:57 GMT
    Authorization: \(authorization)

    """
  private static let url =
    "https://examplebucket.oss-cn-hangzhou.aliyuncs.com/key.txt?OSSAccessKeyId=exampleAccessKeyId00"
    + "&Expires=1702747257&Signature=%2BN%2FsZeEaMdyRceDgy8sjs2zWVwI%3D\n"
  private static let scope = "20231216/cn-hangzhou/oss/aliyun_v4_request"
  private static let signatureV4 =
    "652f3d249ca2e98cbe0b22f867fe12fec4fcab21d8d4067d5570f9564f032d13"
  private static let headersV4 = """
    x-oss-content-sha256: UNSIGNED-PAYLOAD
    x-oss-date: 20231216T162057Z
    Authorization: OSS4-HMAC-SHA256 Credential=exampleAccessKeyId00/\(scope),Signature=\
    \(signatureV4)

    """
  private static let stringV4 = "OSS4-HMAC-SHA256\n20231216T162057Z\n\(scope)\n"

  @Test(arguments: [
    "sign \(key)": headers,
    "sign \(key) --time 1702743657": headers,
    "sign \(key) --time 2023-12-16T16:20:57Z": headers,
    "presign \(key) --expires 1702747257 \(endpoint)": url,
    "presign \(key) --expires +3600 \(endpoint)": url,
    "string-to-sign \(key)": string,
    "string-to-sign \(key) --expires 1702747257": "GET\n\n\n1702747257\n/examplebucket/key.txt",
    "sign \(key) --region cn-hangzhou": headersV4,
    "sign \(key) --signature v4 --region cn-hangzhou --product oss": headersV4,
    "string-to-sign --expires +3600 \(key) --region cn-hangzhou":
      stringV4 + "a2dd80795cba63fda876532de4a3c366d25d2edd668cf7f60533473320d72ed8",
  ])
  func `print what is signed`(line: String, output: String) {
    let console = TestConsole(environment: Self.credentials)
    #expect(console.run(line) == .asExpected, "\(console.errors)")
    #expect(console.output == output)
  }

  @Test(arguments: ["+3600", "1702747257"])
  func `presign with V4, which counts the seconds from now`(expires: String) {
    let console = TestConsole(environment: Self.credentials)
    let line = "presign --expires \(expires) \(Self.key) \(Self.endpoint) --region cn-hangzhou"
    #expect(console.run(line) == .asExpected)
    #expect(console.output.contains("&x-oss-expires=3600&"))
    #expect(
      console.output.contains(
        "x-oss-signature=d734bb869ad4c08e8d75382b7c50fc0d17e6fb20415bcaf287d9d9a70a159907"))
  }

  @Test(arguments: [
    ("", string, authorization + "\n"),
    (
      " --json", string,
      """
      {
        "signature": "e7SraDhJXAr2ERmY+/n0fAmnDgk=",
        "authorization": "\(authorization)"
      }

      """
    ),
    (
      " --region cn-hangzhou",
      stringV4 + "9f6ae8870a93138928c908c504f3ea6f4ebfad1acb8d4ee939e8822873612227",
      signatureV4 + "\n"
    ),
  ])
  func `sign a given string`(flags: String, string: String, output: String) {
    let console = TestConsole(environment: Self.credentials, input: string)
    #expect(console.run("sign --string -" + flags) == .asExpected)
    #expect(console.output == output)
  }

  @Test func `print the string to sign without a secret`() {
    let console = TestConsole()
    #expect(console.run("string-to-sign \(Self.key)") == .asExpected)
    #expect(console.output == Self.string)
    let line = "string-to-sign --expires +3600 \(Self.key) --region cn-hangzhou"
    #expect(console.run(line) == .usage)
    #expect(console.errors.contains("OSS_ACCESS_KEY_ID is not set"))
  }

  @Test(arguments: ["sign --json", "string-to-sign --json"])
  func `show every step of V4 but the signing key`(command: String) {
    let console = TestConsole(environment: Self.credentials)
    #expect(console.run("\(command) \(Self.key) --region cn-hangzhou") == .asExpected)
    #expect(console.output.contains("\"canonicalRequestHash\": \"9f6ae8870a93"))
    #expect(!console.output.contains("signingKey"))
  }

  @Test func `sign further headers with V2`() {
    let console = TestConsole(environment: Self.credentials)
    let flags = "--signature v2 --header Range:bytes=0-1 --additional-header range"
    #expect(console.run("sign \(Self.key) \(flags)") == .asExpected)
    #expect(
      console.output.contains(
        "Authorization: OSS2 AccessKeyId:exampleAccessKeyId00,AdditionalHeaders:range,Signature:"))
  }

  @Test func `take headers and parameters as they are given`() {
    let console = TestConsole(environment: ["OSS_SECURITY_TOKEN": "tok"])
    let status = console.run([
      "string-to-sign", "--method", "PUT", "--bucket", "b", "--key", "a b",
      "--header", "x-oss-meta-a:  b c ", "--header=Content-Type: text/plain",
      "--query", "acl", "--query", "uploadId=a=b",
    ])
    #expect(status == .asExpected)
    #expect(
      console.output == """
        PUT

        text/plain
        Sat, 16 Dec 2023 16:20:57 GMT
        x-oss-meta-a:b c
        x-oss-security-token:tok
        /b/a b?acl&uploadId=a=b
        """)
  }

  @Test func `read credentials of a file`() throws {
    let folder = try ScratchFolder(VectorSamples.suites)
    try folder.write(
      #"{"accessKeyId":"exampleAccessKeyId00","accessKeySecret":"ExampleSecret0000000000000000ab"}"#,
      to: "c.json")
    let console = TestConsole(input: Self.string)
    #expect(console.run("sign --string - --credentials \(folder.path)/c.json") == .asExpected)
    #expect(console.output == Self.authorization + "\n")
    #expect(console.errors.contains("other users can read \(folder.path)/c.json"))
  }

  @Test(
    arguments: [
      "": "this is not JSON.",
      "[]": "this is not a JSON object.",
      #"{"accessKeyId":"a"}"#: "the member accessKeySecret must be a string.",
      #"{"accessKeyId":"a","accessKeySecret":5}"#: "the member accessKeySecret must be a string.",
      #"{"accessKeyId":"a","accessKeySecret":"hidden","securityToken":[]}"#:
        "the member securityToken must be a string.",
      #"{"accessKeyId":"a","accessKeySecret":"hidden"#: "this is not JSON.",
    ])
  func `show nothing of a faulty file of credentials`(text: String, sentence: String) throws {
    let folder = try ScratchFolder(VectorSamples.suites)
    try folder.write(text, to: "c.json")
    let console = TestConsole()
    #expect(console.run("sign --credentials \(folder.path)/c.json") == .usage)
    // The first line warns of the file's mode.
    let errors = console.errors.split(separator: "\n").dropFirst()
    #expect(errors == ["oss-conform: \(folder.path)/c.json: \(sentence)"])
  }

  @Test(arguments: [
    ("--bucket Bad_Bucket! --key k", "invalid-bucket-name: "),
    (
      "--region oss-cn-hangzhou \(key)",
      "invalid-region: The region 'oss-cn-hangzhou' is not a name such as 'cn-hangzhou', made of "
        + "lower-case letters, digits and '-', without the 'oss-' of host names.\n"
    ),
  ])
  func `give the reason why a request cannot be signed`(flags: String, reason: String) {
    let console = TestConsole(environment: Self.credentials)
    #expect(console.run("presign --expires +3600 \(Self.endpoint) \(flags)") == .usage)
    #expect(console.output == "")
    #expect(console.errors.hasPrefix("oss-conform: The request cannot be signed: " + reason))
    #expect(!console.errors.contains("ExampleSecret"))
  }
}
