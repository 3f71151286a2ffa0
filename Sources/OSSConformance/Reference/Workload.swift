internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ReferenceAdapter {
  /// Prepares the signing of a request so that it can be timed.
  ///
  /// The request is made here, and so is what signs it, with its key: an application makes it once.
  ///
  /// - Returns: A function that signs so many times, or nothing if the input is refused or nothing of
  ///   the operation is timed.
  package func workload(for request: AdapterRequest) -> ((_ count: Int) -> Void)? {
    let answers = ReferenceAnswers(InputReader(request.input))
    do throws(InputRefusal) {
      guard let work = try answers.work(request.operation) else { return nil }
      return { count in for _ in 0..<count { work() } }
    } catch {
      return nil
    }
  }
}

/// Takes a result that nobody needs, or the optimizer might leave the work out.
@inline(never)
private func keep<Value>(_ value: Value) {}

extension ReferenceAnswers {
  fileprivate func work(_ operation: OSSVectors.Operation) throws(InputRefusal) -> (() -> Void)? {
    switch operation {
    case .v1Header: try header(.v1)
    case .v2Header: try header(.v2)
    case .v4Header: try header(nil)
    case .v1Presign: try presigned(.v1)
    case .v2Presign: try presigned(.v2)
    case .v4Presign: try presigned(nil)
    default: nil
    }
  }

  private func header(_ version: SignatureVersion?) throws(InputRefusal) -> () -> Void {
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    var signer = try signer(version)
    signer.prepare(at: time)
    let request = try request()
    return { [signer] in keep(try? signer.sign(request, at: time).authorization) }
  }

  private func presigned(_ version: SignatureVersion?) throws(InputRefusal) -> () -> Void {
    let (now, end) = try validity(version)
    var signer = try signer(version)
    signer.prepare(at: now)
    let (request, endpoint) = (try request(), try endpoint())
    return { [signer] in
      keep(try? signer.presign(request, at: endpoint, now: now, until: end).url)
    }
  }
}
