extension UnixTime: Comparable {
  /// Whether one moment is before another.
  public static func < (left: UnixTime, right: UnixTime) -> Bool { left.seconds < right.seconds }
}
