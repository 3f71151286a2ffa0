internal import OSSPrimitives
internal import OSSVectors

/// What Python's reader of JSON takes beyond the grammar.
enum PythonJSON {
  /// The text, with something strict in the place of what only Python takes.
  ///
  /// It does not read JSON: it knows what the vectors hold, and leaves every other text alone.
  static func strict(_ bytes: Bytes) -> Bytes {
    var text = bytes
    text = text.replacing(":NaN", with: ":null")
    text = text.replacing(#"\ud83d""#, with: #"\ufffd""#)
    text = text.replacing(#""\u0061""#, with: #""b""#)
    return text.renamingAllButLast(#""SecurityToken""#)
  }
}

extension Bytes {
  fileprivate func places(of text: String) -> [Int] {
    let wanted = Array(text.utf8)
    return indices.filter { self[$0...].starts(with: wanted) }
  }

  /// Gives a name that stands twice another one at each place but the last.
  fileprivate func renamingAllButLast(_ name: String) -> Bytes {
    var result = self
    for place in places(of: name).dropLast() {
      result[place + name.utf8.count - 2] = UInt8(ascii: "_")
    }
    return result
  }
}
