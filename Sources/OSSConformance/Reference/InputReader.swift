internal import OSSAppServer
internal import OSSCredentials
package import OSSJSON
package import OSSPrimitives
internal import OSSServices
internal import OSSSigning
package import OSSVectors

/// Reads the members of a request's input, whose shape the adapter protocol gives.
///
/// A member that is left out and one that is null mean the same.
package struct InputReader {
  package let object: JSONObject

  /// Makes a reader of an input.
  package init(_ object: JSONObject) { self.object = object }

  private func value(_ name: String) -> JSONValue? {
    guard let value = object[name], !value.isNull else { return nil }
    return value
  }

  /// A text, or nil; bytes that are not UTF-8 are refused with the class of the field.
  package func text(_ name: String, orRefuseAs errorClass: ErrorClass) throws(InputRefusal)
    -> String?
  {
    guard let value = value(name) else { return nil }
    return try Self.text(value, name, orRefuseAs: errorClass)
  }

  /// A text that must be there.
  func requiredText(_ name: String, orRefuseAs errorClass: ErrorClass) throws(InputRefusal)
    -> String
  {
    guard let text = try text(name, orRefuseAs: errorClass) else { throw .shape(name, "a string") }
    return text
  }

  /// A string as its UTF-8 bytes, or the bytes of `{"base64": …}`; nil without one.
  func bytes(_ name: String) throws(InputRefusal) -> Bytes? {
    guard let value = value(name) else { return nil }
    return try Self.bytes(value, name)
  }

  /// Bytes that must be there.
  package func requiredBytes(_ name: String) throws(InputRefusal) -> Bytes {
    guard let bytes = try bytes(name) else { throw .shape(name, "a string") }
    return bytes
  }

  /// A whole number, or nil.
  package func integer(_ name: String) throws(InputRefusal) -> Int64? {
    guard let value = value(name) else { return nil }
    guard let integer = value.integerValue else { throw .shape(name, "a whole number") }
    return integer
  }

  /// An object, or nil.
  func nested(_ name: String) throws(InputRefusal) -> InputReader? {
    guard let value = value(name) else { return nil }
    guard let object = value.objectValue else { throw .shape(name, "an object") }
    return InputReader(object)
  }

  /// The elements of an array, none if it is left out.
  func elements(_ name: String) throws(InputRefusal) -> [JSONValue] {
    guard let value = value(name) else { return [] }
    guard let array = value.arrayValue else { throw .shape(name, "an array") }
    return array
  }

  /// The pairs of an array of [name, value or null]; texts that are not UTF-8 are refused.
  func namedValues(
    _ member: String, orRefuseAs errorClass: ErrorClass, isNullRead: Bool = true
  ) throws(InputRefusal) -> [(name: String, value: String?)] {
    var pairs: [(name: String, value: String?)] = []
    for element in try elements(member) {
      guard let pair = element.arrayValue, pair.count == 2 else {
        throw .shape(member, "an array of [name, value]")
      }
      let name = try Self.text(pair[0], member, orRefuseAs: errorClass)
      let isLeftOut = isNullRead && pair[1].isNull
      let value = isLeftOut ? nil : try Self.text(pair[1], member, orRefuseAs: errorClass)
      pairs.append((name, value))
    }
    return pairs
  }

  /// A truth value, or nil.
  func flag(_ name: String) throws(InputRefusal) -> Bool? {
    guard let value = object[name], !value.isNull else { return nil }
    if case .bool(let flag) = value { return flag }
    throw .shape(name, "true or false")
  }

  /// A value as a text; bytes that are not UTF-8 are refused with the class of the field.
  static func text(
    _ value: JSONValue, _ name: String, orRefuseAs errorClass: ErrorClass
  ) throws(InputRefusal) -> String {
    if let text = value.stringValue { return text }
    let bytes = try bytes(value, name)
    guard let text = String(validUTF8: bytes) else {
      throw InputRefusal(errorClass, "The input's member '\(name)' is not UTF-8.")
    }
    return text
  }

  /// A value as its bytes.
  static func bytes(_ value: JSONValue, _ name: String) throws(InputRefusal) -> Bytes {
    if let text = value.stringValue { return text.bytes }
    guard let object = value.objectValue, object.members.count == 1,
      let text = object["base64"]?.stringValue
    else { throw .shape(name, "a string or {\"base64\": …}") }
    do {
      return try Base64.decode(text)
    } catch {
      throw .shape(name, "base64 where it says so")
    }
  }
}

extension InputReader {
  /// An object that must be there.
  func requiredObject(_ name: String) throws(InputRefusal) -> InputReader {
    guard let reader = try nested(name) else { throw .shape(name, "an object") }
    return reader
  }

  /// A whole number that must be there.
  func requiredInteger(_ name: String) throws(InputRefusal) -> Int64 {
    guard let number = try integer(name) else { throw .shape(name, "a whole number") }
    return number
  }

  /// One of a few words.
  func word(_ name: String, of words: String...) throws(InputRefusal) -> String {
    let text = try requiredText(name, orRefuseAs: .invalidInput)
    if !words.containsBytes(of: text) { throw .shape(name, words.joined(separator: ", ")) }
    return text
  }

