internal import OSSPrimitives
internal import OSSVectors

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

  /// Reads the rest of a reply to a request.
  func reply() throws(LineFault) -> Reply {
    switch try line.text("status") {
    case "ok":
      return .ok(try answer())
    case "rejected":
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

  /// Reads the rest of a reply to a bench request that succeeded.
  ///
  /// - Returns: The nanoseconds for the whole, or nothing if the reply has a status instead.
  func nanoseconds() throws(LineFault) -> Int64? {
    guard let value = line.member("nanoseconds") else { return nil }
    guard let nanoseconds = value.integerValue, nanoseconds >= 0 else {
      throw .wrongType("nanoseconds", expected: "a whole number")
    }
    return nanoseconds
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
  /// Appends the line that an adapter sends, with its LF.
  func append(seq: JSONValue, to buffer: inout Bytes) {
    var line: JSONObject = ["seq": seq]
    switch self {
    case .ok(let answer):
      line["status"] = .string("ok")
      var output = answer.members
      if !answer.stages.members.isEmpty { output["stages"] = .object(answer.stages) }
      line["output"] = .object(output)
    case .rejected(let errorClass, let message):
      line["status"] = .string("rejected")
      var error = JSONObject()
      error["class"] = errorClass.map { .string($0) }
      error["message"] = message.map { .string($0) }
      line["error"] = .object(error)
    case .unsupported(let reason):
      line["status"] = .string("unsupported")
      line["reason"] = reason.map { .string($0) }
    case .failed(let message):
      line["status"] = .string("failed")
      line["message"] = message.map { .string($0) }
    case .timeout:
      line["status"] = .string("failed")
      line["message"] = .string("timeout")
    case .crash(let how):
      line["status"] = .string("failed")
      line["message"] = .string(how)
    }
    JSONValue.object(line).append(compactTo: &buffer)
    buffer.append(0x0A)
  }
}
