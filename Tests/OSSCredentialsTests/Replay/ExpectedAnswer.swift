import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

/// What a vector expects, which notes what was compared, so that no member is passed over.
final class ExpectedAnswer {
  /// The id of the vector, which every failure names.
  let id: String
  private let answer: Answer?
  private var compared: Set<String> = []

  init(_ answer: Answer?, of id: String) {
    self.answer = answer
    self.id = id
  }

  /// Compares a member of the output, if the vector has it.
  func member(_ name: String, _ actual: JSONValue) {
    guard let expected = answer?.members[name] else { return }
    compared.insert(name)
    #expect(expected == actual, "\(id): \(name)")
  }

  /// Checks a bound, if the vector has it.
  func bound(_ name: String, _ check: (JSONValue) throws -> Void) rethrows {
    guard let expected = answer?.members[name] else { return }
    compared.insert(name)
    try check(expected)
  }

  /// Fails the running test if something that is expected was not compared.
  func checkCompleteness() {
    let names = answer.map { answer in answer.members.members.map(\.name) }
    #expect(Set(names ?? []) == compared, "\(id)")
    #expect(!compared.isEmpty, "\(id)")
  }
}
