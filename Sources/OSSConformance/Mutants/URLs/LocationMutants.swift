internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the host and the path of a URL.
enum LocationMutants {
  static let all: [Mutant] = hosts + endpoints + paths + equal

  private static let hosts: [Mutant] = [
    location(
      "host-without-bucket", "PRE-HOST-1", "The host lacks the bucket.",
      mend: "Put the bucket and a dot before the endpoint's host."
    ) { pieces, request, endpoint in
      if endpoint.addressing == .virtualHost { pieces.authority = endpoint.authority }
    },
    location(
      "host-and-path-with-bucket", "PRE-HOST-1",
      "With virtual-host addressing the path begins with the bucket too.",
      mend: "Leave the bucket out of the path."
    ) { pieces, request, endpoint in
      guard endpoint.addressing == .virtualHost, let bucket = request.bucket else { return }
      pieces.path = Bytes("/\(bucket)".utf8) + pieces.path
    },
    location(
      "path-style-bucket-in-host", "PRE-HOST-2",
      "With path addressing the bucket stands before the host too.",
      mend: "Leave the host as the endpoint has it."
    ) { pieces, request, endpoint in
      guard endpoint.addressing == .path, let bucket = request.bucket else { return }
      pieces.authority = Bytes("\(bucket).".utf8) + pieces.authority
    },
    location(
      "path-style-without-bucket", "PRE-HOST-2", "With path addressing the path lacks the bucket.",
      mend: "Begin the path with the bucket."
    ) { pieces, request, endpoint in
      guard endpoint.addressing == .path, let bucket = request.bucket else { return }
      pieces.path = pieces.path.replacing("/\(bucket)/", with: "/")
    },
    location(
      "cname-with-bucket", "PRE-HOST-3", "The bucket stands before the host of a CNAME.",
      mend: "Leave the host of a CNAME as it is."
    ) { pieces, request, endpoint in
      guard endpoint.addressing == .cname, let bucket = request.bucket else { return }
      pieces.authority = Bytes("\(bucket).".utf8) + pieces.authority
    },
    location(
      "cname-with-bucket-in-path", "PRE-HOST-3", "The path of a CNAME begins with the bucket.",
      mend: "Leave the bucket out of the URL."
    ) { pieces, request, endpoint in
      guard endpoint.addressing == .cname, let bucket = request.bucket else { return }
      pieces.path = Bytes("/\(bucket)".utf8) + pieces.path
    },
    Mutant(
      "address-with-bucket", "PRE-HOST-4", "The bucket stands before an IP address.",
      mend: "Take path addressing for an IP address.", on: .locations,
      sightings: [.openDAL("The bucket is put before any host.")]
    ) { steps in
      steps.accept { $0 == .bucketBeforeIPAddress }
      steps.rewriteInput { _, input in
        if input["addressing"]?.stringValue == nil { input["addressing"] = "virtual-host" }
      }
    },
    location(
      "host-of-service-with-dot", "PRE-HOST-5",
      "The host of a URL without a bucket begins with a dot.",
      mend: "Write the dot only after a bucket."
    ) { pieces, request, endpoint in
      if request.bucket == nil { pieces.authority = Bytes(".".utf8) + pieces.authority }
    },
  ]

  private static let endpoints: [Mutant] = [
    location(
      "port-lost", "PRE-HOST-6", "The port of the endpoint is lost.", mend: "Keep the port."
    ) { pieces, _, endpoint in
      if let port = endpoint.port {
        pieces.authority = pieces.authority.replacing(":\(port)", with: "")
      }
    },
    location(
      "scheme-forced-to-https", "PRE-HOST-6", "The scheme is always https.",
      mend: "Keep the scheme of the endpoint."
    ) { pieces, _, _ in pieces.scheme = Bytes("https".utf8) },
    location(
      "scheme-forced-to-http", "PRE-HOST-6", "The scheme is always http.",
      mend: "Keep the scheme of the endpoint."
    ) { pieces, _, _ in pieces.scheme = Bytes("http".utf8) },
    Mutant(
      "scheme-of-another-case-unknown", "PRE-HOST-6",
      "A scheme with a letter in upper case is not known, and becomes http.",
      mend: "Compare schemes without regard to case.", on: .locations,
      sightings: [.oss2("`HTTPS://` becomes `http://`.")]
    ) { steps in
      steps.rewrite("endpoint") { text in
        guard let end = text.firstIndex(of: ":") else { return text }
        let scheme = text[..<end]
        return scheme == scheme.lowercased() ? text : "http" + text[end...]
      }
    },
    location(
      "endpoint-path-lost", "PRE-HOST-7", "A path of the endpoint is lost.",
      mend: "Keep it before the bucket and the key.",
      sightings: [
        .iOS("The path is kept only where an option asks for it."),
        .openDAL("Only the host and the port of the parsed endpoint are kept."),
      ]
    ) { pieces, _, endpoint in
      if !endpoint.pathPrefix.isEmpty {
        pieces.path = pieces.path.replacing(endpoint.pathPrefix, with: "")
      }
    },
    location(
      "endpoint-path-slash-doubled", "PRE-HOST-7", "Two slashes follow the path of the endpoint.",
      mend: "Do not count slashes at its end."
    ) { pieces, _, endpoint in
      if !endpoint.pathPrefix.isEmpty {
        pieces.path = pieces.path.replacing(
          "\(endpoint.pathPrefix)/", with: "\(endpoint.pathPrefix)//")
      }
    },
  ]

