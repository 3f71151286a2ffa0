public import OSSPrimitives

/// Why a text is not the body of an error of OSS.
///
/// Offsets count the bytes of the text from 0; where the text came in base64, those of the decoded
/// text. No case carries a value of the body, which may hold a token (clauses ERR-REF).
public enum ErrorBodyError: Error, Equatable, Sendable {
  /// The text holds nothing but white space (ERR-REF-5).
  case empty
  /// The text has more bytes than are read (ERR-REF-6).
  case tooLarge(byteCount: Int, limit: Int)
  /// A byte is not part of UTF-8 text (ERR-REF-2).
  case invalidUTF8(UInt8, offset: Int)
  /// A character cannot stand in XML, as it is or as a reference (ERR-REF-2).
  case invalidCharacter(offset: Int)
  /// The text does not begin with markup (ERR-REF-1).
  case notXML(UInt8, offset: Int)
  /// The text is JSON, as some gateways answer (ERR-REF-1).
  case json(offset: Int)
  /// The markup itself is escaped, as in the source of a web page: `&lt;Error&gt;` (ERR-REF-1).
  case escapedMarkup(offset: Int)
  /// The text is a web page, which a proxy or a portal sent in place of OSS (ERR-REF-4).
  case webPage(offset: Int)
  /// The text ends before its root does (ERR-REF-1).
  case truncated(offset: Int)
  /// A tag, a comment or another piece of markup is not well formed (ERR-REF-1).
  case invalidMarkup(offset: Int)
  /// An ampersand begins no reference that XML without a document type knows (ERR-REF-1).
  case invalidReference(offset: Int)
  /// Something follows the root (ERR-REF-1).
  case trailingContent(offset: Int)
  /// The declaration names an encoding other than UTF-8 (ERR-REF-9).
  case unsupportedEncoding(offset: Int)
  /// The text has a document type, and so could declare entities (ERR-REF-3).
  case documentType(offset: Int)
  /// The root is not `Error`; the name is cut after 64 bytes (ERR-REF-4).
  case unexpectedRoot(String, offset: Int)
  /// An element is deeper than is read (ERR-REF-7).
  case tooDeep(limit: Int, offset: Int)
  /// There are more elements than are read (ERR-REF-7).
  case tooManyMembers(limit: Int, offset: Int)
  /// The bytes of this member are not pairs of hexadecimal digits; the offset is one of its value
  /// (ERR-REF-8).
  case invalidHexadecimal(member: String, offset: Int)
  /// The header is not base64 (ERR-HEAD-3).
  case invalidBase64(Base64Error)
}

extension ErrorBodyError: PlainError, CustomStringConvertible {
  /// One sentence that names the fault and, where it helps, what the text is instead.
  public var description: String {
    switch self {
    case .empty: "There is no body; for HEAD read the header x-oss-err."
    case .tooLarge(let byteCount, let limit):
      "The body has % bytes, more than the limit of %.".filled(byteCount, limit)
    case .invalidUTF8(let byte, let offset):
      "The byte 0x% at byte % is not part of UTF-8 text.".filled(byte: byte, offset)
    case .invalidCharacter(let offset):
      "The character at byte % cannot stand in XML.".filled(offset)
    case .notXML(let byte, let offset):
      "The byte 0x% at byte % does not begin XML.".filled(byte: byte, offset)
    case .json(let offset):
      "The text at byte % is JSON: it is not from OSS, or the request asked for JSON.".filled(
        offset)
    case .escapedMarkup(let offset):
      "The markup at byte % is escaped: copy the body, not the page that shows it.".filled(offset)
    case .webPage(let offset):
      "The text at byte % is a web page: a proxy, a portal or a CDN answered, not OSS.".filled(
        offset)
    case .truncated(let offset): "The body ends at byte %, before its root does.".filled(offset)
    case .invalidMarkup(let offset): "The markup at byte % is not well-formed XML.".filled(offset)
    case .invalidReference(let offset):
      "The ampersand at byte % begins no reference that XML knows.".filled(offset)
    case .trailingContent(let offset): "Something follows the root, at byte %.".filled(offset)
    case .unsupportedEncoding(let offset):
      "The encoding declared at byte % is not UTF-8.".filled(offset)
    case .documentType(let offset):
      "The document type at byte % is refused: an answer of OSS declares no entities.".filled(
        offset)
    case .unexpectedRoot(let name, let offset):
      "The root at byte % is '%', not 'Error'.".filled(
        String(offset), name)
    case .tooDeep(let limit, let offset):
      "The element at byte % is nested deeper than % levels.".filled(offset, limit)
    case .tooManyMembers(let limit, let offset):
      "The element at byte % is one more than %.".filled(offset, limit)
    case .invalidHexadecimal(let member, let offset):
      "The value of % is not pairs of hexadecimal digits, at its byte %.".filled(member, offset)
    case .invalidBase64(let fault): "The header is not base64: %".filled(fault.description)
    }
  }
}
