internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the bucket and the key that are signed.
enum ResourceMistakes {
  private static let rows = SigningMistakes.rows
  private static let path: MistakeRows<@Sendable (SigningInput, Bytes) -> Bytes> = rows.by {
    change in
    { model in
      let path = model.path
      model.path = { change($0, path($0, $1)) }
    }
  }
  private static let key = rows.breaking("V1-RES-4", "V2-RES-1", "V4-URI-4")
    .fix("Treat the key as raw: sign its bytes as they are, %41 and + and ? and blanks too.")
    .setting(\.signedKey)
  private static let whole = key.breaking("V1-RES-4", "V4-URI-5")
    .fix("Do not normalize the key: OSS keeps empty parts and the parts . and .. of it.")
  private static let raw = key.breaking("V1-RES-4")
    .fix("Sign the raw key; encode it for the URL alone.").in(.signingV1)
  private static let encoding: MistakeRows<@Sendable (SigningModel.Version, Bytes) -> Bytes> =
    rows.breaking("V2-RES-1", "V4-URI-4")
    .fix("Percent-encode all but letters, digits and -_.~; V2 encodes slashes too.")
    .in(.signingV2V4).by { change in
      { model in
        let path = model.signedPath
        model.signedPath = { change($0, path($0, $1)) }
      }
    }

  /// A row for the path, one for the query, and one for both, which one encoder may write.
  static func encodings(
    _ idOfPath: String, _ idOfQuery: String, both id: String, _ sentence: String, fix: String,
    query clauses: [String] = ["V2-RES-4", "V4-QRY-2"],
    _ change: @escaping SigningMistakes.Rewriting
  ) -> [Mistake] {
    let both = rows.breaking(["V2-RES-1", "V4-URI-4"] + clauses).in(.signingV2V4).fix(fix)
    return [
      encoding(idOfPath, "In the path, \(sentence)").fix(fix).change { change($1) },
      QueryMistakes.written.breaking(clauses).fix(fix)(
        idOfQuery, "In names and values, \(sentence)"
      ).change(change),
      both(id, "In the signed path, names and values, \(sentence)").change {
        $0.signedPath = { change(SigningModel().signedPath($0, $1)) }
        $0.signedName = { change(SigningModel.signed($0, $1)) }
        $0.signedValue = { change(SigningModel.signed($0, $1)) }
      },
    ]
  }
  /// Rows about the keys in URLs, and in the canonical URI of V4, which one encoder writes.
  private static let encoder: MistakeRows<SigningMistakes.Rewriting> =
    rows.breaking("PRE-PATH-1", "V4-URI-4", "V4-PRE-10", "PUB-1")
    .fix("Percent-encode the key as the caller gives it, once: `%` becomes %25.")
    .in(Set.urls.union(Set.signingV4)).by { encode in
      {
        $0.signedPath = { $0 == .v4 ? encode($1) : SigningModel().signedPath($0, $1) }
        $0.sentKey = encode
      }
    }
  private static let place: MistakeRows<@Sendable (SigningInput, SigningEndpoint, Bytes) -> Bytes> =
    path.breaking("V1-RES-5", "V4-URI-6")
    .fix("Sign the bucket once and the key, whatever the URL looks like.").by { change in
      { input, path in input.endpoint.map { change(input, $0, path) } ?? path }
    }
  private static let kept = SigningMistakes.inputs.breaking("V1-RES-4")
    .fix("Leave the key as it is: it may have empty parts and dots, and end with a slash.")

