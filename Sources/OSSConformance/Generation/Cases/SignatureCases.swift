internal import OSSPrimitives

/// Suite `v1/signature`: the key, the message and the Authorization header.
enum SignatureCases {
  static let all: [BuiltCase] = secrets + messages + identifiers

  /// The lengths around the block of SHA-1, where a key is padded, fills the block, or is hashed.
  private static let secrets: [BuiltCase] =
    [1, 20, 55, 56, 63, 64, 65, 100, 128, 129].map { length in
      .header(
        "v1-sig-secret-of-\(length)-bytes", "V1-SIG-2",
        comment: "A secret of \(length) bytes is padded, cut or hashed wrongly."
      ) { $0.accessKeySecret = .string(secret(ofLength: length)) }
    } + [
      .header(
        "v1-sig-secret-with-outer-blanks", "V1-SIG-2",
        comment: "Blanks at the ends of a secret are trimmed."
      ) { $0.accessKeySecret = " secret-with-outer-blanks\t" }.flagged("trim"),
      .header(
        "v1-sig-secret-with-blanks", "V1-SIG-2",
        comment: "Blanks inside a secret are dropped."
      ) { $0.accessKeySecret = "a secret\twith blanks" },
      .header(
        "v1-sig-secret-not-ascii", "V1-SIG-2", "V1-STS-7",
        comment: "A secret outside ASCII is keyed as Latin-1 or UTF-16."
      ) { $0.accessKeySecret = "Sch\u{FC}ssel\u{5BC6}\u{94A5}" },
      .header(
        "v1-sig-secret-looks-like-base64", "V1-SIG-2",
        comment: "A secret that is base64 or hexadecimal text is decoded first."
      ) { $0.accessKeySecret = "c2VjcmV0LXNlY3JldC0wMDE=" },
      .header(
        "v1-sig-secret-percent", "V1-SIG-2",
        comment: "A secret with a percent sign is percent-decoded."
      ) { $0.accessKeySecret = "se%63ret%2B" },
    ]

  private static func secret(ofLength length: Int) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    return String((0..<length).map { alphabet[$0 % alphabet.count] })
  }

  /// The string to sign of these requests has 51 bytes and the key; the lengths that it comes to
  /// lie around the ends of the blocks of 64 bytes.
  private static let messages: [BuiltCase] = [53, 54, 55, 56, 57, 62, 63, 64, 65, 119, 120, 128].map
  {
    length in
    .header(
      "v1-sig-message-of-\(length)-bytes", "V1-SIG-1",
      comment: "A string to sign of \(length) bytes is padded wrongly."
    ) { $0.key = .string(String(repeating: "k", count: length - 51)) }
  }

  private static let identifiers: [BuiltCase] = [
    .header(
      "v1-auth-id-of-sts", "V1-AUTH-1",
      comment: "An access key ID with a dot, as STS gives them, is changed."
    ) { $0.accessKeyID = "STS.exampleAccessKeyID00" },
    .header(
      "v1-auth-id-with-underscore-and-equals", "V1-AUTH-1",
      comment: "An access key ID with an underscore or an equals sign is escaped."
    ) { $0.accessKeyID = "TMP.example_id==" },
    .header(
      "v1-auth-id-is-not-signed", "V1-SIG-1", "V1-AUTH-1",
      comment: "The access key ID enters the signature."
    ) { $0.accessKeyID = "anotherAccessKeyID" },
    .header(
      "v1-sig-plus-and-slash", "V1-SIG-1",
      comment: "The signature is in the URL-safe alphabet, or its plus or slash is escaped."
    ) { $0.key = "photo-38.jpg" },
  ]
}
