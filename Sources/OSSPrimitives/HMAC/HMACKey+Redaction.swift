extension HMACKey: CustomStringConvertible, CustomDebugStringConvertible {
  /// A text that shows nothing of the key.
  public var description: String { "HMAC key (not shown)" }

  /// A text that shows nothing of the key.
  public var debugDescription: String { description }
}

extension HMAC: CustomStringConvertible, CustomDebugStringConvertible {
  /// A text that shows nothing of the key.
  public var description: String { "HMAC state (not shown)" }

  /// A text that shows nothing of the key.
  public var debugDescription: String { description }
}

// Reflection would show the states to `dump` and to a debugger; Embedded Swift has none.
#if !$Embedded
  extension HMACKey: CustomReflectable {
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
  }

  extension HMAC: CustomReflectable {
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
  }
#endif
