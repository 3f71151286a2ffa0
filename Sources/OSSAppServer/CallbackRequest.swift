public import OSSPrimitives

/// A callback as an app's server received it, to be verified before it is believed (CALL-STS).
///
///     let callback = CallbackRequest(target: target, body: body)
///     let url = try callback.publicKeyURL(header: headers["x-oss-pub-key-url"])
///     let key = try RSAPublicKey(pem: await fetch(url))
///     try callback.verify(authorization: headers["Authorization"], key: key)
public struct CallbackRequest: Sendable {
  /// The path and the query as they stand on the request line.
  public let target: Bytes
  /// The body, not one byte changed.
  public let body: Bytes

  /// Keeps what was received.
  ///
  /// - Parameters:
  ///   - target: the path and the query as they stand on the request line, such as
  ///     `/index.php?id=1`, not decoded.
  ///   - body: the body as it was received, such as `Data`; one that was read and written again has
  ///     other bytes.
  public init(target: String, body: some Sequence<UInt8>) {
    self.init(target: target.bytes, body: Bytes(body))
  }

  /// Keeps what was received, from the bytes of the request line.
  public init(target: Bytes, body: Bytes) {
    self.target = target
    self.body = body
  }

  /// What OSS signs: the path, decoded, the query as it is, LF and the body (CALL-STS-1).
  ///
  /// A `+` and a broken triplet of the path stay (CALL-STS-2, CALL-STS-3), and so do a `?` with
  /// nothing after it, which is there only if it came (CALL-STS-4, CALL-STS-6), and the body
  /// (CALL-STS-5).
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public var stringToSign: Bytes {
    var string = Bytes()
    string.reserveCapacity(target.count + 1 + body.count)
    let mark = target.firstIndex(of: UInt8(ascii: "?")) ?? target.count
    var index = 0
    while index < mark {
      if target[index] == UInt8(ascii: "%"), index + 2 < mark,
        let high = Hexadecimal.value(of: target[index + 1]),
        let low = Hexadecimal.value(of: target[index + 2])
      {
        string.append(high << 4 | low)
        index += 3
      } else {
        string.append(target[index])
        index += 1
      }
    }
    string.append(contentsOf: target[mark...])
    string.append(ascii: "\n")
    string.append(contentsOf: body)
    return string
  }

  /// The URL of the key that the callback is signed with, if it is one of OSS (CALL-KEY-1,
  /// CALL-KEY-2, CALL-KEY-3); else refused (CALL-REF-6).
  ///
  /// A URL that came with `http://`, which OSS may send, is returned with `https://`: a key
  /// that is fetched over `http` can be replaced on the way. Keep the key.
  ///
  /// - Parameter header: the value of the header `x-oss-pub-key-url`.
  /// - Returns: The URL, which begins with `https://gosspublic.alicdn.com/`.
  /// - Throws: ``CallbackVerificationError/missingKeyURL``,
  ///   ``CallbackVerificationError/invalidKeyURL(_:)`` or
  ///   ``CallbackVerificationError/foreignKeyURL``.
  public func publicKeyURL(header: String?) throws(CallbackVerificationError) -> String {
    let url = try receivedKeyURL(header: header)
    let plain = "http:"
    guard url.utf8.starts(with: plain.utf8) else { return url }
    return "https:" + String(decoding: url.utf8.dropFirst(plain.utf8.count), as: UTF8.self)
  }

  /// The URL of the key where a test signs callbacks with a key of its own, such as that of
  /// `oss-conform serve`; any other URL is one of OSS, or refused as ``publicKeyURL(header:)`` has it.
  ///
  /// Whoever can write at that URL can sign for OSS: name one in tests alone.
  ///
  /// - Parameters:
  ///   - header: the value of the header `x-oss-pub-key-url`.
  ///   - testURL: the one further URL that is taken, byte by byte.
  /// - Throws: as ``publicKeyURL(header:)``.
  public func publicKeyURL(
    header: String?, orTest testURL: String
  ) throws(CallbackVerificationError) -> String {
    if let header, let url = try? Base64.decode(header), url == testURL.bytes { return testURL }
    return try publicKeyURL(header: header)
  }

