public import OSSPrimitives

extension SignerFailure: Redacted {
  /// How long the text is; never the text.
  public var description: String {
    isCut
      ? "a text of more than \(Self.maximumByteCount) bytes"
      : "a text of \(text.utf8.count) bytes"
  }
}
