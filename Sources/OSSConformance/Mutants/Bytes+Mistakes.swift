internal import OSSPrimitives

extension Bytes {
  /// The bytes with ASCII letters in lower case.
  var asciiLowercased: Bytes { Bytes(map(\.lowercased)) }

  /// The bytes without spaces and tabs at their ends.
  var trimmed: Bytes { trimmed { $0 == 0x20 || $0 == 0x09 } }

  /// The bytes without those at their ends of which a statement is true.
  func trimmed(_ isBlank: (UInt8) -> Bool) -> Bytes {
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return [] }
    return Bytes(self[first...last])
  }
}
