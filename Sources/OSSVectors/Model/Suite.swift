/// One file of vectors.
public struct Suite: Hashable, Sendable {
  /// The file's path below the folder of vectors, without its extension, such as `v1/header`.
  public var name: String
  /// The vectors, in the order of the file.
  public var vectors: [Vector]

  /// Makes a suite of vectors, without checking them.
  public init(name: String, vectors: [Vector]) {
    self.name = name
    self.vectors = vectors
  }
}
