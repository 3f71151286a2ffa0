public import OSSPrimitives

/// The string to sign of V2, with the place of each step in it.
public struct StringToSignV2: Sendable {
  /// The bytes that are signed: UTF-8, lines ended by LF, none at the end.
  public let bytes: Bytes
  package let dateRange: Range<Int>
  package let headerRange: Range<Int>
  private let additionalRange: Range<Int>
  package let resourceRange: Range<Int>

  /// The string as text.
  public var text: String { text(bytes.indices) }

  /// The fourth line: the date, or the expiry of a URL.
  var date: String { text(dateRange) }

  /// The lines of the signed headers, each with its LF; empty if there are none.
  public var canonicalizedHeaders: String { text(headerRange) }

  /// The names of the additional headers with `;` between them; empty if there are none.
  public var additionalHeaders: String { text(additionalRange) }

  /// The bucket, the key and every parameter, percent-encoded.
  public var canonicalizedResource: String { text(resourceRange) }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension StringToSignV2 {
  /// The string to sign for a signature in the headers (V2-STS-1, V2-DATE-1).
  init(_ request: SigningRequest, at time: UnixTime, token: Bytes?) {
    self.init(request, token: token, adding: []) { time.append(rfc1123To: &$0) }
  }

  /// The string to sign for a presigned URL: the expiry stands where the date stands (V2-PRE-1).
  init(_ request: SigningRequest, expires: UnixTime, adding added: [QueryParameter]) {
    self.init(request, token: nil, adding: added) {
      $0.append(contentsOf: String(expires.seconds).utf8)
    }
  }

  private init(
    _ request: SigningRequest, token: Bytes?, adding added: [QueryParameter],
    _ appendFourthLine: (inout Bytes) -> Void
  ) {
    var buffer = Bytes()
    buffer.reserveCapacity(request.byteCountHint + (token?.count ?? 0))
    StringToSignV1.appendLeadingLines(of: request, to: &buffer)
    let dateStart = buffer.count
    appendFourthLine(&buffer)
    buffer.append(UInt8(ascii: "\n"))
    let headerStart = buffer.count
    Self.appendCanonicalizedHeaders(of: request, token: token, to: &buffer)
    let additionalStart = buffer.count
    Self.appendAdditionalHeaders(of: request, token: token, to: &buffer)
    buffer.append(UInt8(ascii: "\n"))
    let resourceStart = buffer.count
    Self.appendCanonicalizedResource(of: request, adding: added, to: &buffer)
    bytes = buffer
    dateRange = dateStart..<headerStart - 1
    headerRange = headerStart..<additionalStart
    additionalRange = additionalStart..<resourceStart - 1
    resourceRange = resourceStart..<buffer.count
  }
}
