internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the bucket and the key of the resource.
enum ResourceMutants {
  static let all: [Mutant] = bucket + key + endpoint

  private static let bucket: [Mutant] = [
    path(
      "resource-empty-for-service", "V1-RES-1", "The resource of the service is empty.",
      mend: "Write a slash when there is no bucket."
    ) { $0.bucket == nil ? [] : $1 },
    path(
      "resource-two-slashes-for-service", "V1-RES-1",
      "The resource of the service has two slashes.",
      mend: "Write one slash when there is no bucket."
    ) { $0.bucket == nil ? Bytes("//".utf8) : $1 },
    path(
      "resource-no-slash-after-bucket", "V1-RES-2", "No slash follows the bucket.",
      mend: "End the resource of a bucket with a slash, also before the question mark.",
      sightings: [
        Sighting(
          sdk: "aliyun-oss-csharp-sdk", version: "a62f3a9 (read, not run)",
          place: "Presigning without a key leaves the last slash out.")
      ]
    ) { request, path in request.key == nil && request.bucket != nil ? Bytes(path.dropLast()) : path
    },
    path(
      "resource-without-bucket", "V1-RES-3",
      "The bucket is missing: the resource is the URL's path.",
      mend: "Put the bucket before the key, also where the host carries it."
    ) { request, _ in Bytes("/\(request.key ?? "")".utf8) },
    path(
      "resource-without-leading-slash", "V1-RES-3", "The resource begins with the bucket.",
      mend: "Begin the resource with a slash."
    ) { _, path in path.count > 1 ? Bytes(path.dropFirst()) : path },
    path(
      "resource-bucket-doubled", "V1-RES-3", "The bucket stands twice.",
      mend: "Put the bucket there once, whatever the path of the URL holds."
    ) { request, path in
      request.bucket.map { Bytes("/\($0)".utf8) + path } ?? path
    },
  ]

