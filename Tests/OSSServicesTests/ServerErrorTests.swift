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

@Suite struct `Error bodies at their bounds and damaged` {
  /// A body with every kind of markup.
  static let document = Bytes(
    ("<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error a=\"1\"><!--c--><Code>A&amp;B</Code>"
      + "<D><E><![CDATA[<]]></E></D><StringToSign>GET\né&#10;</StringToSign>"
      + "<StringToSignBytes>47 45 </StringToSignBytes></Error>").utf8)

  private func isRead(_ text: Bytes) -> Bool {
    (try? ServerError(xml: text.span)) != nil
  }

  @Test func `every beginning of a body is cut short`() {
    var truncated = 0
    for length in 1..<Self.document.count {
      do throws(ErrorBodyError) {
        _ = try ServerError(xml: Bytes(Self.document[..<length]).span)
      } catch {
        // One beginning ends within a character, which is seen first.
        if case .truncated(offset: length) = error { truncated += 1 }
      }
    }
    #expect(Self.document.count == 199)
    #expect(truncated == 197)
    #expect(isRead(Self.document))
  }

  /// Every fifth byte in a place or before it, or a byte less; among the bytes are LF, `#`, `<`, digits,
  /// letters and bytes of UTF-8.
  enum Damage: CaseIterable {
    case replaced, inserted, removed

    /// The document with this damage at a place.
    func texts(at place: Int) -> [Bytes] {
      let document = `Error bodies at their bounds and damaged`.document
      let (start, end) = (document[..<place], document[place...])
      let bytes = stride(from: UInt8(0), through: 255, by: 5)
      return switch self {
      case .replaced: bytes.filter { $0 != end.first }.map { Bytes(start + [$0] + end.dropFirst()) }
      case .inserted: bytes.map { Bytes(start + [$0] + end) }
      case .removed: [Bytes(start + end.dropFirst())]
      }
    }
  }

  // How many damaged bodies are still bodies was counted with the second reader, which rests on
  // expat.
  @Test(arguments: zip(Damage.allCases, [324, 643, 16]))
  func `are read where a damage leaves a body`(damage: Damage, expected: Int) {
    let places = Self.document.count + (damage == .inserted ? 1 : 0)
    let texts = (0..<places).lazy.flatMap { damage.texts(at: $0) }
    #expect(texts.count(where: isRead) == expected)
  }

  @Test func `refuses entities that stand for gigabytes without looking at them`() {
    var text = "<!DOCTYPE Error [<!ENTITY e0 \"lol\">"
    for level in 1...10 {
      let references = String(repeating: "&e\(level - 1);", count: 10)
      text += "<!ENTITY e\(level) \"\(references)\">"
    }
    text += "]><Error><Code>&e10;</Code></Error>"
    let bytes = Bytes(text.utf8)
    let time = ContinuousClock().measure {
      #expect(throws: ErrorBodyError.documentType(offset: 0)) {
        try ServerError(xml: bytes.span)
      }
    }
    #expect(time < .seconds(20))
  }

  @Test func `reads bodies up to the limit of bytes and no more`() throws {
    let body = "<Error><Code>A</Code></Error>"
    let padding = String(repeating: " ", count: 65_536 - body.utf8.count)
    #expect(isRead(Bytes((body + padding).utf8)))
    #expect(throws: ErrorBodyError.tooLarge(byteCount: 65_537, limit: 65_536)) {
      try ServerError(xml: Bytes((" " + body + padding).utf8).span)
    }
    let full = Bytes((body + padding).utf8)
    #expect(try ServerError(base64Header: Base64.encode(full.span)).code == "A")
    let fuller = full + [0x20]
    #expect(throws: ErrorBodyError.tooLarge(byteCount: 65_537, limit: 65_536)) {
      try ServerError(base64Header: Base64.encode(fuller.span))
    }
  }

  @Test func `reads eight levels and no ninth`() {
    let eight = "<Error><a><a><a><a><a><a><a/></a></a></a></a></a></a></Error>"
    #expect(isRead(Bytes(eight.utf8)))
    let nine = "<Error><a><a><a><a><a><a><a><a/></a></a></a></a></a></a></a></Error>"
    #expect(throws: ErrorBodyError.tooDeep(limit: 8, offset: 28)) {
      try ServerError(xml: Bytes(nine.utf8).span)
    }
    let many = String(repeating: "<Error>", count: 9_000)
    #expect(throws: ErrorBodyError.tooDeep(limit: 8, offset: 56)) {
      try ServerError(xml: Bytes(many.utf8).span)
    }
  }

  @Test func `reads 256 elements and no more`() throws {
    let many = String(repeating: "<a/>", count: 256)
    let error = try ServerError(xml: Bytes("<Error>\(many)</Error>".utf8).span)
    #expect(error.members.count == 256)
    #expect(throws: ErrorBodyError.tooManyMembers(limit: 256, offset: 1_031)) {
      try ServerError(xml: Bytes("<Error>\(many)<a/></Error>".utf8).span)
    }
  }

  @Test(arguments: [
    "<Error " + String(repeating: "a", count: 60_000) + "=\"\"/>",
    "<Error><" + String(repeating: "a", count: 60_000) + "/></Error>",
    "<Error>" + String(repeating: "&#65;", count: 13_000) + "</Error>",
    "<Error>" + String(repeating: "<!---->", count: 9_000) + "</Error>",
    "<Error><a>" + String(repeating: "]", count: 60_000) + "</a></Error>",
    "<Error><a>&#" + String(repeating: "0", count: 60_000) + "65;</a></Error>",
  ])
  func `a great body of one kind is read at once`(text: String) {
    let bytes = Bytes(text.utf8)
    let time = ContinuousClock().measure { #expect(isRead(bytes)) }
    #expect(time < .seconds(20))
  }
}
