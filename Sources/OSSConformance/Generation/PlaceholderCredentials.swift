internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Puts the corpus's own credentials in place of those of a request, wherever they occur in an entry:
/// vectors are published.
struct PlaceholderCredentials {
  /// A value that was given, and what the corpus has in its place.
  private struct Pair {
    let name: String
    let given: String
    let placeholder: String
    /// The value as a text may hold it, each time with its substitute.
    let forms: [(text: String, substitute: String)]

    /// A short value counts as a word alone: it would be found inside others.
    var isWord: Bool { given.utf8.count < 16 }
  }

  private static let placeholders = [
    ("accessKeyId", "exampleAccessKeyID00"),
    ("accessKeySecret", "ExampleSecret0000000000000000ab"),
    ("securityToken", "CAISexample+Token/0000=="),
  ]

  private let pairs: [Pair]

  /// Takes the credentials of an entry's input; nil where it has none but the corpus's own.
  init?(of entry: JSONObject) {
    let given = entry["input"]?.objectValue?["credentials"]?.objectValue
    pairs = Self.placeholders.compactMap { name, placeholder in
      guard let value = given?[name]?.protocolText?.text, !value.isEmpty,
        !value.hasSameBytes(as: placeholder)
      else { return nil }
      let forms = zip(Self.forms(value), Self.forms(placeholder)).map { ($0, $1) }
      return Pair(name: name, given: value, placeholder: placeholder, forms: forms)
    }.sorted { $0.given.utf8.count > $1.given.utf8.count }
    if pairs.isEmpty { return nil }
  }

  /// The entry with the corpus's credentials.
  ///
  /// - Throws: ``CommandError/credentialsLeft(name:member:)`` where a value is left in another form.
  func replacing(in entry: JSONObject) throws(CommandError) -> JSONObject {
    try object(entry, at: VectorLocation(file: ""))
  }

  private func object(_ object: JSONObject, at place: VectorLocation) throws(CommandError)
    -> JSONObject
  {
    var members: [JSONMember] = []
    for member in object.members {
      let isOfCredentials = place.path.hasSameBytes(as: "input.credentials")
      let place = place.member(member.name)
      if isOfCredentials, let pair = pairs.first(where: { $0.name.hasSameBytes(as: member.name) }) {
        members.append(JSONMember(name: member.name, value: .string(pair.placeholder)))
        continue
      }
      try check(member.name.bytes, at: place)
      members.append(JSONMember(name: member.name, value: try value(member.value, at: place)))
    }
    return JSONObject(members)
  }

  private func value(
    _ value: JSONValue, at place: VectorLocation
  ) throws(CommandError) -> JSONValue {
    switch value {
    case .null, .bool, .number: return value
    case .string(let text):
      let replaced = replacing(in: text.bytes, depth: 0)
      try check(replaced, at: place)
      return .string(replaced.text)
    case .array(let elements):
      var result: [JSONValue] = []
      for (index, element) in elements.enumerated() {
        result.append(try self.value(element, at: place.element(index)))
      }
      return .array(result)
    case .object(let object): return .object(try self.object(object, at: place))
    }
  }
}

extension PlaceholderCredentials {
  /// A value as a text may hold it: as it is, percent-encoded, and as JSON may escape it.
  private static func forms(_ value: String) -> [String] {
    let encoded = PercentEncoding.encode(value, keepingSlash: false)
    let small = encoded.bytes.percentTripletsInSmallLetters.text
    return [
      value, encoded, small, PercentEncoding.encode(value, keepingSlash: true),
      value.bytes.replacing("/", with: "\\/").text,
    ]
  }

  /// A text with the values replaced, also those inside base64 of it.
  private func replacing(in text: Bytes, depth: Int) -> Bytes {
    var text = text
    for pair in pairs where pair.given.utf8.count >= 4 {
      for form in pair.forms { text = Self.replacing(form, in: text, isWord: pair.isWord) }
    }
    guard depth < 3 else { return text }
    var result = Bytes()
    for run in text.runsOfBase64 {
      let decoded = run.count < 8 ? nil : try? Base64.decode(Bytes(run).text)
      let other = decoded.map { replacing(in: $0, depth: depth + 1) }
      if let other, other != decoded {
        Base64.append(other.span, to: &result)
      } else {
        result += run
      }
    }
    return result
  }

  private static func replacing(
    _ form: (text: String, substitute: String), in text: Bytes, isWord: Bool
  ) -> Bytes {
    var result = Bytes()
    var start = 0
    for place in places(of: form.text, in: text, isWord: isWord) where place >= start {
      result += text[start..<place]
      result += form.substitute.bytes
      start = place + form.text.utf8.count
    }
    return result + text[start...]
  }

  /// Where a text holds a value; as a word, where no letter and no digit is beside it.
  private static func places(of value: String, in text: Bytes, isWord: Bool) -> [Int] {
    text.overlappingPlaces(of: value.bytes).filter { place in
      let end = place + value.utf8.count
      let isInside =
        place > 0 && text[place - 1].isLetterOrDigit
        || end < text.count && text[end].isLetterOrDigit
      return !isWord || !isInside
    }
  }

  /// Refuses a text that holds a value in a form that is not replaced, as far as that can be seen.
  private func check(_ text: Bytes, at place: VectorLocation) throws(CommandError) {
    let decoded = text.percentDecoded
    let views = [
      text, decoded, decoded.percentDecoded, decoded.replacing("+", with: " "),
      text.replacing("\\/", with: "/"),
    ]
    let plain = decoded.replacing("-", with: "+").replacing("_", with: "/")
    for pair in pairs where pair.given.utf8.count >= 4 {
      let isShown = views.contains {
        !Self.places(of: pair.given, in: $0, isWord: pair.isWord).isEmpty
      }
      let isHidden = pair.given.utf8.count >= 8 && Self.isEncoded(pair.given, in: plain)
      if isShown || isHidden { throw .credentialsLeft(name: pair.name, member: place.path) }
    }
  }

  /// Whether base64 or hexadecimal digits of a longer text hold a value.
  private static func isEncoded(_ value: String, in text: Bytes) -> Bool {
    let bytes = value.bytes
    if text.lowercased.contains(Hexadecimal.encode(bytes.span)) { return true }
    return (0..<3).contains { shift in
      var base64 = Bytes()
      let shifted = Bytes(repeating: 0, count: shift) + bytes
      Base64.append(Bytes(shifted[..<(shifted.count / 3 * 3)]).span, to: &base64)
      // The first characters hold bits of what is before the value.
      return text.contains(Bytes(base64.dropFirst(shift == 0 ? 0 : shift + 1)).text)
    }
  }
}

extension Bytes {
  /// The bytes with the two digits of each `%XX` in small letters.
  fileprivate var percentTripletsInSmallLetters: Bytes {
    var bytes = self
    for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
      for place in index + 1..<Swift.min(index + 3, bytes.count) {
        bytes[place] = bytes[place].lowercased
      }
    }
    return bytes
  }

  /// The bytes cut into runs of the characters of base64, and what is between them.
  fileprivate var runsOfBase64: [SubSequence] {
    var runs: [SubSequence] = []
    var start = startIndex
    for index in indices.dropFirst() where self[index].isOfBase64 != self[index - 1].isOfBase64 {
      runs.append(self[start..<index])
      start = index
    }
    return runs + [self[start...]]
  }
}

extension UInt8 {
  fileprivate var isOfBase64: Bool { isLetterOrDigit || [0x2b, 0x2f, 0x3d].contains(self) }
}
