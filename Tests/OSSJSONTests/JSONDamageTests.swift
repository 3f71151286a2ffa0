import OSSJSON
import OSSPrimitives
import Testing

@Suite struct `JSON reading of damaged texts` {
  /// A text with every kind of value, escapes and raw characters of two and three bytes.
  static let document = Bytes(
    #"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00\n",true],"b":{"c":null,"é":""},"d":false,"x€":[0.0,[]]}"#
      .utf8)

  enum Damage: CaseIterable {
    case shortened, replaced, inserted, removed

    /// The document with this damage at each place, by each byte.
    var texts: [Bytes] {
      let document = `JSON reading of damaged texts`.document
      switch self {
      case .shortened: return document.indices.map { Bytes(document[..<$0]) }
      case .removed:
        return document.indices.map { Bytes(document[..<$0] + document[($0 + 1)...]) }
      case .inserted:
        return (0...document.count).flatMap { place in
          (UInt8.min...UInt8.max).map { Bytes(document[..<place] + [$0] + document[place...]) }
        }
      case .replaced:
        return document.indices.flatMap { place in
          (UInt8.min...UInt8.max).filter { $0 != document[place] }.map { byte in
            Bytes(document[..<place] + [byte] + document[(place + 1)...])
          }
        }
      }
    }
  }

  // How many damaged texts are still JSON was counted with the reader of another language, made
  // strict about duplicate names, surrogates and UTF-8.
  @Test(arguments: zip(Damage.allCases, [0, 1169, 2130, 10]))
  func `the JSON reader accepts a damaged text only if it is still JSON`(
    damage: Damage, expected: Int
  ) {
    #expect(isRead(Self.document))
    #expect(damage.texts.count(where: isRead) == expected)
  }

  /// Whether a text is read; what is read must be written in two forms that read the same.
  private func isRead(_ text: Bytes) -> Bool {
    guard let value = try? JSONReader.read(text) else { return false }
    #expect((try? JSONReader.read(value.compact())) == value)
    #expect((try? JSONReader.read(value.canonical())) == value)
    return true
  }
}
