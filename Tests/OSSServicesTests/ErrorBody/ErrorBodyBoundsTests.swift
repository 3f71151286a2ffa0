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

  // How many damaged bodies are still bodies was counted with the second reader, which rests on
  // expat.

  /// Every fifth byte: among them LF, `#`, `<`, digits, letters and bytes of UTF-8.
  static let bytes: [UInt8] = stride(from: 0, through: 255, by: 5).map { $0 }

  @Test func `every fifth byte in every place`() {
    var read = 0
    for place in Self.document.indices {
      var text = Self.document
      for byte in Self.bytes where byte != Self.document[place] {
        text[place] = byte
        if isRead(text) { read += 1 }
      }
    }
    #expect(read == 324)
  }

  @Test func `every fifth byte more in every place`() {
    var read = 0
    for place in 0...Self.document.count {
      var text = Self.document
      text.insert(0, at: place)
      for byte in Self.bytes {
        text[place] = byte
        if isRead(text) { read += 1 }
      }
    }
    #expect(read == 643)
  }

  @Test func `every byte less`() {
    var read = 0
    for place in Self.document.indices {
      var text = Self.document
      text.remove(at: place)
      if isRead(text) { read += 1 }
    }
    #expect(read == 16)
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
