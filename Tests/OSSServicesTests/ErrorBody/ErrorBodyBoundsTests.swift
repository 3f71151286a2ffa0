import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

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
