import OSSPrimitives
import Testing

@Suite struct `Comparison in constant time` {
  static let pairs: [(Bytes, Bytes, Bool)] = [
    ([], [], true), ([1], [1], true), ([1, 2, 3], [1, 2, 3], true), ([1], [], false),
    ([], [1], false), ([1, 2], [1, 3], false), ([0, 2], [1, 2], false), ([1, 1], [2, 2], false),
    ([128], [0], false), ([1, 2], [1, 2, 3], false),
  ]

  @Test(arguments: pairs)
  func `is true for equal bytes alone`(first: Bytes, second: Bytes, expected: Bool) {
    let isEqual = constantTimeEqual(first.span, second.span)
    #expect(isEqual == expected)
    #expect(Self.pairs.count == 10)
  }
}
