package import OSSPrimitives

/// The parameters of a query, percent-encoded once: as V2 and V4 sign them, and as a URL has them.
///
/// Every parameter is one of them, as often as it is given (V2-RES-3, V2-RES-7, V4-QRY-1,
/// V4-QRY-8).
package struct EncodedQuery: Sendable {
  private var pieces = NamedPieces()
  private var start = 0
  private var valueStart = 0

  /// Encodes parameters.
  ///
  /// - Parameter count: how many more will be appended.
  package init(_ query: [QueryParameter], adding count: Int = 0) {
    if query.isEmpty, count == 0 { return }
    pieces.reserveCapacity(query.count + count, byteCount: 64 * query.count + 96 * count)
    for parameter in query { append(parameter.name, parameter.value) }
  }

  /// The query as a URL has it: the parameters in the order given, with `&` between them.
  var text: Bytes { pieces.bytes }

  /// Appends a parameter.
  mutating func append(_ name: String, _ value: String?) {
    let start = beginPiece()
    let (nameEnd, end) = URLText.append(name, value, to: &pieces.bytes)
    pieces.appendPiece(start: start, nameEnd: nameEnd, end: end)
  }

  /// Begins a parameter whose name needs no encoding; its value is written into ``value``.
  mutating func begin(_ name: String) {
    start = beginPiece()
    pieces.bytes.append(name)
    valueStart = pieces.bytes.count + 1
    pieces.bytes.append(ascii: "=")
  }

  /// Where the value of a parameter is appended that was begun, not encoded.
  var value: Bytes {
    _read { yield pieces.bytes }
    _modify { yield &pieces.bytes }
  }

  /// Ends a parameter that was begun, and encodes its value.
  mutating func end() {
    PercentEncoding.encode(from: valueStart, keepingSlash: false, in: &pieces.bytes)
    pieces.appendPiece(start: start, nameEnd: valueStart - 1)
  }

  private mutating func beginPiece() -> Int {
    if !pieces.bytes.isEmpty { pieces.bytes.append(ascii: "&") }
    return pieces.bytes.count
  }

  /// Sorts the parameters by their encoded names; ``text`` stays as it is (V2-RES-5, V2-RES-10,
  /// V4-QRY-5).
  mutating func sort() { pieces.sort() }

  /// Appends the sorted parameters, the first after a mark if there is one, the others after `&`
  /// (V2-RES-3, V4-QRY-6).
  func append(after mark: UInt8? = nil, to buffer: inout Bytes) {
    for index in pieces.indices {
      if index > 0 {
        buffer.append(ascii: "&")
      } else if let mark {
        buffer.append(mark)
      }
      buffer.append(contentsOf: pieces[index])
    }
  }

  /// The sorted parameters as V4 signs them (V4-QRY).
  package var canonical: Bytes {
    var sorted = self
    sorted.sort()
    var buffer = Bytes()
    sorted.append(to: &buffer)
    return buffer
  }
}

/// The text of URLs, written into a buffer.
package enum URLText {
  /// Appends parameters, the first one after the separator given and the others after `&`.
  package static func append(
    _ parameters: [QueryParameter], after separator: inout UInt8, to url: inout Bytes
  ) {
    for parameter in parameters {
      append(parameter.name, parameter.value, after: &separator, to: &url)
    }
  }

  /// Appends a parameter after a separator, which becomes `&`.
  static func append(
    _ name: String, _ value: String?, after separator: inout UInt8, to url: inout Bytes
  ) {
    url.append(separator)
    separator = UInt8(ascii: "&")
    append(name, value, to: &url)
  }

  /// Appends a parameter, percent-encoded once (PRE-QRY-3, V2-RES-4, V2-RES-9, V4-QRY-2);
  /// blanks and `0` are values as any (V2-RES-8, V4-QRY-7).
  ///
  /// A name without a value is alone; a name with an empty value keeps its `=`. An empty name
  /// has one always, or the parameter would be nothing to a decoder (PRE-QRY-5).
  ///
  /// - Returns: where the name ends, and the end of what V2 and V4 sign: no `=` of an empty value
  ///   (V2-RES-6, V4-QRY-3, V4-QRY-4).
  @discardableResult
  static func append(
    _ name: String, _ value: String?, to url: inout Bytes
  ) -> (nameEnd: Int, signedEnd: Int) {
    PercentEncoding.append(name.utf8, keepingSlash: false, to: &url)
    let nameEnd = url.count
    guard let value = value ?? (name.utf8.isEmpty ? "" : nil) else { return (nameEnd, nameEnd) }
    url.append(ascii: "=")
    if value.utf8.isEmpty { return (nameEnd, nameEnd) }
    PercentEncoding.append(value.utf8, keepingSlash: false, to: &url)
    return (nameEnd, url.count)
  }
}
