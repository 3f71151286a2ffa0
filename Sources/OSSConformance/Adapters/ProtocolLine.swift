internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

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

/// Writes the lines that the runner sends, each with its LF (ADP-LINE-1).
enum RequestLine {
  /// The only version of the protocol that there is.
  static let protocolVersion: Int64 = 1

  /// The name and version by which the runner introduces itself.
  static let runner: JSONObject = [
    "name": .string(Program.name), "version": .string(Program.version),
  ]

  /// Appends the opening of the handshake.
  static func appendHello(corpusDigest: String? = nil, to buffer: inout Bytes) {
    var hello: JSONObject = [
      "op": "hello", "protocol": .number(JSONNumber(protocolVersion)), "runner": .object(runner),
    ]
    hello["corpus"] = corpusDigest.map { .string($0) }
    hello.append(lineTo: &buffer)
  }

  static func append(_ request: AdapterRequest, seq: String, to buffer: inout Bytes) {
    var line: JSONObject = [
      "op": "run", "seq": .string(seq), "operation": .string(request.operation.rawValue),
      "input": .object(request.input),
    ]
    if !request.requires.isEmpty {
      line["requires"] = .texts(request.requires)
    }
    line.append(lineTo: &buffer)
  }

  static func appendBye(to buffer: inout Bytes) {
    (["op": "bye"] as JSONObject).append(lineTo: &buffer)
  }
}

extension JSONObject {
  /// Appends the object as a line of the protocol, with its LF.
  func append(lineTo buffer: inout Bytes) {
    JSONValue.object(self).append(compactTo: &buffer)
    buffer.append(0x0A)
  }
}

/// An adapter's answer to the handshake.
enum HandshakeLine: Hashable {
  /// How many characters each text about the SDK may have: they stand in every report (ADP-HELLO-7).
  private static let textLimit = 256

  /// It introduces itself.
  case identity(AdapterIdentity)
  /// It does not speak this version.
  case refusal(speaks: Int64?, message: String?)

  init(_ bytes: borrowing Bytes, in range: Range<Int>) throws(LineFault) {
    let line = try ProtocolLine(bytes, in: range)
    let version = line.member("protocol")?.integerValue
    if let error = line.member("error") {
      self = .refusal(speaks: version, message: error.stringValue)
      return
    }
    guard let version else {
      throw line.member("protocol") == nil
        ? .missing("protocol") : .wrongType("protocol", expected: "a whole number")
    }
    guard version == RequestLine.protocolVersion else {
      self = .refusal(speaks: version, message: nil)
      return
    }
    self = .identity(try Self.identity(line))
  }

  private static func identity(_ line: ProtocolLine) throws(LineFault) -> AdapterIdentity {
    let sdk = try line.members("sdk")
    var texts: [String] = []
    for name in ["name", "version", "language"] {
      guard let value = sdk[name], !value.isNull else { throw .missing("sdk.\(name)") }
      guard let text = value.stringValue else {
        throw .wrongType("sdk.\(name)", expected: "a string")
      }
      guard text.unicodeScalars.count <= textLimit else {
        throw .longText("sdk.\(name)", limit: textLimit)
      }
      texts.append(text)
    }
    guard line.member("operations") != nil else { throw .missing("operations") }
    return AdapterIdentity(
      name: texts[0], version: texts[1], language: texts[2],
      operations: try names("operations", of: line), features: try names("features", of: line),
      profiles: line.member("profiles") == nil ? nil : try names("profiles", of: line),
      habits: try names("habits", of: line), window: try window(line))
  }

  private static func names(_ member: String, of line: ProtocolLine) throws(LineFault) -> [String] {
    guard let value = line.member(member) else { return [] }
    guard let elements = value.arrayValue else {
      throw .wrongType(member, expected: "an array of strings")
    }
    var names: [String] = []
    for element in elements {
      guard let name = element.stringValue else {
        throw .wrongType(member, expected: "an array of strings")
      }
      names.append(name)
    }
    return names
  }

  private static func window(_ line: ProtocolLine) throws(LineFault) -> Int {
    guard let value = line.member("window") else { return 1 }
    guard let window = value.integerValue, window >= 1 else {
      throw .wrongType("window", expected: "a whole number from 1")
    }
    return Int(clamping: window)
  }
}

extension AdapterIdentity {
  /// Appends the adapter's answer to the handshake, with its LF.
  func append(to buffer: inout Bytes) {
    var line: JSONObject = [
      "protocol": .number(JSONNumber(RequestLine.protocolVersion)),
      "sdk": .object([
        "name": .string(name), "version": .string(version), "language": .string(language),
      ]),
      "operations": .texts(operations), "features": .texts(features), "window": .count(window),
    ]
    line["profiles"] = profiles.map(JSONValue.texts)
    if !habits.isEmpty { line["habits"] = .texts(habits) }
    line.append(lineTo: &buffer)
  }
}

/// A line that an adapter sends after the handshake.
struct ReplyLine {
  /// Which request it replies to.
  let seq: String

  private let line: ProtocolLine

  /// Reads a line as far as it says whom it is for.
  init(_ bytes: borrowing Bytes, in range: Range<Int>) throws(LineFault) {
    line = try ProtocolLine(bytes, in: range)
    seq = try line.text("seq")
  }

