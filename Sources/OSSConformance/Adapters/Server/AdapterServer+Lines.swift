package import OSSPrimitives
internal import OSSVectors

extension AdapterServer {
  /// How often a bench request may ask for an operation; more would look like a hang.
  private static var greatestCount: Int64 { 100_000_000 }

  /// Answers every line of a text, up to the one that takes leave.
  ///
  /// - Parameter text: Lines that a runner sends.
  /// - Returns: The lines of the replies.
  package func replies(to text: Bytes) -> Bytes {
    var lines = FileLines(text)
    var outgoing = Bytes()
    while let range = lines.next() {
      guard answer(text, in: range, number: lines.number, to: &outgoing) else { break }
    }
    return outgoing
  }

  /// Answers one line.
  ///
  /// - Returns: Whether to go on; not after the runner has taken leave.
  func answer(
    _ bytes: borrowing Bytes, in range: Range<Int>, number: Int, to outgoing: inout Bytes
  ) -> Bool {
    var seq = JSONValue.null
    do throws(LineFault) {
      let line = try ProtocolLine(bytes, in: range)
      if let name = line.member("seq"), name.stringValue != nil { seq = name }
      switch try line.text("op") {
      case "hello": hello(line, to: &outgoing)
      case "run": try run(line, seq: seq, to: &outgoing)
      case "bench": try bench(line, seq: seq, to: &outgoing)
      case "bye": return false
      default: throw .wrongType("op", expected: "hello, run, bench or bye")
      }
    } catch {
      refuse(error, line: number, seq: seq, to: &outgoing)
    }
    return true
  }

  /// Says that a line could not be read.
  func refuse(
    _ fault: LineFault, line number: Int, seq: JSONValue = .null, to outgoing: inout Bytes
  ) {
    Reply.failed(message: "line \(number) of the adapter's input \(fault)")
      .append(seq: seq, to: &outgoing)
  }

  private func hello(_ line: ProtocolLine, to outgoing: inout Bytes) {
    guard line.member("protocol")?.integerValue == RequestLine.protocolVersion else {
      let refusal: JSONObject = [
        "protocol": .number(JSONNumber(RequestLine.protocolVersion)),
        "error": .string("This adapter speaks protocol version 1 only."),
      ]
      JSONValue.object(refusal).append(compactTo: &outgoing)
      outgoing.append(0x0A)
      return
    }
    subject.identity.append(to: &outgoing)
  }

  private func run(
    _ line: ProtocolLine, seq: JSONValue, to outgoing: inout Bytes
  ) throws(LineFault) {
    let name = try line.text("operation")
    let input = try line.members("input")
    guard let operation = Operation(rawValue: name) else {
      Reply.unsupported(reason: "the operation is unknown").append(seq: seq, to: &outgoing)
      return
    }
    subject.answer(operation, input).append(seq: seq, to: &outgoing)
  }

  private func bench(
    _ line: ProtocolLine, seq: JSONValue, to outgoing: inout Bytes
  ) throws(LineFault) {
    let name = try line.text("operation")
    let input = try line.members("input")
    guard let count = line.member("count")?.integerValue, 1...Self.greatestCount ~= count else {
      throw .wrongType("count", expected: "a whole number from 1 to \(Self.greatestCount)")
    }
    guard let operation = Operation(rawValue: name),
      let work = subject.workload(for: TimedOperation(operation, input))
    else {
      Reply.unsupported(reason: "the operation cannot be timed with this input")
        .append(seq: seq, to: &outgoing)
      return
    }
    let start = clock()
    work(Int(count))
    let duration = clock() - start
    let reply: JSONObject = ["seq": seq, "nanoseconds": .number(JSONNumber(duration))]
    JSONValue.object(reply).append(compactTo: &outgoing)
    outgoing.append(0x0A)
  }
}
