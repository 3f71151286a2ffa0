extension Vector: CustomStringConvertible {
  /// The vector's id, so that a failing test argument names the vector.
  public var description: String { id }
}
