internal import OSSPrimitives
internal import OSSVectors

/// Writes the lines that the runner sends, each with its LF.
enum RequestLine {
  /// The only version of the protocol that there is.
  static let protocolVersion: Int64 = 1

  /// The name and version by which the runner introduces itself.
  static let runner: JSONObject = ["name": .string("oss-conform"), "version": .string("0.1.0")]

  /// Appends the opening of the handshake.
  static func appendHello(corpusDigest: String? = nil, to buffer: inout Bytes) {
    var hello: JSONObject = [
      "op": .string("hello"), "protocol": .number(JSONNumber(protocolVersion)),
      "runner": .object(runner),
    ]
    if let corpusDigest { hello["corpus"] = .string(corpusDigest) }
    append(hello, to: &buffer)
  }

  /// Appends one request.
  static func append(_ request: AdapterRequest, seq: String, to buffer: inout Bytes) {
    buffer.append(contentsOf: #"{"op":"run","seq":""#.utf8)
    buffer.append(contentsOf: seq.utf8)
    buffer.append(contentsOf: #"","operation":""#.utf8)
    buffer.append(contentsOf: request.operation.rawValue.utf8)
    buffer.append(contentsOf: #"","input":"#.utf8)
    JSONValue.object(request.input).append(compactTo: &buffer)
    if !request.requires.isEmpty {
      buffer.append(contentsOf: #","requires":"#.utf8)
      JSONValue.array(request.requires.map { .string($0) }).append(compactTo: &buffer)
    }
    buffer.append(contentsOf: "}\n".utf8)
  }

  /// Appends a request to do an operation many times and to say how long it took.
  static func appendBench(
    _ request: AdapterRequest, count: Int, seq: String, to buffer: inout Bytes
  ) {
    append(
      [
        "op": .string("bench"), "seq": .string(seq),
        "operation": .string(request.operation.rawValue), "input": .object(request.input),
        "count": .number(JSONNumber(count)),
      ], to: &buffer)
  }

  /// Appends the leave-taking.
  static func appendBye(to buffer: inout Bytes) {
    append(["op": .string("bye")], to: &buffer)
  }

  private static func append(_ object: JSONObject, to buffer: inout Bytes) {
    JSONValue.object(object).append(compactTo: &buffer)
    buffer.append(0x0A)
  }
}
