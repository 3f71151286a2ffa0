/// The catalogue of mistakes.
public enum Mutants: Sendable {
  /// Every mutant, in the order of the specification.
  public static let all: [Mutant] = HeaderMutants.all
}
