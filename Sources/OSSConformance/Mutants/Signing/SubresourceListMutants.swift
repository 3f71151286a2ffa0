internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the list of the parameters that are signed.
enum SubresourceListMutants {
  static let all: [Mutant] = [
    list(
      "subresource-none-signed", "V1-SUB-1", "No parameter is signed.",
      mend: "Sign the parameters that are in the list."
    ) { $0.elementsEqual("security-token".utf8) },
    list(
      "subresource-token-parameter-unsigned", "V1-SUB-1",
      "A security-token parameter is signed only where the signer adds it.",
      mend: "Keep security-token in the list."
    ) { Subresources.contains($0) && !$0.elementsEqual("security-token".utf8) },
    list(
      "subresource-list-of-documents", "V1-SUB-2", "Only the names in the documents are signed.",
      mend: "Sign the names that other SDKs sign too, such as callback and versionId."
    ) { documented.contains($0) },
    list(
      "subresource-list-of-ios", "V1-SUB-2",
      "A list without callback, versionId, policy and their like is used.",
      mend: "Complete the list.",
      sightings: [.iOS("The list of 41 names lacks those of callbacks, versions and limits.")]
    ) { documented.contains($0) || ios.contains($0) },
    list(
      "subresource-list-of-c", "V1-SUB-1", "A list without cname, style and replication is used.",
      mend: "Complete the list.",
      sightings: [.c("The list has 35 names, and one that nobody else has.")]
    ) { name in
      (documented.contains(name) && !missingInC.contains(name)) || alsoInC.contains(name)
    },
    list(
      "subresource-base-list", "V1-SUB-1",
      "A short list is used, which each operation has to complete.",
      mend: "Use one list for every request, also for one that no operation of the SDK made.",
      sightings: [
        .pythonV2("A signed URL or a raw request uses the list of 31 names alone."),
        .swiftV2("The list of 32 names is completed by the operations that know more."),
      ]
    ) { base.contains($0) },
    list(
      "subresource-one-sdk-names-unsigned", "V1-SUB-3", "Names that one SDK alone signs are not.",
      mend: "Nobody knows; the kit signs them so that such an SDK can be used."
    ) { name in Subresources.contains(name) && !single.contains(name) },
    list(
      "subresource-x-oss-prefix", "V1-SUB-4", "Every parameter that begins with x-oss- is signed.",
      mend: "Sign the names that are in the list, unless a server shows that it signs more.",
      sightings: [
        .goV2("A prefix is tested after the list."), .phpV2("A prefix is tested after the list."),
        .swiftV2("Names that begin with x-oss-ac- are signed, those in no list too."),
      ],
      equivalent: "The rule is open, so the vector of the clause takes this answer too."
    ) { Subresources.contains($0) || $0.starts(with: "x-oss-".utf8) },
    list(
      "subresource-case-ignored", "V1-RES-9", "Names are looked up without regard to case.",
      mend: "Compare names exactly."
    ) { foldedNames.contains($0.lowercased) },
    list(
      "subresource-all-signed", "V1-RES-10", "Every parameter is signed.",
      mend: "Sign the parameters that are in the list, and send the others."
    ) { _ in true },
    list(
      "subresource-name-by-prefix", "V1-RES-9",
      "A parameter whose name begins as one of the list is signed.",
      mend: "Compare the whole name."
    ) { name in names.contains { name.starts(with: $0) } },
    list(
      "subresource-prefix-and-marker-signed", "V1-RES-10",
      "The parameters of a listing, such as prefix and marker, are signed.",
      mend: "Leave them out: they are sent and not signed."
    ) { Subresources.contains($0) || listing.contains($0) },
  ]

  private static let names = bytes(
    Subresources.documented + Subresources.shared + Subresources.single)
  private static let foldedNames = Set(names.map(\.lowercased))
  private static let documented = Set(bytes(Subresources.documented))
  private static let single = Set(bytes(Subresources.single))
  private static let ios = Set(bytes(["restore", "sequential"]))
  private static let alsoInC = Set(bytes(["restore", "stat", "x-oss-sign-origin-only"]))
  private static let missingInC = Set(
    bytes([
      "cname", "img", "replication", "replicationLocation", "replicationProgress", "style",
      "styleName",
    ]))
  private static let base = Set(
    bytes([
      "acl", "append", "bucketInfo", "callback", "callback-var", "cloudboxes",
      "continuation-token", "delete", "location", "objectMeta", "partNumber", "position",
      "regionList", "resourceGroup", "response-cache-control", "response-content-disposition",
      "response-content-encoding", "response-content-language", "response-content-type",
      "response-expires", "restore", "security-token", "sequential", "stat", "symlink",
      "tagging", "uploadId", "uploads", "versionId", "versioning", "versions",
    ]))
  private static let listing = Set(
    bytes(["prefix", "marker", "max-keys", "delimiter", "encoding-type", "list-type"]))

  private static func bytes(_ names: [String]) -> [Bytes] { names.map { Bytes($0.utf8) } }

  private static func list(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], equivalent: String? = nil,
    _ isSigned: @escaping @Sendable (Bytes) -> Bool
  ) -> Mutant {
    SubresourceMutants.resource(
      id, clause, mistake, mend: mend, sightings: sightings, equivalent: equivalent
    ) {
      $0.isSigned = isSigned
    }
  }
}
