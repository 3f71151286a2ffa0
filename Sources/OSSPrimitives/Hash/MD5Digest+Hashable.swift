extension MD5Digest {
  /// Compares two digests in the same time wherever they differ.
  public static func == (left: MD5Digest, right: MD5Digest) -> Bool {
    var difference: UInt32 = 0
    difference |= left.first ^ right.first
    difference |= left.second ^ right.second
    difference |= left.third ^ right.third
    difference |= left.fourth ^ right.fourth
    return difference == 0
  }

  /// Feeds the digest to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(first)
    hasher.combine(second)
    hasher.combine(third)
    hasher.combine(fourth)
  }
}
