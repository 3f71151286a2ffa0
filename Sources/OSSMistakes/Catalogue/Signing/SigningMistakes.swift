/// Mistakes in signatures and URLs, in the order of the pages.
enum SigningMistakes {
  static let all: [Mistake] =
    StringMistakes.all + DateMistakes.all
    + HeaderMistakes.all + TokenMistakes.all + ResourceMistakes.all
    + QueryMistakes.all + SignatureMistakes.all + ScopeMistakes.all
    + AdditionalMistakes.all + PresignMistakes.all + URLMistakes.all + RefusalMistakes.all
}
