extension UInt32 {
  /// The word with its bits moved to the left, those that leave coming back on the right.
  @inline(__always)
  func rotatedLeft(_ count: UInt32) -> UInt32 { self &<< count | self &>> (32 &- count) }

  /// The word with its bits moved to the right, those that leave coming back on the left.
  @inline(__always)
  func rotatedRight(_ count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}
