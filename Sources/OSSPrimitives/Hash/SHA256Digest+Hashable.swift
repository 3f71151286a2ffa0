extension SHA256Digest {
  /// Compares two digests in the same time wherever they differ.
  public static func == (left: SHA256Digest, right: SHA256Digest) -> Bool {
    var difference: UInt32 = 0
    difference |= left.first ^ right.first
    difference |= left.second ^ right.second
    difference |= left.third ^ right.third
    difference |= left.fourth ^ right.fourth
    difference |= left.fifth ^ right.fifth
    difference |= left.sixth ^ right.sixth
    difference |= left.seventh ^ right.seventh
    difference |= left.eighth ^ right.eighth
    return difference == 0
  }

  /// Feeds the digest to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(first)
    hasher.combine(second)
    hasher.combine(third)
    hasher.combine(fourth)
    hasher.combine(fifth)
    hasher.combine(sixth)
    hasher.combine(seventh)
    hasher.combine(eighth)
  }
}
