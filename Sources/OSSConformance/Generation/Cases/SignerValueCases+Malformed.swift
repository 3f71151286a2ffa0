internal import OSSPrimitives
internal import OSSVectors

extension SignerValueCases {
  /// The cases of one kind of fault: a slug, which mistake each catches, and the value.
  private static func refused(
    _ kind: String, _ clause: String, _ table: [(slug: String, comment: String, value: String)]
  ) -> [BuiltCase] {
    table.map { row in
      given(
        "\(kind)-\(row.slug)", [clause, "V1-AUTH-2"], row.comment, ["value": .string(row.value)]
      ).refused(.invalidSignerValue)
    }
  }

  static let prefixes: [BuiltCase] = refused(
    "prefix", "CRED-SIGN-6",
    [
      ("no-space", "The form that one translation of the documents prints is taken.", "OSS\(rest)"),
      ("lower-case", "The scheme is compared without regard to case.", "oss \(rest)"),
      ("two-spaces", "Spaces before the ID are dropped.", "OSS  \(rest)"),
      ("no-break-space", "Any blank of Unicode stands for the space.", "OSS\u{A0}\(rest)"),
      ("wide-space", "The wide space of a Chinese keyboard stands for it.", "OSS\u{3000}\(rest)"),
      ("wide-letters", "Wide letters stand for the scheme.", "\u{FF2F}\u{FF33}\u{FF33} \(rest)"),
      ("bare", "The signature alone is taken, as of a remote signer.", signature),
      ("without-scheme", "The parts without the scheme are taken.", rest),
      ("other-scheme", "Four characters are cut off, whatever they are.", "AWS \(rest)"),
      ("short", "A text shorter than the scheme breaks the SDK.", "OSS"),
      ("shorter", "The text after the fourth character is read where there is none.", "a:b"),
      (
        "v2", "The header of signature version 2 is taken.",
        "OSS2 AccessKeyId:\(id),Signature:\(signature)"
      ),
      (
        "v4", "The header of signature version 4 is taken.",
        "OSS4-HMAC-SHA256 Credential=\(id)/20231216/cn-hangzhou/oss/aliyun_v4_request,Signature="
          + String(repeating: "0123456789abcdef", count: 4)
      ),
      ("json", "The answer of the server is handed on unread.", "{\"signature\":\"\(value)\"}"),
      ("placeholder", "The text of a missing value is taken.", "(null)"),
    ])

  private static let rest = "\(id):\(signature)"

  static let malformed: [BuiltCase] = ids + colons + signatures + mended

  private static let ids: [BuiltCase] = refused(
    "id", "CRED-SIGN-7",
    [
      ("empty", "A value without an ID is taken.", "OSS :\(signature)"),
      ("placeholder", "The ID of a missing token is taken.", "OSS (null):\(signature)"),
      ("hyphen", "An ID with a hyphen is taken.", "OSS example-id:\(signature)"),
      ("blank", "An ID with a blank in it is taken.", "OSS example id:\(signature)"),
      ("blank-at-end", "A blank before the colon is dropped.", "OSS \(id) :\(signature)"),
      ("wide", "A wide letter is taken for a letter.", "OSS \u{FF21}BC:\(signature)"),
    ])

  private static let colons: [BuiltCase] = refused(
    "colon", "CRED-SIGN-8",
    [
      ("none", "A value without a colon is taken.", "OSS \(id)"),
      ("wide", "A wide colon is taken for a colon.", "OSS \(id)\u{FF1A}\(signature)"),
      ("percent", "A percent-encoded colon is decoded.", "OSS \(id)%3A\(signature)"),
      ("in-id", "The last colon divides the value.", "OSS tenant:\(id):\(signature)"),
      ("three", "What follows the second colon is dropped.", "OSS \(id):\(signature):v1"),
      ("at-end", "A colon at the end is dropped.", "OSS \(id):\(signature):"),
    ])

  private static let signatures: [BuiltCase] = refused(
    "signature", "CRED-SIGN-9",
    [
      ("none", "A value without a signature is taken.", "OSS \(id):"),
      ("sha256", "A digest of 32 bytes is taken.", "OSS \(id):\(sha256)"),
      ("md5", "A digest of 16 bytes is taken.", "OSS \(id):1B2M2Y8AsgTpgAmY7PhCfg=="),
      ("hexadecimal", "A signature in hexadecimal is taken.", "OSS \(id):\(hexadecimal)"),
      ("url-safe", "The URL-safe alphabet is taken.", "OSS \(id):e7SraDhJXAr2ERmY-_n0fAmnDgk="),
      (
        "unpadded", "A signature without padding is taken.", "OSS \(id):e7SraDhJXAr2ERmY+/n0fAmnDgk"
      ),
      ("padded-twice", "Padding is not counted.", "OSS \(id):\(signature)="),
      (
        "percent", "A signature from a URL is decoded.",
        "OSS \(id):e7SraDhJXAr2ERmY%2B/n0fAmnDgk%3D"
      ),
      (
        "space-for-plus", "A form's space is read as plus.",
        "OSS \(id):e7SraDhJXAr2ERmY /n0fAmnDgk="
      ),
      ("broken-line", "A line end inside is dropped.", "OSS \(id):e7SraDhJXAr2ER\nmY+/n0fAmnDgk="),
      ("long", "A signature of any length is taken.", "OSS \(id):\(long)"),
    ])

  private static let sha256 = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
  private static let hexadecimal = "7bb4ab6838495c0af6111998fbf9f47c09a70e09"
  private static let long = String(repeating: "QUFB", count: 1365)

  private static let mended: [BuiltCase] = refused(
    "mended", "CRED-SIGN-10",
    [
      ("line-feed", "A line end after the value is trimmed here and sent there.", "\(value)\n"),
      ("carriage-return", "CR LF after the value is trimmed.", "\(value)\r\n"),
      ("space-before", "A blank before the value is trimmed.", " \(value)"),
      ("space-after-colon", "A blank after the colon is trimmed.", "OSS \(id): \(signature)"),
      ("byte-order-mark", "A byte-order mark is dropped.", "\u{FEFF}\(value)"),
      ("quoted", "Quotation marks of a JSON text are dropped.", "\"\(value)\""),
      ("header", "The name of the header is cut off.", "Authorization: \(value)"),
      ("nul", "The value is cut at a NUL.", "\(value)\u{0}"),
      (
        "injected", "A second header comes in with the value.", "\(value)\r\nx-oss-acl: public-read"
      ),
      ("percent", "The whole value is percent-decoded.", "OSS%20\(id)%3A\(signature)"),
    ])
}
