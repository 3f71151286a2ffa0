internal import OSSPrimitives
internal import OSSVectors

extension Feature {
  private static let key = TextPlace.text(
    "key", "a key", \.key, plain: FuzzRequest.plainKey)

  /// What the method, the bucket and the key can be.
  static let resources: [Feature] = [
    Feature(
      id: "method", title: "another method than GET", clauses: ["V1-STS-3"],
      isHeld: { !$0.method.hasSameBytes(as: "GET") }, remove: { $0.method = "GET" }),
    Feature(
      id: "no-bucket", title: "no bucket", clauses: ["V1-RES-1", "PRE-HOST-5"],
      implied: ["no-key"], isHeld: { $0.bucket == nil },
      remove: { request in
        request.bucket = FuzzRequest.plainBucket
        request.key = FuzzRequest.plainKey
      }),
    Feature(
      id: "no-key", title: "a bucket without a key", clauses: ["V1-RES-2", "PRE-PATH-3"],
      isHeld: { $0.key == nil },
      remove: { request in
        if request.bucket != nil { request.key = FuzzRequest.plainKey }
      }),
    Feature(
      id: "bucket-old", title: "a bucket whose name can no longer be made",
      clauses: ["V1-NAME-2"], level: .should, implied: ["bucket"],
      isHeld: { $0.bucket.map { !canBeMade($0) } ?? false },
      remove: { $0.bucket = FuzzRequest.plainBucket }),
    Feature(
      id: "bucket", title: "another bucket", clauses: ["V1-RES-2"],
      isHeld: { !($0.bucket?.hasSameBytes(as: FuzzRequest.plainBucket) ?? true) },
      remove: { $0.bucket = FuzzRequest.plainBucket }),
    Feature(
      id: "key", title: "another key", clauses: ["V1-RES-3"],
      isHeld: { !($0.key?.hasSameBytes(as: FuzzRequest.plainKey) ?? true) },
      remove: { $0.key = FuzzRequest.plainKey }),
    Feature(key, .zero, "V1-RES-3"), Feature(key, .percent, "V1-RES-4", "PRE-PATH-1"),
    Feature(key, .plus, "V1-RES-4", "PRE-PATH-1"),
    Feature(key, .innerBlank, "V1-RES-4", "PRE-PATH-1"),
    Feature(key, .spaceAtEnd, "V1-RES-4", "PRE-PATH-1"), Feature(key, .tabAtEnd, "V1-RES-4"),
    Feature(key, .blank, "V1-RES-4"), Feature(key, .strangeBlankAtEnd, "V1-RES-4"),
    Feature(key, .foreign, "V1-RES-4", "V1-STS-7"), Feature(key, .control, "V1-RES-4"),
    Feature(key, slashAtEnd, "V1-RES-3"),
    Feature(key, doubleSlash, "V1-RES-3", "PRE-PATH-2"),
    Feature(key, dotSegment, "V1-RES-3", "PRE-PATH-2"), Feature(key, .slash, "V1-RES-3"),
    Feature(key, .mark, "V1-RES-4", "PRE-PATH-1"), Feature(key, .long(254), "V1-RES-3"),
  ]

  private static let slashAtEnd = TextTrait(
    id: "-folder", title: "with a slash at its end", implied: ["-slash"],
    isHeld: { $0.utf8.last == UInt8(ascii: "/") },
    removed: { $0 + "a" })

  /// An empty segment, which programs take away.
  private static let doubleSlash = TextTrait(
    id: "-double", title: "with two slashes side by side", implied: ["-slash"],
    isHeld: { segments(of: $0).dropFirst().dropLast().contains(where: \.isEmpty) },
    removed: { text in changed(text) { $0.isEmpty } })

  /// A segment that programs resolve as they do in paths of files.
  private static let dotSegment = TextTrait(
    id: "-dots", title: "with a segment . or ..",
    isHeld: { segments(of: $0).contains(where: isDots) },
    removed: { changed($0, where: isDots) })

  private static func isDots(_ segment: Bytes) -> Bool {
    segment == [0x2e] || segment == [0x2e, 0x2e]
  }

  /// The bytes between slashes; a character may hold a slash and an accent, so text will not do.
  private static func segments(of text: String) -> [Bytes] {
    text.utf8.split(separator: 0x2f, omittingEmptySubsequences: false).map { Bytes($0) }
  }

  /// The text with `a` for each segment of which something is true.
  private static func changed(_ text: String, where isMeant: (Bytes) -> Bool) -> String {
    let segments = segments(of: text).map { isMeant($0) ? [0x61] : $0 }
    return String(decoding: Bytes(segments.joined(separator: [0x2f])), as: UTF8.self)
  }

  /// Whether OSS gives the name to a new bucket (V1-NAME-1).
  private static func canBeMade(_ name: String) -> Bool {
    (3...63).contains(name.utf8.count) && !name.utf8.contains(UInt8(ascii: "_"))
      && name.utf8.first != UInt8(ascii: "-") && name.utf8.last != UInt8(ascii: "-")
  }
}
