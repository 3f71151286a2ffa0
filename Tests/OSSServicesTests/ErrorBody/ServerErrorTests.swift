import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

@Suite struct `Error bodies` {
  // The vectors of errors/error-body hold what is read of each member.
  private func read(_ body: String) throws -> ServerError {
    try ServerError(xml: Bytes(body.utf8).span)
  }

  @Test func `gives the bytes that were signed before the text that shows them`() throws {
    let error = try read(
      "<Error><StringToSign>PUT\n/b/</StringToSign>"
        + "<StringToSignBytes>50 55 54 0D 0A 2F 62 2F </StringToSignBytes></Error>")
    #expect(error.stringToSign == Bytes("PUT\r\n/b/".utf8))
    #expect(error.stringToSignText == "PUT\r\n/b/")
    #expect(error["StringToSign"] == "PUT\n/b/")
    #expect(error.canonicalRequestText == nil)
    let v4 = try read(
      "<Error><StringToSign>\n</StringToSign>"
        + "<CanonicalRequestBytes>47 45 54 FF</CanonicalRequestBytes></Error>")
    #expect(v4.canonicalRequestText == "GET\u{FFFD}")
    #expect(v4.stringToSignText == "\n")
    #expect(error["Nothing"] == nil)
  }

  @Test func `the skew between the first and the last moment is a number`() throws {
    let error = try read(
      """
      <Error><RequestTime>9999-12-31T23:59:59Z</RequestTime>
      <ServerTime>0001-01-01T00:00:00Z</ServerTime></Error>
      """)
    #expect(error.clockSkewSeconds == 315_537_897_599)
  }

  @Test func `a limit of the skew has at most 18 digits`() throws {
    let nines = String(repeating: "9", count: 18)
    let limits: [(String, Int64?)] = [
      (nines, 999_999_999_999_999_999), (nines + "9", nil), ("", nil),
    ]
    for (text, limit) in limits {
      let name = "MaxAllowedSkewMilliseconds"
      let error = try read("<Error><\(name)>\(text)</\(name)></Error>")
      #expect(error.maximumSkewMilliseconds == limit)
    }
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
    #expect("\(error)" == "ServerError(code: SignatureDoesNotMatch, EC: e1, request: r1)")
    #expect("\(error.members[3])" == "ServerErrorMember(OSSAccessKeyId: 9 bytes)")
  }
}

