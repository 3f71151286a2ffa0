internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the string that is signed for the URL of a stream.
enum LiveChannelMutants {
  static let all: [Mutant] =
    string + lines + order + resource + signature + LiveChannelURLMutants.all
    + LiveChannelRefusalMutants.all

  /// A mutant of one of the steps.
  static func live(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], equivalent: String? = nil,
    _ change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(
      "live-\(id)", clause, mistake, mend: mend, on: [.livePublish], sightings: sightings,
      equivalent: equivalent, change: change)
  }

  private static let string: [Mutant] = [
    live(
      "expiry-in-milliseconds", "LIVE-STS-1", "The expiry is signed in milliseconds.",
      mend: "Sign the seconds since 1970 that the URL carries."
    ) { $0.liveChannel.expiryLine = { $1.append(contentsOf: String($0.seconds * 1000).utf8) } },
    live(
      "expiry-of-32-bits", "LIVE-STS-1", "The expiry is kept in 32 bits.",
      mend: "Keep the expiry in 64 bits."
    ) {
      $0.liveChannel.expiryLine = {
        $1.append(contentsOf: String(Int32(truncatingIfNeeded: $0.seconds)).utf8)
      }
    },
    live(
      "expiry-as-date", "LIVE-STS-1", "The line of the expiry is a date, as in a header.",
      mend: "Write the seconds since 1970 in decimal digits."
    ) { $0.liveChannel.expiryLine = { $1.append(contentsOf: $0.rfc1123.utf8) } },
    live(
      "expiry-relative", "LIVE-STS-1", "A small expiry is counted from now.",
      mend: "Take the expiry for a moment, whatever it is."
    ) { $0.rewriteNumber("expires") { time, _ in time < 604_800 ? time + 1_702_743_657 : time } },
    live(
      "line-feed-at-end", "LIVE-STS-1", "A line feed follows the resource.",
      mend: "End the string with the channel."
    ) { steps in
      let former = steps.liveChannel.canonicalizedResource
      steps.liveChannel.canonicalizedResource = {
        former($0, &$1)
        $1.append(0x0A)
      }
    },
    live(
      "lines-end-with-crlf", "LIVE-STS-1", "Lines end with CR and LF.",
      mend: "End each line with LF alone."
    ) { $0.rewriteLiveString { $0.replacing("\n", with: "\r\n") } },
    live(
      "method-signed", "LIVE-STS-1", "The string begins as that of a request does.",
      mend: "Begin the string with the expiry."
    ) { $0.rewriteLiveString { Bytes("GET\n\n\n".utf8) + $0 } },
  ]

  private static let lines: [Mutant] = [
    values("value-encoded", "LIVE-STS-2", "Values are signed percent-encoded.") {
      $0.percentEncoded()
    },
    names("name-encoded", "LIVE-STS-2", "Names are signed percent-encoded.") {
      $0.percentEncoded()
    },
    values("value-decoded-again", "LIVE-STS-2", "Values are decoded once more before signing.") {
      $0.percentDecoded
    },
    values("value-normalized", "LIVE-STS-2", "Values are normalized before signing.") {
      $0.composed
    },
    lines(
      "equals-sign", "LIVE-STS-2", "An equals sign stands between the name and the value.",
      mend: "Write a colon, as in a header."
    ) { $0.map { ($0.name, "=", $0.text) } },
    lines(
      "space-after-colon", "LIVE-STS-2", "A space follows the colon.", mend: "Write none."
    ) { $0.map { ($0.name, ": ", $0.text) } },
    lines(
      "bare-name-without-colon", "LIVE-STS-2",
      "A parameter with an empty value, or none, has no colon.",
      mend: "Write the colon after every name."
    ) { $0.map { ($0.name, $0.text.isEmpty ? "" : ":", $0.text) } },
    lines(
      "empty-value-unsigned", "LIVE-STS-2", "A parameter with an empty value is not signed.",
      mend: "Sign every parameter that is sent."
    ) { $0.filter { !$0.text.isEmpty }.map { ($0.name, ":", $0.text) } },
    values(
      "values-trimmed", "LIVE-STS-5", "Blanks around values are not signed.",
      [
        .c("Values are trimmed before they are signed.")
      ]
    ) { $0.withoutOuterBlanks },
    live(
      "expires-signed", "LIVE-STS-4", "Expires has a line among the parameters.",
      mend: "Sign the expiry on the first line alone."
    ) { $0.signAlso { [QueryParameter("Expires", String($0.seconds))] } },
    live(
      "id-signed", "LIVE-STS-4", "OSSAccessKeyId has a line among the parameters.",
      mend: "Leave out what the signature itself adds to the URL."
    ) { $0.signAlso { _ in [QueryParameter("OSSAccessKeyId", "exampleAccessKeyID00")] } },
    live(
      "blank-line-without-parameters", "LIVE-STS-4",
      "An empty line stands where nothing is signed.", mend: "Write a line for each parameter only."
    ) { steps in
      let former = steps.liveChannel.canonicalizedParameters
      steps.liveChannel.canonicalizedParameters = {
        former($0, &$1)
        if $0.isEmpty { $1.append(0x0A) }
      }
    },
  ]

  private static let order: [Mutant] = [
    sorted(
      "order-as-given", "The parameters are signed in the order given.",
      [.java("The parameters stand in the order of the map that they come in.")]
    ) { _, _ in false },
    sorted("order-descending", "The parameters are sorted the other way round.") {
      $1.lexicographicallyPrecedes($0)
    },
    sorted(
      "order-natural", "Numbers in names are sorted by their value.",
      [
        .c("Numbers in names are compared by their value."),
        .phpV1("Parameters are sorted by a function that compares numbers by their value."),
      ]
    ) { $0.precedesNaturally($1) },
    sorted(
      "order-folds-case", "Names are sorted without regard to case.",
      [.c("Names are compared without regard to case.")]
    ) { $0.lowercased.lexicographicallyPrecedes($1.lowercased) },
    sorted("order-of-lines", "The lines are sorted, and not the names.") {
      ($0 + [0x3A]).lexicographicallyPrecedes($1 + [0x3A])
    },
    sorted("order-of-utf-16", "Names are sorted by their UTF-16 units.") {
      $0.text.utf16.lexicographicallyPrecedes($1.text.utf16)
    },
    lines(
      "order-of-values", "LIVE-STS-3", "The parameters are sorted by their values.",
      mend: "Sort the names by their UTF-8 bytes."
    ) { $0.sorted { $0.text < $1.text }.map { ($0.name, ":", $0.text) } },
  ]

  private static func sorted(
    _ id: String, _ mistake: String, _ sightings: [Sighting] = [],
    _ precedes: @escaping @Sendable (Bytes, Bytes) -> Bool
  ) -> Mutant {
    lines(
      id, "LIVE-STS-3", mistake, mend: "Sort the names by their UTF-8 bytes.", sightings: sightings
    ) { parameters in
      // The sort of the library keeps the order of equals.
      parameters.sorted { precedes(Bytes($0.name.utf8), Bytes($1.name.utf8)) }
        .map { ($0.name, ":", $0.text) }
    }
  }

  private static func values(
    _ id: String, _ clause: String, _ mistake: String, _ sightings: [Sighting] = [],
    _ change: @escaping @Sendable (String) -> String
  ) -> Mutant {
    live(
      id, clause, mistake, mend: "Sign the value as the caller gives it.", sightings: sightings
    ) { steps in
      steps.rewriteLiveParameters { $0.map { QueryParameter($0.name, $0.value.map(change)) } }
    }
  }

  private static func names(
    _ id: String, _ clause: String, _ mistake: String,
    _ change: @escaping @Sendable (String) -> String
  ) -> Mutant {
    live(id, clause, mistake, mend: "Sign the name as the caller gives it.") { steps in
      let former = steps.liveChannel.canonicalizedParameters
      steps.liveChannel.canonicalizedParameters = { parameters, buffer in
        var lines = Bytes()
        former(parameters, &lines)
        for line in lines.split(separator: 0x0A) {
          let parts = line.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
          buffer.append(contentsOf: change(Bytes(parts[0]).text).utf8)
          buffer.append(contentsOf: line[parts[0].endIndex...])
          buffer.append(0x0A)
        }
      }
    }
  }

  /// A mutant that writes the lines otherwise, given the parameters in the order of the caller.
  private static func lines(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [],
    _ change: @escaping @Sendable ([QueryParameter]) -> [(String, String, String)]
  ) -> Mutant {
    let isOrder = clause == "LIVE-STS-3"
    return live(id, clause, mistake, mend: mend, sightings: sightings) { steps in
      steps.liveChannel.canonicalizedParameters = { parameters, buffer in
        let given =
          isOrder
          ? parameters
          : parameters.sorted { Bytes($0.name.utf8).lexicographicallyPrecedes($1.name.utf8) }
        for line in change(given) {
          buffer.append(contentsOf: "\(line.0)\(line.1)\(line.2)\n".utf8)
        }
      }
    }
  }

  private static let resource: [Mutant] = [
    resource("resource-with-live", "LIVE-STS-6", "The resource has live before the channel.") {
      Bytes("/\($0.bucket)/live/\($0.channel)".utf8)
    },
    resource("resource-encoded", "LIVE-STS-6", "The channel is signed percent-encoded.") {
      Bytes("/\($0.bucket)/\($0.channel.percentEncoded())".utf8)
    },
    resource("resource-decoded", "LIVE-STS-6", "The channel is decoded before it is signed.") {
      Bytes("/\($0.bucket)/\($0.channel.percentDecoded)".utf8)
    },
    resource("resource-plus-as-space", "LIVE-STS-6", "A plus sign is signed as a space.") {
      Bytes("/\($0.bucket)/\($0.channel)".utf8).replacing("+", with: " ")
    },
    resource("resource-normalized", "LIVE-STS-6", "The channel is normalized.") {
      Bytes("/\($0.bucket)/\($0.channel.composed)".utf8)
    },
    resource("resource-as-latin-1", "LIVE-STS-6", "The channel is signed as Latin-1.") {
      Bytes("/\($0.bucket)/".utf8) + $0.channel.latin1
    },
    resource("resource-without-bucket", "LIVE-STS-1", "The bucket is not signed.") {
      Bytes("/\($0.channel)".utf8)
    },
  ]

  private static func resource(
    _ id: String, _ clause: String, _ mistake: String,
    _ text: @escaping @Sendable (LiveChannelStream) -> Bytes
  ) -> Mutant {
    live(id, clause, mistake, mend: "Sign a slash, the bucket, a slash and the channel as it is.") {
      $0.liveChannel.canonicalizedResource = { $1.append(contentsOf: text($0)) }
    }
  }

  private static let signature: [Mutant] = [
    signature("signature-with-sha-256", "The URL is signed with HMAC-SHA256.") {
      let code = HMACSHA256Key($0.span).authenticationCode(for: $1.span).bytes
      return Base64.encode(code.span)
    },
    signature("signature-in-hexadecimal", "The signature is written in hexadecimal digits.") {
      let code = HMACSHA1Key($0.span).authenticationCode(for: $1.span).bytes
      return Hexadecimal.encode(code.span)
    },
    signature("signature-url-safe", "The signature is in the alphabet for URLs.") {
      let code = HMACSHA1Key($0.span).authenticationCode(for: $1.span).bytes
      return Base64.encode(code.span).replacing("+", with: "-").replacing("/", with: "_")
    },
    signature("secret-cut", "A secret of more than 64 bytes is cut.") {
      let secret = Bytes($0.prefix(64))
      let code = HMACSHA1Key(secret.span).authenticationCode(for: $1.span).bytes
      return Base64.encode(code.span)
    },
    signature("secret-is-ascii", "Bytes of the secret from 0x80 on become question marks.") {
      let secret = Bytes($0.map { $0 < 0x80 ? $0 : 0x3F })
      let code = HMACSHA1Key(secret.span).authenticationCode(for: $1.span).bytes
      return Base64.encode(code.span)
    },
  ]

  private static func signature(
    _ id: String, _ mistake: String, _ change: @escaping @Sendable (Bytes, Bytes) -> String
  ) -> Mutant {
    live(id, "LIVE-SIG-1", mistake, mend: "Write HMAC-SHA1 with the secret as the key in base64.") {
      $0.liveChannel.signature = change
    }
  }
}
