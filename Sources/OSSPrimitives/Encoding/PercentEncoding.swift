/// Percent-encoding as the signatures of the service want it, RFC 3986 section 2.1.
///
/// The unreserved characters of RFC 3986 section 2.3 stay: `A-Z a-z 0-9 - . _ ~`. Every other byte
/// of the UTF-8 form becomes `%` and two digits in upper case, a space `%20` and never `+`.
public enum PercentEncoding: Sendable {
  /// Encodes text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - keepingSlash: Whether `/` stays, as in the path of an object, or is encoded like the rest.
  /// - Returns: The encoded text, which is ASCII.
  /// - Complexity: O(*n*) in the length of the text.
  public static func encode(_ text: String, keepingSlash: Bool) -> String {
    String(byteCount: text.utf8.count) {
      append(text.utf8, keepingSlash: keepingSlash, to: &$0)
    }
  }

  /// Appends encoded text.
  ///
  /// - Parameters:
  ///   - text: The bytes of the text.
  ///   - keepingSlash: Whether `/` stays, as in the path of an object, or is encoded like the rest.
  ///   - buffer: Where the encoded text is added.
  /// - Complexity: O(*n*) in the length of the text.
  public static func append(
    _ text: String.UTF8View, keepingSlash: Bool, to buffer: inout Bytes
  ) {
    let start = buffer.count
    buffer.append(contentsOf: text)
    encode(from: start, keepingSlash: keepingSlash, in: &buffer)
  }

  /// Appends encoded bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - keepingSlash: Whether `/` stays, as in the path of an object, or is encoded like the rest.
  ///   - buffer: Where the encoded text is added.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func append(
    _ bytes: Span<UInt8>, keepingSlash: Bool, to buffer: inout Bytes
  ) {
    let start = buffer.count
    for index in bytes.indices { buffer.append(bytes[index]) }
    encode(from: start, keepingSlash: keepingSlash, in: &buffer)
  }

  /// Encodes what is at the end of a buffer, in place.
  ///
  /// Most texts hold nothing to be encoded: those are read once and not written again.
  ///
  /// - Parameters:
  ///   - start: Where the text begins that the buffer ends with.
  ///   - keepingSlash: Whether `/` stays, as in the path of an object, or is encoded like the rest.
  ///   - buffer: The buffer.
  /// - Complexity: O(*n*) in the length of the text.
  public static func encode(from start: Int, keepingSlash: Bool, in buffer: inout Bytes) {
    // Where the slash does not stay, a letter is taken for it, which stays anyway.
    let slash = keepingSlash ? UInt8(ascii: "/") : UInt8(ascii: "A")
    var count = 0
    for index in start..<buffer.count where !isKept(buffer[index], slash) { count &+= 1 }
    if count == 0 { return }
    var source = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: 2 * count))
    var target = buffer.count
    // From the end, so that no byte is written over before it was read.
    while source > start, source < target {
      source &-= 1
      let byte = buffer[source]
      if isKept(byte, slash) {
        target &-= 1
        buffer[target] = byte
      } else {
        target &-= 3
        buffer[target] = UInt8(ascii: "%")
        buffer[target &+ 1] = Hexadecimal.upperCaseDigit(byte &>> 4)
        buffer[target &+ 2] = Hexadecimal.upperCaseDigit(byte & 15)
      }
    }
  }

  /// Decodes text.
  ///
  /// What is not a `%` with two digits, of either case, means itself, whether or not
  /// ``encode(_:keepingSlash:)`` would have encoded it.
  ///
  /// - Parameters:
  ///   - text: The encoded text.
  ///   - plusIsSpace: Whether `+` means a space, as in the body of a form.
  /// - Returns: The bytes, which need not be UTF-8.
  /// - Throws: A ``PercentEncodingError`` with the place of the fault.
  /// - Complexity: O(*n*) in the length of the text.
  public static func decode(
    _ text: String, plusIsSpace: Bool
  ) throws(PercentEncodingError) -> Bytes {
    try decode(text.bytes[...], plusIsSpace: plusIsSpace)
  }

  /// Decodes bytes, as ``decode(_:plusIsSpace:)-(String,_)`` does a text.
  package static func decode(
    _ encoded: Bytes.SubSequence, plusIsSpace: Bool
  ) throws(PercentEncodingError) -> Bytes {
    var decoded = Bytes()
    decoded.reserveCapacity(encoded.count)
    var rest = encoded
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        let offset = encoded.count - rest.count - 1
        decoded.append(try value(ofDigitsIn: rest, at: offset))
        rest = rest.dropFirst(2)
      case UInt8(ascii: "+") where plusIsSpace: decoded.append(0x20)
      default: decoded.append(byte)
      }
    }
    return decoded
  }

  /// Whether a byte is one of the unreserved characters of RFC 3986 section 2.3.
  @inline(__always)
  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }

  @inline(__always)
  private static func isKept(_ byte: UInt8, _ slash: UInt8) -> Bool {
    isUnreserved(byte) || byte == slash
  }

  /// The byte that the two digits mean with which a text begins.
  ///
  /// - Parameter offset: where the percent sign before them is.
  private static func value(
    ofDigitsIn rest: Bytes.SubSequence, at offset: Int
  ) throws(PercentEncodingError) -> UInt8 {
    var value: UInt8 = 0
    for place in 0..<2 {
      guard place < rest.count else { throw .truncatedTriplet(offset: offset) }
      let byte = rest[rest.startIndex + place]
      guard let digit = Hexadecimal.value(of: byte) else {
        throw .invalidDigit(byte, offset: offset + 1 + place)
      }
      value = value << 4 | digit
    }
    return value
  }
}

/// Why a text is not percent-encoded.
public enum PercentEncodingError: Error, Equatable, Sendable {
  /// A percent sign, at the offset, has fewer than two characters after it.
  case truncatedTriplet(offset: Int)
  /// A byte after a percent sign is not a hexadecimal digit.
  case invalidDigit(UInt8, offset: Int)
}

extension PercentEncodingError: PlainError, CustomStringConvertible {
  /// A sentence that names the fault and its place.
  public var description: String {
    switch self {
    case .truncatedTriplet(let offset):
      "The percent sign at byte % lacks its two digits.".filled(offset)
    case .invalidDigit(let byte, let offset):
      "The byte 0x% at byte % is not a hexadecimal digit.".filled(byte: byte, offset)
    }
  }
}
