package import OSSJSON
package import OSSPrimitives

/// Reads the members of one object strictly, and knows where it is when one is wrong.
package struct MemberReader {
  package let object: JSONObject
  package var place: VectorLocation

  /// Reads a value that must be an object.
  package init(_ value: JSONValue, at place: VectorLocation) throws(VectorError) {
    guard case .object(let object) = value else {
      throw .wrongType(place, expected: "an object")
    }
    self.object = object
    self.place = place
  }

  /// Reads a JSON object from the bytes of a file.
  package init(_ bytes: Bytes, file: String) throws(VectorError) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONReader.read(bytes)
    } catch {
      throw .notJSON(file: file, error)
    }
    try self.init(json, at: VectorLocation(file: file))
  }

  /// Readers of the elements of an array, each of which must be an object.
  package func readers(_ name: String) throws(VectorError) -> [MemberReader] {
    var readers: [MemberReader] = []
    for (index, element) in try elements(name).enumerated() {
      readers.append(try MemberReader(element, at: place.member(name).element(index)))
    }
    return readers
  }

  /// Refuses every member that is not named here.
  package func allow(only names: [String]) throws(VectorError) {
    // By their places: a copy of each member would count the references of its value.
    let members = object.members
    for index in members.indices where !names.containsBytes(of: members[index].name) {
      throw .unknownMember(place.member(members[index].name))
    }
  }

  /// The value of a member that must be there.
  package func value(_ name: String) throws(VectorError) -> JSONValue {
    guard let value = object[name] else { throw .missingMember(place.member(name)) }
    return value
  }

  /// The text of a member that must be a string and say something.
  package func text(_ name: String) throws(VectorError) -> String {
    let text = try string(name)
    if NameRules.isBlank(text) { throw .emptyText(place.member(name)) }
    return text
  }

  /// The text of a member that may be absent.
  package func optionalText(_ name: String) throws(VectorError) -> String? {
    object[name] == nil ? nil : try text(name)
  }

  /// The number of a member that must be an integer.
  package func integer(_ name: String) throws(VectorError) -> Int64 {
    guard let number = try value(name).integerValue else {
      throw .wrongType(place.member(name), expected: "an integer")
    }
    return number
  }

  /// The number of a member that must be an integer of a range.
  package func integer(
    _ name: String, in range: ClosedRange<Int64>
  ) throws(VectorError) -> Int64 {
    if let number = try value(name).integerValue, range.contains(number) { return number }
    throw .wrongType(
      place.member(name),
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
  }

  /// The text of a member that must be a string, and may be empty.
  package func string(_ name: String) throws(VectorError) -> String {
    guard let text = try value(name).stringValue else {
      throw .wrongType(place.member(name), expected: "a string")
    }
    return text
  }

  /// The value of a member that must be true or false.
  package func bool(_ name: String) throws(VectorError) -> Bool {
    guard let isTrue = try value(name).boolValue else {
      throw .wrongType(place.member(name), expected: "true or false")
    }
    return isTrue
  }

  /// The word of a member, which must be of a closed list.
  package func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(VectorError) -> Word {
    try word(name, list: "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
  }

  /// The members of a member that must be an object.
  package func members(_ name: String) throws(VectorError) -> MemberReader {
    try MemberReader(value(name), at: place.member(name))
  }

  /// The elements of a member that must be an array.
  package func elements(_ name: String) throws(VectorError) -> [JSONValue] {
    guard let elements = try value(name).arrayValue else {
      throw .wrongType(place.member(name), expected: "an array")
    }
    return elements
  }

  /// The texts of a member that must be an array of strings, none empty and none twice.
  package func texts(_ name: String) throws(VectorError) -> [String] {
    let elements = try elements(name)
    var texts: [String] = []
    texts.reserveCapacity(elements.count)
    for index in elements.indices {
      guard let text = elements[index].stringValue else {
        throw .wrongType(place.member(name).element(index), expected: "a string")
      }
      guard !NameRules.isBlank(text) else {
        throw .emptyText(place.member(name).element(index))
      }
      guard !texts.containsBytes(of: text) else {
        throw .repeatedEntry(place.member(name), entry: text)
      }
      texts.append(text)
    }
    return texts
  }
}

/// What the names in a file of vectors may look like.
enum NameRules {
  /// Whether a text is `[a-z0-9]+(-[a-z0-9]+)*`.
  static func isSlug(_ text: String) -> Bool {
    isWords(text.utf8) { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) }
  }

  /// Whether a text is slugs joined by slashes.
  static func isSuiteName(_ text: String) -> Bool {
    text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { isSlug(String($0)) }
  }

  /// Whether a text is `[A-Z0-9]+(-[A-Z0-9]+)*-[0-9]+`.
  static func isClause(_ text: String) -> Bool {
    guard isWords(text.utf8, of: { (0x41...0x5a).contains($0) || (0x30...0x39).contains($0) }),
      let hyphen = text.utf8.lastIndex(of: UInt8(ascii: "-"))
    else { return false }
    return text.utf8[hyphen...].dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether there is more to read in a text than blanks.
  static func isBlank(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 <= 0x20 }
  }

  private static func isWords(_ text: String.UTF8View, of isLetter: (UInt8) -> Bool) -> Bool {
    var isAfterLetter = false
    for byte in text {
      let isOne = isLetter(byte)
      guard isOne || (byte == UInt8(ascii: "-") && isAfterLetter) else { return false }
      isAfterLetter = isOne
    }
    return isAfterLetter
  }
}
