internal import OSSPrimitives
internal import OSSVectors

/// Suite `v2/refusals`: what is not signed with V2.
enum V2RefusalCases {
  static let all: [BuiltCase] = names + parameters + shared

  private static let names: [BuiltCase] = [
    ("", "empty", "An empty name is listed."),
    ("a b", "space", "A name with a space is listed."),
    ("a;b", "semicolon", "A name with the mark of the list in it is listed."),
    ("a\n", "line-feed", "A name with a line feed is listed."),
    ("\u{E9}", "not-ascii", "A name outside ASCII is listed."),
    ("if_match", "underscore", "A name with an underscore is listed, which OSS refuses."),
    ("Authorization", "authorization", "The header that signing makes is listed."),
  ].map { name, slug, comment in
    .headerV2("v2-ref-additional-\(slug)", "V2-REF-1", comment: comment) {
      $0.headers = [("Range", "bytes=0-9")]
      $0.additionalHeaders = ["range", .string(name)]
    }.should.refused(.invalidAdditionalHeader)
  }

  private static let parameters: [BuiltCase] =
    [
      "x-oss-access-key-id", "x-oss-additional-headers", "x-oss-expires", "x-oss-signature",
      "x-oss-signature-version",
    ].map { name in
      .presignV2(
        "v2-ref-parameter-\(name.dropFirst(6))", "V2-REF-2",
        comment: "The URL has \(name) twice."
      ) { $0.query = [(.string(name), "1")] }.should.refused(.reservedParameter)
    } + [
      .presignV2(
        "v2-ref-token-parameter", "V2-REF-2", comment: "The URL has security-token twice."
      ) {
        $0.query = [("security-token", "1")]
        $0.securityToken = "CAIS0Token"
      }.should.refused(.reservedParameter),
      .presignV2(
        "v2-ref-token-header", "V2-REF-3",
        comment: "A URL is made that works only with a header for the token."
      ) { $0.headers = [("X-Oss-Security-Token", "CAIS0Token")] }.should.refused(.reservedHeader),
      .presignV2(
        "v2-ref-expiry", "V2-REF-4", comment: "A URL that expired before 1970 is made."
      ) { $0.expires = -1 }.should.refused(.invalidExpires),
      .presignV2(
        "v2-ref-expiry-milliseconds", "V2-REF-4", comment: "An expiry in milliseconds is signed."
      ) { $0.expires = 1_702_747_257_000 }.should.refused(.invalidExpires),
    ]

  private static let shared: [BuiltCase] = [
    .headerV2(
      "v2-ref-empty-secret", "V1-REF-2", comment: "An empty secret signs with V2."
    ) { $0.accessKeySecret = "" }.refused(.missingSecret),
    .headerV2(
      "v2-ref-header-value", "V1-REF-5", comment: "A value writes another header, signed with V2."
    ) { $0.headers = [("x-oss-meta-a", "v\r\nx-oss-acl: public-read")] }
    .refused(.invalidHeaderValue),
  ]
}
