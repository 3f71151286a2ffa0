/// What the JSON reader is willing to read.
public struct JSONLimits: Hashable, Sendable {
  /// The greatest depth that can be asked for.
  ///
  /// The reader, the writers and the release of a value call themselves once for each level. This
  /// many levels fit on the 512 KiB stack of a secondary thread, in a debug build too.
  public static let greatestDepth = 128

  /// What is read if nothing else is said: 64 levels and 16 MiB.
  public static let standard = JSONLimits(depth: 64, byteCount: 16 << 20)

  /// How many arrays and objects may be open at the same time.
  public let depth: Int
  /// How many bytes the text may have.
  public let byteCount: Int

  /// Makes limits.
  ///
  /// - Parameters:
  ///   - depth: The number of arrays and objects open at once, taken into `0...greatestDepth`.
  ///   - byteCount: The number of bytes of text; a negative number counts as 0.
  public init(depth: Int = 64, byteCount: Int = 16 << 20) {
    self.depth = min(max(depth, 0), Self.greatestDepth)
    self.byteCount = max(byteCount, 0)
  }
}
