internal import OSSPrimitives

/// Bytes as they are read, cut into lines without being copied.
struct LineBuffer {
  /// The bytes; those from ``start`` to ``end`` are still to be read as lines.
  private(set) var storage: Bytes

  /// How many lines were taken out; the number of the last one, counted from 1.
  private(set) var lineNumber = 0

  /// The longest line, in bytes without its LF.
  let limit: Int

  private var start = 0
  private var end = 0
  /// Where the search for the next LF goes on.
  private var searched = 0

  /// What the next line is.
  enum Line: Hashable {
    /// Where in ``LineBuffer/storage`` it is, without its LF.
    case found(Range<Int>)
    /// It is not complete yet.
    case incomplete
    /// It is longer than the limit.
    case tooLong
  }

  init(limit: Int) {
    self.limit = limit
    storage = Bytes(repeating: 0, count: min(1 << 16, limit + 1))
  }

  /// Whether a line has begun and is not complete.
  var holdsPart: Bool { end > start }

  /// Whether the line that has begun is longer than the limit already.
  var holdsTooMuch: Bool { end - start > limit }

  /// Lets a function put bytes behind those that are here.
  mutating func fill<Failure: Error>(
    _ read: (inout Bytes, Int) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    makeRoom()
    let count = try read(&storage, end)
    end += count
    return count
  }

  mutating func next() -> Line {
    while searched < end {
      if storage[searched] == 0x0A {
        guard searched - start <= limit else { return .tooLong }
        let line = start..<searched
        searched += 1
        start = searched
        lineNumber += 1
        return .found(line)
      }
      searched += 1
    }
    return end - start > limit ? .tooLong : .incomplete
  }

  /// Moves what is left to the front, or makes the storage longer if it already is there.
  private mutating func makeRoom() {
    if start == end {
      start = 0
      end = 0
      searched = 0
    } else if end == storage.count && start > 0 {
      for index in start..<end { storage[index - start] = storage[index] }
      end -= start
      searched -= start
      start = 0
    }
    if end == storage.count {
      storage.append(contentsOf: repeatElement(0, count: storage.count))
    }
  }
}

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
