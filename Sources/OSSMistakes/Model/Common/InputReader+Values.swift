internal import OSSPrimitives
package import OSSVectors

extension InputReader {
  /// An object that must be there.
  package func requiredObject(_ name: String) throws(Refusal) -> InputReader {
    guard let reader = try nested(name) else { throw .shape(name, "an object") }
    return reader
  }

  /// A whole number that must be there.
  package func requiredInteger(_ name: String) throws(Refusal) -> Int64 {
    guard let number = try integer(name) else { throw .shape(name, "a whole number") }
    return number
  }

  /// One of a few words.
  package func word(_ name: String, of words: String...) throws(Refusal) -> String {
    let text = try requiredText(name, orRefuseAs: .invalidInput)
    if !words.containsBytes(of: text) { throw .shape(name, words.joined(separator: ", ")) }
    return text
  }

  /// A time in seconds, in the years 1 to 9999 (POST-REF-4, V1-REF-13).
  func time(_ name: String, as read: (Int64) -> Int64 = { $0 }) throws(Refusal) -> Int64 {
    let seconds = read(try requiredInteger(name))
    guard CivilTime.range ~= seconds else {
      throw Refusal(.invalidTime, "The input's member '\(name)' is outside the years 1 to 9999.")
    }
    return seconds
  }

  /// The pairs of an array of [name, value].
  package func pairs(
    _ member: String, orRefuseAs errorClass: ErrorClass
  ) throws(Refusal) -> [(name: String, value: String)] {
    try namedValues(member, orRefuseAs: errorClass, isNullRead: false)
      .map { ($0.name, $0.value ?? "") }
  }
}
