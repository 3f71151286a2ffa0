extension SignerFailure: CustomStringConvertible, CustomDebugStringConvertible {
  /// How long the text is; never the text.
  public var description: String {
    isCut
      ? "a text of more than \(Self.maximumByteCount) bytes"
      : "a text of \(text.utf8.count) bytes"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension SignerFailure: CustomReflectable {
    /// A mirror of the length alone, so that `dump` shows no text.
    public var customMirror: Mirror {
      Mirror(self, children: ["byteCount": text.utf8.count, "isCut": isCut])
    }
  }
#endif
