internal import OSSAppServer
internal import OSSCredentials
internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

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

extension Refusal {
  init(_ error: some CodedError) {
    self.init(errorClass: error.code, error.description)
  }
}

/// The raw parts of a request.
typealias RequestParts = (
  method: String, bucket: String?, key: String?, headers: [HeaderField],
  query: [QueryParameter], additionalHeaders: [String]
)

extension InputReader {
  /// The parts of the request that the input describes, not checked yet.
  func request() throws(Refusal) -> RequestParts {
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
  func parameters(_ name: String) throws(Refusal) -> [QueryParameter] {
    try namedValues(name, orRefuseAs: .invalidQueryParameter).map { QueryParameter($0.0, $0.1) }
  }

  /// The texts of an array.
  func texts(_ name: String, orRefuseAs errorClass: ErrorClass) throws(Refusal) -> [String] {
    var texts: [String] = []
    for element in try elements(name) {
      texts.append(try Self.text(element, name, orRefuseAs: errorClass))
    }
    return texts
  }

  /// A time in Unix seconds; one that the protocol's formats cannot hold is refused.
  func time(_ name: String, orRefuseAs errorClass: ErrorClass) throws(Refusal) -> Moment {
    let seconds = try requiredInteger(name)
    do {
      return try Moment(seconds: seconds)
    } catch {
      throw Refusal(errorClass, "The input's member '\(name)' is outside the years 1 to 9999.")
    }
  }

  /// A moment in milliseconds since 1970, or nil.
  func moment(_ name: String) throws(Refusal) -> Moment? {
    try integer(name).map { Moment(milliseconds: $0) }
  }

  /// A moment that must be there.
  func requiredMoment(_ name: String) throws(Refusal) -> Moment {
    Moment(milliseconds: try requiredInteger(name))
  }

  /// What is to be added to the device's clock; nothing if it is left out.
  func offset() throws(Refusal) -> ClockOffset {
    ClockOffset(.milliseconds(try integer("offset") ?? 0))
  }

  /// A number that a variable of the libraries holds, such as the status of an HTTP answer, or nil.
  func count(_ name: String) throws(Refusal) -> Int? {
    guard let number = try integer(name) else { return nil }
    guard let count = Int(exactly: number) else { throw .shape(name, "a whole number") }
    return count
  }

  /// One of the words of a closed list.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(Refusal) -> Choice where Choice.RawValue == String {
    try Self.choice(requiredText(name, orRefuseAs: .invalidInput), name)
  }

  /// The words of an array, each one of a closed list.
  func choices<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(Refusal) -> [Choice] where Choice.RawValue == String {
    var choices: [Choice] = []
    for text in try texts(name, orRefuseAs: .invalidInput) {
      choices.append(try Self.choice(text, name))
    }
    return choices
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String, _ name: String
  ) throws(Refusal) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      throw .shape(name, "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return choice
  }
}
