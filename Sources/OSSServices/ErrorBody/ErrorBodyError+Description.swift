internal import OSSPrimitives

extension ErrorBodyError: CustomStringConvertible {
  /// One sentence that names the fault and, where it helps, what the text is instead.
  public var description: String {
    switch self {
    case .empty: "There is no error body; for HEAD read the header x-oss-err."
    case .tooLarge(let byteCount, let limit):
      "The error body has \(byteCount) bytes, more than the limit of \(limit)."
    case .invalidUTF8(let byte, let offset):
      "The byte 0x\(Self.hexadecimal(byte)) at byte \(offset) is not part of UTF-8 text."
    case .invalidCharacter(let offset):
      "The character at byte \(offset) cannot stand in XML."
    case .notXML(let byte, let offset):
      "The byte 0x\(Self.hexadecimal(byte)) at byte \(offset) does not begin XML."
    case .json(let offset):
      "The text at byte \(offset) is JSON: it is not from OSS, or the request asked for JSON."
    case .escapedMarkup(let offset):
      "The markup at byte \(offset) is escaped: copy the body, not the page that shows it."
    case .webPage(let offset):
      "The text at byte \(offset) is a web page: a proxy, a portal or a CDN answered, not OSS."
    case .truncated(let offset): "The error body ends at byte \(offset), before its root does."
    case .invalidMarkup(let offset): "The markup at byte \(offset) is not well-formed XML."
    case .invalidReference(let offset):
      "The ampersand at byte \(offset) begins no reference that XML knows."
    case .trailingContent(let offset): "Something follows the root, at byte \(offset)."
    case .unsupportedEncoding(let offset):
      "The encoding declared at byte \(offset) is not UTF-8."
    case .documentType(let offset):
      "The document type at byte \(offset) is refused: an error body declares no entities."
    case .unexpectedRoot(let name, let offset):
      "The root at byte \(offset) is '\(name)', not 'Error'."
    case .tooDeep(let limit, let offset):
      "The element at byte \(offset) is nested deeper than \(limit) levels."
    case .tooManyMembers(let limit, let offset):
      "The element at byte \(offset) is one more than \(limit)."
    case .invalidHexadecimal(let member, let offset):
      "The value of \(member) is not pairs of hexadecimal digits, at its byte \(offset)."
    case .invalidBase64(let fault): "The header is not base64: \(fault.description)"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    Hexadecimal.encode(Bytes([byte]).span)
  }
}
