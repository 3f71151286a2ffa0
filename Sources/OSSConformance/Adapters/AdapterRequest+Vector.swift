public import OSSVectors

extension AdapterRequest {
  /// What a vector asks; all else that it holds stays here.
  ///
  /// - Parameter vector: The vector.
  public init(_ vector: Vector) {
    self.init(operation: vector.operation, input: vector.input)
  }
}
