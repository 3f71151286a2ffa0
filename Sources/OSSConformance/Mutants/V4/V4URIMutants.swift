internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the canonical URI of V4.
enum V4URIMutants {
  static let all: [Mutant] = buckets + keys + encodings + normalizing + places

  private static let buckets: [Mutant] = [
    uri(
      "v4-uri-empty-without-bucket", "V4-URI-1", "Without a bucket the URI is empty.",
      mend: "Write a slash."
    ) { $0.bucket == nil ? [] : standard($0) },
    uri(
      "v4-uri-bucket-without-slash", "V4-URI-2", "The URI of a bucket ends without a slash.",
      mend: "End the URI of a bucket with a slash."
    ) { $0.key == nil && $0.bucket != nil ? Bytes(standard($0).dropLast()) : standard($0) },
    uri(
      "v4-uri-bucket-is-root", "V4-URI-2", "The URI of a bucket is a slash, as in its host's path.",
      mend: "Write the bucket into the URI whatever the host."
    ) { $0.key == nil ? [0x2F] : standard($0) },
    uri(
      "v4-uri-key-alone", "V4-URI-3", "The URI is the key without the bucket, as it is sent.",
      mend: "Write the bucket into the URI whatever the host."
    ) { $0.key == nil ? standard($0) : [0x2F] + encoded($0) },
  ]

  private static let keys: [Mutant] = [
    uri(
      "v4-uri-key-zero-dropped", "V4-URI-3", "The key 0 counts as none.",
      mend: "Ask whether there is a key, not whether it is true."
    ) { $0.key == "0" ? Bytes("/\($0.bucket ?? "")/".utf8) : standard($0) },
    uri(
      "v4-uri-last-slash-dropped", "V4-URI-3", "A slash at the end of a key is not signed.",
      mend: "Sign the key as it is."
    ) { $0.key?.utf8.last == 0x2F ? Bytes(standard($0).dropLast()) : standard($0) },
  ]

  private static let encodings: [Mutant] = [
    key("v4-uri-not-encoded", "The key is signed as it is.", mend: "Percent-encode it.") {
      Bytes($0.utf8)
    },
    key(
      "v4-uri-encoded-twice", "The key is percent-encoded twice, as in paths of other services.",
      mend: "Percent-encode it once."
    ) {
      Bytes($0.percentEncoded(keepingSlash: true).percentEncoded(keepingSlash: true).utf8)
    },
    key(
      "v4-uri-slashes-encoded", "The slashes of a key are percent-encoded, as V2 has them.",
      mend: "Leave the slashes of the key."
    ) { Bytes($0.percentEncoded().utf8) },
    key("v4-uri-space-as-plus", "A space of a key is signed as a plus sign.", mend: "Write %20.") {
      Bytes($0.percentEncoded(keepingSlash: true).utf8).replacing("%20", with: "+")
    },
    key(
      "v4-uri-escapes-kept", "What looks percent-encoded in a key is left as it is.",
      mend: "Percent-encode the percent sign of a key, whatever follows it."
    ) { Bytes($0.percentDecoded.percentEncoded(keepingSlash: true).utf8) },
    key(
      "v4-uri-tilde-encoded", "The tilde is percent-encoded, as in a form.",
      mend: "Leave the tilde as it is."
    ) { Bytes($0.percentEncoded(keepingSlash: true).utf8).replacing("~", with: "%7E") },
    key(
      "v4-uri-unreserved-encoded", "Hyphens, underscores and dots are percent-encoded.",
      mend: "Leave the unreserved marks."
    ) {
      Bytes($0.percentEncoded(keepingSlash: true).utf8).replacing("-", with: "%2D")
        .replacing("_", with: "%5F").replacing(".", with: "%2E")
    },
    key(
      "v4-uri-marks-kept", "The marks !*'() are left as they are.",
      mend: "Percent-encode all but letters, digits and -_.~."
    ) { QueryRules.undoing("!*'()", in: Bytes($0.percentEncoded(keepingSlash: true).utf8)) },
    key(
      "v4-uri-digits-lower-case", "Percent triplets have lower-case digits.",
      mend: "Write the digits of triplets in upper case."
    ) { Bytes($0.percentEncoded(keepingSlash: true).utf8).withLowerTriplets },
  ]

