import OSSConformance
import OSSJSON
import OSSMistakes
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// A sample; CI compares every vector and thousands of random inputs with the release tool.
@Suite struct `The model of the specification` {
  /// The first vectors of each operation.
  private static func sample() throws -> [Vector] {
    let vectors = try RealVectors.corpus.get().vectors
    return OSSVectors.Operation.allCases.flatMap { operation in
      vectors.filter { $0.operation == operation }.prefix(3)
    }
  }

  @Test func `is found to differ where it has a mistake`() throws {
    var model = Model()
    model.input = { _, input in
      var input = input
      if input["method"] != nil { input["method"] = "PATCH" }
      return input
    }
    var comparison = ModelComparison(model: model)
    comparison.compare(try Self.sample())
    #expect(comparison.differences.contains { $0.operation == .v1Header })
    #expect(!comparison.differences.contains { $0.operation == .sha1 })
  }

  @Test func `is compared on inputs that a seed gives again`() throws {
    let vectors = try Self.sample()
    func inputs(_ seed: UInt64) -> [JSONObject] {
      var seen: [JSONObject] = []
      var model = Model()
      model.output = { operation, input, _ in Answer(members: input) }
      var comparison = ModelComparison(model: model)
      comparison.compare(changesOf: vectors, count: 3, seed: seed)
      seen += comparison.differences.map(\.input)
      return seen
    }
    #expect(inputs(1) == inputs(1))
    #expect(inputs(1) != inputs(2))
    #expect(inputs(1).count > 20)
  }
}
