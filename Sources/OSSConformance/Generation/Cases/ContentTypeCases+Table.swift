internal import OSSPrimitives
internal import OSSVectors

extension ContentTypeCases {
  /// Extensions of every family of types, the first and the last of the table among them.
  private static let known = [
    "123", "3gp", "7z", "aac", "apk", "application", "bin", "bmp", "css", "csv", "docx", "eml",
    "fe_launch", "gif", "html", "ice", "java", "jpeg", "jpg", "js", "json", "mid", "mov", "mp4",
    "mp4a", "n-gage", "pdf", "png", "qt", "sfd-hdstx", "svg", "tiff", "webp", "wrl", "xml", "xyz",
    "yaml", "zmm",
  ]

  static let table: [BuiltCase] = known.map { known in
    // An ID holds no underscore.
    let slug = known.split(separator: "_").joined(separator: "-")
    return BuiltCase(
      id: "content-type-known-\(slug)", operation: .contentType, clauses: ["CRED-TYPE-8"],
      comment: "The table lacks \(known), or has another type for it.",
      input: ["filePath": .string("/tmp/a.\(known)")]
    ).may("The table is that of one SDK.")
  }

  /// Extensions that the iOS table lacks though they are common, with the type that others give.
  static let absent: [BuiltCase] = [
    ("gz", "application/gzip"), ("heic", "image/heic"), ("htm", "text/html"),
    ("m4a", "audio/mp4"), ("md", "text/markdown"), ("mp3", "audio/mpeg"),
  ].map { (absent: String, type: String) in
    BuiltCase(
      id: "content-type-absent-\(absent)", operation: .contentType,
      clauses: ["CRED-TYPE-8", "CRED-TYPE-7"],
      comment: "The table has \(absent), or the nearest extension is taken for it.",
      input: ["uploadName": .string("a.\(absent)")]
    ).may("The table is that of one SDK.")
      .or(
        .answer(Answer(members: ["contentType": .string(type)])),
        because: "Other tables have this extension.")
  }
}
