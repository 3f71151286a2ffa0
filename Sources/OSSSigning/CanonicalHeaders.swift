internal import OSSPrimitives

/// The headers of a request as every version signs them: names in lower case, values without outer
/// blanks, one line `name:value` for each name, sorted by name.
///
/// A class, since requests and what is made of them are passed on by value: a copy is one reference.
final class CanonicalHeaders: Sendable {
  /// The lines, each with its LF.
  let lines: NamedPieces
  /// Where the values of the headers that signing itself reads stand in the bytes of the lines.
  let places: HeaderPlaces
  /// Whether a name came more than once, so that values were joined.
  let hasJoinedValues: Bool

  /// Checks headers and brings them into canonical form.
  ///
  /// - Throws: ``SigningError`` for a header that cannot be sent (V1-REF-4, V1-REF-5), and for a
  ///   second one of those that stand once (V1-REF-11).
  init(_ headers: [HeaderField]) throws(SigningError) {
    var lines = NamedPieces()
    var places = HeaderPlaces()
    var byteCount = 0
    for header in headers { byteCount += header.name.utf8.count + header.value.utf8.count + 2 }
    lines.reserveCapacity(headers.count, byteCount: byteCount)
    for header in headers {
      try lines.append(header)
      if !places.note(lastOf: lines) { throw .repeatedHeader(name: header.name) }
    }
    hasJoinedValues = lines.sort()
    (self.lines, self.places) = hasJoinedValues ? Self.joined(lines) : (lines, places)
  }

  /// Joins the values of one name by commas, in the order given (V1-HDR-8, V2-HDR-6, V4-HDR-8).
  private static func joined(_ lines: NamedPieces) -> (NamedPieces, HeaderPlaces) {
    var joined = NamedPieces()
    joined.reserveCapacity(lines.count, byteCount: lines.bytes.count)
    var places = HeaderPlaces()
    for index in lines.indices {
      if index > 0, lines.haveSameName(index - 1, index) {
        joined.extendLast(by: lines.value(at: index))
      } else {
        joined.append(lines, index)
      }
      _ = places.note(lastOf: joined)
    }
    return (joined, places)
  }

  /// The value of the header with this lower-case name; nil without one.
  ///
  /// - Complexity: O(log *n*) in the number of headers.
  func value(of name: Bytes) -> Bytes.SubSequence? {
    // The lines are in the order of their names.
    var range = lines.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      switch lines.order(at: middle, of: name) {
      case .same: return lines.value(at: middle).dropLast()
      case .before: range = middle + 1..<range.upperBound
      case .after: range = range.lowerBound..<middle
      }
    }
    return nil
  }

  /// Appends a value that was noted, nothing without one.
  func append(_ place: Range<Int>?, to buffer: inout Bytes) {
    if let place { buffer.append(contentsOf: lines.bytes[place]) }
  }
}

extension NamedPieces {
  /// Appends the line of a header, checked; the inside of its value stays as it is (V1-HDR-4,
  /// V2-HDR-4, V4-HDR-4), text outside ASCII as its UTF-8 bytes (V1-HDR-11), and so do control
  /// characters at its ends (V1-HDR-10, V4-HDR-9).
  fileprivate mutating func append(_ header: HeaderField) throws(SigningError) {
    let start = bytes.count
    bytes.append(header.name)
    let nameEnd = bytes.count
    if nameEnd == start { throw .invalidHeaderName(header.name, offset: 0) }
    for index in start..<nameEnd {
      // OSS compares names in lower case (V1-HDR-2, V2-HDR-2, V4-HDR-2); they hold ASCII letters
      // alone (V1-REF-4, V2-REF-5, V4-REF-8).
      let byte = bytes[index]
      if !HeaderField.isNameByte(byte) {
        throw .invalidHeaderName(header.name, offset: index - start)
      }
      if byte != byte.lowercased { bytes[index] = byte.lowercased }
    }
    bytes.append(ascii: ":")
    bytes.append(header.value)
    for index in nameEnd + 1..<bytes.count where bytes[index].breaksLine {
      throw .invalidHeaderValue(
        name: header.name, byte: bytes[index], offset: index - nameEnd - 1)
    }
    trimValue(after: nameEnd)
    bytes.append(ascii: "\n")
    appendPiece(start: start, nameEnd: nameEnd)
  }