@Suite struct `Refused error bodies` {
  static let faults: [(String, ErrorBodyError)] = [
    ("", .empty),
    ("\u{FEFF} \r\n", .empty),
    (" {\"Code\":1}", .json(offset: 1)),
    ("[]", .json(offset: 0)),
    ("&lt;Error&gt;", .escapedMarkup(offset: 0)),
    ("Service Unavailable", .notXML(0x53, offset: 0)),
    ("<!-- --> Error", .notXML(0x45, offset: 9)),
    ("<html></html>", .webPage(offset: 0)),
    ("<?xml version=\"1.0\"?><HTML>", .webPage(offset: 21)),
    ("<!DOCTYPE html>", .webPage(offset: 0)),
    ("<!doctype  HTML>", .webPage(offset: 0)),
    ("<!DOCTYPE Error []><Error/>", .documentType(offset: 0)),
    ("<!DOCTYPE", .documentType(offset: 0)),
    ("<!DOCT", .truncated(offset: 6)),
    ("<!ELEMENT a ANY>", .invalidMarkup(offset: 0)),
    ("<ErrorResponse/>", .unexpectedRoot("ErrorResponse", offset: 0)),
    ("<error/>", .unexpectedRoot("error", offset: 0)),
    ("<Error", .truncated(offset: 6)),
    ("<Error><Code>A", .truncated(offset: 14)),
    ("<Error><Code>A</Code>", .truncated(offset: 21)),
    ("<Error><![CDATA[]]", .truncated(offset: 18)),
    ("<Error><!-- -", .truncated(offset: 13)),
    ("<Error>&am", .truncated(offset: 10)),
    ("<Error></Code>", .invalidMarkup(offset: 7)),
    ("<Error><1/></Error>", .invalidMarkup(offset: 8)),
    ("<Error a=\"1\"b=\"2\"/>", .invalidMarkup(offset: 12)),
    ("<Error a=\"1\" a=\"2\"/>", .invalidMarkup(offset: 13)),
    ("<Error a=1/>", .invalidMarkup(offset: 9)),
    ("<Error a=\"<\"/>", .invalidMarkup(offset: 10)),
    ("<Error>]]></Error>", .invalidMarkup(offset: 7)),
    ("<Error><!-- -- --></Error>", .invalidMarkup(offset: 14)),
    ("<Error><!DOCTYPE html></Error>", .invalidMarkup(offset: 8)),
    ("<Error><?xml version=\"1.0\"?></Error>", .invalidMarkup(offset: 7)),
    ("<?xml version=\"1.1\"?><Error/>", .invalidMarkup(offset: 15)),
    ("<?xml encoding=\"UTF-8\"?><Error/>", .invalidMarkup(offset: 6)),
    ("<?xml version=\"1.0\" encoding=\"GBK\"?><Error/>", .unsupportedEncoding(offset: 30)),
    ("<Error>a&b=1</Error>", .invalidReference(offset: 8)),
    ("<Error>&nbsp;</Error>", .invalidReference(offset: 7)),
    ("<Error>&#;</Error>", .invalidReference(offset: 7)),
    ("<Error>&#X41;</Error>", .invalidReference(offset: 7)),
    ("<Error>&#xD800;</Error>", .invalidReference(offset: 7)),
    ("<Error>&#99999999999999999999;</Error>", .invalidReference(offset: 7)),
    ("<Error>&#0;</Error>", .invalidCharacter(offset: 7)),
    ("<Error>&#xFFFE;</Error>", .invalidCharacter(offset: 7)),
    ("<Error>\u{FFFF}</Error>", .invalidCharacter(offset: 7)),
    ("<Error>\u{8}</Error>", .invalidCharacter(offset: 7)),
    ("<Error/>x", .trailingContent(offset: 8)),
    ("<Error/><Error/>", .trailingContent(offset: 8)),
    (
      "<Error><StringToSignBytes> 4G</StringToSignBytes></Error>",
      .invalidHexadecimal(member: "StringToSignBytes", offset: 2)
    ),
    (
      "<Error><CanonicalRequestBytes>47 4</CanonicalRequestBytes></Error>",
      .invalidHexadecimal(member: "CanonicalRequestBytes", offset: 4)
    ),
  ]

  @Test(arguments: faults)
  func `says what is wrong and where`(text: String, fault: ErrorBodyError) {
    #expect(throws: fault) { try ServerError(xml: Bytes(text.utf8).span) }
    #expect(fault.description.hasSuffix("."))
  }

  @Test func `says which byte is not UTF-8`() {
    let body = Bytes("<Error>".utf8) + [0xFF]
    #expect(throws: ErrorBodyError.invalidUTF8(0xFF, offset: 7)) {
      try ServerError(xml: body.span)
    }
    #expect(throws: ErrorBodyError.invalidUTF8(0xFE, offset: 0)) {
      try ServerError(xml: Bytes([0xFE, 0xFF, 0, 0x3C]).span)
    }
  }

  @Test func `a header must be base64 of a body`() {
    #expect(throws: ErrorBodyError.invalidBase64(.invalidCharacter(0x3C, offset: 0))) {
      try ServerError(base64Header: "<Error/>")
    }
    #expect(throws: ErrorBodyError.empty) { try ServerError(base64Header: " ") }
    #expect(throws: ErrorBodyError.notXML(0x48, offset: 0)) {
      try ServerError(base64Header: "SGVsbG8=")
    }
    #expect(throws: ErrorBodyError.tooLarge(byteCount: 66_000, limit: 65_536)) {
      try ServerError(base64Header: String(repeating: "AAAA", count: 22_000))
    }
  }
}
