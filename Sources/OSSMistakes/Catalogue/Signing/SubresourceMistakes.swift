internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the list of the parameters that V1 signs.
enum SubresourceMistakes {
  /// Rows about whether V1 signs the parameter of a name.
  private static let list: MistakeRows<@Sendable (Bytes) -> Bool> = SigningMistakes.rows
    .breaking("V1-SUB-1")
    .fix("Sign the parameters that are in the list, whatever the operation is.").in(.signingV1)
    .by { isSigned in { $0.signsParameter = { isSigned($1.given.name) } } }

  static let all: [Mistake] = [
    list("subresource-none-signed", "No parameter is signed but the token.")
      .breaking("V1-SUB-1", "PRE-QRY-4").change { $0.isText("security-token") },
    list("subresource-token-parameter-unsigned")
      .sentence("A security-token parameter is signed only if the signer adds it.")
      .fix("Keep security-token in the list.")
      .change { SigningModel.isSubresource($0) && !$0.isText("security-token") },
    list("subresource-list-of-documents", "Only the names in the documents are signed.")
      .breaking("V1-SUB-1", "V1-SUB-2")
      .fix("Sign the names that other SDKs sign too, such as callback and versionId.")
      .change { documented.contains($0) },
    list("subresource-list-of-ios", "The list lacks callback, versionId, policy and their like.")
      .breaking("V1-SUB-1", "V1-SUB-2").fix("Add the names of V1-SUB-1 and V1-SUB-2 to the list.")
      .seen("The list of 41 names lacks those of callbacks, versions and limits.", .iOS)
      .change { documented.contains($0) || $0.isText("restore") || $0.isText("sequential") },
    list("subresource-list-of-c", "The list lacks cname, style and replication.")
      .fix("Add the names of V1-SUB-1 and V1-SUB-2 to the list.")
      .seen("The list has 35 names, and one that nobody else has.", .c).change { name in
        documented.union(["restore".raw, "stat".raw, "x-oss-sign-origin-only".raw]).contains(name)
          && !["cname", "img"].contains { name.isText($0) }
          && !name.begins(with: "replication") && !name.begins(with: "style")
      },
    list("subresource-base-list", "A short list is used, which each operation has to complete.")
      .breaking("V1-SUB-1", "V1-SUB-5")
      .fix("Use one list for every request, also for one that no operation of the SDK made.")
      .seen("A signed URL or a raw request uses the list of 31 names alone.", .pythonV2)
      .seen("The list of 32 names is completed by the operations that know more.", .swiftV2)
      .change { base.contains($0) },
    list("subresource-list-of-downloads")
      .sentence("Of the subresources in a URL only those of a download or an upload are signed.")
      .in(.urlsV1).change { name in
        let names = SigningModel.words(
          "callback callback-var security-token versionId x-oss-process x-oss-traffic-limit")
        return name.begins(with: "response-") || names.contains { name.isText($0) }
      },
    list("subresource-one-sdk-names-unsigned", "Names that one SDK alone signs are not signed.")
      .breaking("V1-SUB-3")
      .fix("Decide for yourself: this kit signs them so that such an SDK can be used.").change {
        SigningModel.isSubresource($0) && !single.contains($0)
      },
    list("subresource-x-oss-prefix", "Every parameter that begins with x-oss- is signed.")
      .breaking("V1-SUB-4")
      .fix("Sign the names that are in the list, unless a server shows that it signs more.")
      .seen("A prefix is tested after the list.", .goV2, .phpV2)
      .seen("Names that begin with x-oss-ac- are signed, those in no list too.", .swiftV2)
      .equivalent("The rule is open, so the vector of the clause takes this answer too.")
      .change { SigningModel.isSubresource($0) || $0.begins(with: "x-oss-") },
    list("subresource-all-signed", "Every parameter is signed.").breaking("V1-RES-10", "PRE-QRY-6")
      .fix("Sign the parameters that are in the list, and send the others.").change { _ in true },
    list("subresource-prefix-and-marker-signed")
      .sentence("The parameters of a listing, such as prefix and marker, are signed.")
      .breaking("V1-RES-10").fix("Send the parameters of a listing without signing them.")
      .change { SigningModel.isSubresource($0) || listing.contains($0) },
    list("subresource-case-ignored", "Names are looked up without regard to case.")
      .breaking("V1-RES-9").fix("Compare the names of subresources byte by byte: case counts.")
      .change { name in SigningModel.subresources.contains { $0.lowerCase == name.lowerCase } },
    list("subresource-name-by-prefix")
      .sentence("A parameter whose name begins as one of the list is signed.")
      .breaking("V1-RES-9").fix("Sign a parameter if its whole name is in the list.")
      .change { name in SigningModel.subresources.contains { name.starts(with: $0) } },
    list("subresource-name-contained")
      .sentence("A parameter whose name contains one of the list is signed: max-uploads, too.")
      .breaking("V1-RES-9").fix("Sign a parameter if its whole name is in the list.")
      .change { name in
        SigningModel.subresources.contains { name.replaced($0, by: []) != name }
      },
    list("subresource-list-searched-as-text")
      .sentence("A parameter is signed if its name is anywhere in the text of the list: type, too.")
      .breaking("V1-RES-10").fix("Sign a parameter if its whole name is in the list.")
      .change { listed.contains($0.text) },
    SigningMistakes.rows("subresource-values-form-encoded")
      .sentence("Values of subresources are signed as a form encodes them, with + for a space.")
      .breaking("V1-RES-7").in(.signingV1)
      .fix("Sign the value of a subresource as it is, without percent-encoding.")
      .seen("The query is encoded before it is signed.", .aliyungo)
      .change { $0.signedValue = { $1.encoded().replaced("%20", by: "+") } },
    SigningMistakes.rows("query-subresources-alone", "Only subresources are signed, as in V1.")
      .breaking("V2-RES-3", "V4-QRY-1").fix("Sign every parameter of the query with V2 and V4.").in(
        .signingV2V4
      ).change { $0.signsParameter = { SigningModel.isSubresource($1.given.name) || $1.isAdded } },
  ]

  /// The list as one text.
  private static let listed = SigningModel.subresources
    .sorted { $0.lexicographicallyPrecedes($1) }.joined(with: ",").text
  private static let documented = Set(SigningModel.documented.map(\.raw))
    .subtracting(["callback".raw, "callback-var".raw, "continuation-token".raw])
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
}
