import OSSCredentials
import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

@Suite struct `Answers to AssumeRole` {
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
  func `an answer says whose role it is, in both formats: ROLE-RSP-12`(
    text: String, format: RPCRequest.Format
  ) throws {
    let answer = try read(text, format)
    #expect(answer.requestID == "6894B13B")
    #expect(answer.role?.arn == "acs:ram::1:role/oss/app")
    #expect(answer.role?.id == "3915:app")
    #expect(answer.token.credentials.accessKeyID == "STS.id")
    #expect(answer.token.expiration == Moment(milliseconds: 1_446_544_379_000))
  }

  @Test func `an answer may leave out whose role it is: ROLE-RSP-12`() throws {
    let lines = Self.xml.split(separator: "\n").map { String($0) }.filter { line in
      !["Arn", "RequestId", "AssumedRoleId"].contains { line.contains($0) }
    }
    let text = lines.joined(separator: "\n")
    let answer = try read(text, .xml)
    #expect(answer.role == nil)
    #expect(answer.requestID == nil)
    #expect(answer == (try read(text, .xml)))
  }

  /// What STS says in the error that a text is refused with.
  private func words(
    _ text: String, _ format: RPCRequest.Format, status: Int = 200
  ) throws -> TokenServerError {
    let words: TokenServerError? =
      switch try error(text, format, status: status) {
      case .httpStatus(status, let words): words
      case .bodyStatus("Code", _, let words): words
      default: nil
      }
    return try #require(words)
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
  func `an error of STS keeps its words: ROLE-RSP-13`(
    text: String, format: RPCRequest.Format
  ) throws {
    for status in [403, 200] {
      let words = try words(text, format, status: status)
      #expect(words.code == "NoPermission")
      #expect(words.message == "You are\u{FFFD}not authorized.")
      #expect(words.requestID == "R-1")
    }
  }

  @Test(arguments: [
    ("<Code>Success</Code><Code>NoPermission</Code>", "NoPermission"),
    ("<Code>503</Code><Code>Success</Code>", "503"),
  ])
  func `the Code of an error is the one that is not a success: ROLE-RSP-8, ROLE-RSP-13`(
    codes: String, code: String
  ) throws {
    let text = "<AssumeRoleResponse><RequestId>R-1</RequestId>\(codes)</AssumeRoleResponse>"
    let words = try words(text, .xml)
    #expect(words.code == code)
    #expect(words.requestID == "R-1")
  }

  @Test func `an error of STS does not repeat what was signed: ROLE-RSP-13`() throws {
    let message = "Specified signature is not matched with our calculation. "
    let text = """
      <Error><Code>SignatureDoesNotMatch</Code><Message>\(message)server string to sign is:\
      GET&amp;%2F&amp;SecurityToken%3DCAISsecret</Message></Error>
      """
    let words = try words(text, .xml, status: 400)
    #expect(words.message == message + "server string to sign is:")
    #expect(try !"\(error(text, .xml, status: 400))".contains("CAIS"))
  }

  @Test func `the error of a text that is refused shows nothing of it: ROLE-RSP-9`() throws {
    let other = Self.xml.split(separator: "AssumeRoleResponse").joined(separator: "secretRoot")
    for text in [other, String(Self.xml.dropLast(2)), "secret", "<secret"] {
      let found = try error(text, .xml)
      #expect(found.code == "token-not-xml")
      for shown in ShownTexts.texts(found) {
        #expect(!shown.contains("secret") && !shown.contains("CAIS"))
      }
    }
  }

  @Test func `an answer shows no secret: ROLE-RSP-12`() throws {
    let answer = try read(Self.xml, .xml)
    #expect("\(answer)".contains("6894B13B"))
    for text in ShownTexts.texts(answer) {
      #expect(!text.contains("secret") && !text.contains("CAIS"))
    }
  }

  @Test func `an answer with any byte damaged is refused or read`() {
    let whole = Bytes(Self.xml.utf8)
    var (read, refused) = (0, 0)
    for index in whole.indices {
      for byte in [UInt8(0x00), 0x26, 0x3C, 0x3E, 0x2F, 0x5D, 0xC3] {
        var body = whole
        body[index] = byte
        for text in [body, Bytes(whole[..<index])] {
          if (try? AssumeRoleResponse(text.span, format: .xml, httpStatus: 200, at: nil)) == nil {
            refused += 1
          } else {
            read += 1
          }
        }
      }
    }
    #expect(read > 100 && refused > 7 * whole.count)
  }
}
