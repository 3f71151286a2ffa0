/// Bytes as every function of this package takes and gives them.
///
/// `ContiguousArray` rather than `Array`: its `span` is available on every system that this package
/// supports, the span of an `Array` only on those of 2025 and later.
public typealias Bytes = ContiguousArray<UInt8>

extension ContiguousArray<UInt8> {
  /// Makes an array of the bytes of a span.
  ///
  /// - Parameter span: The bytes to copy.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(copying span: Span<UInt8>) {
    self.init(repeating: 0, count: span.count)
    for index in span.indices { self[index] = span[index] }
  }
}
