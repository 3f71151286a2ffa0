extension RSAPublicKey {
  /// The most bytes of PEM that are read.
  private static let greatestTextByteCount = 4096

  /// Reads a public key of PEM, RFC 7468 section 13.
  ///
  /// The first line is `-----BEGIN PUBLIC KEY-----` and the last `-----END PUBLIC KEY-----`; lines
  /// end with LF or CR LF, and the last need not end. Nothing stands before, after or beside them.
  ///
  /// - Parameter pem: The text.
  /// - Throws: An ``RSAKeyError`` with the place of the fault.
  /// - Complexity: O(*n*) in the length of the text.
  public init(pem: String) throws(RSAKeyError) {
    let text = Bytes(pem.utf8)
    if text.count > Self.greatestTextByteCount {
      throw .tooLong(byteCount: text.count, limit: Self.greatestTextByteCount)
    }
    let lines = Self.lines(of: text)
    guard let first = lines.first, Self.equals(first, "-----BEGIN PUBLIC KEY-----") else {
      throw .missingPEMBegin
    }
    guard lines.count > 1, let last = lines.last, Self.equals(last, "-----END PUBLIC KEY-----")
    else { throw .missingPEMEnd }
    var base64 = Bytes()
    for line in lines[1..<(lines.count - 1)] {
      // A blank or a boundary inside is no character of base64; the decoder would name the place
      // in the joined text, which is not the place in this one.
      if let fault = line.firstIndex(where: { !Self.isBase64Character($0) }) {
        throw .invalidPEMText(offset: fault)
      }
      if line.isEmpty { throw .invalidPEMText(offset: line.startIndex) }
      base64.append(contentsOf: line)
    }
    let der: Bytes
    do {
      der = try Base64.decode(String(decoding: base64, as: UTF8.self))
    } catch {
      throw .invalidPEMText(offset: first.endIndex)
    }
    try self.init(subjectPublicKeyInfo: der.span)
  }

  /// The lines of a text without their ends; one line end at the end of the text counts for none.
  private static func lines(of text: Bytes) -> [Bytes.SubSequence] {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
  }

  private static func equals(_ line: Bytes.SubSequence, _ text: String) -> Bool {
    line.elementsEqual(text.utf8)
  }

  private static func isBase64Character(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="):
      true
    default:
      false
    }
  }
}