  private static let normalizing: [Mutant] = [
    uri(
      "v4-uri-dots-resolved", "V4-URI-5", "Dot segments of a key are resolved.",
      mend: "Sign the key as it is."
    ) { request in
      var segments: [Bytes.SubSequence] = []
      for segment in standard(request).split(separator: 0x2F, omittingEmptySubsequences: false) {
        if segment.elementsEqual("..".utf8) {
          if segments.count > 1 { segments.removeLast() }
        } else if !segment.elementsEqual(".".utf8) {
          segments.append(segment)
        }
      }
      return Bytes(segments.joined(separator: [0x2F]))
    },
    uri(
      "v4-uri-slashes-collapsed", "V4-URI-5", "Several slashes of a key are signed as one.",
      mend: "Sign the key as it is."
    ) { request in
      var text = Bytes()
      for byte in standard(request) where byte != 0x2F || text.last != 0x2F { text.append(byte) }
      return text
    },
  ]

  private static let places: [Mutant] = [
    place(
      "v4-uri-cname-without-bucket", "With a host of its own a bucket is not in the URI.",
      mend: "Write the bucket into the URI whatever the host."
    ) { input, request in
      input["addressing"]?.stringValue == "cname" ? [0x2F] + encoded(request) : standard(request)
    },
    place(
      "v4-uri-bucket-twice", "With the bucket in the path it stands twice in the URI.",
      mend: "Write the bucket into the URI once, whatever the host."
    ) { input, request in
      let endpoint = EndpointText(input["endpoint"]?.stringValue ?? "https://")
      let isPath = input["addressing"]?.stringValue == "path" || endpoint.isAddress
      guard isPath, let bucket = request.bucket else { return standard(request) }
      return Bytes("/\(bucket)".utf8) + standard(request)
    },
    place(
      "v4-uri-with-endpoints-path", "The path of the endpoint stands in the URI.",
      mend: "Sign the bucket and the key alone."
    ) { input, request in
      guard let endpoint = input["endpoint"]?.stringValue, endpoint.contains("://") else {
        return standard(request)
      }
      let path = EndpointText(endpoint).path
      return Bytes((path.hasSuffix("/") ? String(path.dropLast()) : path).utf8) + standard(request)
    },
  ]

  private static func standard(_ request: SigningRequest) -> Bytes { request.canonicalV4.uri }

  private static func encoded(_ request: SigningRequest) -> Bytes {
    Bytes((request.key ?? "").percentEncoded(keepingSlash: true).utf8)
  }

  private static func uri(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    _ text: @escaping @Sendable (SigningRequest) -> Bytes
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: .signingV4) {
      $0.signingV4.uri = { $1.append(contentsOf: text($0)) }
    }
  }

  private static func key(
    _ id: String, _ mistake: String, mend: String,
    _ text: @escaping @Sendable (String) -> Bytes
  ) -> Mutant {
    uri(id, "V4-URI-4", mistake, mend: mend) { request in
      guard let key = request.key else { return standard(request) }
      return Bytes("/\(request.bucket ?? "")/".utf8) + text(key)
    }
  }

  private static func place(
    _ id: String, _ mistake: String, mend: String,
    _ text: @escaping @Sendable (JSONObject, SigningRequest) -> Bytes
  ) -> Mutant {
    Mutant(id, "V4-URI-6", mistake, mend: mend, on: .signingV4) { steps in
      steps.adjustV4 = { input, signing in
        signing.uri = { $1.append(contentsOf: text(input, $0)) }
      }
    }
  }
}

extension Bytes {
  /// Percent-encoded bytes with the digits of each triplet in lower case.
  var withLowerTriplets: Bytes {
    var text = self
    for index in indices where self[index] == UInt8(ascii: "%") && index + 2 < count {
      text[index + 1] = self[index + 1].lowercased
      text[index + 2] = self[index + 2].lowercased
    }
    return text
  }
}
