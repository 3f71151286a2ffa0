internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes that were first seen in the answers of a real SDK.
extension Mutants {
  static let observed: [Mutant] =
    names + endpoints + refreshing + readingTokens + uploading + takingRequests + signingV4
    + callingSTS

  private static let names: [Mutant] = [
    observed(
      "old-bucket-names-refused", "V1-NAME-2",
      "A bucket that could not be made today cannot be signed for.",
      mend: "Sign for every name of lower-case letters, digits, hyphens and underscores.",
      sightings: [
        .oss2("The client checks the name of a bucket by the rule for new buckets."),
        .pythonV2("The check of the arguments has the rule for new buckets."),
      ]
    ) { steps in
      steps.rewrite("bucket") { name in
        (try? BucketName.checkForCreation(name)) == nil ? "" : name
      }
    },
    observed(
      "bucket-line-feed-at-end-taken", "V1-REF-8", "A bucket name may end in a line feed.",
      mend: "Match the whole name: in many languages $ also matches before a last line feed.",
      sightings: [.oss2("The pattern for bucket names ends in $ and is not matched as a whole.")]
    ) { steps in
      steps.accept { fault in
        guard case .invalidBucketName(let name) = fault, name.utf8.last == 0x0A else {
          return false
        }
        return (try? BucketName.checkForCreation(String(name.dropLast()))) != nil
      }
    },
  ]

  private static let endpoints: [Mutant] = [
    observed(
      "ipv6-address-refused", "PRE-HOST-4", "An endpoint with an IPv6 address is refused.",
      mend: "Take an address in brackets for a host.",
      sightings: [.oss2("The pattern for endpoints has no brackets.")]
    ) { $0.rewrite("endpoint") { $0.utf8.contains(UInt8(ascii: "[")) ? "" : $0 } },
    observed(
      "other-scheme-kept", "PRE-REF-4", "Any scheme of an endpoint is put into the URL.",
      mend: "Refuse what is neither http nor https.",
      sightings: [.pythonV2("The scheme is used as the URL's parser found it.")]
    ) { steps in
      steps.takeEndpoint {
        $0.hasPrefix("ftp://") ? "http://" + $0.dropFirst(6) : nil
      } restoring: {
        $0.replacing("http://", with: "ftp://")
      }
    },
    observed(
      "other-scheme-taken-for-host", "PRE-REF-4",
      "An endpoint with an unknown scheme gets http:// before it, and the scheme is taken for the host.",
      mend: "Refuse what is neither http nor https.",
      sightings: [.oss2("http:// is put before what begins with neither http:// nor https://.")]
    ) { steps in
      steps.takeEndpoint {
        $0.hasPrefix("ftp://") ? "http://ftp" : nil
      } restoring: {
        $0
      }
    },
    observed(
      "upper-case-scheme-taken-for-host", "PRE-HOST-6",
      "An endpoint whose scheme is in capitals gets http:// before it, and the scheme is taken for "
        + "the host.",
      mend: "Compare the scheme without regard to case.",
      sightings: [.oss2("http:// is put before what begins with neither http:// nor https://.")]
    ) { steps in
      steps.takeEndpoint { text in
        let scheme = ["http", "https"].first { scheme in
          Bytes(text.utf8).lowercased.starts(with: "\(scheme)://".utf8)
            && !text.utf8.starts(with: scheme.utf8)
        }
        return scheme.map { "http://\($0)" }
      } restoring: {
        $0
      }
    },
    observed(
      "endpoint-user-dropped", "PRE-REF-4", "User information in an endpoint is left out.",
      mend: "Refuse an endpoint with user information: nobody would notice what is lost.",
      sightings: [
        .oss2("Only the host and the port of the parsed endpoint are kept."),
        .openDAL("Only the host and the port of the parsed endpoint are kept."),
      ]
    ) { steps in
      steps.takeEndpoint { text in
        guard let at = text.firstIndex(of: "@"), let slash = text.lastIndex(of: "/"), slash < at
        else { return nil }
        return String(text[...slash] + text[text.index(after: at)...])
      } restoring: {
        $0
      }
    },
    observed(
      "endpoint-empty-label-taken", "PRE-REF-4", "An endpoint may have an empty label.",
      mend: "Refuse a host with two dots in a row.",
      sightings: [
        .oss2("The pattern for endpoints allows any run of letters, digits, dots and hyphens."),
        .openDAL("The parser of URLs takes any host."),
      ]
    ) { steps in
      steps.takeEndpoint { text in
        text.utf8.count > 2 && Bytes(text.utf8).replacing("..", with: ".").count < text.utf8.count
          ? Bytes(text.utf8).replacing("..", with: ".empty.").text : nil
      } restoring: {
        $0.replacing(".empty.", with: "..")
      }
    },
    observed(
      "endpoint-port-zero-taken", "PRE-REF-4", "An endpoint may have the port 0.",
      mend: "Refuse a port below 1.",
      sightings: [
        .oss2("The parser of URLs takes ports from 0 to 65535."),
        .openDAL("The parser of URLs takes ports from 0 to 65535."),
      ]
    ) { steps in
      steps.takeEndpoint {
        $0.hasSuffix(":0") ? $0.dropLast() + "1" : nil
      } restoring: {
        $0.replacing(":1/", with: ":0/")
      }
    },
  ]

  private static func observed(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting],
    change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: mend, on: [.v1Header, .v1Presign, .publicURL, .v4Presign],
      sightings: sightings, change: change)
  }
}

extension ReferenceSteps {
  /// Takes an endpoint that must be refused: puts one that is right in its place and brings the URL
  /// back.
  fileprivate mutating func takeEndpoint(
    _ replaced: @escaping @Sendable (String) -> String?,
    restoring: @escaping @Sendable (Bytes) -> Bytes
  ) {
    rewrite("endpoint") { replaced($0) ?? $0 }
    rewriteOutput { input, answer in
      guard let endpoint = input["endpoint"]?.stringValue, replaced(endpoint) != nil,
        let url = answer.members["url"]?.stringValue
      else { return }
      answer.members["url"] = .string(restoring(Bytes(url.utf8)).text)
    }
  }
}
