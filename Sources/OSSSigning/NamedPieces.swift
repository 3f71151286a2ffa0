internal import OSSPrimitives

/// Pieces of text that begin with a name, such as `name:value` or `name=value`, in one run of bytes.
///
/// The lines of headers and the parameters of a query are kept in this way, and sorted here alone.
struct NamedPieces: Sendable {
  private struct Piece {
    let start: Int
    let nameEnd: Int
    /// The end of what is signed of the piece.
    var end: Int
  }

  /// The text of all pieces, in the order in which they were appended.
  var bytes = Bytes()
  private var pieces = ContiguousArray<Piece>()

  /// The number of pieces.
  var count: Int { pieces.count }
  /// The indices of the pieces in their present order.
  var indices: Range<Int> { pieces.indices }

  mutating func reserveCapacity(_ count: Int, byteCount: Int) {
    pieces.reserveCapacity(count)
    bytes.reserveCapacity(byteCount)
  }

  /// Takes what is at the end of the bytes as a piece.
  ///
  /// - Parameter end: where the piece ends; at the last byte, unless a part of it is not signed.
  mutating func appendPiece(start: Int, nameEnd: Int, end: Int? = nil) {
    pieces.append(Piece(start: start, nameEnd: nameEnd, end: end ?? bytes.count))
  }

  /// Lets the last piece end at the last byte.
  mutating func endLastPiece() { pieces[pieces.count - 1].end = bytes.count }

  /// Appends a piece of others.
  mutating func append(_ other: NamedPieces, _ index: Int) {
    let start = bytes.count
    bytes.append(contentsOf: other[index])
    appendPiece(start: start, nameEnd: start + other.name(at: index).count)
  }

  /// A piece.
  subscript(index: Int) -> Bytes.SubSequence { bytes[pieces[index].start..<pieces[index].end] }

  /// The name of a piece.
  func name(at index: Int) -> Bytes.SubSequence {
    bytes[pieces[index].start..<pieces[index].nameEnd]
  }

  /// Where the name of the last piece is, and what follows it but a mark and an LF.
  var lastLine: (name: Range<Int>, value: Range<Int>) {
    let piece = pieces[pieces.count - 1]
    return (piece.start..<piece.nameEnd, piece.nameEnd + 1..<piece.end - 1)
  }

  /// Whether the last piece has this name.
  func isLastName(_ name: Bytes) -> Bool { order(at: pieces.count - 1, of: name) == .same }

  /// Whether the name of a piece begins with a text.
  func hasPrefix(_ prefix: Bytes, at index: Int) -> Bool {
    let piece = pieces[index]
    if piece.nameEnd - piece.start < prefix.count { return false }
    for offset in prefix.indices where bytes[piece.start + offset] != prefix[offset] {
      return false
    }
    return true
  }

  /// Whether what follows the name of a piece is at a place.
  func hasValue(at index: Int, in place: Range<Int>?) -> Bool {
    place?.lowerBound == pieces[index].nameEnd + 1
  }

  /// What follows the name of a piece and the mark after it.
  func value(at index: Int) -> Bytes.SubSequence {
    bytes[pieces[index].nameEnd + 1..<pieces[index].end]
  }
}

extension NamedPieces {
  /// How one name sorts against another.
  enum Order { case before, same, after }

  /// Sorts the pieces by the bytes of their names (V1-HDR-5, V1-RES-6, V2-HDR-3, V2-RES-5,
  /// V4-HDR-5, V4-QRY-5); those of one name keep their order (V1-RES-12, V2-RES-7, V4-QRY-8).
  ///
  /// - Returns: whether a name comes more than once.
  @discardableResult
  mutating func sort() -> Bool {
    var isRepeated = false
    if pieces.count > 16 { sortMany() }
    for index in pieces.indices.dropFirst() {
      var place = index
      var order = Self.order(pieces[place - 1], pieces[place], in: bytes)
      while order == .after {
        pieces.swapAt(place - 1, place)
        place -= 1
        if place == 0 { break }
        order = Self.order(pieces[place - 1], pieces[place], in: bytes)
      }
      if order == .same { isRepeated = true }
    }
    return isRepeated
  }

  private mutating func sortMany() {
    // Names that begin alike would be compared from their beginning each time.
    let offset = sharedNameCount
    let indices = sortedIndices(count) {
      Self.order(pieces[$0], pieces[$1], in: bytes, from: offset) == .before
    }
    pieces = ContiguousArray(indices.map { pieces[$0] })
  }

  /// With how many bytes all names begin alike.
  private var sharedNameCount: Int {
    let first = pieces[0]
    var count = first.nameEnd - first.start
    for piece in pieces {
      count = min(count, piece.nameEnd - piece.start)
      var offset = 0
      while offset < count, bytes[piece.start &+ offset] == bytes[first.start &+ offset] {
        offset &+= 1
      }
      count = offset
    }
    return count
  }

  /// Whether the names of two pieces are the same.
  func haveSameName(_ left: Int, _ right: Int) -> Bool {
    Self.order(pieces[left], pieces[right], in: bytes) == .same
  }

  /// How the name of a piece sorts against a name.
  func order(at index: Int, of name: Bytes) -> Order {
    let piece = pieces[index]
    return Self.order(bytes, piece.start..<piece.nameEnd, name, name.indices)
  }

  private static func order(
    _ left: Piece, _ right: Piece, in bytes: Bytes, from offset: Int = 0
  ) -> Order {
    order(
      bytes, left.start + offset..<left.nameEnd, bytes, right.start + offset..<right.nameEnd)
  }

  private static func order(
    _ left: Bytes, _ leftRange: Range<Int>, _ right: Bytes, _ rightRange: Range<Int>
  ) -> Order {
    let count = min(leftRange.count, rightRange.count)
    for offset in 0..<count {
      let (a, b) = (left[leftRange.lowerBound &+ offset], right[rightRange.lowerBound &+ offset])
      if a != b { return a < b ? .before : .after }
    }
    if leftRange.count == rightRange.count { return .same }
    return leftRange.count < rightRange.count ? .before : .after
  }
}