  /// Takes spaces and tabs off both ends of the value that is last, since they are not delivered
  /// (V1-HDR-3, V1-HDR-9, V1-STS-5, V2-HDR-4, V2-STS-4, V4-HDR-3).
  private mutating func trimValue(after nameEnd: Int) {
    while bytes.count > nameEnd + 1, bytes[bytes.count - 1].isBlank { bytes.removeLast() }
    if bytes.count > nameEnd + 1, bytes[nameEnd + 1].isBlank {
      let end = bytes[(nameEnd + 1)...].firstIndex { !$0.isBlank } ?? bytes.count
      bytes.removeSubrange(nameEnd + 1..<end)
    }
  }

  /// Joins a value to the last line, which ends with an LF as the value does.
  fileprivate mutating func extendLast(by value: Bytes.SubSequence) {
    bytes[bytes.count - 1] = UInt8(ascii: ",")
    bytes.append(contentsOf: value)
    endLastPiece()
  }
}

/// The values that signing itself reads, each as a range of the bytes of the lines.
struct HeaderPlaces: Sendable {
  private(set) var contentMD5: Range<Int>?
  private(set) var contentType: Range<Int>?
  private(set) var contentSHA256: Range<Int>?
  private(set) var date: Range<Int>?
  private(set) var securityToken: Range<Int>?

  /// Notes the line that was appended last, if it is one of these (V1-STS-4, V1-STS-6).
  ///
  /// - Returns: whether it may stand there: all of these but `x-oss-content-sha256` stand once, since
  ///   OSS reads one of two and no one knows which (V1-REF-11).
  fileprivate mutating func note(lastOf lines: NamedPieces) -> Bool {
    let line = lines.lastLine
    switch line.name.count {
    case 10 where lines.isLastName(HeaderName.date): return Self.set(&date, line.value)
    case 11 where lines.isLastName(HeaderName.contentMD5):
      return Self.set(&contentMD5, line.value)
    case 12 where lines.isLastName(HeaderName.contentType):
      return Self.set(&contentType, line.value)
    case 20 where lines.isLastName(HeaderName.securityToken):
      return Self.set(&securityToken, line.value)
    case 20 where lines.isLastName(HeaderName.contentSHA256): contentSHA256 = line.value
    default: break
    }
    return true
  }

  private static func set(_ place: inout Range<Int>?, _ range: Range<Int>) -> Bool {
    let isFirst = place == nil
    place = range
    return isFirst
  }
}

extension CanonicalHeaders {
  /// Those of the given headers that are to be sent, each name once and with its canonical value.
  func fields(
    of headers: [HeaderField], where isSent: (HeaderField) -> Bool
  ) -> [HeaderField] {
    var result: [HeaderField] = []
    result.reserveCapacity(headers.count + 4)
    var names = NameSet()
    for header in headers where isSent(header) {
      guard hasJoinedValues else {
        result.append(HeaderField(header.name, header.value.trimmingBlanks))
        continue
      }
      let name = header.name.lowercasedBytes
      if !names.insert(name) { continue }
      let value = value(of: name).map { String(decoding: $0, as: UTF8.self) }
      result.append(HeaderField(header.name, value ?? header.value))
    }
    return result
  }
}

extension HeaderField {
  /// Refuses a header that cannot be sent (V1-REF-4, V1-REF-5).
  package func check() throws(SigningError) { _ = try CanonicalHeaders([self]) }
}

/// The names of the headers that signing itself reads or writes, in lower case.
enum HeaderName {
  static let contentMD5 = "content-md5".bytes
  static let contentType = "content-type".bytes
  static let contentSHA256 = "x-oss-content-sha256".bytes
  static let date = "x-oss-date".bytes
  static let securityToken = "x-oss-security-token".bytes
}
