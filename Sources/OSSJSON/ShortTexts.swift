internal import OSSPrimitives

/// The short texts of a long document that were read before.
///
/// Names such as `headers` come thousands of times. A text that is found here is not cut out of the
/// document again, which would count the document's references.
struct ShortTexts {
  /// The most bytes of a text that is kept.
  static let longest = 15

  /// The bytes of a text as a number of 128 bits; JSON has no byte 0, so no two texts have one number.
  struct Key: Equatable {
    fileprivate var high: UInt64 = 0
    fileprivate var low: UInt64 = 0

    /// The empty text.
    fileprivate init() {}

    /// The text of a range of at most ``longest`` bytes.
    init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
      var index = range.lowerBound
      while index < range.upperBound {
        high = high &<< 8 | low &>> 56
        low = low &<< 8 | UInt64(bytes[index])
        index += 1
      }
    }

    /// One of 512 places for the text.
    fileprivate var place: Int {
      Int(truncatingIfNeeded: (((high &* 31) ^ low) &* 0x9E37_79B9_7F4A_7C15) &>> 55)
    }
  }

  private var entries: ContiguousArray<(key: Key, text: String)>

  /// Makes the register of a document; a short one needs none.
  init(documentSize: Int) {
    entries = ContiguousArray(
      repeating: (Key(), ""), count: documentSize < 4_096 ? 0 : 512)
  }

  /// The text that was kept for a key and that no other one has replaced.
  subscript(key: Key) -> String? {
    guard !entries.isEmpty, entries[key.place].key == key else { return nil }
    return entries[key.place].text
  }

  /// Keeps the text of a key.
  mutating func keep(_ text: String, for key: Key) {
    if !entries.isEmpty { entries[key.place] = (key, text) }
  }
}
