internal import OSSPrimitives

/// The lines of a file, one after the other, as the places where they stand.
struct FileLines {
  /// How many lines were given; the number of the last one, counted from 1.
  private(set) var number = 0

  private let bytes: Bytes
  private var start = 0

  /// Begins at the start of a file.
  init(_ bytes: Bytes) {
    self.bytes = bytes
  }

  /// The next line without its LF; the last one may have none.
  mutating func next() -> Range<Int>? {
    guard start < bytes.count else { return nil }
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    defer { start = end + 1 }
    number += 1
    return start..<end
  }
}
