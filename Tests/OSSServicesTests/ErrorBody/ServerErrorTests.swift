import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

@Suite struct `Error bodies` {
  private func read(_ body: String, ec: String? = nil) throws -> ServerError {
    try ServerError(xml: Bytes(body.utf8).span, ecHeader: ec)
  }

  private static let signatureError =
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <Error>
      <Code>SignatureDoesNotMatch</Code>
      <Message>Check your key &amp; signing method.</Message>
      <RequestId>646DCB189AE2D1333018</RequestId>
      <HostId>bucket.oss-cn-hangzhou.aliyuncs.com</HostId>
      <OSSAccessKeyId>exampleAccessKeyID00</OSSAccessKeyId>
      <SignatureProvided>y5H7yzPsA/tP4+0tH1HHvPEwUv8=</SignatureProvided>
      <StringToSign>PUT
    /b/</StringToSign>
      <StringToSignBytes>50 55 54 0D 0A 2F 62 2F </StringToSignBytes>
      <CanonicalRequest>PUT</CanonicalRequest>
      <BucketName>b</BucketName>
      <Method>PUT</Method>
      <Endpoint>oss-cn-beijing.aliyuncs.com</Endpoint>
      <EC>0002-00000040</EC>
      <RecommendDoc>https://api.aliyun.com/troubleshoot?q=0002-00000040</RecommendDoc>
    </Error>
    """

  @Test func `reads every member of a signature error`() throws {
    let error = try read(Self.signatureError)
    #expect(error.code == "SignatureDoesNotMatch")
    #expect(error.message == "Check your key & signing method.")
    #expect(error.requestID == "646DCB189AE2D1333018")
    #expect(error.hostID == "bucket.oss-cn-hangzhou.aliyuncs.com")
    #expect(error.accessKeyID == "exampleAccessKeyID00")
    #expect(error.signatureProvided == "y5H7yzPsA/tP4+0tH1HHvPEwUv8=")
    #expect(error.bucket == "b")
    #expect(error.method == "PUT")
    #expect(error.endpoint == "oss-cn-beijing.aliyuncs.com")
    #expect(error.ec == "0002-00000040")
    #expect(error.recommendedDocument == "https://api.aliyun.com/troubleshoot?q=0002-00000040")
    #expect(error.members.count == 14)
    #expect(error["Nothing"] == nil)
    #expect(error.serverTime == nil)
  }

  @Test func `gives the bytes that were signed before the text that shows them`() throws {
    let error = try read(Self.signatureError)
    #expect(error.stringToSign == Bytes("PUT\r\n/b/".utf8))
    #expect(error.stringToSignText == Bytes("PUT\n/b/".utf8))
    #expect(error.stringToSignAgreement == .layout)
    #expect(error.canonicalRequest == Bytes("PUT".utf8))
  }

  @Test func `reads the clocks`() throws {
    let error = try read(
      """
      <Error><MaxAllowedSkewMilliseconds>900000</MaxAllowedSkewMilliseconds>
      <RequestTime>2024-09-22T06:32:38.000Z</RequestTime>
      <ServerTime>2024-09-23T06:32:40.000Z</ServerTime></Error>
      """)
    #expect(error.requestTime?.seconds == 1_726_986_758)
    #expect(error.serverTime?.seconds == 1_727_073_160)
    #expect(error.clockSkewSeconds == -86_402)
    #expect(error.maximumSkewMilliseconds == 900_000)
  }

  @Test func `the skew between the first and the last moment is a number`() throws {
    let error = try read(
      """
      <Error><RequestTime>9999-12-31T23:59:59Z</RequestTime>
      <ServerTime>0001-01-01T00:00:00Z</ServerTime></Error>
      """)
    #expect(error.clockSkewSeconds == 315_537_897_599)
  }

  @Test func `reads the header of an answer to HEAD`() throws {
    let error = try ServerError(
      base64Header: "PEVycm9yPjxDb2RlPk5vU3VjaEtleTwvQ29kZT48L0Vycm9yPg==",
      ecHeader: "0026-00000001")
    #expect(error.code == "NoSuchKey")
    #expect(error.ec == "0026-00000001")
  }

  @Test func `the EC of the body comes before that of the header`() throws {
    #expect(try read("<Error><EC>1</EC></Error>", ec: "2").ec == "1")
    #expect(try read("<Error><EC/></Error>", ec: " 2\t").ec == "2")
    #expect(try read("<Error/>", ec: "").ec == nil)
  }

  @Test func `names a member of a member by both`() throws {
    let error = try read("<Error><A>\n<B>x</B><Code>inner</Code></A><Code>outer</Code></Error>")
    #expect(error.code == "outer")
    #expect(error["A/B"] == "x")
    #expect(error["A"] == nil)
    #expect(error.members.map(\.name) == ["A/B", "A/Code", "Code"])
  }

  // ERR-SEC-1
  @Test func `shows nothing of what was signed unless it is asked for`() throws {
    let error = try read(
      """
      <Error><Code>SignatureDoesNotMatch</Code><RequestId>r1</RequestId><EC>e1</EC>
      <OSSAccessKeyId>id-hidden</OSSAccessKeyId><SignatureProvided>sig-hidden</SignatureProvided>
      <StringToSign>x-oss-security-token:token-hidden</StringToSign>
      <CanonicalRequest>token-hidden</CanonicalRequest></Error>
      """)
    let texts = ShownTexts.texts(error) + ShownTexts.texts(error.members)
    #expect(texts.contains { $0.contains("SignatureDoesNotMatch") })
    #expect(!texts.contains { $0.contains("hidden") })
    #expect(
      "\(error)" == "ServerError(code: SignatureDoesNotMatch, EC: e1, request: r1)")
    #expect("\(error.members[3])" == "ServerErrorMember(OSSAccessKeyId: 9 bytes)")
  }
}
