/// A way in which a request comes to be refused, and what to do about it.
public struct RefusalCause: Hashable, Sendable, Identifiable {
  /// A slug, such as `content-type-added`.
  public let id: String
  /// What was done, as one sentence.
  public let sentence: String
  /// The same where it is no more than possible; nil where the sentence does then, too.
  let guess: String?
  /// The clause that it breaks with V1; nil where none of the specification is about it.
  public let clause: String?
  /// A vector that catches it with V1; nil where it is no matter of computing.
  public let vector: String?
  /// What to change with V1, as one sentence.
  public let change: String
  /// What a request signed by V4 breaks, where only V4 knows the mistake.
  private let ownV4: RulingV4?

  init(
    _ id: String, _ sentence: String, clause: String? = nil, vector: String? = nil,
    guess: String? = nil, change: String
  ) {
    self.id = id
    self.sentence = sentence
    self.guess = guess
    self.clause = clause
    self.vector = vector
    self.change = change
    ownV4 = nil
  }

  /// Makes a mistake that only V4 knows.
  init(v4 id: String, _ sentence: String, _ clause: String, change: String) {
    self.id = id
    self.sentence = sentence
    self.change = change
    self.clause = nil
    guess = nil
    vector = nil
    ownV4 = RulingV4(clause, change)
  }

  /// What a request signed by V4 breaks by it, and what to change; nil where no clause of V4 is
  /// about it.
  public var v4: RulingV4? {
    var ruling = ownV4 ?? Self.rulingsV4[id]
    ruling?.vector = Self.vectorsV4[id]
    return ruling
  }

  /// Every mistake that can be named, by topic.
  public static let all: [RefusalCause] =
    head + time + headers + token + resource + subresources + signature + versions + scopes
    + canonicalURI + canonicalQuery + additional + signatureV4 + delivery + permission
}
