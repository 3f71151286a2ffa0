public import OSSPrimitives

/// The string to sign of V4 and the canonical request in it, with the place of each step.
///
/// All steps are parts of one buffer, so that showing them costs nothing until they are read.
public struct StringToSignV4: Sendable {
  /// The canonical request, and the string to sign after it.
  let buffer: Bytes
  let layout: StringLayoutV4

  /// The string as text, as an app sends it to a server that signs.
  public var text: String { text(of: layout.string) }

  /// The bytes that are signed: four lines with an LF between them, none at the end (V4-STS-1).
  ///
  /// - Complexity: O(*n*) in the length of the string.
  public var bytes: Bytes { Bytes(buffer[layout.string]) }

  /// The six parts whose hash is signed (V4-REQ-1).
  public var canonicalRequest: String { text(of: layout.request) }

  /// The bucket and the key, percent-encoded (V4-URI).
  public var canonicalURI: String { text(of: layout.uri) }

  /// The parameters, percent-encoded and sorted; empty if there are none (V4-QRY).
  public var canonicalQuery: String { text(of: layout.query) }

  /// The lines of the signed headers, each with its LF; empty if there are none (V4-HDR).
  public var canonicalHeaders: String { text(of: layout.headers) }

  /// The names of the additional headers, with `;` between; empty if there are none (V4-ADD).
  public var additionalHeaders: String { text(of: layout.additionalHeaders) }

  /// The SHA-256 of the canonical request in hexadecimal digits of lower case (V4-STS-3).
  public var canonicalRequestHash: String { text(of: layout.hash) }

  /// The day, the region and the product that the signature is for (V4-SCO).
  public var scope: String { text(of: layout.scope) }

  private func text(of range: Range<Int>) -> String {
    String(decoding: buffer[range], as: UTF8.self)
  }
}

/// Where the steps stand in the buffer of a ``StringToSignV4``.
struct StringLayoutV4: Sendable {
  var uri = 0..<0
  var query = 0..<0
  var headers = 0..<0
  var additionalHeaders = 0..<0
  var request = 0..<0
  var scope = 0..<0
  var hash = 0..<0
  var string = 0..<0
}
