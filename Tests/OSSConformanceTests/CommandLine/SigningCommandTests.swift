import OSSConformance
import Testing

/// The expected signatures are those on which ten SDKs agree.
struct SigningCommandTests {
  static let credentials = [
    "OSS_ACCESS_KEY_ID": "exampleAccessKeyId00",
    "OSS_ACCESS_KEY_SECRET": "ExampleSecret0000000000000000ab",
  ]
  static let string = "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/key.txt"
  static let authorization = "OSS exampleAccessKeyId00:e7SraDhJXAr2ERmY+/n0fAmnDgk="

  @Test(arguments: [
    "", " --time 1702743657", " --time 2023-12-16T16:20:57Z",
  ])
  func `signs a request's headers`(time: String) {
    let console = TestConsole(environment: Self.credentials)
    #expect(console.run("sign --bucket examplebucket --key key.txt" + time) == .asExpected)
    #expect(
      console.output == """
        Date: Sat, 16 Dec 2023 16:20:57 GMT
        Authorization: \(Self.authorization)

        """)
  }

  @Test func `prints the string to sign without any secret`() {
    let console = TestConsole()
    let line = "string-to-sign --bucket examplebucket --key key.txt"
    #expect(console.run(line) == .asExpected)
    #expect(console.output == Self.string)
  }

  @Test func `signs a given string`() {
    let console = TestConsole(environment: Self.credentials, input: Self.string)
    #expect(console.run("sign --string -") == .asExpected)
    #expect(console.output == Self.authorization + "\n")
  }

  @Test func `prints JSON to whoever asks for it`() {
    let console = TestConsole(environment: Self.credentials, input: Self.string)
    #expect(console.run("sign --string - --json") == .asExpected)
    #expect(
      console.output == """
        {
          "signature": "e7SraDhJXAr2ERmY+/n0fAmnDgk=",
          "authorization": "\(Self.authorization)"
        }

        """)
  }

  @Test(arguments: ["1702747257", "+3600"])
  func `makes a presigned URL`(expires: String) {
    let console = TestConsole(environment: Self.credentials)
    let status = console.run(
      "presign --bucket examplebucket --key key.txt --expires \(expires) "
        + "--endpoint https://oss-cn-hangzhou.aliyuncs.com")
    #expect(status == .asExpected)
    #expect(
      console.output
        == "https://examplebucket.oss-cn-hangzhou.aliyuncs.com/key.txt?OSSAccessKeyId=exampleAccessKeyId00&Expires=1702747257&Signature=%2BN%2FsZeEaMdyRceDgy8sjs2zWVwI%3D\n"
    )
  }

  @Test func `prints the string to sign of a presigned URL`() {
    let console = TestConsole()
    let line = "string-to-sign --bucket examplebucket --key key.txt --expires 1702747257"
    #expect(console.run(line) == .asExpected)
    #expect(console.output == "GET\n\n\n1702747257\n/examplebucket/key.txt")
  }

  @Test func `takes headers and parameters as they are given`() {
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

  @Test func `reads credentials of a file`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"accessKeyId":"exampleAccessKeyId00","accessKeySecret":"ExampleSecret0000000000000000ab"}"#,
      to: "c.json")
    let console = TestConsole(input: Self.string)
    #expect(
      console.run("sign --string - --credentials \(folder.path)/c.json") == .asExpected)
    #expect(console.output == Self.authorization + "\n")
    #expect(console.errors.contains("other users can read \(folder.path)/c.json"))
  }

  @Test(
    arguments: [
      (
        "sign", [:],
        "The variable OSS_ACCESS_KEY_ID is not set; set it, or name a file with --credentials FILE."
      ),
      (
        "sign", ["OSS_ACCESS_KEY_ID": "id"],
        "The variable OSS_ACCESS_KEY_SECRET is not set; set it, or name a file with --credentials FILE."
      ),
      ("sign --secret x", credentials, "The command sign has no flag --secret."),
      (
        "sign --header x", credentials,
        "The flag --header has the value x, which is not NAME: VALUE."
      ),
      (
        "sign --time today", credentials,
        "The flag --time has the value today, which is not Unix seconds, RFC 1123 or ISO 8601."
      ),
      (
        "sign --string - --bucket b", credentials,
        "The flags --string and --bucket cannot be given together."
      ),
      ("sign --string /none", credentials, "/none: it cannot be read."),
      ("sign --credentials /none", [:], "/none: it cannot be read."),
      ("presign --bucket b", credentials, "The command presign needs --expires TIME."),
      ("presign --expires +1", credentials, "The command presign needs --endpoint URL."),
      (
        "presign --expires +x --endpoint https://h", credentials,
        "The flag --expires has the value +x, which is not a time or +SECONDS."
      ),
    ] as [(String, [String: String], String)])
  func `says what is wrong`(line: String, environment: [String: String], sentence: String) {
    let console = TestConsole(environment: environment)
    #expect(console.run(line) == .usage)
    #expect(console.output == "")
    #expect(console.errors == "oss-conform: \(sentence)\n")
  }

  @Test(
    arguments: [
      ("", "this is not JSON."), ("[]", "this is not a JSON object."),
      (#"{"accessKeyId":"a"}"#, "the member accessKeySecret must be a string."),
      (#"{"accessKeyId":"a","accessKeySecret":5}"#, "the member accessKeySecret must be a string."),
      (
        #"{"accessKeyId":"a","accessKeySecret":"hidden","securityToken":[]}"#,
        "the member securityToken must be a string."
      ),
      (#"{"accessKeyId":"a","accessKeySecret":"hidden"#, "this is not JSON."),
    ])
  func `says what is wrong with a file of credentials, and nothing of what it holds`(
    text: String, sentence: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "c.json")
    let console = TestConsole()
    #expect(console.run("sign --credentials \(folder.path)/c.json") == .usage)
    // The first line warns of the file's mode.
    let errors = console.errors.split(separator: "\n").dropFirst()
    #expect(errors == ["oss-conform: \(folder.path)/c.json: \(sentence)"])
  }

  @Test func `gives the reason for which a request cannot be signed`() {
    let console = TestConsole(environment: Self.credentials)
    #expect(console.run("sign --bucket Bad_Bucket! --key k") == .usage)
    #expect(
      console.errors.hasPrefix("oss-conform: The request cannot be signed: invalid-bucket-name: "))
    #expect(!console.errors.contains("ExampleSecret"))
  }
}
