public import OSSPrimitives

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

/// A header as the caller gives it: the case of its name and the blanks of its value kept.
public struct HeaderField: Sendable {
  /// The name, such as `Content-Type`.
  public let name: String
  /// The value as text, not encoded.
  public let value: String

  /// Makes a header from a name and a value; a request checks both.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether a byte is one of RFC 9110's `tchar`, of which the name of a header is made.
  static func isNameByte(_ byte: UInt8) -> Bool {
    if byte.isLetterOrDigit { return true }
    return switch byte {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}

extension HeaderField {
  /// The header by which OSS refuses a body that was damaged on the way: its MD5, in base64.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public static func contentMD5(of body: Span<UInt8>) -> HeaderField {
    HeaderField("Content-MD5", Base64.encode(MD5.hash(body).bytes.span))
  }
}

extension HeaderField: Hashable {
  /// Whether name and value have the same bytes; `String` would also equate normalized forms.
  public static func == (left: Self, right: Self) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.value.hasSameBytes(as: right.value)
  }

  /// Hashes the bytes of the name and the value.
  public func hash(into hasher: inout Hasher) {
    name.hashBytes(into: &hasher)
    value.hashBytes(into: &hasher)
  }
}

extension HeaderField: Redacted {
  /// The name and the value; of a header with a credential, the size of its value.
  public var description: String {
    "HeaderField(\(name.shown): \(CredentialNames.shown(value, of: name)))"
  }
}

extension [HeaderField] {
  /// The values by their names; those of one name are joined by commas, as requests join them.
  package var dictionary: [String: String] {
    var values: [String: String] = [:]
    values.reserveCapacity(count)
    for header in self {
      values[header.name] = values[header.name].map { "\($0),\(header.value)" } ?? header.value
    }
    return values
  }
}

/// A parameter of a request's query, decoded.
public struct QueryParameter: Sendable {
  /// The name, compared by its bytes, case included.
  public let name: String
  /// The value; nil is a bare name, `?acl`, and "" an empty value, `?acl=`.
  public let value: String?

  /// Makes a parameter from its decoded name and value.
  public init(_ name: String, _ value: String? = nil) {
    self.name = name
    self.value = value
  }
}

extension QueryParameter: Hashable {
  /// Whether name and value have the same bytes; `String` would also equate normalized forms.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.name.hasSameBytes(as: right.name) else { return false }
    guard let a = left.value, let b = right.value else { return left.value == right.value }
    return a.hasSameBytes(as: b)
  }

  /// Hashes the bytes of the name and the value.
  public func hash(into hasher: inout Hasher) {
    name.hashBytes(into: &hasher)
    hasher.combine(value == nil)
    value?.hashBytes(into: &hasher)
  }
}

extension QueryParameter {
  /// Parameters by the bytes of their names; those of one name keep their order.
  package static func sorted(_ parameters: [QueryParameter]) -> [QueryParameter] {
    sortedIndices(parameters.count) { parameters[$0].name.precedesInBytes(parameters[$1].name) }
      .map { parameters[$0] }
  }
}

extension QueryParameter: Redacted {
  /// The name and the value; of a parameter with a credential, the size of its value.
  public var description: String {
    guard let value else { return "QueryParameter(\(name.shown))" }
    return "QueryParameter(\(name.shown)=\(CredentialNames.shown(value, of: name)))"
  }
}

/// The names of headers and parameters whose values nothing prints: with a token, a signature or the
/// session of an app's user, anyone could make the request.
private enum CredentialNames {
  /// What such a name holds, in lower case: `x-oss-security-token`, `SecurityToken` and
  /// `x-oss-signature` have one of these.
  private static let parts = [
    "authorization", "token", "signature", "secret", "password", "cookie", "session", "api-key",
  ]

  /// The value as it may be printed.
  static func shown(_ value: String, of name: String) -> String {
    let name = name.lowercasedBytes
    for part in parts {
      for index in name.indices where name[index...].begins(with: part) {
        return "\(value.utf8.count) bytes"
      }
    }
    return value.shown
  }
}
