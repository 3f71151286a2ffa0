internal import OSSPrimitives
internal import OSSVectors

extension Arguments {
  /// The number of a flag, if it is given.
  func number(_ flag: Flag, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = one(flag) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .invalidValue(
        flag, text, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The seed of a flag, if it is given.
  func seed(_ flag: Flag) throws(UsageError) -> UInt64? {
    guard let text = one(flag) else { return nil }
    guard let seed = UInt64(text) else {
      throw .invalidValue(flag, text, expected: "a number from 0 of 64 bits at most")
    }
    return seed
  }

  /// The operations of a flag that random requests can be made for; none for all of them.
  func fuzzOperations(_ flag: Flag) throws(UsageError) -> Set<OSSVectors.Operation> {
    var operations: Set<OSSVectors.Operation> = []
    for name in all(flag) {
      guard let known = FuzzRequest.operations.first(where: { $0.rawValue.hasSameBytes(as: name) })
      else {
        let names = FuzzRequest.operations.map(\.rawValue).joined(separator: ", ")
        throw .invalidValue(flag, name, expected: "one of \(names)")
      }
      operations.insert(known)
    }
    return operations
  }

  /// The name of the suite in the file of a flag: its path below a folder `vectors`, else its own.
  func suiteName(_ flag: Flag) throws(UsageError) -> String? {
    guard let path = one(flag) else { return nil }
    let parts = path.split(separator: "/").map(String.init)
    let start = parts.lastIndex { $0.hasSameBytes(as: "vectors") }.map { $0 + 1 }
    let name = parts[(start ?? max(0, parts.count - 1))...].joined(separator: "/")
    let suite = String(name.dropLast(".json".count))
    guard name.hasSuffix(".json"), Suite.isName(suite) else {
      throw .invalidValue(flag, path, expected: "a file of a-z, 0-9 and hyphens that ends in .json")
    }
    return suite
  }
}
