internal import OSSPrimitives

/// One line of either side, read as far as both sides have it in common: a JSON object.
struct ProtocolLine {
  /// All members, also those that this version does not know.
  let object: JSONObject

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - bytes: Holds the line.
  ///   - range: Where in the bytes the line stands, without its LF.
  /// - Throws: A ``LineFault`` if it is not a JSON object.
  init(_ bytes: borrowing Bytes, in range: Range<Int>) throws(LineFault) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.read(bytes.span.extracting(range))
    } catch {
      throw .notJSON(error, excerpt: Self.excerpt(bytes, range))
    }
    guard let object = value.objectValue else { throw .notAnObject }
    self.object = object
  }

  /// The member of a name; one that is null counts as left out.
  func member(_ name: String) -> JSONValue? {
    guard let value = object[name], !value.isNull else { return nil }
    return value
  }

  /// The text of a member that must be there.
  func text(_ name: String) throws(LineFault) -> String {
    guard let value = member(name) else { throw .missing(name) }
    guard let text = value.stringValue else { throw .wrongType(name, expected: "a string") }
    return text
  }

  /// The text of a member that may be left out.
  func optionalText(_ name: String) throws(LineFault) -> String? {
    member(name) == nil ? nil : try text(name)
  }

  /// The text of a member of a member, either of which may be left out.
  func optionalText(_ name: String, in parent: String) throws(LineFault) -> String? {
    guard member(parent) != nil, let value = try members(parent)[name], !value.isNull else {
      return nil
    }
    guard let text = value.stringValue else {
      throw .wrongType("\(parent).\(name)", expected: "a string")
    }
    return text
  }

  /// The object of a member that must be there.
  func members(_ name: String) throws(LineFault) -> JSONObject {
    guard let value = member(name) else { throw .missing(name) }
    guard let object = value.objectValue else { throw .wrongType(name, expected: "an object") }
    return object
  }

  /// The first bytes of a line that could not be read, quoted.
  private static func excerpt(_ bytes: borrowing Bytes, _ range: Range<Int>) -> String {
    LineFault.quoted(String(decoding: bytes[range.prefix(32)], as: UTF8.self))
  }
}
