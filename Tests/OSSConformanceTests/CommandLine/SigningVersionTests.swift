import OSSConformance
import Testing

/// The expected signatures are those on which twelve SDKs agree.
@Suite struct `Signing with a version` {
  private let console = TestConsole(environment: SigningCommandTests.credentials)
  private static let key = "--bucket examplebucket --key key.txt"
  private static let scope = "20231216/cn-hangzhou/oss/aliyun_v4_request"
  private static let url =
    "--expires +3600 --endpoint https://oss-cn-hangzhou.aliyuncs.com \(key)"

  @Test(arguments: ["--region cn-hangzhou", "--signature v4 --region cn-hangzhou --product oss"])
  func `signs headers with V4 where a region is given`(flags: String) {
    #expect(console.run("sign \(Self.key) \(flags)") == .asExpected)
    let signature = "652f3d249ca2e98cbe0b22f867fe12fec4fcab21d8d4067d5570f9564f032d13"
    #expect(
      console.output == """
        x-oss-content-sha256: UNSIGNED-PAYLOAD
        x-oss-date: 20231216T162057Z
        Authorization: OSS4-HMAC-SHA256 Credential=exampleAccessKeyId00/\(Self.scope),Signature=\
        \(signature)

        """)
  }

  @Test(arguments: ["+3600", "1702747257"])
  func `presigns with V4, which counts the seconds from now`(expires: String) {
    let flags = "--endpoint https://oss-cn-hangzhou.aliyuncs.com --region cn-hangzhou"
    #expect(console.run("presign --expires \(expires) \(Self.key) \(flags)") == .asExpected)
    #expect(console.output.contains("&x-oss-expires=3600&"))
    #expect(
      console.output.contains(
        "x-oss-signature=d734bb869ad4c08e8d75382b7c50fc0d17e6fb20415bcaf287d9d9a70a159907"))
  }

  @Test func `prints the V4 string to sign of a URL for the access key ID that is known`() {
    let console = TestConsole(environment: ["OSS_ACCESS_KEY_ID": "exampleAccessKeyId00"])
    let line = "string-to-sign --expires +3600 \(Self.key) --region cn-hangzhou"
    #expect(console.run(line) == .asExpected)
    #expect(
      console.output == """
        OSS4-HMAC-SHA256
        20231216T162057Z
        \(Self.scope)
        a2dd80795cba63fda876532de4a3c366d25d2edd668cf7f60533473320d72ed8
        """)
  }

  @Test func `signs a given string with V4`() {
    let hash = "9f6ae8870a93138928c908c504f3ea6f4ebfad1acb8d4ee939e8822873612227"
    let console = TestConsole(
      environment: SigningCommandTests.credentials,
      input: "OSS4-HMAC-SHA256\n20231216T162057Z\n\(Self.scope)\n\(hash)")
    #expect(console.run("sign --string - --region cn-hangzhou") == .asExpected)
    #expect(
      console.output == "652f3d249ca2e98cbe0b22f867fe12fec4fcab21d8d4067d5570f9564f032d13\n")
  }

  @Test(arguments: ["sign --json", "string-to-sign --json"])
  func `shows every step but the signing key`(command: String) {
    #expect(console.run("\(command) \(Self.key) --region cn-hangzhou") == .asExpected)
    #expect(console.output.contains("\"canonicalRequestHash\": \"9f6ae8870a93"))
    #expect(!console.output.contains("signingKey"))
  }

  @Test func `signs further headers with V2`() {
    let flags = "--signature v2 --header Range:bytes=0-1 --additional-header range"
    #expect(console.run("sign \(Self.key) \(flags)") == .asExpected)
    #expect(
      console.output.contains(
        "Authorization: OSS2 AccessKeyId:exampleAccessKeyId00,AdditionalHeaders:range,Signature:"))
  }

  @Test(
    arguments: [
      ("sign --signature v3", "The flag --signature has the value v3, which is not v1, v2 or v4."),
      ("sign --signature v4", "The command sign needs --region REGION."),
      (
        "sign --signature v1 --region r",
        "The flags --signature and --region cannot be given together."
      ),
      (
        "sign --string - --signature v2",
        "The flag --signature has the value v2, which is not v1 or v4."
      ),
      (
        "presign --region oss-cn-hangzhou \(url)",
        "The request cannot be signed: invalid-region: The region 'oss-cn-hangzhou' is not a name "
          + "such as 'cn-hangzhou', made of lower-case letters, digits and '-', without the 'oss-' "
          + "of host names."
      ),
    ])
  func `says what is wrong`(line: String, sentence: String) {
    #expect(console.run(line) == .usage)
    #expect(console.output == "")
    #expect(console.errors == "oss-conform: \(sentence)\n")
  }

  @Test func `needs the access key ID for the string of a URL, for V4 signs it`() {
    let console = TestConsole()
    let line = "string-to-sign --expires +3600 \(Self.key) --region cn-hangzhou"
    #expect(console.run(line) == .usage)
    #expect(console.errors.contains("OSS_ACCESS_KEY_ID is not set"))
  }
}
