/// A prepared key of HMAC-SHA-1.
public typealias HMACSHA1Key = HMACKey<SHA1>

/// A prepared key of HMAC-SHA-256.
public typealias HMACSHA256Key = HMACKey<SHA256>

// The two overloads give the same as the generic function. That one copies whole states, and
// another module can only call it through tables of functions: a third more over a short message.

extension HMACKey where Hash == SHA1 {
  /// The authentication code of a message.
  ///
  /// - Parameter message: The bytes of the message.
  /// - Returns: The code; its `==` takes the same time wherever two codes differ.
  /// - Complexity: O(*n*) in the number of bytes.
  public func authenticationCode(for message: Span<UInt8>) -> SHA1Digest {
    outer.finalize(appending: inner.finalize(appending: message))
  }
}

extension HMACKey where Hash == SHA256 {
  /// The authentication code of a message.
  ///
  /// - Parameter message: The bytes of the message.
  /// - Returns: The code; its `==` takes the same time wherever two codes differ.
  /// - Complexity: O(*n*) in the number of bytes.
  public func authenticationCode(for message: Span<UInt8>) -> SHA256Digest {
    outer.finalize(appending: inner.finalize(appending: message))
  }
}
