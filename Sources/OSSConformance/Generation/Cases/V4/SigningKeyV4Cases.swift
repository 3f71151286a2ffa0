internal import OSSPrimitives

/// Suite `v4/signing-key`: the credential scope, and the key that is made for it.
enum SigningKeyV4Cases {
  static let all: [BuiltCase] = scope + cloudBox + chain + secrets + kept

  private static let scope: [BuiltCase] =
    ["cn-hangzhou-finance", "ap-southeast-1", "us-west-1", "cn-north-2-gov-1", "rg-china-mainland"]
    .map { region in
      .headerV4(
        "v4-sco-\(region)", "V4-SCO-1", "V4-KEY-1",
        comment: "The region \(region) stands otherwise in the scope or in the key."
      ) { $0.region = .string(region) }.flagged("region")
    } + [
      .headerV4(
        "v4-sco-region-beside-endpoint", "V4-SCO-3",
        comment: "The region is taken from the host of the endpoint."
      ) {
        $0.region = "cn-shanghai"
        $0.endpoint = "https://oss-cn-hangzhou.aliyuncs.com:443"
      }.flagged("region"),
      .presignV4(
        "v4-sco-region-of-internal-endpoint", "V4-SCO-3",
        comment: "The scope holds what an internal endpoint adds to the region."
      ) { $0.endpoint = "https://oss-cn-hangzhou-internal.aliyuncs.com" }.flagged("region"),
      .presignV4(
        "v4-sco-region-of-cname", "V4-SCO-3", "V4-PRE-1",
        comment: "Behind a CNAME no region is known, though it is given."
      ) {
        $0.region = "ap-northeast-1"
        $0.endpoint = "https://img.example.com"
        $0.addressing = "cname"
      }.flagged("region"),
      .headerV4(
        "v4-sco-default-product", "V4-SCO-2",
        comment: "Without a product the scope holds another one than oss."
      ) { $0.method = "PUT" }.flagged("product"),
      .presignV4(
        "v4-sco-url-default-product", "V4-SCO-2", "V4-PRE-1",
        comment: "Without a product the credential of a URL holds another one than oss."
      ) { $0.key = "photo.jpg" }.flagged("product"),
      .headerV4(
        "v4-sco-null-product", "V4-SCO-2",
        comment: "A product that is null stands as a text in the scope."
      ) { $0.product = .null }.flagged("product"),
      .headerV4(
        "v4-sco-product", "V4-SCO-1", "V4-KEY-1",
        comment: "A product that is asked for is signed as oss."
      ) { $0.product = "oss-tables" }.flagged("product"),
      .presignV4(
        "v4-sco-url-product", "V4-SCO-1", "V4-PRE-1",
        comment: "The credential of a URL holds another product than its key."
      ) { $0.product = "oss-accelerate" }.flagged("product"),
    ]

  private static let cloudBox: [BuiltCase] = [
    .headerV4(
      "v4-sco-cloudbox", "V4-SCO-4",
      comment: "The scope of a CloudBox holds a region or the product oss."
    ) {
      $0.region = "cb-f8z7yvzgwfkl9q0h"
      $0.product = "oss-cloudbox"
    }.flagged("cloudbox"),
    .headerV4(
      "v4-sco-cloudbox-with-token", "V4-SCO-4", "V4-TOK-1",
      comment: "With temporary credentials a CloudBox is signed for as a region."
    ) {
      $0.region = "cb-123"
      $0.product = "oss-cloudbox"
      $0.securityToken = "CAIS0Token"
    }.flagged("cloudbox"),
    .presignV4(
      "v4-sco-cloudbox-url", "V4-SCO-4", "V4-PRE-1",
      comment: "The URL of a CloudBox has another credential than its key."
    ) {
      $0.region = "cb-f8z7yvzgwfkl9q0h"
      $0.product = "oss-cloudbox"
      $0.endpoint =
        "https://cb-f8z7yvzgwfkl9q0h.cn-hangzhou.oss-cloudbox.aliyuncs.com"
    }.flagged("cloudbox"),
    .presignV4(
      "v4-sco-cloudbox-control-url", "V4-SCO-4", "V4-URI-2",
      comment: "The control host of a CloudBox makes its requests those of a region."
    ) {
      $0.key = .null
      $0.region = "cb-f8z7yvzgwfkl9q0h"
      $0.product = "oss-cloudbox"
      $0.endpoint =
        "https://cb-f8z7yvzgwfkl9q0h.cn-hangzhou.oss-cloudbox-control.aliyuncs.com"
    }.flagged("cloudbox"),
  ]

