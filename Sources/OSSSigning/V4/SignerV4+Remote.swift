internal import OSSPrimitives

extension SignerV4 {
  /// Signs a given string: the server's half of signing elsewhere (V4-REM-1).
  ///
  /// - Parameter stringToSign: the bytes as the app handed them out; not one is added or removed.
  /// - Returns: what the app is given back.
  /// - Throws: ``SigningError/foreignStringToSign`` if the bytes are not a string to sign for this
  ///   signer's region and product: a server signs nothing else.
  /// - Complexity: O(*n*) in the length of the string.
  public func signature(
    forStringToSign stringToSign: Span<UInt8>
  ) throws(SigningError) -> SignatureV4 {
    let bytes = Bytes(copying: stringToSign)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count == 4, lines[0].elementsEqual(StringToSignV4.algorithmName),
      let time = try? UnixTime(iso8601Basic: String(decoding: lines[1], as: UTF8.self)),
      lines[2].elementsEqual(identity.scope(at: time).description.utf8),
      (try? SignatureV4(String(decoding: lines[3], as: UTF8.self))) != nil
    else { throw .foreignStringToSign }
    return signingKey(at: time).signature(of: stringToSign)
  }

  /// Signs a given string, as its UTF-8 bytes (V4-REM-1).
  ///
  /// - Parameter stringToSign: the text as the app handed it out.
  /// - Returns: what the app is given back.
  /// - Throws: as for the bytes.
  /// - Complexity: O(*n*) in the length of the string.
  public func signature(forStringToSign stringToSign: String) throws(SigningError) -> SignatureV4 {
    let bytes = Bytes(stringToSign.utf8)
    return try signature(forStringToSign: bytes.span)
  }
}
