internal import OSSPrimitives

extension SigningRequest {
  /// The headers in the order given, but those that a signature replaces.
  ///
  /// Values are as they are signed: without outer blanks, and those of one name in one header.
  /// - Complexity: O(*n* log *n*) in the number of headers.
  func canonicalHeaders(without isReplaced: (HeaderField) -> Bool) -> [HeaderField] {
    var result: [HeaderField] = []
    var names: Set<Bytes> = []
    for header in headers where !isReplaced(header) {
      let name = CanonicalField.lowercased(header.name)
      if !names.insert(name).inserted { continue }
      result.append(HeaderField(header.name, fields.value(of: name) ?? header.value))
    }
    return result
  }
}