  private static let chain: [BuiltCase] = [
    .headerV4(
      "v4-key-another-secret", "V4-KEY-1",
      comment: "The key is made of something else than the secret."
    ) { $0.accessKeySecret = "AnotherSecret" },
    .headerV4(
      "v4-key-one-letter", "V4-KEY-1",
      comment: "A secret of one letter is refused."
    ) { $0.accessKeySecret = "s" },
    .headerV4(
      "v4-key-another-day", "V4-KEY-1",
      comment: "The key does not change with the day."
    ) { $0.time = 1_702_857_600 },
    .headerV4(
      "v4-key-another-region", "V4-KEY-1",
      comment: "The key does not change with the region."
    ) { $0.region = "cn-beijing" },
    .headerV4(
      "v4-key-another-product", "V4-KEY-1",
      comment: "The key does not change with the product."
    ) { $0.product = "oss-cloudbox" },
    .headerV4(
      "v4-key-with-prefix-in-secret", "V4-KEY-1",
      comment: "A secret that begins as the key does loses its beginning."
    ) { $0.accessKeySecret = "aliyun_v4Secret" },
  ]

  private static func secret(
    _ slug: String, _ comment: String, _ secret: String
  ) -> BuiltCase {
    .headerV4("v4-key-secret-\(slug)", "V4-KEY-2", comment: comment) {
      $0.accessKeySecret = .string(secret)
    }.flagged("secret")
  }

  private static let secrets: [BuiltCase] =
    [54, 55, 56, 57, 63, 64, 65, 119, 120, 200].map { count in
      secret(
        "of-\(count)-bytes",
        count > 55
          ? "A secret of \(count) bytes is cut, so that the key has 64."
          : "A secret of \(count) bytes, whose key fits a block, is hashed first.",
        String(
          String(repeating: "0123456789abcdefghijklmnopqrstuvwxyzABCD", count: 6).prefix(count)))
    } + [
      secret("outside-ascii", "The secret is signed as Latin-1.", "S\u{E9}cret\u{4E2D}\u{1F600}"),
      secret("decomposed", "The secret is normalized.", "Se\u{301}cret"),
      secret(
        "of-56-bytes-in-28-letters", "The length of the secret is counted in letters.",
        String(repeating: "\u{E9}", count: 28)),
      secret("with-outer-blanks", "Blanks at the ends of the secret are trimmed.", " Secret\t"),
      secret("with-line-feed", "A line feed at the end of the secret is dropped.", "Secret\n"),
      secret("with-nul", "The secret is cut at a NUL.", "Sec\u{0}ret"),
      secret("like-escapes", "The secret is percent-decoded.", "%41+%2F%zz"),
      secret("like-base64", "The secret is decoded from base64.", "c2VjcmV0MDE="),
    ]

  private static let kept: [BuiltCase] = [
    .headerV4(
      "v4-key-kept-before-midnight", "V4-KEY-3",
      comment: "The last second of a day is signed with the key of the next one."
    ) {
      $0.key = "kept.txt"
      $0.time = 1_704_067_199
    }.should.flagged("cache"),
    .headerV4(
      "v4-key-kept-at-midnight", "V4-KEY-3",
      comment: "The key of the day before is kept over midnight."
    ) {
      $0.key = "kept.txt"
      $0.time = 1_704_067_200
    }.should.flagged("cache"),
    .headerV4(
      "v4-key-kept-back-a-day", "V4-KEY-3",
      comment: "A clock that was set back is signed with the key of the later day."
    ) {
      $0.key = "kept.txt"
      $0.time = 1_703_980_799
    }.should.flagged("cache"),
    .headerV4(
      "v4-key-kept-for-another-region", "V4-KEY-3",
      comment: "The key of one region is used for another one."
    ) {
      $0.key = "kept.txt"
      $0.time = 1_704_067_200
      $0.region = "cn-shenzhen"
    }.should.flagged("cache"),
    .headerV4(
      "v4-key-kept-for-another-product", "V4-KEY-3",
      comment: "The key of one product is used for another one."
    ) {
      $0.key = "kept.txt"
      $0.time = 1_704_067_200
      $0.region = "cn-shenzhen"
      $0.product = "oss-cloudbox"
    }.should.flagged("cache"),
    .headerV4(
      "v4-key-kept-for-another-secret", "V4-KEY-3",
      comment: "The key of one secret is used for another one of the same access key ID."
    ) {
      $0.key = "kept.txt"
      $0.time = 1_704_067_200
      $0.region = "cn-shenzhen"
      $0.product = "oss-cloudbox"
      $0.accessKeySecret = "AnotherSecret"
    }.should.flagged("cache"),
    .headerV4(
      "v4-key-kept-names-that-run-together", "V4-KEY-3",
      comment: "Keys are kept by region and product with nothing between them."
    ) {
      $0.key = "kept.txt"
      $0.time = 1_704_067_200
      $0.region = "cn-shenzhenoss"
      $0.product = "-cloudbox"
      $0.accessKeySecret = "AnotherSecret"
    }.should.flagged("cache"),
  ]
}
