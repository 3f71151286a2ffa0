/// Bytes as every function of this package takes and gives them.
///
/// `ContiguousArray` rather than `Array`: its `span` is available on every system that this package
/// supports, the span of an `Array` only on those of 2025 and later.
public typealias Bytes = ContiguousArray<UInt8>
