import OSSCredentials
import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `An answer to AssumeRole` {
  private static let xml = """
    <AssumeRoleResponse>
      <RequestId>6894B13B</RequestId>
      <AssumedRoleUser>
        <Arn>acs:ram::1:role/oss/app</Arn>
        <AssumedRoleId> 3915:app </AssumedRoleId>
      </AssumedRoleUser>
      <Credentials>
        <AccessKeyId>STS.id</AccessKeyId>
        <AccessKeySecret>secret</AccessKeySecret>
        <SecurityToken>CAIS+/=</SecurityToken>
        <Expiration>2015-11-03T09:52:59Z</Expiration>
      </Credentials>
    </AssumeRoleResponse>
    """
  private static let json = """
    {"RequestId":"6894B13B","AssumedRoleUser":{"arn":"acs:ram::1:role/oss/app",\
    "AssumedRoleUserId":"3915:app"},"Credentials":{"AccessKeyId":"STS.id",\
    "AccessKeySecret":"secret","SecurityToken":"CAIS+/=","Expiration":"2015-11-03T09:52:59Z"}}
    """

  private func read(
    _ text: String, _ format: RPCRequest.Format, status: Int? = 200
  ) throws -> AssumeRoleResponse {
    let body = Bytes(text.utf8)
    return try AssumeRoleResponse(body.span, format: format, httpStatus: status, at: nil)
  }

  /// The error that a text is refused with.
  private func error(
    _ text: String, _ format: RPCRequest.Format, status: Int? = 200
  ) throws -> TokenResponseError {
    let error = #expect(throws: TokenResponseError.self) {
      try read(text, format, status: status)
    }
    return try #require(error)
  }

  @Test(arguments: [(xml, RPCRequest.Format.xml), (json, .json)])
  func `tells whose role it is, in both formats: ROLE-RSP-12`(
    text: String, format: RPCRequest.Format
  ) throws {
    let answer = try read(text, format)
    #expect(answer.requestID == "6894B13B")
    #expect(answer.role?.arn == "acs:ram::1:role/oss/app")
    #expect(answer.role?.id == "3915:app")
    #expect(answer.token.credentials.accessKeyID == "STS.id")
    #expect(answer.token.expiration == Moment(milliseconds: 1_446_544_379_000))
  }

  @Test func `need not tell whose role it is: ROLE-RSP-12`() throws {
    let lines = Self.xml.split(separator: "\n").map { String($0) }.filter { line in
      !["Arn", "RequestId", "AssumedRoleId"].contains { line.contains($0) }
    }
    let text = lines.joined(separator: "\n")
    let answer = try read(text, .xml)
    #expect(answer.role == nil)
    #expect(answer.requestID == nil)
    #expect(answer == (try read(text, .xml)))
  }

  @Test(arguments: [
    (
      "<Error><RequestId>R-1</RequestId><HostId>sts</HostId><Code>NoPermission</Code>"
        + "<Message>You are\nnot authorized.</Message></Error>", RPCRequest.Format.xml
    ),
    (
      #"{"RequestId":"R-1","HostId":"sts","Code":"NoPermission","#
        + #""Message":"You are\nnot authorized."}"#, .json
    ),
  ])
  func `that is an error keeps what STS says: ROLE-RSP-13`(
    text: String, format: RPCRequest.Format
  ) throws {
    guard case .httpStatus(403, let said?) = try error(text, format, status: 403) else {
      Issue.record("no error of HTTP")
      return
    }
    guard case .bodyStatus("Code", nil, let told?) = try error(text, format) else {
      Issue.record("no error in the body")
      return
    }
    for words in [said, told] {
      #expect(words.code == "NoPermission")
      #expect(words.message == "You are\u{FFFD}not authorized.")
      #expect(words.requestID == "R-1")
    }
  }

  @Test(
    arguments: [
      ("<Code>Success</Code><Code>NoPermission</Code>", nil, "NoPermission"),
      ("<Code>503</Code><Code>Success</Code>", 503, "503"),
    ] as [(String, Int64?, String?)])
  func `is named by the Code that tells of an error: ROLE-RSP-8, ROLE-RSP-13`(
    codes: String, value: Int64?, code: String?
  ) throws {
    let text = "<AssumeRoleResponse><RequestId>R-1</RequestId>\(codes)</AssumeRoleResponse>"
    guard case .bodyStatus("Code", value, let said?) = try error(text, .xml) else {
      Issue.record("no error in the body")
      return
    }
    #expect(said.code == code)
    #expect(said.requestID == "R-1")
  }

  @Test func `does not repeat what was signed: ROLE-RSP-13`() throws {
    let text = """
      <Error><Code>SignatureDoesNotMatch</Code><Message>Specified signature is not matched with \
      our calculation. server string to sign is:GET&amp;%2F&amp;SecurityToken%3DCAISsecret\
      </Message></Error>
      """
    let found = try error(text, .xml, status: 400)
    guard case .httpStatus(400, let said?) = found else {
      Issue.record("no error of HTTP")
      return
    }
    #expect(
      said.message
        == "Specified signature is not matched with our calculation. server string to sign is:")
    #expect(!"\(found)".contains("CAIS"))
  }

  @Test func `that is refused shows nothing of itself: ROLE-RSP-9`() throws {
    let other = Self.xml.split(separator: "AssumeRoleResponse").joined(separator: "secretRoot")
    for text in [other, String(Self.xml.dropLast(2)), "secret", "<secret"] {
      let found = try error(text, .xml)
      #expect(found.code == "token-not-xml")
      var dumped = ""
      dump(found, to: &dumped)
      for shown in ["\(found)", dumped] {
        #expect(!shown.contains("secret"))
        #expect(!shown.contains("CAIS"))
      }
    }
  }

  @Test func `shows no secret: ROLE-RSP-12`() throws {
    let answer = try read(Self.xml, .xml)
    var dumped = ""
    dump(answer, to: &dumped)
    for text in ["\(answer)", String(reflecting: answer), dumped] {
      #expect(text.contains("6894B13B"))
      #expect(!text.contains("secret"))
      #expect(!text.contains("CAIS"))
    }
  }

  @Test func `damaged in any byte is refused or read, and does no harm`() throws {
    let whole = Bytes(Self.xml.utf8)
    var count = 0
    for index in whole.indices {
      for byte in [UInt8(0x00), 0x26, 0x3C, 0x3E, 0x2F, 0x5D, 0xC3] {
        var body = whole
        body[index] = byte
        _ = try? AssumeRoleResponse(body.span, format: .xml, httpStatus: 200, at: nil)
        let cut = Bytes(whole[..<index])
        _ = try? AssumeRoleResponse(cut.span, format: .xml, httpStatus: 200, at: nil)
        count += 1
      }
    }
    #expect(count == 7 * whole.count)
  }
}
