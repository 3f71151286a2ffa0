public import OSSPrimitives

/// One place where an answer and what is expected part.
public struct Difference: Hashable, Sendable {
  /// The step or member that differs, such as `stringToSign` or `url`.
  public var name: String
  /// Which part of it differs, where it is compared by parts.
  public var part: String?
  /// The bytes that are expected; none where there should be nothing.
  public var expected: Bytes?
  /// The bytes that were given; none where there is nothing.
  public var actual: Bytes?

  /// Makes a difference.
  public init(name: String, part: String? = nil, expected: Bytes?, actual: Bytes?) {
    self.name = name
    self.part = part
    self.expected = expected
    self.actual = actual
  }

  /// The offset of the first byte that differs, which is the length of the shorter side if the longer
  /// one continues it; none where a side is missing or both have the same bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public var offset: Int? {
    guard let expected, let actual else { return nil }
    let shorter = min(expected.count, actual.count)
    for index in 0..<shorter where expected[index] != actual[index] { return index }
    return expected.count == actual.count ? nil : shorter
  }

  /// Both sides as text where they are words or numbers, of which the bytes say nothing.
  public var words: (expected: String, actual: String)? {
    guard let expected, let actual, Self.isWord(expected), Self.isWord(actual) else { return nil }
    return (String(decoding: expected, as: UTF8.self), String(decoding: actual, as: UTF8.self))
  }

  /// Whether bytes are a number, or letters in lower case with hyphens; no signature is.
  private static func isWord(_ bytes: Bytes) -> Bool {
    let isNumber = bytes.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
    let isWord = bytes.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) }
    return (1...32).contains(bytes.count) && (isNumber || isWord)
  }

  /// The step or member, with the part of it that differs.
  public var title: String {
    part.map { "\(name) (\($0))" } ?? name
  }
}
