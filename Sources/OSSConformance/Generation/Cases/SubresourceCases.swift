internal import OSSPrimitives
internal import OSSSigning

/// Suite `v1/subresources`: which parameters are signed, one vector for each name.
enum SubresourceCases {
  static let all: [BuiltCase] =
    Subresources.documented.map { name in vector(of: name, "V1-SUB-1") }
    + Subresources.shared.map { name in vector(of: name, "V1-SUB-2").should }
    + Subresources.single.map { name in
      vector(of: name, "V1-SUB-3").may(
        "One SDK alone lists this name.", unsigned("The name is not a subresource."))
    } + unlisted

  private static func vector(of name: String, _ clause: String) -> BuiltCase {
    .header(
      "v1-sub-\(slug(of: name))", clause,
      comment: "The parameter \(name) is sent and not signed."
    ) { $0.query = [(.string(name), "v")] }.flagged("subresource")
  }

  /// The name with a hyphen before each capital, in lower case: `bucketInfo` gives `bucket-info`.
  private static func slug(of name: String) -> String {
    name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
  }

  private static func unsigned(_ reason: String) -> BuiltCase.Alternative {
    BuiltCase.Alternative(
      reason: reason,
      stringToSign: "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/key.txt")
  }

  private static let unlisted: [BuiltCase] = [
    .header(
      "v1-sub-unlisted-x-oss", "V1-SUB-4",
      comment: "Every name that begins with x-oss- is signed, whether OSS knows it or not."
    ) { $0.query = [("x-oss-unlisted", "v")] }
    .may(
      "OSS does not publish its list, and three SDKs sign every such name.",
      BuiltCase.Alternative(
        reason: "Go v2, PHP v2 and C# v2 sign every name that begins with x-oss-.",
        stringToSign: "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n"
          + "/examplebucket/key.txt?x-oss-unlisted=v")
    ).flagged("subresource"),
    .header(
      "v1-sub-all-documented", "V1-SUB-1", "V1-RES-6",
      comment: "Of all documented names together one is lost or out of order."
    ) {
      $0.query = Subresources.documented.reversed().map { (.string($0), "v") }
    }.flagged("subresource", "order"),
  ]
}