  /// The pairs of an array of [name, value].
  func pairs(
    _ member: String, orRefuseAs errorClass: ErrorClass
  ) throws(InputRefusal) -> [(name: String, value: String)] {
    try namedValues(member, orRefuseAs: errorClass, isNullRead: false)
      .map { ($0.name, $0.value ?? "") }
  }
}

/// The raw parts of a request.
typealias RequestParts = (
  method: String, bucket: String?, key: String?, headers: [HeaderField],
  query: [QueryParameter], additionalHeaders: [String]
)

extension InputReader {
  /// The parts of the request that the input describes, not checked yet.
  func request() throws(InputRefusal) -> RequestParts {
    let method = try text("method", orRefuseAs: .invalidMethod) ?? "GET"
    let bucket = try text("bucket", orRefuseAs: .invalidBucketName)
    let key = try text("key", orRefuseAs: .invalidObjectKey)
    let additionalHeaders = try texts("additionalHeaders", orRefuseAs: .invalidAdditionalHeader)
    var headers: [HeaderField] = []
    for element in try elements("headers") {
      guard let pair = element.arrayValue, pair.count == 2 else {
        throw .shape("headers", "an array of [name, value]")
      }
      let name = try Self.text(pair[0], "headers", orRefuseAs: .invalidHeaderName)
      let value = try Self.text(pair[1], "headers", orRefuseAs: .invalidHeaderValue)
      headers.append(HeaderField(name, value))
    }
    return (method, bucket, key, headers, try parameters("query"), additionalHeaders)
  }

  /// The parameters of an array of [name, value or null].
  func parameters(_ name: String) throws(InputRefusal) -> [QueryParameter] {
    try namedValues(name, orRefuseAs: .invalidQueryParameter).map { QueryParameter($0.0, $0.1) }
  }

  /// The texts of an array.
  func texts(_ name: String, orRefuseAs errorClass: ErrorClass) throws(InputRefusal) -> [String] {
    var texts: [String] = []
    for element in try elements(name) {
      texts.append(try Self.text(element, name, orRefuseAs: errorClass))
    }
    return texts
  }

  /// A time in Unix seconds; one that the protocol's formats cannot hold is refused.
  func time(_ name: String, orRefuseAs errorClass: ErrorClass) throws(InputRefusal) -> Moment {
    let seconds = try requiredInteger(name)
    do {
      return try Moment(seconds: seconds)
    } catch {
      throw InputRefusal(errorClass, "The input's member '\(name)' is outside the years 1 to 9999.")
    }
  }

  /// A moment in milliseconds since 1970, or nil.
  func moment(_ name: String) throws(InputRefusal) -> Moment? {
    try integer(name).map { Moment(milliseconds: $0) }
  }

  /// A moment that must be there.
  func requiredMoment(_ name: String) throws(InputRefusal) -> Moment {
    Moment(milliseconds: try requiredInteger(name))
  }

  /// What is to be added to the device's clock; nothing if it is left out.
  func offset() throws(InputRefusal) -> ClockOffset {
    ClockOffset(.milliseconds(try integer("offset") ?? 0))
  }

  /// A number that a variable of the libraries holds, such as the status of an HTTP answer, or nil.
  func count(_ name: String) throws(InputRefusal) -> Int? {
    guard let number = try integer(name) else { return nil }
    guard let count = Int(exactly: number) else { throw .shape(name, "a whole number") }
    return count
  }

  /// One of the words of a closed list.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(InputRefusal) -> Choice where Choice.RawValue == String {
    try Self.choice(requiredText(name, orRefuseAs: .invalidInput), name)
  }

  /// The words of an array, each one of a closed list.
  func choices<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(InputRefusal) -> [Choice] where Choice.RawValue == String {
    var choices: [Choice] = []
    for text in try texts(name, orRefuseAs: .invalidInput) {
      choices.append(try Self.choice(text, name))
    }
    return choices
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String, _ name: String
  ) throws(InputRefusal) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      throw .shape(name, "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return choice
  }
}

/// Why a request is not answered: an error class and a sentence.
package struct InputRefusal: Error {
  /// The raw value of an ``ErrorClass``.
  let errorClass: String
  /// What is wrong, in a sentence.
  let message: String

  /// Makes a refusal of a class of the closed list.
  init(_ errorClass: ErrorClass, _ message: String) {
    self.init(errorClass: errorClass.rawValue, message)
  }

  /// Makes a refusal of the code of an error.
  init(errorClass: String, _ message: String) {
    self.errorClass = errorClass
    self.message = message
  }

  /// An input of another shape than the protocol gives.
  static func shape(_ member: String, _ expected: String) -> InputRefusal {
    InputRefusal(.invalidInput, "The input's member '\(member)' is not \(expected).")
  }
}

/// An error of the libraries that names its class of the adapter protocol.
protocol CodedError: Error, CustomStringConvertible {
  /// The raw value of an ``ErrorClass``.
  var code: String { get }
}

extension SigningError: CodedError {}
extension SignerError: CodedError {}
extension RPCError: CodedError {}
extension AssumeRoleError: CodedError {}
extension PostPolicyError: CodedError {}
extension TokenResponseError: CodedError {}
extension LiveChannelError: CodedError {}
extension CallbackError: CodedError {}
extension CallbackVerificationError: CodedError {}
extension RSAKeyError: CodedError {}

extension InputRefusal {
  init(_ error: some CodedError) {
    self.init(errorClass: error.code, error.description)
  }
}
