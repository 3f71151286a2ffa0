internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in what is refused as a stream.
enum LiveChannelRefusalMutants {
  static let all: [Mutant] = accepting + repairing

  private static let accepting: [Mutant] = [
    accepting(
      "refuses-no-channel", "LIVE-REF-1", "Any channel is signed.",
      [.oss2("Channels are not checked.")]
    ) {
      switch $0 {
      case .invalidChannelName, .slashInChannelName: true
      default: false
      }
    },
    accepting("refuses-no-slash", "LIVE-REF-1", "A channel with a slash is signed.") {
      if case .slashInChannelName = $0 { true } else { false }
    },
    accepting(
      "refuses-no-playlist", "LIVE-REF-2", "Any name of a playlist is signed.",
      [.oss2("Names of playlists are not checked.")]
    ) {
      if case .invalidPlaylistName = $0 { true } else { false }
    },
    accepting("playlist-suffix-any-case", "LIVE-REF-2", "The suffix may be in upper case.") {
      guard case .invalidPlaylistName(let name) = $0 else { return false }
      return name.lowercased().hasSuffix(".m3u8") && 6...128 ~= name.utf8.count
    },
    accepting(
      "playlist-counted-in-characters", "LIVE-REF-2", "The length is counted in characters."
    ) {
      guard case .invalidPlaylistName(let name) = $0 else { return false }
      return name.hasSuffix(".m3u8") && 6...128 ~= name.count
    },
    accepting(
      "refuses-no-reserved-parameter", "LIVE-REF-3", "A caller's Signature or Expires stays.",
      [.oss2("Parameters are not checked.")]
    ) { if case .reservedParameter = $0 { true } else { false } },
    accepting("refuses-no-second-token", "LIVE-REF-3", "A caller's security-token stays.") {
      $0 == .reservedParameter(name: "security-token")
    },
    accepting("refuses-no-repetition", "LIVE-REF-4", "A parameter may be given twice.") {
      if case .repeatedParameter = $0 { true } else { false }
    },
    accepting(
      "refuses-no-parameter", "LIVE-REF-5", "Any name and any value are signed.",
      [.oss2("Parameters are not checked.")]
    ) {
      if case .invalidParameter = $0 { true } else { false }
    },
    accepting("refuses-no-bucket", "LIVE-REF-6", "Any bucket is signed.") {
      if case .invalidBucketName = $0 { true } else { false }
    },
    accepting(
      "refuses-no-negative-expiry", "LIVE-REF-6", "An expiry before 1970 is signed.",
      [.oss2("The expiry is not checked.")]
    ) {
      if case .invalidExpiry = $0 { true } else { false }
    },
    LiveChannelMutants.live(
      "refuses-no-credentials", "LIVE-REF-6", "Any credentials sign.",
      mend: "Refuse credentials that no request could be signed with."
    ) { $0.accept { _ in true } },
  ]

  private static func accepting(
    _ id: String, _ clause: String, _ mistake: String, _ sightings: [Sighting] = [],
    _ fault: @escaping @Sendable (LiveChannelError) -> Bool
  ) -> Mutant {
    LiveChannelMutants.live(
      id, clause, mistake, mend: "Refuse it before anything is signed.", sightings: sightings
    ) { $0.acceptStream(fault) }
  }

  private static let repairing: [Mutant] = [
    repairing("channel-slashes-dropped", "LIVE-REF-1", "Slashes of the channel are dropped.") {
      $0.rewrite("channel") { $0.filter { $0 != "/" } }
    },
    repairing("channel-repaired", "LIVE-REF-1", "Bytes that are not UTF-8 are replaced.") {
      $0.rewriteInput { _, input in
        if let bytes = input["channel"]?.protocolText { input["channel"] = .string(bytes.text) }
      }
    },
    repairing("playlist-suffix-added", "LIVE-REF-2", "A missing suffix is added.") {
      $0.rewrite("playlistName") { $0.hasSuffix(".m3u8") ? $0 : "\($0).m3u8" }
    },
    repairing("playlist-trimmed", "LIVE-REF-2", "Blanks after the playlist are dropped.") {
      $0.rewrite("playlistName") { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 }
    },
    repairing("last-parameter-wins", "LIVE-REF-4", "Of two values the last one is signed.") {
      $0.rewriteElements("parameters") { pairs in
        pairs.enumerated().filter { index, pair in
          !pairs[(index + 1)...].contains {
            $0.arrayValue?.first == pair.arrayValue?.first
          }
        }.map(\.element)
      }
    },
    repairing("values-lose-line-ends", "LIVE-REF-5", "Line ends of values are dropped.") {
      $0.rewriteElements("parameters") { pairs in
        pairs.map { pair in
          guard let value = pair.arrayValue?.last?.stringValue else { return pair }
          return [
            pair.arrayValue?.first ?? "",
            .string(
              String(String.UnicodeScalarView(value.unicodeScalars.filter { $0.value > 31 }))),
          ]
        }
      }
    },
    repairing("bucket-lowered", "LIVE-REF-6", "A bucket in upper case is brought to lower case.") {
      $0.rewrite("bucket") { Bytes($0.utf8).lowercased.text }
    },
    repairing("expiry-divided", "LIVE-REF-6", "An expiry in milliseconds is divided.") {
      $0.rewriteNumber("expires") { time, _ in time > 253_402_300_799 ? time / 1000 : time }
    },
    repairing("credentials-trimmed", "LIVE-REF-6", "Line ends after credentials are dropped.") {
      for member in ["accessKeyId", "accessKeySecret", "securityToken"] {
        $0.rewriteCredential(member) { $0.withoutOuterBlanks }
      }
    },
  ]

  private static func repairing(
    _ id: String, _ clause: String, _ mistake: String,
    _ change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    LiveChannelMutants.live(
      id, clause, mistake, mend: "Sign what is given, or refuse it; do not change it.", change)
  }
}