  /// The URL of ``publicKeyURL(header:)`` as it came, which may begin with `http://` (CALL-KEY-2).
  package func receivedKeyURL(header: String?) throws(CallbackVerificationError) -> String {
    guard let header, !header.utf8.isEmpty else { throw .missingKeyURL }
    let url: Bytes
    do {
      url = try Base64.decode(header)
    } catch {
      throw .invalidKeyURL(error)
    }
    guard CallbackKeyURL.isAllowed(url) else { throw .foreignKeyURL }
    return String(decoding: url, as: UTF8.self)
  }

  /// Checks that OSS signed the callback (CALL-SIG-1, CALL-SIG-4); else refused (CALL-REF-7).
  ///
  /// The key of OSS has 512 bits, which is few today (CALL-KEY-6): take a callback for a hint, and ask
  /// OSS for the object before anything depends on it.
  ///
  /// - Parameters:
  ///   - authorization: the value of the header `Authorization`.
  ///   - key: the key from the URL that ``publicKeyURL(header:)`` allows.
  /// - Throws: ``CallbackVerificationError/missingSignature``,
  ///   ``CallbackVerificationError/invalidSignature(_:)`` or
  ///   ``CallbackVerificationError/mismatch``: the callback is not to be believed.
  /// - Complexity: O(*n*) in the number of bytes, and a verification of RSA.
  public func verify(
    authorization: String?, key: RSAPublicKey
  ) throws(CallbackVerificationError) {
    guard let authorization, !authorization.utf8.isEmpty else { throw .missingSignature }
    let signature: Bytes
    do {
      signature = try Base64.decode(authorization)
    } catch {
      throw .invalidSignature(error)
    }
    do {
      try key.verify(signature.span, of: MD5.hash(stringToSign.span))
    } catch {
      throw .mismatch
    }
  }
}

/// Which URLs the key of a callback may be fetched from (CALL-KEY).
///
/// A callback names the URL itself, so that a stranger could name his own; only those of OSS count.
enum CallbackKeyURL {
  /// The most bytes that such a URL has.
  private static let greatestByteCount = 1024
  private static let beginnings = [
    "https://gosspublic.alicdn.com/", "http://gosspublic.alicdn.com/",
  ]

  /// Whether a URL begins with the host of OSS and the slash after it (CALL-KEY-2), and is visible
  /// ASCII and not too long (CALL-KEY-3).
  ///
  /// The slash is what makes it the host: without it `gosspublic.alicdn.com.example` and
  /// `gosspublic.alicdn.com@example` begin so too.
  static func isAllowed(_ url: Bytes) -> Bool {
    url.count <= greatestByteCount && beginnings.contains { url.begins(with: $0) }
      && url.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }
  }
}

/// Why a callback is not to be believed.
public enum CallbackVerificationError: Error, Equatable, Sendable {
  /// The header `x-oss-pub-key-url` is missing or empty.
  case missingKeyURL
  /// The header `x-oss-pub-key-url` is not base64.
  case invalidKeyURL(Base64Error)
  /// The key would come from somewhere else than OSS.
  case foreignKeyURL
  /// The header `Authorization` is missing or empty.
  case missingSignature
  /// The header `Authorization` is not base64.
  case invalidSignature(Base64Error)
  /// The key did not make the signature of this callback.
  case mismatch
}

extension CallbackVerificationError {
  /// The error class of the adapter protocol for this fault.
  public var code: String {
    switch self {
    case .missingKeyURL, .invalidKeyURL, .foreignKeyURL: "invalid-key-url"
    case .missingSignature, .invalidSignature, .mismatch: "invalid-callback-signature"
    }
  }
}

extension CallbackVerificationError: PlainError, CustomStringConvertible {
  /// One sentence that says what is wrong.
  public var description: String {
    switch self {
    case .missingKeyURL: "The callback has no header 'x-oss-pub-key-url'."
    case .invalidKeyURL(let error):
      "The URL of the key is not base64: %".filled(
        error.description)
    case .foreignKeyURL:
      "The URL of the key does not begin with https://gosspublic.alicdn.com/ or the same with http."
    case .missingSignature: "The callback has no header 'Authorization'."
    case .invalidSignature(let error):
      "The signature is not base64: %".filled(
        error.description)
    case .mismatch: "The signature is not one of this callback and key."
    }
  }
}
