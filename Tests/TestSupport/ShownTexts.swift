/// Every text that a program sees of a value without asking for a part of it by name.
package enum ShownTexts {
  /// The texts of each of these values.
  package static func texts(ofEach values: [Any]) -> [String] { values.flatMap { texts($0) } }

  /// The description, the one for debugging, the one inside a collection, and a dump, also of what a
  /// mirror shows.
  package static func texts<Value>(_ value: Value) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    dump(Mirror(reflecting: value).children.map(\.value), to: &dumped)
    return [
      "\(value)", String(reflecting: value), String(describing: ["key": value as Value?]), dumped,
    ]
  }
}

/// Looks for a secret in texts, apart from the kit's own search: whole, or eight characters of it.
package struct SecretFinder {
  private let accessKeyID: [UInt32]

  /// An ID may be shown, whatever it holds (CRED-LEAK-4).
  package init(besides accessKeyID: String) {
    self.accessKeyID = accessKeyID.unicodeScalars.map(\.value)
  }

  package func finds(_ secret: String, in texts: [String]) -> Bool {
    let secret = secret.unicodeScalars.map(\.value)
    let length = min(8, secret.count)
    guard length > 0 else { return false }
    // What is compared is the set of the secret's pieces: a test has no optimizer.
    let pieces = Set((0...secret.count - length).map { secret[$0..<$0 + length] })
    return texts.contains { text in
      let text = text.unicodeScalars.map(\.value)
      return text.count >= length
        && (0...text.count - length).contains { place in
          pieces.contains(text[place..<place + length])
            && !isOfTheID(place..<place + length, in: text)
        }
    }
  }

  /// Whether a piece of a text lies in an occurrence of the ID.
  private func isOfTheID(_ piece: Range<Int>, in text: [UInt32]) -> Bool {
    let count = accessKeyID.count
    guard count >= piece.count, count <= text.count else { return false }
    let first = max(0, piece.upperBound - count)
    let last = min(piece.lowerBound, text.count - count)
    return first <= last
      && (first...last).contains { text[$0..<$0 + count] == accessKeyID[...] }
  }
}
