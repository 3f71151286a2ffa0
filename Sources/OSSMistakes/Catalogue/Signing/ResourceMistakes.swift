internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the bucket and the key that are signed.
enum ResourceMistakes {
  static let all: [Mistake] = buckets + keys + encodings + endpoints + inputs

  private static let buckets: [Mistake] = [
    path(
      "resource-empty-for-service", ["V1-RES-1", "V2-RES-1", "V4-URI-1"],
      "Without a bucket the path is empty.", fix: "Write a slash if there is no bucket."
    ) { $0.bucket == nil ? [] : $1 },
    path(
      "resource-no-slash-after-bucket", ["V1-RES-2", "V2-RES-1", "V4-URI-2"],
      "No slash follows a bucket without a key.",
      fix: "End the path of a bucket with a slash, also before the question mark.",
      seen: [.cSharp("Presigning without a key leaves the last slash out.")]
    ) { $0.key == nil && $0.bucket != nil ? Bytes($1.dropLast()) : $1 },
    path(
      "resource-without-bucket", ["V1-RES-3", "V2-RES-1", "V4-URI-2", "V4-URI-3"],
      "The bucket is missing; the path of the URL is signed.",
      fix: "Put the bucket before the key, also if the host carries it."
    ) { input, _ in "/".raw + (input.key ?? []) },
    path(
      "resource-key-first-part-dropped", ["V1-RES-3"],
      "A first part of the key that equals the bucket is dropped.",
      fix: "Leave the key as it is: it may begin with the bucket's name."
    ) { input, path in
      guard let bucket = input.bucket else { return path }
      let twice = "/".raw + bucket + "/".raw + bucket + "/".raw
      return path.starts(with: twice) ? Bytes(path.dropFirst(bucket.count + 1)) : path
    },
  ]

  private static let keys: [Mistake] = [
    key(
      "resource-key-zero-dropped", breaking: ["V1-RES-3", "V4-URI-3"], "The key 0 is dropped.",
      fix: "Ask whether there is a key, not whether it is true.",
      seen: [.phpV2("The key is left out if empty() holds, which it does for \"0\".")]
    ) { $0.isText("0") ? [] : $0 },
    key(
      "resource-key-last-slash-dropped", breaking: ["V1-RES-3", "V4-URI-3"],
      "A slash at the end of the key is dropped.", fix: "Sign the key as it is."
    ) { $0.last == 0x2F ? Bytes($0.dropLast()) : $0 },
    key(
      "resource-key-decoded", "Percent triplets in the key are decoded.",
      fix: "Treat the key as raw: %41 is three characters of it."
    ) { $0.percentDecoded },
    key(
      "resource-key-plus-decoded", "A plus sign in the key becomes a space.",
      fix: "Treat the key as raw."
    ) { $0.replaced("+", by: " ") },
    key(
      "resource-key-dots-removed", breaking: ["V1-RES-4", "V4-URI-5"],
      "Dot segments of the key are resolved.",
      fix: "Do not normalize: OSS keeps . and .. as parts of a key."
    ) { $0.dotsResolved },
    key(
      "resource-key-slashes-merged", breaking: ["V1-RES-4", "V4-URI-5"],
      "Several slashes in the key become one.",
      fix: "Do not normalize: an empty part belongs to the key."
    ) { $0.slashesMerged },
    key(
      "resource-key-normalized", breaking: ["V1-STS-7", "V2-RES-2", "V4-REQ-5"],
      "The key is normalized.",
      fix: "Sign the key's UTF-8 bytes as given; file systems and URL types may compose it."
    ) { $0.composed },
    key(
      "resource-key-cut-at-question-mark", "The key ends at a question mark.",
      fix: "Do not parse the key as a URL."
    ) { $0.cut(at: "?") },
    key(
      "resource-key-cut-at-hash", "The key ends at a number sign.",
      fix: "Do not parse the key as a URL."
    ) { $0.cut(at: "#") },
    key(
      "resource-key-trimmed", "Blanks at the ends of the key are trimmed.",
      fix: "Sign the key as it is."
    ) { $0.withoutOuterBlanks },
    key(
      "resource-key-backslash-as-slash", "A backslash in the key becomes a slash.",
      fix: "Sign the key as it is."
    ) { $0.replaced("\\", by: "/") },
  ]

