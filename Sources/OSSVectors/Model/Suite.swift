/// One file of vectors.
public struct Suite: Hashable, Sendable {
  /// Who wrote the expected values of a suite.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The kit's generator writes the whole file from case definitions.
    case built
    /// The cases are kept as data; the generator may format them and add steps, nothing else.
    case recorded
  }

  /// The file's path below the folder of vectors, without its extension, such as `v1/header`.
  public var name: String
  /// Who wrote the expected values.
  public var kind: Kind
  /// The vectors, in the order of the file.
  public var vectors: [Vector]

  /// Makes a suite of vectors, without checking them.
  public init(name: String, kind: Kind, vectors: [Vector]) {
    self.name = name
    self.kind = kind
    self.vectors = vectors
  }
}