  private static let key: [Mutant] = [
    key(
      "resource-key-zero-dropped", "V1-RES-3", "The key 0 is dropped.",
      mend: "Ask whether there is a key, not whether it is true.",
      sightings: [.phpV2("The key is left out where empty() holds, which it does for \"0\".")]
    ) { $0 == "0" ? "" : $0 },
    key(
      "resource-key-last-slash-dropped", "V1-RES-3", "A slash at the end of the key is dropped.",
      mend: "Leave the key as it is."
    ) { $0.hasSuffix("/") ? String($0.dropLast()) : $0 },
    key(
      "resource-key-first-part-dropped", "V1-RES-3",
      "A first part of the key that equals the bucket is dropped.",
      mend: "Leave the key as it is: it may begin with the bucket's name."
    ) { $0.hasPrefix("examplebucket/") ? String($0.dropFirst(14)) : $0 },
    key(
      "resource-key-encoded", "V1-RES-4", "The key is percent-encoded.",
      mend: "Sign the raw key; encode it for the URL alone.",
      sightings: [.libcloud("The path of the URL is signed as it is sent.")]
    ) { $0.percentEncoded(keepingSlash: true) },
    key(
      "resource-key-slash-encoded", "V1-RES-4", "The slashes of the key are percent-encoded.",
      mend: "Sign the raw key."
    ) { $0.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "%2F") },
    key(
      "resource-key-decoded", "V1-RES-4", "Percent triplets in the key are decoded.",
      mend: "Take the key as raw: %41 is three characters of it."
    ) { $0.percentDecoded },
    key(
      "resource-key-plus-decoded", "V1-RES-4", "A plus sign in the key becomes a space.",
      mend: "Take the key as raw."
    ) { Bytes($0.utf8).replacing("+", with: " ").text },
    key(
      "resource-key-space-as-plus", "V1-RES-4", "A space in the key becomes a plus sign.",
      mend: "Take the key as raw."
    ) { Bytes($0.utf8).replacing(" ", with: "+").text },
    key(
      "resource-key-dots-removed", "V1-RES-4", "Dot segments are taken out of the key.",
      mend: "Do not normalize: OSS keeps . and .. as parts of a key."
    ) {
      $0.split(separator: "/", omittingEmptySubsequences: false)
        .filter { $0 != "." && $0 != ".." }.joined(separator: "/")
    },
    key(
      "resource-key-slashes-merged", "V1-RES-4", "Several slashes in the key become one.",
      mend: "Do not normalize: an empty part belongs to the key."
    ) { $0.slashesMerged },
    key(
      "resource-key-normalized", "V1-STS-7", "The key is normalized.",
      mend: "Sign the key's UTF-8 bytes as given; file systems and URL types may compose it."
    ) { $0.composed },
    key(
      "resource-key-cut-at-question-mark", "V1-RES-4", "The key ends at a question mark.",
      mend: "Do not parse the key as a URL."
    ) { String($0.prefix { $0 != "?" }) },
    key(
      "resource-key-cut-at-hash", "V1-RES-4", "The key ends at a number sign.",
      mend: "Do not parse the key as a URL."
    ) { String($0.prefix { $0 != "#" }) },
    key(
      "resource-key-trimmed", "V1-RES-4", "Blanks at the ends of the key are trimmed.",
      mend: "Leave the key as it is."
    ) { $0.withoutOuterBlanks },
    key(
      "resource-key-lower-case", "V1-RES-4", "The key is signed in lower case.",
      mend: "Leave the key as it is."
    ) { Bytes($0.utf8).lowercased.text },
    key(
      "resource-key-backslash-as-slash", "V1-RES-4", "A backslash in the key becomes a slash.",
      mend: "Leave the key as it is."
    ) { Bytes($0.utf8).replacing("\\", with: "/").text },
  ]

  private static let endpoint: [Mutant] = [
    located(
      "resource-without-bucket-for-cname", "The resource of a CNAME lacks the bucket.",
      mend: "Put the bucket there whatever the host is.",
      sightings: [.openDAL("The bucket is put before the path only if the host begins with it.")]
    ) { request, endpoint, path in
      endpoint.addressing == .cname ? Bytes("/\(request.key ?? "")".utf8) : path
    },
    located(
      "resource-bucket-doubled-in-path-style",
      "With path addressing the bucket stands twice in the resource.",
      mend: "Put the bucket there once: the path of the URL already holds it.",
      sightings: [
        Sighting(
          sdk: "reqsign", version: "765bc44 (read, not run)",
          place: "The resource is made of the bucket and the whole path of the URL.")
      ]
    ) { request, endpoint, path in
      endpoint.addressing == .path ? Bytes("/\(request.bucket ?? "")".utf8) + path : path
    },
    located(
      "resource-with-endpoint-path", "A path of the endpoint stands in the resource.",
      mend: "Leave the endpoint's path out of the resource."
    ) { _, endpoint, path in Bytes(endpoint.pathPrefix.utf8) + path },
    located(
      "resource-with-host", "The host of the endpoint stands in the resource.",
      mend: "Make the resource of bucket and key alone."
    ) { _, endpoint, path in Bytes("/\(endpoint.host)".utf8) + path },
  ]

  /// A mutant of the bucket and the key.
  private static func path(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [],
    _ change: @escaping @Sendable (SigningRequest, _ path: Bytes) -> Bytes
  ) -> Mutant {
    SubresourceMutants.resource(id, clause, mistake, mend: mend, sightings: sightings) { rules in
      let path = rules.path
      rules.path = { change($0, path($0)) }
    }
  }

  /// A mutant of the key.
  private static func key(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], _ change: @escaping @Sendable (String) -> String
  ) -> Mutant {
    path(id, clause, mistake, mend: mend, sightings: sightings) { request, path in
      guard let bucket = request.bucket, let key = request.key else { return path }
      return Bytes("/\(bucket)/\(change(key))".utf8)
    }
  }

  /// A mutant whose resource depends on the endpoint.
  private static func located(
    _ id: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (SigningRequest, Endpoint, _ path: Bytes) -> Bytes
  ) -> Mutant {
    Mutant(id, "V1-RES-5", mistake, mend: mend, on: [.v1Presign], sightings: sightings) { steps in
      steps.adjust = { input, signing in
        guard let endpoint = try? ReferenceAnswers(InputReader(input)).endpoint() else { return }
        var rules = ResourceRules()
        let path = rules.path
        rules.path = { change($0, endpoint, path($0)) }
        let broken = rules
        signing.canonicalizedResource = { broken.append($0, $1, to: &$2) }
      }
    }
  }
}

extension String {
  /// The text with each run of slashes as one.
  var slashesMerged: String {
    var result = Bytes()
    for byte in utf8 where byte != 0x2F || result.last != 0x2F { result.append(byte) }
    return result.text
  }
}
