public import OSSPrimitives

/// A public key of RSA, for checking signatures and nothing else.
public struct RSAPublicKey: Equatable, Sendable {
  /// How many bits a modulus may have.
  ///
  /// The callbacks of OSS are signed with a key of 512 bits, the fewest that are taken. A modulus
  /// of that size can be factored with modest means, so such a signature separates an honest sender
  /// from a careless one, and keeps out nobody who is determined.
  public static let modulusBitCounts = 512...8192

  let modulus: NaturalNumber
  let exponent: UInt64

  /// How many bits the modulus has.
  public var modulusBitCount: Int { modulus.bitCount }
  /// How many bytes a signature has: those of the modulus.
  public var signatureByteCount: Int { (modulus.bitCount + 7) / 8 }

  /// Makes a key of its two numbers.
  ///
  /// - Parameters:
  ///   - modulus: The modulus, its highest byte first: an odd number of 512 to 8192 bits.
  ///   - exponent: The exponent, its highest byte first: an odd number of 3 or more, of at most 64
  ///     bits. With the exponent 1 anyone could write a signature.
  /// - Throws: ``RSAKeyError/modulusSize(bitCount:)``, ``RSAKeyError/evenModulus`` or
  ///   ``RSAKeyError/invalidExponent``.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(modulus: Span<UInt8>, exponent: Span<UInt8>) throws(RSAKeyError) {
    try self.init(
      modulus: NaturalNumber(bigEndian: modulus), exponent: NaturalNumber(bigEndian: exponent))
  }

  /// Refuses numbers that no key should have (CALL-KEY-6, CALL-REF-8).
  init(modulus: NaturalNumber, exponent: NaturalNumber) throws(RSAKeyError) {
    guard Self.modulusBitCounts.contains(modulus.bitCount) else {
      throw .modulusSize(bitCount: modulus.bitCount)
    }
    guard modulus.isOdd else { throw .evenModulus }
    guard exponent.isOdd, exponent.digits.count == 1, exponent.digits[0] >= 3 else {
      throw .invalidExponent
    }
    self.modulus = modulus
    self.exponent = exponent.digits[0]
  }
}

extension RSAPublicKey {
  /// The most bytes of PEM that are read.
  private static let greatestTextByteCount = 4096

  /// Reads a public key of PEM, RFC 7468 section 13 (CALL-KEY-4, CALL-KEY-5), and refuses any other
  /// text (CALL-REF-8).
  ///
  /// The first line is `-----BEGIN PUBLIC KEY-----` and the last `-----END PUBLIC KEY-----`; lines
  /// end with LF or CR LF, and the last need not end. Nothing is before, after or beside them.
  ///
  /// - Parameter pem: The bytes of the text, such as `Data` or the `utf8` of a `String`.
  /// - Throws: An ``RSAKeyError`` with the place of the fault.
  /// - Complexity: O(*n*) in the length of the text.
  public init(pem: some Sequence<UInt8>) throws(RSAKeyError) {
    try self.init(text: Bytes(pem))
  }

  /// Reads a public key of PEM as text; see ``init(pem:)-(Sequence<UInt8>)``.
  ///
  /// - Throws: An ``RSAKeyError`` with the place of the fault.
  public init(pem: String) throws(RSAKeyError) { try self.init(text: pem.bytes) }

