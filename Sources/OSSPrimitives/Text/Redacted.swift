#if hasFeature(Embedded)
  /// A value that holds a secret or a token, and shows neither when it is printed or logged.
  package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible {}
#else
  /// A value that holds a secret or a token, and shows neither when it is printed, logged, or dumped.
  ///
  /// What it may show is its `description`; what is to be sent is asked for by name.
  package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
  {}

  extension Redacted {
    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
  }
#endif

extension Redacted {
  /// The same as `description`.
  public var debugDescription: String { description }
}
