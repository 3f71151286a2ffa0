public import OSSPrimitives

/// One element of an error body: its name and the text in it.
public struct ServerErrorMember: Sendable {
  /// The name; of an element inside another one, the names from the outside in with `/` between
  /// them, such as `AccessDeniedDetail/PolicyType` (ERR-MEM-4).
  public let name: String
  /// The text, its references decoded once, nothing trimmed and nothing normalized (ERR-TXT-5).
  public let value: Bytes

  package init(name: String, value: Bytes) {
    self.name = name
    self.value = value
  }

  /// The text without the white space that a body may have around it (ERR-TXT-4).
  public var text: String { String(decoding: XMLWhiteSpace.trimmed(value), as: UTF8.self) }
}

extension ServerErrorMember: Redacted {
  /// The name and the size; a token may stand in the text, so ``text`` is asked for by name.
  public var description: String { "ServerErrorMember(\(name): \(value.count) bytes)" }
}
