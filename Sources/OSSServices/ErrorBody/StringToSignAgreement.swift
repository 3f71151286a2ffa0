internal import OSSPrimitives

/// How the text of a string to sign in an error body differs from the bytes beside it (ERR-STS-4).
public enum StringToSignAgreement: String, CaseIterable, Hashable, Sendable {
  /// The two are the same bytes.
  case equal
  /// The two differ in white space alone, which XML and those who copy a body change.
  case layout
  /// The two differ in more: one of them was edited, or escaped once more on its way.
  case different

  /// Compares the text with the bytes.
  init(text: Bytes, bytes: Bytes) {
    if text == bytes {
      self = .equal
    } else {
      let isInk = { (byte: UInt8) in !XMLWhiteSpace.contains(byte) }
      self = text.filter(isInk) == bytes.filter(isInk) ? .layout : .different
    }
  }
}