  /// Reads the rest of a reply to a request (ADP-RUN-3).
  func reply() throws(LineFault) -> Reply {
    switch try line.text("status") {
    case "ok":
      return .ok(try answer())
    case "rejected":
      if let refuser = try line.optionalText("refusedBy") {
        guard refuser.hasSameBytes(as: "transport") else { throw .unknownRefuser(refuser) }
        return .refusedByTransport(
          message: try line.optionalText("message", in: "error"),
          signed: line.member("output") == nil ? nil : try answer())
      }
      return .rejected(
        errorClass: try line.optionalText("class", in: "error"),
        message: try line.optionalText("message", in: "error"))
    case "unsupported":
      return .unsupported(reason: try line.optionalText("reason"))
    case "failed":
      return .failed(message: try line.optionalText("message"))
    case let status:
      throw .unknownStatus(status)
    }
  }

  private func answer() throws(LineFault) -> Answer {
    let output = try line.members("output")
    var answer = Answer(members: JSONObject())
    for member in output.members {
      guard member.name == "stages" else {
        answer.members.members.append(member)
        continue
      }
      if member.value.isNull { continue }
      guard let stages = member.value.objectValue else {
        throw .wrongType("output.stages", expected: "an object")
      }
      answer.stages = stages
    }
    return answer
  }
}

extension Reply {
  /// The word of the protocol for what the reply is.
  var status: String {
    switch self {
    case .ok: "ok"
    case .rejected, .refusedByTransport: "rejected"
    case .unsupported: "unsupported"
    case .failed, .timeout, .crash: "failed"
    }
  }

  /// Appends the line that an adapter sends, with its LF.
  func append(seq: JSONValue, to buffer: inout Bytes) {
    var line: JSONObject = ["seq": seq, "status": .string(status)]
    switch self {
    case .ok(let answer):
      var output = answer.members
      if !answer.stages.members.isEmpty { output["stages"] = .object(answer.stages) }
      line["output"] = .object(output)
    case .rejected(let errorClass, let message):
      var error = JSONObject()
      error["class"] = errorClass.map { .string($0) }
      error["message"] = message.map { .string($0) }
      line["error"] = .object(error)
    case .refusedByTransport(let message, _):
      line["refusedBy"] = "transport"
      if let message { line["error"] = ["message": .string(message)] }
    case .unsupported(let reason):
      line["reason"] = reason.map { .string($0) }
    case .failed(let message):
      line["message"] = message.map { .string($0) }
    case .timeout:
      line["message"] = "timeout"
    case .crash(let how):
      line["message"] = .string(how)
    }
    line.append(lineTo: &buffer)
  }
}

/// A run of requests through one adapter, apart from the process: names on the wire, and replies.
///
/// Lines come in, settlements come out, so it can be tested with a script of lines.
struct AdapterSession {
  /// Decides what is sent and who is charged.
  var schedule: RequestSchedule

  /// The requests that this process has been sent, by seq; those with a reply keep their place.
  private var requests: [UInt64: Int] = [:]

  init(schedule: RequestSchedule) {
    self.schedule = schedule
  }

  /// Whether every request has its reply.
  var isFinished: Bool { schedule.isFinished }

  /// Notes that a fresh process is ready, which knows nothing of what the last one was sent.
  mutating func started() {
    requests.removeAll(keepingCapacity: true)
    schedule.started()
  }

  /// Appends the lines of every request that may be sent now.
  ///
  /// The numbers that name them are a bijection of a counter: no two are the same, and an adapter
  /// that does not know the seed learns nothing from their order.
  mutating func send(
    _ all: [AdapterRequest], numbers: inout SplitMix64, to buffer: inout Bytes, now: Int64
  ) {
    while let request = schedule.takeNext(now: now) {
      let number = numbers.next()
      requests[number] = request
      RequestLine.append(all[request], seq: Self.seq(number), to: &buffer)
    }
  }

  /// Takes in one line that an adapter has written; requests may be answered in any order
  /// (ADP-LINE-5, ADP-RUN-1).
  ///
  /// - Returns: The request that has its reply by this line. What is wrong with a line that names its
  ///   request is that request's failure: the adapter speaks, and only this reply is lost.
  mutating func receive(
    _ bytes: borrowing Bytes, in range: Range<Int>, now: Int64
  ) throws(LineFault) -> (request: Int, reply: Reply, fault: LineFault?) {
    let line = try ReplyLine(bytes, in: range)
    guard let number = Self.number(line.seq), let request = requests[number] else {
      throw .unknownSeq(line.seq)
    }
    guard schedule.isOutstanding(request) else { throw .secondReply(line.seq) }
    schedule.answered(request, now: now)
    do throws(LineFault) {
      return (request, try line.reply(), nil)
    } catch {
      return (request, .failed(message: nil), error)
    }
  }

  /// A number as it is written: sixteen lower-case hexadecimal digits.
  static func seq(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// The number that was written so, if it is one.
  static func number(_ seq: String) -> UInt64? {
    guard seq.utf8.count == 16, let number = UInt64(seq, radix: 16) else { return nil }
    return seq.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) || $0 == 0x2B }
      ? nil : number
  }
}