  private static let encodings: [Mistake] = [
    v1(
      "resource-key-encoded", "The key is percent-encoded.",
      fix: "Sign the raw key; encode it for the URL alone.",
      seen: [.libcloud("The path of the URL is signed as it is sent.")]
    ) { $0.encoded(keepingSlash: true) },
    v1(
      "resource-key-slash-encoded", "The slashes of the key are percent-encoded.",
      fix: "Sign the raw key."
    ) { Bytes($0.prefix(1)) + Bytes($0.dropFirst()).replaced("/", by: "%2F") },
    encoding(
      "resource-key-space-as-plus", "A space of the key is signed as a plus sign.",
      fix: "Write %20.",
      alsoV1: true
    ) { $1.replaced($0 == .v1 ? " " : "%20", by: "+") },
    encoding(
      "uri-not-encoded", breaking: ["V2-RES-1", "V4-URI-4"], "The path is signed raw, as in V1.",
      fix: "Percent-encode the path."
    ) { $1.percentDecoded },
    encoding(
      "uri-encoded-twice", breaking: ["V2-RES-1", "V4-URI-4"],
      "The key is percent-encoded twice, as in paths of other services.",
      fix: "Percent-encode the key once."
    ) { $1.encoded(keepingSlash: $0 == .v4) },
    encoding(
      "v2-resource-slashes-kept", breaking: ["V2-RES-1"],
      "The slashes of the resource are not encoded.",
      fix: "Encode the slashes of the resource as %2F."
    ) { $0 == .v2 ? $1.keeping("/") : $1 },
    encoding(
      "v4-uri-slashes-encoded", breaking: ["V4-URI-4"],
      "The slashes of a key are percent-encoded, as V2 has them.",
      fix: "Leave the slashes of the key."
    ) { version, path in
      let parts = path.pieces(at: "/")
      let front = parts.prefix(2).map(\.self).joined(with: "/")
      return version == .v4 && parts.count > 2
        ? front + "/".raw + parts.dropFirst(2).map(\.self).joined(with: "%2F") : path
    },
    encoding(
      "uri-tilde-encoded", "The tilde is percent-encoded, as in a form.", fix: "Leave the tilde."
    ) {
      $1.replaced("~", by: "%7E")
    },
    encoding(
      "uri-unreserved-encoded", "Hyphens, underscores and dots are percent-encoded.",
      fix: "Leave hyphens, underscores and dots."
    ) { $1.replaced("-", by: "%2D").replaced("_", by: "%5F").replaced(".", by: "%2E") },
    encoding(
      "uri-marks-kept", "The marks !*'() are left as they are, as encodeURIComponent does.",
      fix: "Percent-encode all but letters, digits and -_.~."
    ) { $1.keeping("!*'()") },
    encoding(
      "uri-star-kept", "The star is left as it is, as Java's URLEncoder does.", fix: "Write %2A."
    ) { $1.keeping("*") },
    encoding(
      "uri-digits-lower-case", "Percent triplets have lower-case digits.",
      fix: "Write the digits of triplets in upper case."
    ) { $1.withLowerTriplets },
    .signing(
      "uri-surrogates-apart", ["V2-RES-2", "V4-URI-4", "V4-QRY-2"],
      "The halves of a surrogate pair are encoded by themselves, as question marks.",
      fix: "Encode the UTF-8 bytes of the text.", in: .signingV2V4,
      seen: [.java("The signer of V2 encodes each unit of UTF-16 by itself.")]
    ) {
      $0.signedKey = { $0.surrogatesAsQuestionMarks }
      $0.signedName = { $1.surrogatesAsQuestionMarks.encoded() }
      $0.signedValue = { $1.surrogatesAsQuestionMarks.encoded() }
    },
    encoding(
      "v2-resource-one-digit", breaking: ["V2-RES-2", "V4-URI-4"],
      "A byte below 16 is encoded with one digit.",
      fix: "Write two digits for each byte.",
      seen: [.java("The signer of V2 writes the digits of a byte without a leading zero.")]
    ) { $1.replaced("%0", by: "%") },
  ]

