import OSSConformance
import OSSPrimitives
import OSSVectors
import Testing

/// What a source gave is data: where the reference disagrees, generating stops.
@Suite struct `Recorded vectors` {
  /// The error of generating a suite of which one vector was changed.
  private func error(
    changing id: String, of name: String, _ change: (inout Vector) throws -> Void
  ) throws -> GenerationError? {
    var suite = try RealVectors.suite(name)
    let index = try #require(suite.vectors.firstIndex { $0.id == id })
    try change(&suite.vectors[index])
    let folder = try VectorFolder(suite)
    return #expect(throws: GenerationError.self) {
      try Generator(directory: folder.path).files()
    }
  }

  /// Changes one byte near the end of an expected member.
  private func spoil(_ member: String, _ vector: inout Vector) throws {
    guard case .answer(var answer) = vector.expectation.outcome else { return }
    if let text = answer.members[member]?.stringValue {
      answer.members[member] = .string(text.changed(fromEnd: 3))
    } else {
      let text = try #require(answer.stages[member]?.stringValue)
      answer.stages[member] = .string(text.changed(fromEnd: 3))
    }
    vector.expectation.outcome = .answer(answer)
  }

  @Test(arguments: [
    ("v1/published", "published-v1h-nelson", "signature"),
    ("v1/published", "published-v1h-nelson", "authorization"),
    ("v1/published", "published-v1h-nelson", "canonicalizedHeaders"),
    ("v1/published", "published-v1h-nelson", "canonicalizedResource"),
    ("v1/published", "published-v1h-nelson", "stringToSign"),
    ("v1/published", "published-v1u-version", "url"),
    ("v1/agreed-presign", "agreed-presign-0410", "signature"),
    ("v1/agreed-presign", "agreed-presign-0410", "url"),
  ])
  func `with one changed byte are refused by name`(
    suite: String, id: String, member: String
  ) throws {
    let error = try error(changing: id, of: suite) { try spoil(member, &$0) }
    guard case .recordedDiffers(let foundID, let foundMember, let expected, let actual) = error
    else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(foundID == id)
    #expect(foundMember == member)
    #expect(expected != actual)
    #expect(error?.description.contains(id) == true)
    #expect(error?.description.contains("'\(member)'") == true)
  }

  @Test func `with one changed byte of a digest are refused by name`() throws {
    let suite = try RealVectors.suite("primitives/sha1")
    let id = try #require(suite.vectors.first?.id)
    let error = try error(changing: id, of: suite.name) { vector in
      guard case .answer(var answer) = vector.expectation.outcome else { return }
      let digest = try #require(answer.members["digest"]?.stringValue)
      answer.members["digest"] = .string(String(digest.dropLast()) + "x")
      vector.expectation.outcome = .answer(answer)
    }
    guard case .recordedDiffers(id, "digest", _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `with another class of refusal are refused`() throws {
    let suite = try RealVectors.suite("primitives/base64")
    let refusal = Outcome.rejection(.invalidBase64)
    let id = try #require(suite.vectors.first { $0.expectation.outcome == refusal }?.id)
    let error = try error(changing: id, of: suite.name) {
      $0.expectation.outcome = .rejection(.invalidInput)
    }
    #expect(
      error
        == .refusedOtherwise(id: id, expected: "invalid-input", actual: "invalid-base64"))
  }

  @Test func `that expect an answer to what is refused, or a refusal of what is answered`() throws {
    let id = "published-v1h-nelson"
    let accepted = try error(changing: id, of: "v1/published") {
      $0.expectation.outcome = .rejection(.missingSecret)
    }
    #expect(accepted == .notRefused(id: id, expected: "missing-secret"))
    let refused = try error(changing: id, of: "v1/published") { $0.input["credentials"] = nil }
    guard case .refused(id, "invalid-input", _) = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
  }
}
