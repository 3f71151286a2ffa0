internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the resource that V2 signs.
enum V2ResourceMutants {
  static let all: [Mutant] = paths + queries

  private static let paths: [Mutant] = [
    rules(
      "v2-resource-slashes-kept", "V2-RES-1", "The slashes of the resource are not encoded.",
      mend: "Encode them as %2F."
    ) { $0.encodedPath = { Bytes($0.percentEncoded(keepingSlash: true).utf8) } },
    rules(
      "v2-resource-not-encoded", "V2-RES-1", "The resource is signed as in V1.",
      mend: "Percent-encode it."
    ) { $0.encodedPath = { Bytes($0.utf8) } },
    rules(
      "v2-resource-bucket-without-slash", "V2-RES-1",
      "The slash behind the bucket is missing where there is no key.",
      mend: "End the resource of a bucket with a slash."
    ) {
      $0.path = { request in
        guard let bucket = request.bucket else { return "/" }
        return request.key.map { "/\(bucket)/\($0)" } ?? "/\(bucket)"
      }
    },
    rules(
      "v2-resource-without-service", "V2-RES-1", "The resource of the service is empty.",
      mend: "Sign a slash."
    ) {
      $0.path = { request in
        guard let bucket = request.bucket else { return "" }
        return "/\(bucket)/\(request.key ?? "")"
      }
    },
    rules(
      "v2-resource-surrogates-apart", "V2-RES-2",
      "The halves of a surrogate pair are encoded by themselves, as question marks.",
      mend: "Encode the UTF-8 bytes of the text.",
      sightings: [.java("The signer of V2 encodes each unit of UTF-16 by itself.")]
    ) {
      $0.encodedPath = { path in
        let text = String(
          decoding: Bytes(
            path.unicodeScalars.flatMap {
              $0.value > 0xFFFF ? Array("??".utf8) : Array(String($0).utf8)
            }),
          as: UTF8.self)
        return Bytes(text.percentEncoded().utf8)
      }
    },
    rules(
      "v2-resource-normalized", "V2-RES-2", "The key is normalized.",
      mend: "Sign the bytes that are sent."
    ) { $0.encodedPath = { Bytes($0.composed.percentEncoded().utf8) } },
    rules(
      "v2-resource-one-digit", "V2-RES-2", "A byte below 16 is encoded with one digit.",
      mend: "Write two digits for each byte.",
      sightings: [.java("The signer of V2 writes the digits of a byte without a leading zero.")]
    ) { $0.encodedPath = { Bytes($0.percentEncoded().utf8).replacing("%0", with: "%") } },
  ]

  private static let queries: [Mutant] = [
    rules(
      "v2-only-subresources-signed", "V2-RES-3", "Only subresources are signed, as in V1.",
      mend: "Sign every parameter."
    ) { $0.isSigned = { Subresources.contains(Bytes($0.utf8)) || $0.hasPrefix("x-oss-") } },
    rules(
      "v2-query-not-encoded", "V2-RES-4", "Names and values are signed as they are.",
      mend: "Percent-encode both."
    ) {
      $0.encodedName = { Bytes($0.utf8) }
      $0.encodedValue = { Bytes($0.utf8) }
    },
    rules(
      "v2-query-space-as-plus", "V2-RES-4", "A space in a name is signed as a plus sign.",
      mend: "Write %20.",
      sightings: [.goV1("The signer of V2 encodes names with url.QueryEscape.")]
    ) { $0.encodedName = { Bytes($0.percentEncoded().utf8).replacing("%20", with: "+") } },
    rules(
      "v2-query-unsorted", "V2-RES-5", "Parameters are signed in the order given.",
      mend: "Sort them by their encoded names."
    ) { $0.precedes = { _, _ in false } },
    rules(
      "v2-query-sorted-decoded", "V2-RES-5", "Parameters are sorted by names that are not encoded.",
      mend: "Encode the names first."
    ) {
      $0.precedes = {
        $0.name.text.percentDecoded.utf8.lexicographicallyPrecedes(
          $1.name.text.percentDecoded.utf8)
      }
    },
    rules(
      "v2-query-pairs-sorted", "V2-RES-5", "Pairs are sorted, the equals sign included.",
      mend: "Sort by the name alone."
    ) {
      $0.precedes = {
        ($0.name + [0x3D] + ($0.value ?? [])).lexicographicallyPrecedes(
          $1.name + [0x3D] + ($1.value ?? []))
      }
    },
    rules(
      "v2-query-bare-with-equals", "V2-RES-6", "A bare name is signed with an equals sign.",
      mend: "Sign the name alone."
    ) { $0.text = { $0.name + [0x3D] + ($0.value ?? []) } },
    rules(
      "v2-query-empty-with-equals", "V2-RES-6", "An empty value is signed with an equals sign.",
      mend: "Sign the name alone.",
      sightings: [.java("The signer of V2 writes k= for an empty value.")]
    ) { $0.text = { $0.name + ($0.value.map { [0x3D] + $0 } ?? []) } },
    rules(
      "v2-query-values-trimmed", "V2-RES-8", "Blanks at the ends of a value are not signed.",
      mend: "Sign the value that is sent.",
      sightings: [.java("The signer of V2 trims values, and the URL keeps their blanks.")]
    ) { $0.encodedValue = { Bytes(Bytes($0.utf8).blanksTrimmed.text.percentEncoded().utf8) } },
  ]

  private static func rules(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], _ change: (inout ResourceRulesV2) -> Void
  ) -> Mutant {
    var rules = ResourceRulesV2()
    change(&rules)
    let broken = rules
    return V2StringMutants.string(id, clause, mistake, mend: mend, sightings: sightings) {
      broken.apply(to: &$0)
    }
  }
}
