internal import OSSPrimitives
internal import OSSVectors

/// Checks the alternatives that people state: each must follow from its own string to sign.
///
/// What others sign may be what the reference refuses, so its refusals are off here.
struct AlternativeCheck {
  private let reference = ReferenceAdapter(steps: Self.lenient)

  private static let lenient = {
    var steps = ReferenceSteps()
    steps.refuses = { _ in false }
    return steps
  }()

  /// Finds the first alternative whose signature is not that of its string.
  ///
  /// - Throws: ``GenerationError/differs(_:expected:actual:)``.
  func check(_ vector: Vector, at place: VectorLocation) throws(GenerationError) {
    for (index, alternative) in vector.expectation.alternatives.enumerated() {
      guard case .answer(let answer) = alternative.outcome,
        let string = answer.stages["stringToSign"],
        let stated = answer.members["signature"],
        let computed = signature(of: string, for: vector), stated != computed
      else { continue }
      throw .differs(
        place.member("any_of").element(index).member("signature"), expected: stated.compact(),
        actual: computed.compact() + " for the string of this alternative")
    }
  }

  private func signature(of string: JSONValue, for vector: Vector) -> JSONValue? {
    var input = vector.input
    switch vector.operation {
    case .v1Header, .v1Presign, .livePublish:
      input = ["credentials": input["credentials"] ?? .null, "stringToSign": string]
      return answer(.v1String, input)
    case .v4Header, .v4Presign:
      // The key is that of the scope in the string, which may be another than the input's.
      let lines = (string.stringValue ?? "").split(separator: "\n")
      let scope = lines.count > 2 ? lines[2].split(separator: "/").map(String.init) : []
      guard scope.count == 4 else { return nil }
      input["stringToSign"] = string
      input["region"] = .string(scope[1])
      input["product"] = .string(scope[2])
      return answer(.v4String, input)
    case .v2Header, .v2Presign:
      let secret = input["credentials"]?.objectValue?["accessKeySecret"]?.stringValue ?? ""
      let (key, message) = (Bytes(secret.utf8), Bytes((string.stringValue ?? "").utf8))
      let code = HMACSHA256Key(key.span).authenticationCode(for: message.span).bytes
      return .string(Base64.encode(code.span))
    default: return nil
    }
  }

  private func answer(_ operation: OSSVectors.Operation, _ input: JSONObject) -> JSONValue? {
    guard case .ok(let answer) = reference.answer(operation, input) else { return nil }
    return answer.members["signature"]
  }
}
