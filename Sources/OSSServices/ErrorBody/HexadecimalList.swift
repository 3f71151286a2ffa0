internal import OSSPrimitives

/// Bytes as OSS lists them in an error body: `47 45 54 0A `, pairs of digits with white space
/// between them (ERR-STS-1).
enum HexadecimalList {
  /// Reads a list, and no other form (ERR-REF-8).
  ///
  /// Digits may be of either case and white space may stand at the ends, since the service has
  /// written both.
  ///
  /// - Parameters:
  ///   - text: The list and nothing else.
  ///   - member: The name of the member, for the error.
  /// - Returns: The bytes; none where the list is empty.
  /// - Throws: ``ErrorBodyError/invalidHexadecimal(member:offset:)``.
  static func decode(_ text: Bytes, member: String) throws(ErrorBodyError) -> Bytes {
    var bytes = Bytes()
    bytes.reserveCapacity(text.count / 3 + 1)
    var index = 0
    while index < text.count {
      if XMLWhiteSpace.contains(text[index]) {
        index += 1
        continue
      }
      guard let high = Hexadecimal.value(of: text[index]) else {
        throw .invalidHexadecimal(member: member, offset: index)
      }
      guard index + 1 < text.count, let low = Hexadecimal.value(of: text[index + 1]) else {
        throw .invalidHexadecimal(member: member, offset: index + 1)
      }
      guard index + 2 == text.count || XMLWhiteSpace.contains(text[index + 2]) else {
        throw .invalidHexadecimal(member: member, offset: index + 2)
      }
      bytes.append(high << 4 | low)
      index += 2
    }
    return bytes
  }
}
