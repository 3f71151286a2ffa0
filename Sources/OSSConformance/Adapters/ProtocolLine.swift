internal import OSSJSON
internal import OSSPrimitives

/// What is wrong with a line of the protocol.
///
/// The line's number is known to whoever reads the stream and is put before these words.
enum LineFault: Error, Equatable {
  /// The line is longer than the limit, in bytes.
  case tooLong(limit: Int)
  /// The line is not JSON; `excerpt` is how it begins.
  case notJSON(JSONError, excerpt: String)
  /// The line is JSON of another kind than an object.
  case notAnObject
  /// A member is missing; the name is its path.
  case missing(String)
  /// A member has the wrong type.
  case wrongType(String, expected: String)
  /// The text of a member has more characters than the limit.
  case longText(String, limit: Int)
  /// A reply has a status that the protocol does not know.
  case unknownStatus(String)
  /// A refusal is by something else than the SDK or its transport.
  case unknownRefuser(String)
  /// A reply is to a request that was never sent.
  case unknownSeq(String)
  /// A reply is to a request that has its reply already.
  case secondReply(String)
}

extension LineFault: CustomStringConvertible {
  /// The rest of a sentence that begins with the line, without a full stop.
  var description: String {
    switch self {
    case .tooLong(let limit): "is longer than \(limit) bytes"
    case .notJSON(let error, let excerpt):
      "is not JSON: \(Self.phrase(error.description)) (the line begins \(excerpt))"
    case .notAnObject: "is not a JSON object"
    case .missing(let member): "has no member \(member)"
    case .wrongType(let member, let expected): "has a member \(member) that is not \(expected)"
    case .longText(let member, let limit): "has a member \(member) of more than \(limit) characters"
    case .unknownStatus(let status): "has the unknown status \(Self.quoted(status))"
    case .unknownRefuser(let name):
      "has the refuser \(Self.quoted(name)), and only \"transport\" is one"
    case .unknownSeq(let seq): "is a reply to \(Self.quoted(seq)), which is no request's seq"
    case .secondReply(let seq): "is a second reply to \(Self.quoted(seq))"
    }
  }

  /// Text in quotation marks and in ASCII, so that no terminal is led astray, and of a bounded length.
  static func quoted(_ text: String) -> String {
    JSONValue.string(text.utf8.count > 80 ? String(text.prefix(40)) + "…" : text).compact()
  }

  /// A sentence as a part of another.
  private static func phrase(_ sentence: String) -> String {
    var phrase = sentence
    if phrase.hasSuffix(".") { phrase.removeLast() }
    return phrase.prefix(1).lowercased() + phrase.dropFirst()
  }
}

/// One line of either side, read as far as both sides have it in common: a JSON object.
struct ProtocolLine {
  /// All members, also those that this version does not know (ADP-LINE-3).
  let object: JSONObject

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
