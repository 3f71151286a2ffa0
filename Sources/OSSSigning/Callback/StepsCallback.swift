package import OSSPrimitives

/// The steps of a callback: how it is asked for, and how its signature is checked.
///
/// The steps are members, so that a server with one known mistake differs in one of them.
package struct StepsCallback: Sendable {
  /// The JSON of a callback.
  package var callback: @Sendable (UploadCallback) -> Bytes
  /// The JSON of an app's own variables.
  package var variables: @Sendable (CallbackVariables) -> Bytes
  /// Whether a key may be fetched from a URL, in bytes.
  package var isAllowedKeyURL: @Sendable (Bytes) -> Bool
  /// Appends the path of a callback as it is signed, from the one that was received.
  package var signedPath: @Sendable (Bytes.SubSequence, inout Bytes) -> Void
  /// Appends the query of a callback as it is signed, its `?` with it.
  package var signedQuery: @Sendable (Bytes.SubSequence, inout Bytes) -> Void
  /// Appends what stands between the query and the body.
  package var separator: @Sendable (inout Bytes) -> Void
  /// Whether a key made a signature of a string.
  package var isSignature: @Sendable (Bytes, Bytes, RSAPublicKey) -> Bool

  /// The steps as the specification has them.
  package static let standard = StepsCallback(
    callback: callbackBytes,
    variables: variableBytes,
    isAllowedKeyURL: CallbackKeyURL.isAllowed,
    signedPath: appendDecodedPath,
    signedQuery: { $1.append(contentsOf: $0) },
    separator: { $0.append(UInt8(ascii: "\n")) },
    isSignature: isSignature)
}

extension StepsCallback {
  /// The path with its triplets decoded; a `+` and a broken triplet stay (CALL-STS-2, CALL-STS-3).
  private static func appendDecodedPath(_ path: Bytes.SubSequence, to buffer: inout Bytes) {
    var index = path.startIndex
    while index < path.endIndex {
      if path[index] == UInt8(ascii: "%"), index + 2 < path.endIndex,
        let high = Hexadecimal.value(of: path[index + 1]),
        let low = Hexadecimal.value(of: path[index + 2])
      {
        buffer.append(high << 4 | low)
        index += 3
      } else {
        buffer.append(path[index])
        index += 1
      }
    }
  }

  private static func isSignature(
    _ signature: Bytes, of string: Bytes, by key: RSAPublicKey
  ) -> Bool {
    do {
      try key.verify(signature.span, of: MD5.hash(string.span))
      return true
    } catch {
      return false
    }
  }
}
