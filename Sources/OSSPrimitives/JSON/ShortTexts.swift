/// The short texts of a long document that were read before.
///
/// Names such as `headers` come thousands of times. A text that is found here is not cut out of the
/// document again, which would count the document's references.
struct ShortTexts {
  /// The most bytes of a text that is kept.
  static let longest = 15

  /// A text, and its bytes as a number of 128 bits; JSON has no byte 0, so no two texts have one number.
  private struct Entry {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var text = ""
  }

  private var entries: ContiguousArray<Entry>

  /// Makes the register of a document; a short one needs none.
  init(documentSize: Int) {
    entries = ContiguousArray(repeating: Entry(), count: documentSize < 4_096 ? 0 : 256)
  }

  /// The text of a range of at most ``longest`` bytes that are well-formed UTF-8.
  mutating func text(_ bytes: Bytes, _ range: Range<Int>) -> String {
    if entries.isEmpty { return String(decoding: bytes[range], as: UTF8.self) }
    var (high, low): (UInt64, UInt64) = (0, 0)
    var index = range.lowerBound
    while index < range.upperBound {
      high = high &<< 8 | low &>> 56
      low = low &<< 8 | UInt64(bytes[index])
      index += 1
    }
    let mixed = ((high &* 31) ^ low) &* 0x9E37_79B9_7F4A_7C15
    let place = Int(truncatingIfNeeded: mixed &>> 56)
    if entries[place].low == low, entries[place].high == high { return entries[place].text }
    let text = String(decoding: bytes[range], as: UTF8.self)
    entries[place] = Entry(high: high, low: low, text: text)
    return text
  }
}