  private static let paths: [Mutant] = [
    path(
      "path-not-encoded", "PRE-PATH-1", "The key is not encoded.",
      mend: "Percent-encode every byte of the key but the unreserved ones and the slash."
    ) { Bytes($0.text.percentDecoded.utf8) },
    path(
      "path-encoded-twice", "PRE-PATH-1", "The key is encoded twice.",
      mend: "Let one layer encode: the builder of the URL, or the signer."
    ) { Bytes($0.text.percentEncoded(keepingSlash: true).utf8) },
    path(
      "path-percent-left-bare", "PRE-PATH-1", "A percent sign in the key is not encoded.",
      mend: "Write %25: the key is raw, and %41 is three characters of it."
    ) { $0.replacing("%25", with: "%") },
    path(
      "path-space-as-plus", "PRE-PATH-1", "A space in the key becomes a plus sign.",
      mend: "Write %20: in a path a plus sign is itself."
    ) { $0.replacing("%20", with: "+") },
    path(
      "path-question-mark-left-bare", "PRE-PATH-1", "A question mark in the key is not encoded.",
      mend: "Write %3F."
    ) { $0.replacing("%3F", with: "?") },
    path(
      "path-hash-left-bare", "PRE-PATH-1", "A number sign in the key is not encoded.",
      mend: "Write %23."
    ) { $0.replacing("%23", with: "#") },
    path(
      "path-as-latin-1", "PRE-PATH-1", "The key is encoded as Latin-1.",
      mend: "Percent-encode its UTF-8 bytes."
    ) { path in
      var text = Bytes()
      PercentEncoding.append(path.text.percentDecoded.latin1.span, keepingSlash: true, to: &text)
      return text
    },
    path(
      "path-normalized", "PRE-PATH-1", "The key is normalized before it is encoded.",
      mend: "Encode the bytes of the key as given."
    ) { Bytes($0.text.percentDecoded.composed.percentEncoded(keepingSlash: true).utf8) },
    path(
      "path-dots-removed", "PRE-PATH-2", "Dot segments are taken out of the path.",
      mend: "Keep them: do not let a URL type standardize the path."
    ) { path in
      Bytes(
        path.text.split(separator: "/", omittingEmptySubsequences: false)
          .filter { $0 != "." && $0 != ".." }.joined(separator: "/").utf8)
    },
    path(
      "path-slashes-merged", "PRE-PATH-2", "Several slashes in the path become one.",
      mend: "Keep them: an empty part belongs to the key."
    ) { Bytes($0.text.slashesMerged.utf8) },
    location(
      "path-of-bucket-without-slash", "PRE-PATH-3",
      "With path addressing the path of a bucket lacks its last slash.",
      mend: "End the path of a bucket with a slash."
    ) { pieces, request, endpoint in
      if request.key == nil, request.bucket != nil, endpoint.addressing == .path {
        pieces.path.removeLast()
      }
    },
  ]

  private static let equal: [Mutant] = [
    path(
      "path-slash-encoded", "PRE-PATH-1", "The slashes of the key are encoded.",
      mend: "Nothing need be changed, though a bare slash is what most SDKs send.",
      sightings: [
        .oss2("Slashes are encoded unless slash_safe is set."), .goV1("Slashes are encoded."),
      ],
      equivalent: "%2F decodes to a slash, and OSS takes the key from the decoded path."
    ) { path in
      Bytes("/".utf8) + Bytes(path.dropFirst()).replacing("/", with: "%2F")
    },
    path(
      "path-plus-left-bare", "PRE-PATH-1", "A plus sign in the key is not encoded.",
      mend: "Nothing need be changed, though proxies may take it for a space.",
      equivalent: "In a path a plus sign stands for itself."
    ) { $0.replacing("%2B", with: "+") },
    path(
      "path-marks-left-bare", "PRE-PATH-1", "Marks such as ! and ' in the key are not encoded.",
      mend: "Nothing need be changed.",
      equivalent: "These marks decode to themselves."
    ) {
      $0.replacing("%21", with: "!").replacing("%27", with: "'").replacing("%28", with: "(")
        .replacing("%29", with: ")").replacing("%2A", with: "*")
    },
    location(
      "port-of-scheme-written", "PRE-HOST-6", "The default port of the scheme is written.",
      mend: "Nothing need be changed.",
      equivalent: "The default port equals none."
    ) { pieces, _, endpoint in
      if endpoint.port == nil {
        pieces.authority += Bytes((endpoint.scheme == "https" ? ":443" : ":80").utf8)
      }
    },
    location(
      "host-in-upper-case", "PRE-HOST-1", "The host is in upper case.",
      mend: "Nothing need be changed.", equivalent: "Hosts are compared without regard to case."
    ) { pieces, _, _ in
      pieces.authority = Bytes(pieces.authority.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 })
    },
  ]

  /// A mutant of the URL before its query.
  private static func location(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], equivalent: String? = nil,
    _ change: @escaping @Sendable (inout URLPieces, SigningRequest, Endpoint) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: mend, on: .locations, sightings: sightings, equivalent: equivalent
    ) { steps in
      for place in [\ReferenceSteps.signing.location, \.signingV4.location] {
        let former = steps[keyPath: place]
        steps[keyPath: place] = { endpoint, request in
          var pieces = URLPieces(former(endpoint, request))
          change(&pieces, request, endpoint)
          return pieces.url
        }
      }
    }
  }

  /// A mutant of the path.
  private static func path(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], equivalent: String? = nil,
    _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mutant {
    location(id, clause, mistake, mend: mend, sightings: sightings, equivalent: equivalent) {
      pieces, _, _ in pieces.path = change(pieces.path)
    }
  }
}

extension Endpoint {
  /// The host and the port as the endpoint has them.
  fileprivate var authority: Bytes {
    Bytes((port.map { "\(host):\($0)" } ?? host).utf8)
  }
}
