/// Whether two byte strings are equal, in the same time wherever they differ.
///
/// For values that a stranger may guess at, signatures above all. Only the lengths can be learned
/// from the time that a call takes.
///
/// - Parameters:
///   - a: One byte string.
///   - b: The other.
/// - Returns: Whether they have the same length and the same bytes.
/// - Complexity: O(*n*) in the number of bytes.
public func constantTimeEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
  guard a.count == b.count else { return false }
  var difference: UInt8 = 0
  for index in a.indices { difference |= a[index] ^ b[index] }
  return difference == 0
}
