internal import OSSPrimitives
internal import OSSVectors

/// One header as it was pasted: its name and its value, blanks at the ends left out.
struct HTTPField: Sendable {
  let name: Bytes
  let value: Bytes
  private let lowercasedName: Bytes

  init(name: Bytes, value: Bytes) {
    self.name = name
    self.value = value
    lowercasedName = name.lowercased
  }

  /// Reads `Name: value`; nil where there is no colon or no name.
  init?(line: Bytes) {
    let (name, value) = line.halves(at: UInt8(ascii: ":"))
    guard let value, !name.stripped.isEmpty else { return nil }
    self.init(name: name.stripped, value: value.stripped)
  }

  func isNamed(_ name: String) -> Bool { lowercasedName.isText(name) }
}

extension [HTTPField] {
  /// The value of the first header of a name, which is given in small letters.
  func value(of name: String) -> Bytes? { first { $0.isNamed(name) }?.value }
}
