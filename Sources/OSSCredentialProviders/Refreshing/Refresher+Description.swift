extension Refresher: CustomReflectable {
  /// A mirror of nothing: what a fetch threw is kept here, and may hold a secret or a token.
  nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
