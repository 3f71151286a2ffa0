/// A way in which a request comes to be refused, and what to do about it.
public struct Mistake: Hashable, Sendable, Identifiable {
  /// A slug, such as `content-type-added`.
  public let id: String
  /// What was done, as one sentence.
  public let sentence: String
  /// The clause that it breaks; nil where none of the specification is about it.
  public let clause: String?
  /// A vector that catches it; nil where it is no matter of computing.
  public let vector: String?
  /// What to change, as one sentence.
  public let change: String

  init(
    _ id: String, _ sentence: String, clause: String? = nil, vector: String? = nil,
    change: String
  ) {
    self.id = id
    self.sentence = sentence
    self.clause = clause
    self.vector = vector
    self.change = change
  }

  /// Every mistake that can be named, by topic.
  public static let all: [Mistake] =
    head + time + headers + token + resource + subresources + signature + versions + delivery
    + permission
}
