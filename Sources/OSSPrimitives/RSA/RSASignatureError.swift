/// Why a signature is not one that the key made for the message.
public enum RSASignatureError: Error, Hashable, Sendable {
  /// The signature has more or fewer bytes than the modulus.
  case wrongLength(byteCount: Int, expected: Int)
  /// The number that the signature writes is not less than the modulus.
  case outOfRange
  /// The signature is not that of the message, or its padding is not the one that is due.
  case mismatch
}

extension RSASignatureError: CustomStringConvertible {
  /// A sentence that names the fault.
  public var description: String {
    switch self {
    case .wrongLength(let byteCount, let expected):
      "The signature has \(byteCount) bytes, where the key makes \(expected)."
    case .outOfRange: "The signature is not less than the modulus of the key."
    case .mismatch: "The signature is not one of this message and key."
    }
  }
}
