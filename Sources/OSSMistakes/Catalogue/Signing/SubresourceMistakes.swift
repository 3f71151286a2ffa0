internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the list of the parameters that V1 signs.
enum SubresourceMistakes {
  static let all: [Mistake] = lists + names

  private static let lists: [Mistake] = [
    list(
      "subresource-none-signed", ["V1-SUB-1", "PRE-QRY-4"], "No parameter is signed but the token.",
      fix: "Sign the parameters that are in the list."
    ) { $0.isText("security-token") },
    list(
      "subresource-token-parameter-unsigned", ["V1-SUB-1"],
      "A security-token parameter is signed only if the signer adds it.",
      fix: "Keep security-token in the list."
    ) { SigningModel.isSubresource($0) && !$0.isText("security-token") },
    list(
      "subresource-list-of-documents", ["V1-SUB-2"], "Only the names in the documents are signed.",
      fix: "Sign the names that other SDKs sign too, such as callback and versionId."
    ) { documented.contains($0) },
    list(
      "subresource-list-of-ios", ["V1-SUB-2"],
      "The list lacks callback, versionId, policy and their like.", fix: "Complete the list.",
      seen: [.iOS("The list of 41 names lacks those of callbacks, versions and limits.")]
    ) { documented.contains($0) || $0.isText("restore") || $0.isText("sequential") },
    list(
      "subresource-list-of-c", ["V1-SUB-1"], "The list lacks cname, style and replication.",
      fix: "Complete the list.",
      seen: [.c("The list has 35 names, and one that nobody else has.")]
    ) { name in
      documented.union(["restore".raw, "stat".raw, "x-oss-sign-origin-only".raw]).contains(name)
        && !["cname", "img"].contains { name.isText($0) }
        && !name.begins(with: "replication") && !name.begins(with: "style")
    },
    list(
      "subresource-base-list", ["V1-SUB-1"],
      "A short list is used, which each operation has to complete.",
      fix: "Use one list for every request, also for one that no operation of the SDK made.",
      seen: [
        .pythonV2("A signed URL or a raw request uses the list of 31 names alone."),
        .swiftV2("The list of 32 names is completed by the operations that know more."),
      ]
    ) { base.contains($0) },
    list(
      "subresource-one-sdk-names-unsigned", ["V1-SUB-3"],
      "Names that one SDK alone signs are not signed.",
      fix: "Decide for yourself: this kit signs them so that such an SDK can be used.",
      oss: .unknown
    ) { SigningModel.isSubresource($0) && !single.contains($0) },
    list(
      "subresource-x-oss-prefix", ["V1-SUB-4"],
      "Every parameter that begins with x-oss- is signed.",
      fix: "Sign the names that are in the list, unless a server shows that it signs more.",
      seen: [
        .goV2("A prefix is tested after the list."), .phpV2("A prefix is tested after the list."),
        .swiftV2("Names that begin with x-oss-ac- are signed, those in no list too."),
      ],
      equivalent: "The rule is open, so the vector of the clause takes this answer too."
    ) { SigningModel.isSubresource($0) || $0.begins(with: "x-oss-") },
    list(
      "subresource-all-signed", ["V1-RES-10", "PRE-QRY-6"], "Every parameter is signed.",
      fix: "Sign the parameters that are in the list, and send the others."
    ) { _ in true },
    list(
      "subresource-prefix-and-marker-signed", ["V1-RES-10"],
      "The parameters of a listing, such as prefix and marker, are signed.",
      fix: "Send the parameters of a listing without signing them."
    ) { SigningModel.isSubresource($0) || listing.contains($0) },
    .signing(
      "query-subresources-alone", ["V2-RES-3", "V4-QRY-1"],
      "Only subresources are signed, as in V1.",
      fix: "Sign every parameter.", in: .signingV2V4
    ) {
      $0.signsParameter = { SigningModel.isSubresource($1.given.name) || $1.isAdded }
    },
  ]

  private static let names: [Mistake] = [
    list(
      "subresource-case-ignored", ["V1-RES-9"], "Names are looked up without regard to case.",
      fix: "Compare names exactly."
    ) { name in SigningModel.subresources.contains { $0.lowerCase == name.lowerCase } },
    list(
      "subresource-name-by-prefix", ["V1-RES-9"],
      "A parameter whose name begins as one of the list is signed.", fix: "Compare the whole name."
    ) { name in SigningModel.subresources.contains { name.starts(with: $0) } },
  ]

  private static let documented = Set(SigningModel.documented.map(\.raw))
  private static let single = Set(SigningModel.single.map(\.raw))
  private static let base = Set(
    SigningModel.words(
      """
      acl append bucketInfo callback callback-var cloudboxes continuation-token delete location
      objectMeta partNumber position regionList resourceGroup response-cache-control
      response-content-disposition response-content-encoding response-content-language
      response-content-type response-expires restore security-token sequential stat symlink tagging
      uploadId uploads versionId versioning versions
      """
    ).map(\.raw))
  private static let listing = Set(
    SigningModel.words("prefix marker max-keys delimiter encoding-type list-type").map(\.raw))

  private static func list(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    oss effect: Effect = .refusesSignature, seen: [SeenIn] = [], equivalent: String? = nil,
    _ isSigned: @escaping @Sendable (Bytes) -> Bool
  ) -> Mistake {
    .signing(
      id, clauses, sentence, fix: fix, in: .signingV1, oss: effect, seen: seen,
      equivalent: equivalent
    ) { $0.signsParameter = { isSigned($1.given.name) } }
  }
}

extension Mistake {
  /// The id of the one mistake that has a parameter, whatever the names.
  package static let unlistedSubresources = "subresources-not-listed"

  /// A list of subresources that lacks some names.
  package static func unlistedSubresources(_ names: Set<String>, clause: String) -> Mistake {
    let list = names.sorted { $0.raw.precedes($1.raw) }.joined(separator: ", ")
    let unlisted = Set(names.map(\.raw))
    return .signing(
      unlistedSubresources, [clause], "The list of subresources lacks \(list).",
      fix: "Add the names to the list, or sign what each operation declares.", in: .signingV1
    ) { $0.leavesOutParameter { !$0.isAdded && unlisted.contains($0.given.name) } }
  }
}
