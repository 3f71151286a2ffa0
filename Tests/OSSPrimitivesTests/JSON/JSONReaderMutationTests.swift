import OSSPrimitives
import Testing

@Suite struct `JSON reader on damaged texts` {
  /// A text with every kind of value, escapes and raw characters of two and three bytes.
  static let document = Bytes(
    #"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00\n",true],"b":{"c":null,"é":""},"d":false,"x€":[0.0,[]]}"#
      .utf8)

  // How many damaged texts are still JSON was counted with the reader of another language, made
  // strict about duplicate names, surrogates and UTF-8.

  @Test func `no beginning of a document is one`() {
    var accepted = 0
    for length in 0..<Self.document.count where isRead(Bytes(Self.document[..<length])) {
      accepted += 1
    }
    #expect(accepted == 0)
    #expect(isRead(Self.document))
  }

  @Test func `every other byte in every place`() {
    var accepted = 0
    for place in Self.document.indices {
      var text = Self.document
      for byte in UInt8.min...UInt8.max where byte != Self.document[place] {
        text[place] = byte
        if isRead(text) { accepted += 1 }
      }
    }
    #expect(accepted == 1169)
  }

  @Test func `every byte more in every place`() {
    var accepted = 0
    for place in 0...Self.document.count {
      var text = Self.document
      text.insert(0, at: place)
      for byte in UInt8.min...UInt8.max {
        text[place] = byte
        if isRead(text) { accepted += 1 }
      }
    }
    #expect(accepted == 2130)
  }

  @Test func `every byte less`() {
    var accepted = 0
    for place in Self.document.indices {
      var text = Self.document
      text.remove(at: place)
      if isRead(text) { accepted += 1 }
    }
    #expect(accepted == 10)
  }

  /// Whether a text is read; what is read must be written in two forms that read the same.
  private func isRead(_ text: Bytes) -> Bool {
    guard let value = try? JSONReader.read(text) else { return false }
    #expect((try? JSONReader.read(value.compact())) == value)
    #expect((try? JSONReader.read(value.canonical())) == value)
    return true
  }
}
