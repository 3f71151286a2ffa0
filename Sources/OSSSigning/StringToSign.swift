public import OSSPrimitives

/// The text that is signed, with every step on the way to it.
///
/// All steps are parts of one buffer, so that showing them costs nothing until they are read.
public struct StringToSign: Sendable {
  /// A step on the way to the string to sign.
  public enum Step: Hashable, Sendable, CaseIterable {
    /// The bucket and the key, percent-encoded; V4 alone (V4-URI).
    case canonicalURI
    /// The parameters, percent-encoded and sorted, "" for none; V4 alone (V4-QRY).
    case canonicalQuery
    /// The lines of the signed headers, each with its LF, "" for none (V1-HDR, V2-HDR, V4-HDR).
    case canonicalHeaders
    /// The names of the additional headers with `;` between, "" for none; V2 and V4 (V2-ADD, V4-ADD).
    case additionalHeaders
    /// The bucket, the key and the signed parameters; V1 and V2 (V1-RES, V2-RES).
    case canonicalResource
    /// The six parts whose hash is signed; V4 alone (V4-REQ-1).
    case canonicalRequest
    /// The SHA-256 of the canonical request in hexadecimal digits; V4 alone (V4-STS-3).
    case canonicalRequestHash
    /// The day, the region and the product that the signature is for; V4 alone (V4-SCO).
    case scope
  }

  /// The steps, and with V4 the string to sign after the canonical request.
  var buffer: Bytes
  /// Where the string begins, which ends with the buffer.
  private(set) var start = 0
  private var stepStart = 0
  private var steps = StepRanges()

  /// Makes an empty string with room for a number of bytes.
  init(reserving byteCount: Int) {
    buffer = Bytes()
    buffer.reserveCapacity(byteCount)
  }

  /// Notes that a step begins here.
  mutating func begin() { stepStart = buffer.count }

  /// Notes that the step that began last ends here.
  mutating func end(_ step: Step) { steps[step] = stepStart..<buffer.count }

  /// Notes that the canonical request ends here, and that the string to sign begins.
  mutating func endCanonicalRequest() {
    steps[.canonicalRequest] = 0..<buffer.count
    start = buffer.count
  }
}

extension StringToSign {
  /// The string as text, as an app sends it to a server that signs.
  public var text: String { text(start..<buffer.count) }

  /// The bytes that are signed: lines with an LF between them, none at the end.
  ///
  /// - Complexity: O(*n*) in the length of the string.
  public var bytes: Bytes { Bytes(buffer[start...]) }

  /// What shows a server which request it signs: with V4 the canonical request, with V1 and V2 the
  /// string to sign itself.
  ///
  /// The string of V4 holds a hash alone, so a server that checks what it signs needs this text. A
  /// security token may stand in it.
  public var requestText: String { self[.canonicalRequest] ?? text }

  /// A step as text; nil where the version has no such step.
  public subscript(step: Step) -> String? { steps[step].map(text) }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: buffer[range], as: UTF8.self)
  }
}

extension StringToSign: Redacted {
  /// The number of bytes; a token may stand among them, so ``text`` is asked for by name.
  public var description: String { "StringToSign(\(buffer.count - start) bytes)" }
}

/// Where the steps stand in the buffer of a ``StringToSign``.
///
/// Each range is one number: the compiler copies what has more than 15 parts at every turn.
private struct StepRanges: Sendable {
  private static let none = UInt64.max

  private var uri = none
  private var query = none
  private var headers = none
  private var additionalHeaders = none
  private var resource = none
  private var request = none
  private var hash = none
  private var scope = none

  subscript(step: StringToSign.Step) -> Range<Int>? {
    get {
      let number = self[number: step]
      if number == Self.none { return nil }
      return Int(number >> 32)..<Int(number & 0xFFFF_FFFF)
    }
    set {
      guard let newValue else { return }
      self[number: step] = UInt64(newValue.lowerBound) << 32 | UInt64(UInt32(newValue.upperBound))
    }
  }

  private subscript(number step: StringToSign.Step) -> UInt64 {
    get {
      switch step {
      case .canonicalURI: uri
      case .canonicalQuery: query
      case .canonicalHeaders: headers
      case .additionalHeaders: additionalHeaders
      case .canonicalResource: resource
      case .canonicalRequest: request
      case .canonicalRequestHash: hash
      case .scope: scope
      }
    }
    set {
      switch step {
      case .canonicalURI: uri = newValue
      case .canonicalQuery: query = newValue
      case .canonicalHeaders: headers = newValue
      case .additionalHeaders: additionalHeaders = newValue
      case .canonicalResource: resource = newValue
      case .canonicalRequest: request = newValue
      case .canonicalRequestHash: hash = newValue
      case .scope: scope = newValue
      }
    }
  }
}
