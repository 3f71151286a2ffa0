internal import OSSPrimitives
internal import OSSVectors

extension Reply {
  /// Appends the line that an adapter sends, with its LF.
  ///
  /// - Parameters:
  ///   - seq: The name of the request; null if there is none to name.
  ///   - buffer: Where the line is added.
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
