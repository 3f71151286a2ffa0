internal import OSSPrimitives

extension Outcome {
  /// Reads an outcome: a rejection where there is an `error`, else an answer.
  init(
    _ reader: MemberReader, operation: Operation, besides others: [String]
  ) throws(VectorError) {
    guard reader.object["error"] != nil else {
      self = .answer(
        try Answer(reader, operation: operation, besides: others))
      return
    }
    try reader.allow(only: others + ["error"])
    let error = try reader.members("error")
    try error.allow(only: ["class"])
    let name = try error.text("class")
    guard let errorClass = ErrorClass(rawValue: name) else {
      throw .unknownWord(error.place.member("class"), text: name, list: "a class of errors")
    }
    self = .rejection(errorClass)
  }
}
