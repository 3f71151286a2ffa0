/// The catalogue of mistakes, in the order of the pages.
package enum Mistakes {
  /// Every mistake.
  package static let all: [Mistake] = []
}