  static let all: [Mistake] = [
    // The bucket.
    path("resource-empty-for-service", "Without a bucket the path is empty.")
      .breaking("V1-RES-1", "V2-RES-1", "V4-URI-1").fix("Write a slash if there is no bucket.")
      .change { $0.bucket == nil ? [] : $1 },
    rows("v2-resource-of-service-raw", "Without a bucket the slash is not percent-encoded.")
      .breaking("V2-RES-1").fix("Percent-encode every slash of the path, also the only one.")
      .in(.signingV2).change { model in
        model.signedPath = { [former = model.signedPath] in $1.count == 1 ? $1 : former($0, $1) }
      },
    path("resource-slash-doubled-for-service", "Without a bucket two slashes are signed.")
      .breaking("V1-RES-1", "V2-RES-1", "V4-URI-1").fix("Write one slash if there is no bucket.")
      .change { $0.bucket == nil ? "//".raw : $1 },
    path("resource-no-slash-after-bucket", "No slash follows a bucket without a key.")
      .breaking("V1-RES-2", "V2-RES-1", "V4-URI-2")
      .fix("End the path of a bucket with a slash, also before the question mark.")
      .seen("Presigning without a key leaves the last slash out.", .cSharp)
      .change { $0.key == nil && $0.bucket != nil ? Bytes($1.dropLast()) : $1 },
    path("resource-without-bucket", "The bucket is missing; the path of the URL is signed.")
      .breaking("V1-RES-3", "V2-RES-1", "V4-URI-2", "V4-URI-3")
      .fix("Put the bucket before the key, also if the host carries it.")
      .change { input, _ in "/".raw + (input.key ?? []) },
    path("resource-without-first-slash", "The first slash of the path is missing.")
      .breaking("V1-RES-1", "V2-RES-1", "V4-URI-1")
      .fix("Begin the path with a slash.").change { Bytes($1.dropFirst()) },
    path("resource-slash-doubled", "Two slashes stand between the bucket and the key.")
      .breaking("V1-RES-3", "V2-RES-1", "V4-URI-3")
      .fix("Write one slash between the bucket and the key.").change { input, path in
        input.key == nil
          ? path : "/".raw + (input.bucket ?? []) + "//".raw + (input.key ?? [])
      },
    path("resource-key-first-part-dropped")
      .sentence("A first part of the key that equals the bucket is dropped.")
      .breaking("V1-RES-3").fix("Leave the key as it is: it may begin with the bucket's name.")
      .change { input, path in
        guard let bucket = input.bucket else { return path }
        let twice = "/".raw + bucket + "/".raw + bucket + "/".raw
        return path.starts(with: twice) ? Bytes(path.dropFirst(bucket.count + 1)) : path
      },
    // The key.
    key("resource-key-zero-dropped", "The key 0 is dropped.")
      .breaking("V1-RES-3", "V4-URI-3").fix("Ask whether there is a key, not whether it is true.")
      .seen("The key is left out if empty() holds, which it does for \"0\".", .phpV2)
      .change { $0.isText("0") ? [] : $0 },
    key("resource-key-last-slash-dropped", "A slash at the end of the key is dropped.")
      .breaking("V1-RES-3", "V4-URI-3").fix("Sign the slash at the end of a key.")
      .change { $0.last == 0x2F ? Bytes($0.dropLast()) : $0 },
    key("resource-key-last-slashes-dropped", "All slashes at the end of the key are dropped.")
      .breaking("V1-RES-3", "V4-URI-3").fix("Sign every slash at the end of a key.")
      .change { Bytes($0.reversed().drop { $0 == 0x2F }.reversed()) },
    key("resource-key-decoded", "Percent triplets in the key are decoded.") { $0.percentDecoded },
    key("resource-key-plus-decoded", "A plus sign in the key becomes a space.")
      .change { $0.replaced("+", by: " ") },
    key("resource-key-cut-at-question-mark", "The key ends at a question mark, as in a URL.")
      .change { $0.cut(at: "?") },
    key("resource-key-cut-at-hash", "The key ends at a number sign, as in a URL.")
      .change { $0.cut(at: "#") },
    key("resource-key-trimmed", "Blanks at the ends of the key are trimmed.")
      .change { $0.withoutOuterBlanks },
    key("resource-key-backslash-as-slash", "A backslash in the key becomes a slash.")
      .change { $0.replaced("\\", by: "/") },
    whole("resource-key-dots-removed", "Dot segments of the key are resolved.") { $0.dotsResolved },
    whole("resource-key-slashes-merged", "Several slashes in the key become one.")
      .change { $0.slashesMerged },
    whole("resource-key-empty-parts-dropped")
      .sentence("Empty parts of the key are dropped: a//b/ is signed as a/b.")
      .change { $0.emptyPartsDropped },
    path("resource-path-cleaned")
      .sentence("Empty parts, dot segments and the last slash are dropped, as by Go's path.Join.")
      .breaking("V1-RES-2", "V1-RES-4", "V2-RES-1", "V4-URI-2", "V4-URI-5")
      .fix("Join the bucket and the key with a slash; do not use a function for file paths.")
      .change { "/".raw + $1.pathCleaned },
    whole("resource-key-normalized", "The key is normalized.")
      .breaking("V1-STS-7", "V2-RES-2", "V4-REQ-5")
      .fix("Sign the key's UTF-8 bytes as given; file systems and URL types may compose it.")
      .change { $0.composed },
    raw("resource-key-encoded", "The key is percent-encoded.")
      .seen("The path of the URL is signed as it is sent.", .libcloud)
      .change { $0.encoded(keepingSlash: true) },
    raw("resource-key-slash-encoded", "The slashes of the key are percent-encoded.")
      .change { Bytes($0.prefix(1)) + Bytes($0.dropFirst()).replaced("/", by: "%2F") },
    // How the path is encoded.
    encoding("resource-key-space-as-plus", "A space of the key is signed as a plus sign.")
      .breaking("V1-RES-4", "V2-RES-1", "V4-URI-4").fix("Percent-encode a space as %20, not as +.")
      .in(.signing).change { $1.replaced($0 == .v1 ? " " : "%20", by: "+") },
    encoding("v2-resource-slashes-kept", "The slashes of the resource are not encoded.")
      .breaking("V2-RES-1").change { $0 == .v2 ? $1.keeping("/") : $1 },
    encoding("v4-uri-slashes-encoded", "The slashes of a key are percent-encoded, as V2 has them.")
      .breaking("V4-URI-4").fix("Leave the slashes of the key.").change { version, path in
        let parts = path.pieces(at: "/")
        let front = parts.prefix(2).map(\.self).joined(with: "/")
        return version == .v4 && parts.count > 2
          ? front + "/".raw + parts.dropFirst(2).map(\.self).joined(with: "%2F") : path
      },
    encoding("uri-triplets-kept")
      .sentence("A percent sign of the key before two digits is signed as it is: %41, not %2541.")
      .change { $1.tripletsKept },
    encoder("key-triplets-kept")
      .sentence("A percent sign of the key before two digits stays, in the URL and what is signed.")
      .change { $0.encoded(keepingSlash: true).tripletsKept },
    encoder("key-triplets-decoded")
      .sentence(
        "Percent triplets of the key are decoded before it is encoded to be signed and sent."
      )
      .change { $0.tripletsDecoded.encoded(keepingSlash: true) },
    encoding("v2-resource-one-digit", "A byte below 16 is encoded with one digit.")
      .breaking("V2-RES-2", "V4-URI-4").fix("Write two digits for each byte.")
      .seen("The signer of V2 writes the digits of a byte without a leading zero.", .java)
      .change { $1.replaced("%0", by: "%") },
    rows("uri-surrogates-apart")
      .sentence("The halves of a surrogate pair are encoded by themselves, as question marks.")
      .breaking("V2-RES-2", "V4-URI-4", "V4-QRY-2").fix("Encode the UTF-8 bytes of the text.")
      .in(.signingV2V4).seen("The signer of V2 encodes each unit of UTF-16 by itself.", .java)
      .change {
        $0.signedKey = { $0.surrogatesAsQuestionMarks }
        $0.signedName = { $1.surrogatesAsQuestionMarks.encoded() }
        $0.signedValue = { $1.surrogatesAsQuestionMarks.encoded() }
      },
    encoding("uri-path-characters-kept")
      .sentence("What a path of a URL may hold is not encoded: !$&'()*+,;=:@.")
      .fix("Percent-encode every byte of the path but letters, digits, - _ . ~ and the slash.")
      .change { $1.keeping("!$&'()*+,;=:@") },
    // The endpoint.
    place("resource-without-bucket-for-cname", "The bucket of a CNAME is not signed.")
      .seen("The bucket is put before the path only if the host begins with it.", .openDAL)
      .change { input, endpoint, path in
        endpoint.addressing == .cname ? "/".raw + (input.key ?? []) : path
      },
    place("resource-host-of-cname", "The host of a CNAME is signed in place of the bucket.")
      .change { input, endpoint, path in
        endpoint.addressing == .cname && input.bucket != nil
          ? "/".raw + endpoint.host.lowerCase + "/".raw + (input.key ?? []) : path
      },
    place("resource-bucket-doubled-in-path-style")
      .sentence("With path addressing the bucket is signed twice.")
      .seen("The resource is made of the bucket and the whole path of the URL.", .reqsignRead)
      .change { input, endpoint, path in
        endpoint.addressing == .path ? "/".raw + (input.bucket ?? []) + path : path
      },
    place("resource-with-endpoint-path", "The path of the endpoint is signed.") { $1.path + $2 },
    // Keys that are changed or refused before they are signed.
    kept("key-normalized", "The key is normalized to NFC, and signed and sent so.")
      .breaking("V1-RES-4", "V1-STS-7", "V4-REQ-5", "PRE-PATH-1").in(.anyRequest)
      .fix("Sign and send the bytes of the key as the caller gives them.")
      .change { $0.key = $0.key?.composed },
    kept(
      "key-as-file-path",
      "A key is taken for the path of a file: outer blanks and first slashes are dropped, and several slashes become one."
    ).breaking("V1-RES-4", "V2-RES-1", "V4-URI-5").in(.anyRequest)
      .seen("Every path is normalized before the service sees it.", .openDAL).change { input in
        input.key = input.key.map {
          Bytes($0.withoutUnicodeBlanks.drop { $0 == 0x2F }).slashesMerged
        }
      },
    kept("key-empty-parts-dropped")
      .sentence("Empty parts of the key are dropped before all else: a//b/ becomes a/b.")
      .breaking("V1-RES-4", "V4-URI-5", "PRE-PATH-2").in(.anyRequest)
      .change { $0.key = $0.key?.emptyPartsDropped },
    kept(
      "key-as-relative-reference",
      "The path is joined to a base as a relative reference: dot segments are resolved, and empty parts dropped."
    ).breaking("PRE-PATH-2").in(.urlsV1)
      .seen("The connection hands every path to Python's urljoin.", .libcloud).change { input in
        let key = (input.key ?? []).resolvedAsReference
        input.key = key.isEmpty ? nil : key
      },
    rows("key-as-directory-refused")
      .sentence("An object whose key ends with a slash cannot be read or written.")
      .breaking("V1-RES-4")
      .fix("Send the request: OSS has no directories, and such keys are in use.").in(.headersV1)
      .seen("A path that ends with a slash is a directory, which has no content.", .openDAL)
      .change {
        $0.refuses = { input in
          ["GET", "PUT"].contains(input.method.text) && input.key?.last == 0x2F
            ? .invalidObjectKey : nil
        }
      },
  ]
}
