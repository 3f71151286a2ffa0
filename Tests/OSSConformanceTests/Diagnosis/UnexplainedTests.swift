import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

/// What is said of failures that no known mistake explains.
@Suite struct `What is unexplained` {
  /// The groups of failures: the expected text, the given one, and the clause of each vector.
  private func groups(_ failures: [(due: String, given: String, clause: String)]) -> [NewKind] {
    let findings = failures.enumerated().map { number, failure in
      let vector = Vector(
        id: "v\(number)", operation: .contentType, level: .must, clauses: [failure.clause],
        comment: "It is made up.", provenance: .derived(reason: "It is made up."),
        input: ["uploadName": "photo.png"],
        expectation: Expectation(
          outcome: .answer(Answer(members: ["contentType": .string(failure.due)]))))
      return Finding(
        vector: vector, reply: .ok(Answer(members: ["contentType": .string(failure.given)])))
    }
    return Diagnosis(of: findings, by: .none).newKinds
  }

  @Test(arguments: [
    (["20231216T161000Z": "20231216T161000+0000", "12Z": "12+0000"], #""+0000" in place of "Z""#),
    (["20231216": "2023-12-16", "19700101": "1970-01-01"], #"extra "-""#),
    (["a-b": "ab", "c-d-e": "cde"], #"missing "-""#),
    (["a\nb": "a\r\nb", "a\nb\nc": "a\r\nb\r\nc"], #"extra "\r""#),
    (["a%2Fb": "a/b"], #""/" in place of "%2F""#),
    (["a/b": "photo.png/a/b", "c": "photo.png/c"], #"extra "{uploadName}/""#),
    (["5/07/1": "5/06/1", "5/12/1": "5/11/1"], "a number that is 1 too small"),
    (["host:a\n/": "host:a\nrange:b\n/", "/\n": "range:c\n/\n"], "extra line range"),
    (["a=1&b=2": "a=1", "b=3&c=4&d=5": "c=4&d=5"], "missing parameter b"),
    (["b:1\na:2\nc:3": "a:2\nb:1\nc:3"], "the lines in another order"),
    (
      ["1702747257": "١٧٠٢٧٤٧٢٥٧", "0123456789": "٠١٢٣٤٥٦٧٨٩"],
      "characters beyond ASCII in place of digits"
    ),
    (["AbCdEfGhIjKlMnOp": "abcdefghijklmnop", "QRSTUVWXY": "qrstuvwxy"], "another case"),
  ])
  func `is said as what is given in place of what`(texts: [String: String], sentence: String) {
    let failures = texts.sorted { $0.key < $1.key }.enumerated().map {
      (due: $1.key, given: $1.value, clause: "MADE-\($0)")
    }
    let groups = groups(failures)
    #expect(groups.map(\.what) == ["contentType: " + sentence])
    #expect(groups.map(\.vectors.count) == [texts.count])
    #expect(groups.first?.clause == (texts.count == 1 ? "MADE-0" : nil))
  }

  @Test func `is said of most failures first, and differs by the bytes alone`() {
    let groups = groups([
      ("a=1", "a:1", "MADE-1"), ("one", "two", "MADE-2"), ("b=2", "b:2", "MADE-3"),
    ])
    #expect(
      groups.map(\.what)
        == [#"contentType: ":" in place of "=""#, #"contentType: "two" in place of "one""#])
    #expect(groups.map(\.clause) == [nil, "MADE-2"])
    // One letter in place of another makes no group of strangers.
    let strangers = [("a/1/x", "a/2/x", "MADE-1"), ("b-1-y-z", "b-2-y-z", "MADE-2")]
    #expect(!self.groups(strangers).contains { $0.what.contains(#""2" in place of "1""#) })
  }

  @Test func `is a step alone where the bytes part in too many places, as in a signature`() {
    let groups = groups([
      ("tR8bMlLjTpgtWKOvSo9ZhZ0qEQ4mJnKkdWzXx1", "Zk0IaQ7yPpVsBdFh2uYwX3CcNn5eOoLrGg6Tt8", "MADE-1")
    ])
    #expect(groups.map(\.what) == ["contentType differs"])
  }
}
