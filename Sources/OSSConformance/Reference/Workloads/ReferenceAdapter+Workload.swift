internal import OSSMistakes
internal import OSSVectors

extension ReferenceAdapter {
  /// Prepares an operation of the reference so that it can be timed.
  ///
  /// What signs is made here with its key: an application makes it once. The value that it signs is
  /// made here too, unless the operation is timed from its raw parts on. Of the operations that read
  /// something the whole way is timed, from the input's members to the answer's.
  ///
  /// - Returns: A function that does it so many times, or nothing if the input is refused.
  package func workload(for operation: TimedOperation) -> ((_ count: Int) -> Void)? {
    let answers = ReferenceAnswers(InputReader(operation.request.input))
    do throws(Refusal) {
      let work = try Workload.work(operation, answers)
      return { count in for _ in 0..<count { work() } }
    } catch {
      return nil
    }
  }
}

/// What is timed of an operation, once.
enum Workload {
  /// The work of an operation whose input is not refused.
  static func work(
    _ operation: TimedOperation, _ answers: ReferenceAnswers
  ) throws(Refusal) -> () -> Void {
    switch operation.request.operation {
    case .v1Header, .v2Header, .v4Header: try header(operation, answers)
    case .v1Presign, .v2Presign, .v4Presign: try url(operation, answers)
    case .v1String, .v4String, .publicURL, .signerValue:
      try text(operation.request.operation, answers)
    case .md5, .sha1, .sha256, .hmacSHA1, .hmacSHA256, .base64:
      try primitive(operation.request.operation, answers.reader)
    case .postV1, .postV4: try form(operation.request.operation, answers)
    case .callbackVerify: try callback(answers)
    default: try answer(operation.request.operation, answers)
    }
  }

  /// The whole way from the input to the answer.
  static func answer(
    _ operation: OSSVectors.Operation, _ answers: ReferenceAnswers
  ) throws(Refusal) -> () -> Void {
    _ = try ReferenceAdapter.answer(operation, answers)
    return { keep(try? ReferenceAdapter.answer(operation, answers)) }
  }

  /// Takes a result that nobody needs, or the optimizer might leave the work out.
  @inline(never)
  static func keep<Value>(_ value: Value) {}
}