  private static let endpoints: [Mistake] = [
    place(
      "resource-without-bucket-for-cname", "The bucket of a CNAME is not signed.",
      fix: "Sign the bucket whatever the host is.",
      seen: [.openDAL("The bucket is put before the path only if the host begins with it.")]
    ) { input, endpoint, path in
      endpoint.addressing == .cname ? "/".raw + (input.key ?? []) : path
    },
    place(
      "resource-bucket-doubled-in-path-style", "With path addressing the bucket is signed twice.",
      fix: "Sign the bucket once: the path of the URL already holds it.",
      seen: [.reqsignRead("The resource is made of the bucket and the whole path of the URL.")]
    ) { input, endpoint, path in
      endpoint.addressing == .path ? "/".raw + (input.bucket ?? []) + path : path
    },
    place(
      "resource-with-endpoint-path", "The path of the endpoint is signed.",
      fix: "Sign the bucket and the key alone."
    ) { $1.path + $2 },
  ]

  private static let inputs: [Mistake] = [
    .signing(
      "key-as-file-path", ["V1-RES-4", "V2-RES-1", "V4-URI-5"],
      "A key is taken for the path of a file: outer blanks and first slashes are dropped, and "
        + "several slashes become one.",
      fix: "Leave the key as it is: an empty part belongs to it.", in: .anyRequest, oss: .unknown,
      seen: [.openDAL("Every path is normalized before the service sees it.")]
    ) {
      $0.taken = { kind, text in
        kind == .key ? Bytes(text.withoutUnicodeBlanks.drop { $0 == 0x2F }).slashesMerged : text
      }
    },
    .signing(
      "key-as-directory-refused", ["V1-RES-4"],
      "An object whose key ends with a slash cannot be read or written.",
      fix: "Send the request: OSS has no directories, and such keys are in use.", in: .headersV1,
      oss: .unknown,
      seen: [.openDAL("A path that ends with a slash is a directory, which has no content.")]
    ) {
      $0.refuses = { input in
        ["GET", "PUT"].contains(input.method.text) && input.key?.last == 0x2F
          ? .invalidObjectKey : nil
      }
    },
    .signing(
      "key-as-relative-reference", ["PRE-PATH-2"],
      "The path is joined to a base as a relative reference: dot segments are resolved, and empty "
        + "parts dropped.",
      fix: "Join the texts: a key may have . and .. and empty parts.", in: .urlsV1, oss: .unknown,
      seen: [.libcloud("The connection hands every path to Python's urljoin.")]
    ) {
      $0.request = { input in
        var input = input
        let key = (input.key ?? []).resolvedAsReference
        input.key = key.isEmpty ? nil : key
        return input
      }
    },
  ]

  private static func path(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (SigningInput, Bytes) -> Bytes
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, seen: seen) { model in
      let path = model.path
      model.path = { change($0, path($0, $1)) }
    }
  }

  private static func key(
    _ id: String, breaking clauses: [String] = ["V1-RES-4", "V2-RES-1", "V4-URI-4"],
    _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ key: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, seen: seen) { $0.signedKey = key }
  }

  private static func v1(
    _ id: String, _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ key: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    .signing(id, ["V1-RES-4"], sentence, fix: fix, in: .signingV1, seen: seen) {
      $0.signedKey = key
    }
  }

  /// A mistake in how a path is encoded, and with V4 and V2 the parameters of the query too.
  private static func encoding(
    _ id: String, breaking clauses: [String] = ["V2-RES-1", "V4-URI-4"], _ sentence: String,
    fix: String, alsoV1: Bool = false, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (SigningModel.Version, Bytes) -> Bytes
  ) -> Mistake {
    .signing(
      id, (alsoV1 ? ["V1-RES-4"] : []) + clauses, sentence, fix: fix,
      in: alsoV1 ? .signing : .signingV2V4, seen: seen
    ) { model in
      let path = model.signedPath
      model.signedPath = { change($0, path($0, $1)) }
    }
  }

  private static func place(
    _ id: String, _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (SigningInput, SigningEndpoint, Bytes) -> Bytes
  ) -> Mistake {
    path(id, ["V1-RES-5", "V4-URI-6"], sentence, fix: fix, seen: seen) { input, path in
      input.endpoint.map { change(input, $0, path) } ?? path
    }
  }
}
