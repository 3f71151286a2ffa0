internal import OSSPrimitives
internal import OSSSigning

/// Mistakes in the order of the `x-oss-` headers.
enum HeaderOrderMutants {
  static let all: [Mutant] = [
    order(
      "header-lines-unsorted", "The lines stand in the order in which the headers were given.",
      mend: "Sort the lines by name."
    ) { _, _ in false },
    order(
      "header-lines-sorted-whole", "Whole lines are sorted, where a colon stands after a hyphen.",
      mend: "Sort by the name alone: x-oss-copy-source stands before x-oss-copy-source-range."
    ) { ($0.name + [0x3A] + $0.value).lexicographicallyPrecedes($1.name + [0x3A] + $1.value) },
    order(
      "header-order-natural", "Numbers in names are sorted by their value.",
      mend: "Compare names byte by byte: a10 stands before a2.",
      sightings: [.c("Names are sorted with apr_strnatcasecmp.")]
    ) { $0.name.precedesNaturally($1.name) },
    order(
      "header-order-before-lowering", "Names are sorted before they are put into lower case.",
      mend: "Put names into lower case first, then sort."
    ) { Bytes($0.given.name.utf8).lexicographicallyPrecedes(Bytes($1.given.name.utf8)) },
    order(
      "header-order-ignores-hyphens", "Hyphens do not count when names are sorted.",
      mend: "Sort ordinally, not by the rules of a culture.",
      sightings: [
        Sighting(
          sdk: "aliyun-oss-csharp-sdk", version: "a62f3a9 (read, not run)",
          place: "The list of names is sorted without a comparer, so by the user's culture.")
      ]
    ) {
      let (left, right) = ($0.name.withoutHyphens, $1.name.withoutHyphens)
      return left == right
        ? $0.name.lexicographicallyPrecedes($1.name) : left.lexicographicallyPrecedes(right)
    },
    order(
      "header-order-underscore-after-letters",
      "Names are sorted in upper case, where the underscore stands after the letters.",
      mend: "Sort the names in lower case, by their bytes."
    ) {
      let upper = { (name: Bytes) in Bytes(name.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 })
      }
      return upper($0.name).lexicographicallyPrecedes(upper($1.name))
    },
    order(
      "header-order-reversed", "The lines are sorted from Z to A.", mend: "Sort from A to Z."
    ) { $1.name.lexicographicallyPrecedes($0.name) },
    order(
      "header-order-by-length", "Shorter names stand first.", mend: "Compare names byte by byte."
    ) { $0.name.count < $1.name.count },
  ]

  private static func order(
    _ id: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ precedes: @escaping @Sendable (HeaderRules.Line, HeaderRules.Line) -> Bool
  ) -> Mutant {
    HeaderMutants.headers(id, "V1-HDR-5", mistake, mend: mend, sightings: sightings) {
      $0.precedes = precedes
    }
  }
}
