internal import OSSPrimitives

/// Why a script cannot be played, in a sentence.
package struct ScriptError: Error, Hashable {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// Reads one object of a script strictly: each member is known, and none has another type.
struct ScriptReader {
  let object: JSONObject
  let place: String

  init(_ value: JSONValue, _ place: String) throws(ScriptError) {
    guard let object = value.objectValue else { throw ScriptError("\(place) is not an object.") }
    self.object = object
    self.place = place
  }

  /// No number may be larger, so that no sum of a few overflows.
  private static let largest: Int64 = 1 << 52

  /// Refuses every member that is not named here.
  func allow(only names: String...) throws(ScriptError) {
    for member in object.members where !names.contains(where: member.name.hasSameBytes(as:)) {
      throw ScriptError("\(place) has a member '\(member.name)' that no script has.")
    }
  }

  /// Whether a member is there and is not null.
  func has(_ name: String) -> Bool { object[name].map { !$0.isNull } ?? false }

  func value(_ name: String) throws(ScriptError) -> JSONValue {
    guard let value = object[name], !value.isNull else {
      throw ScriptError("\(place) lacks the member '\(name)'.")
    }
    return value
  }

  func text(_ name: String) throws(ScriptError) -> String {
    guard let text = try value(name).stringValue else {
      throw ScriptError("The member '\(name)' of \(place) is not a string.")
    }
    return text
  }

  func integer(
    _ name: String, atLeast least: Int64 = -ScriptReader.largest,
    atMost most: Int64 = ScriptReader.largest
  ) throws(ScriptError) -> Int64 {
    guard let number = try value(name).integerValue, number >= least, number <= most else {
      throw ScriptError(
        "The member '\(name)' of \(place) is not a whole number from \(least) to \(most).")
    }
    return number
  }

  func elements(_ name: String) throws(ScriptError) -> [JSONValue] {
    guard let elements = try value(name).arrayValue else {
      throw ScriptError("The member '\(name)' of \(place) is not an array.")
    }
    return elements
  }

  func truth(_ name: String) throws(ScriptError) -> Bool {
    guard has(name) else { return false }
    guard let truth = try value(name).boolValue else {
      throw ScriptError("The member '\(name)' of \(place) is neither true nor false.")
    }
    return truth
  }

  /// The name of a caller: a small letter, then small letters and digits.
  func caller(_ name: String) throws(ScriptError) -> String {
    let text = try text(name)
    guard Self.isName(text, firstIn: 0x61...0x7A) else {
      throw ScriptError("The member '\(name)' of \(place) is no name of a caller, such as c1.")
    }
    return text
  }

  /// The name of a token that the script has.
  func token(_ name: String, of script: Script) throws(ScriptError) -> String {
    let text = try text(name)
    guard script.token(text) != nil else {
      throw ScriptError("The token '\(text)' of \(place) is not among the tokens.")
    }
    return text
  }

  /// Whether a text is a name whose first letter is in a range.
  static func isName(_ text: String, firstIn letters: ClosedRange<UInt8>) -> Bool {
    guard let first = text.utf8.first, letters.contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
        || (letters.contains(0x41) && (0x41...0x5A).contains(byte))
    }
  }
}