  private init(text: Bytes) throws(RSAKeyError) {
    if text.count > Self.greatestTextByteCount {
      throw .tooLong(byteCount: text.count, limit: Self.greatestTextByteCount)
    }
    let lines = Self.lines(of: text)
    guard let first = lines.first, first.isText("-----BEGIN PUBLIC KEY-----") else {
      throw .missingPEMBegin
    }
    guard lines.count > 1, let last = lines.last, last.isText("-----END PUBLIC KEY-----")
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

  /// The lines of a text without their ends, LF or CR LF; what follows the last LF is a line too,
  /// unless it is empty.
  private static func lines(of text: Bytes) -> [Bytes.SubSequence] {
    var lines = text[...].pieces(at: "\n")
    let rest = lines.removeLast()
    lines = lines.map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    return rest.isEmpty ? lines : lines + [rest]
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

extension RSAPublicKey {
  /// The most bytes of DER that are read. No key that is used has more (CALL-KEY-6): one of 8192 bits
  /// has about 1060.
  private static let greatestByteCount = 2048

  /// `rsaEncryption` with the parameters NULL, RFC 8017 appendix C.
  private static let algorithm: Bytes = [
    0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
  ]

  /// Reads a `SubjectPublicKeyInfo` of DER, RFC 5280 section 4.1, strictly (CALL-KEY-4,
  /// CALL-KEY-5).
  ///
  /// Every key has one form only: lengths and integers are as short as can be, and nothing is
  /// before, between or after the values.
  ///
  /// - Parameter der: The bytes.
  /// - Throws: An ``RSAKeyError`` with the place of the fault.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(subjectPublicKeyInfo der: Span<UInt8>) throws(RSAKeyError) {
    if der.count > Self.greatestByteCount {
      throw .tooLong(byteCount: der.count, limit: Self.greatestByteCount)
    }
    var reader = DERReader(Bytes(copying: der))
    var info = try reader.contents(.sequence)
    try reader.finish()
    var algorithm = try info.contents(.sequence)
    try algorithm.expect(Self.algorithm)
    try algorithm.finish()
    var bits = try info.bitString()
    try info.finish()
    var numbers = try bits.contents(.sequence)
    try bits.finish()
    let modulus = try numbers.integer()
    let exponent = try numbers.integer()
    try numbers.finish()
    try self.init(modulus: modulus, exponent: exponent)
  }
}

/// Why bytes or a text are not an RSA public key that can be used.
///
/// Offsets count bytes, of the text for PEM and of the decoded bytes for DER.
public enum RSAKeyError: Error, Equatable, Sendable {
  /// The text or the bytes are longer than any key that is read.
  case tooLong(byteCount: Int, limit: Int)
  /// The text does not begin with `-----BEGIN PUBLIC KEY-----` on a line of its own.
  case missingPEMBegin
  /// The text does not end with `-----END PUBLIC KEY-----` on a line of its own.
  case missingPEMEnd
  /// What is between the two lines of PEM is not base64, from this byte on.
  case invalidPEMText(offset: Int)
  /// The bytes end inside a value of DER.
  case unexpectedEnd(offset: Int)
  /// A value has another tag than the one that is due.
  case unexpectedTag(UInt8, offset: Int)
  /// A length is not written in the one way that DER has for it.
  case invalidLength(offset: Int)
  /// Bytes stand where a value has ended.
  case trailingBytes(offset: Int)
  /// The key is of another algorithm than RSA, or RSA with parameters.
  case notRSA(offset: Int)
  /// The bit string of the key does not consist of whole bytes.
  case unusedBits(offset: Int)
  /// An integer is negative or has a zero byte too many.
  case invalidInteger(offset: Int)
  /// The modulus has too few or too many bits.
  case modulusSize(bitCount: Int)
  /// The modulus is even, so that it is no product of two large primes.
  case evenModulus
  /// The exponent is even, less than 3 or has more than 64 bits.
  case invalidExponent
}

extension RSAKeyError {
  /// The error class of the adapter protocol for this fault.
  public var code: String { "invalid-public-key" }
}

extension RSAKeyError: PlainError, CustomStringConvertible {
  /// A sentence that names the fault and its place.
  public var description: String {
    switch self {
    case .tooLong(let byteCount, let limit):
      "The key has % bytes, more than the limit of %.".filled(byteCount, limit)
    case .missingPEMBegin:
      "The key does not begin with a line -----BEGIN PUBLIC KEY-----."
    case .missingPEMEnd:
      "The key does not end with a line -----END PUBLIC KEY-----."
    case .invalidPEMText(let offset):
      "The key is not base64 from byte % on.".filled(offset)
    case .unexpectedEnd(let offset):
      "The key ends at byte %, inside a value.".filled(offset)
    case .unexpectedTag(let tag, let offset):
      "The key has the tag 0x% at byte %, where another is due.".filled(byte: tag, offset)
    case .invalidLength(let offset):
      "The key has a length at byte % that DER does not write so.".filled(offset)
    case .trailingBytes(let offset):
      "The key goes on at byte %, where a value has ended.".filled(offset)
    case .notRSA(let offset):
      "The key is not one of plain RSA, from byte % on.".filled(offset)
    case .unusedBits(let offset):
      "The key has a bit string of broken bytes at byte %.".filled(offset)
    case .invalidInteger(let offset):
      "The key has an integer at byte % that is negative or has a zero too many.".filled(offset)
    case .modulusSize(let bitCount):
      "The modulus has % bits, where 512 to 8192 can be used.".filled(bitCount)
    case .evenModulus:
      "The modulus is even."
    case .invalidExponent:
      "The exponent is not an odd number from 3 to 2 to the 64."
    }
  }
}

extension RSAPublicKey {
  /// Checks a signature of RSASSA-PKCS1-v1_5 with MD5, RFC 8017 section 8.2.2 (CALL-SIG-1).
  ///
  /// The encoded message is written again and compared as a whole, rather than read: there is one
  /// encoding of a digest, and a lax reader of it lets signatures be made up. MD5 is what OSS signs
  /// its callbacks with; see `MD5` for what it is worth.
  ///
  /// - Parameters:
  ///   - signature: The signature, as many bytes as the modulus has.
  ///   - digest: The digest of the message.
  /// - Throws: An ``RSASignatureError`` if the key did not make the signature.
  /// - Complexity: O(*n*²) in the number of bits of the modulus.
  public func verify(
    _ signature: Span<UInt8>, of digest: MD5Digest
  ) throws(RSASignatureError) {
    let found = try open(signature)
    let due = Self.encodedMessage(of: digest, byteCount: signatureByteCount)
    guard constantTimeEqual(found.span, due.span) else { throw .mismatch }
  }

  /// What a signature opens to: RSAVP1 of RFC 8017 section 5.2.2, as many bytes as the modulus has
  /// (CALL-SIG-2).
  ///
  /// - Parameter signature: The signature.
  /// - Throws: ``RSASignatureError/wrongLength(byteCount:expected:)`` or
  ///   ``RSASignatureError/outOfRange``.
  /// - Complexity: O(*n*²) in the number of bits of the modulus.
  private func open(_ signature: Span<UInt8>) throws(RSASignatureError) -> Bytes {
    guard signature.count == signatureByteCount else {
      throw .wrongLength(byteCount: signature.count, expected: signatureByteCount)
    }
    let number = NaturalNumber(bigEndian: signature)
    guard number < modulus else { throw .outOfRange }
    return MontgomeryModulus(modulus).power(number, NaturalNumber(digits: [exponent]))
      .bigEndianBytes(count: signatureByteCount)
  }

  /// Makes the signature that ``verify(_:of:)`` takes, RFC 8017 section 8.2.1, with a key of tests: no
  /// care is taken to hide the exponent from a clock.
  ///
  /// - Parameter privateExponent: The private exponent of the key, its highest byte first.
  /// - Complexity: O(*n*³) in the number of bits of the modulus.
  package func sign(_ digest: MD5Digest, privateExponent: Span<UInt8>) -> Bytes {
    let message = Self.encodedMessage(of: digest, byteCount: signatureByteCount)
    return MontgomeryModulus(modulus)
      .power(NaturalNumber(bigEndian: message.span), NaturalNumber(bigEndian: privateExponent))
      .bigEndianBytes(count: signatureByteCount)
  }

  /// The `DigestInfo` of MD5 up to the digest, RFC 8017 section 9.2.
  private static let digestInfo: Bytes = [
    0x30, 0x20, 0x30, 0x0c, 0x06, 0x08, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05, 0x05, 0x00,
    0x04, 0x10,
  ]

  /// What a signature opens to: `00 01`, bytes `FF`, `00`, and the `DigestInfo` (CALL-SIG-3).
  ///
  /// - Parameter byteCount: The bytes of the modulus, 64 or more; the padding is then at least 27
  ///   bytes long, where eight would do.
  private static func encodedMessage(of digest: MD5Digest, byteCount: Int) -> Bytes {
    let paddingCount = byteCount - digestInfo.count - MD5Digest.byteCount - 3
    var message: Bytes = [0x00, 0x01]
    message.reserveCapacity(byteCount)
    message.append(contentsOf: repeatElement(0xff, count: paddingCount))
    message.append(0x00)
    message.append(contentsOf: digestInfo)
    digest.append(to: &message)
    return message
  }
}

/// Why a signature is not one that the key made for the message.
public enum RSASignatureError: Error, Equatable, Sendable {
  /// The signature has more or fewer bytes than the modulus.
  case wrongLength(byteCount: Int, expected: Int)
  /// The number that the signature writes is not less than the modulus.
  case outOfRange
  /// The signature is not that of the message, or its padding is not the one that is due.
  case mismatch
}

extension RSASignatureError: PlainError, CustomStringConvertible {
  /// A sentence that names the fault.
  public var description: String {
    switch self {
    case .wrongLength(let byteCount, let expected):
      "The signature has % bytes, where the key makes %.".filled(byteCount, expected)
    case .outOfRange: "The signature is not less than the modulus of the key."
    case .mismatch: "The signature is not one of this message and key."
    }
  }
}

/// A place in DER and the functions that read on from there, strictly: ITU-T X.690 section 10.
struct DERReader {
  private let bytes: Bytes
  /// The offset of the next byte.
  private(set) var offset: Int
  private let end: Int

  init(_ bytes: Bytes) {
    self.bytes = bytes
    offset = 0
    end = bytes.count
  }

  private init(_ bytes: Bytes, _ range: Range<Int>) {
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The tags of the four types that a public key is made of.
  enum Tag: UInt8 {
    case integer = 0x02
    case bitString = 0x03
    case objectIdentifier = 0x06
    case sequence = 0x30
  }

  /// Moves over a value and gives where its contents stand.
  mutating func value(_ tag: Tag) throws(RSAKeyError) -> Range<Int> {
    guard offset < end else { throw .unexpectedEnd(offset: offset) }
    guard bytes[offset] == tag.rawValue else {
      throw .unexpectedTag(bytes[offset], offset: offset)
    }
    offset += 1
    let count = try length()
    guard count <= end - offset else { throw .unexpectedEnd(offset: end) }
    let start = offset
    offset += count
    return start..<offset
  }

  /// Moves over a value and gives a reader of its contents.
  mutating func contents(_ tag: Tag) throws(RSAKeyError) -> DERReader {
    DERReader(bytes, try value(tag))
  }

  /// Moves over a bit string of whole bytes and gives a reader of them.
  mutating func bitString() throws(RSAKeyError) -> DERReader {
    let range = try value(.bitString)
    guard let unused = bytes[range].first else { throw .unexpectedEnd(offset: range.lowerBound) }
    if unused != 0 { throw .unusedBits(offset: range.lowerBound) }
    return DERReader(bytes, range.dropFirst())
  }

  /// Moves over an integer that is not negative.
  mutating func integer() throws(RSAKeyError) -> NaturalNumber {
    let range = try value(.integer)
    let contents = bytes[range]
    guard let first = contents.first else { throw .invalidInteger(offset: range.lowerBound) }
    let hasZero = first == 0 && contents.count > 1
    if first >= 0x80 || hasZero && bytes[range.lowerBound + 1] < 0x80 {
      throw .invalidInteger(offset: range.lowerBound)
    }
    return NaturalNumber(bigEndian: contents.span)
  }

  /// Moves over bytes that must be next, as they are.
  mutating func expect(_ expected: Bytes) throws(RSAKeyError) {
    for byte in expected {
      guard offset < end, bytes[offset] == byte else { throw .notRSA(offset: offset) }
      offset += 1
    }
  }

  /// Checks that nothing follows.
  func finish() throws(RSAKeyError) {
    if offset < end { throw .trailingBytes(offset: offset) }
  }

  /// Reads a length: in one byte up to 127, else in as few bytes as it takes.
  private mutating func length() throws(RSAKeyError) -> Int {
    let start = offset
    guard offset < end else { throw .unexpectedEnd(offset: offset) }
    let first = bytes[offset]
    offset += 1
    if first < 0x80 { return Int(first) }
    // Three bytes are more than any key needs, and the indefinite length has none.
    let count = Int(first & 0x7f)
    guard 1...3 ~= count else { throw .invalidLength(offset: start) }
    guard count <= end - offset else { throw .unexpectedEnd(offset: end) }
    var length = 0
    for _ in 0..<count {
      length = length << 8 | Int(bytes[offset])
      offset += 1
    }
    if length < 0x80 || length >> (8 * (count - 1)) == 0 { throw .invalidLength(offset: start) }
    return length
  }
}
