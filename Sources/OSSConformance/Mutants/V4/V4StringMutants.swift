internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the string to sign of V4 and in its signature.
enum V4StringMutants {
  static let all: [Mutant] = lines + hashes + signatures

  private static let lines: [Mutant] = [
    string(
      "v4-string-line-feed-at-end", "V4-STS-1", "The string to sign ends with a line feed.",
      mend: "Write an LF between two lines and none at the end."
    ) { $0.hash = { SHA256.hash($0.span).hexadecimal + "\n" } },
    string(
      "v4-string-line-ends-crlf", "V4-STS-1", "CR and LF stand between the lines.",
      mend: "Write an LF alone between two lines."
    ) { steps in
      steps.algorithm = { $0.append(contentsOf: StepsV4.algorithmName + [0x0D]) }
      steps.timestamp = { time, buffer in
        time.civil.append(iso8601BasicTo: &buffer)
        buffer.append(0x0D)
      }
    },
    string(
      "v4-string-algorithm-of-s3", "V4-STS-1", "The first line is AWS4-HMAC-SHA256.",
      mend: "Write OSS4-HMAC-SHA256 on the first line."
    ) { $0.algorithm = { $0.append(contentsOf: "AWS4-HMAC-SHA256".utf8) } },
    string(
      "v4-string-without-algorithm", "V4-STS-1", "The first line is empty.",
      mend: "Write OSS4-HMAC-SHA256 on the first line."
    ) { $0.algorithm = { _ in } },
    string(
      "v4-time-extended", "V4-STS-2", "The time on the second line has hyphens and colons.",
      mend: "Write the basic format of ISO 8601, such as 20231216T162057Z."
    ) { steps in
      steps.timestamp = { time, buffer in
        let text = Array(time.time.iso8601Basic)
        let date = "\(String(text[0..<4]))-\(String(text[4..<6]))-\(String(text[6..<8]))"
        let clock = "\(String(text[9..<11])):\(String(text[11..<13])):\(String(text[13..<15]))"
        buffer.append(contentsOf: "\(date)T\(clock)Z".utf8)
      }
    },
    string(
      "v4-time-date-alone", "V4-STS-2", "The second line is the date alone.",
      mend: "Write the time too."
    ) { $0.timestamp = { $0.civil.append(iso8601BasicDateTo: &$1) } },
    string(
      "v4-time-local", "V4-STS-2", "The second line is in local time, here that of UTC+8.",
      mend: "Write the time in UTC."
    ) {
      $0.timestamp = {
        ReferenceSteps.shifted($0, by: 28_800).civil.append(iso8601BasicTo: &$1)
      }
    },
    string(
      "v4-time-rfc-1123", "V4-STS-2", "The second line is a date as HTTP writes it.",
      mend: "Write the basic format of ISO 8601.",
      sightings: [
        .goV1("An x-oss-date header of the caller is signed on this line as it is."),
        .c("An x-oss-date header of the caller is signed on this line as it is."),
      ]
    ) { $0.timestamp = { $1.append(contentsOf: $0.time.rfc1123.utf8) } },
  ]

  private static let hashes: [Mutant] = [
    string(
      "v4-hash-upper-case", "V4-STS-3", "The hash of the canonical request is in upper case.",
      mend: "Write hexadecimal digits in lower case."
    ) { $0.hash = { SHA256.hash($0.span).hexadecimal.uppercased() } },
    string(
      "v4-hash-sha1", "V4-STS-3", "The canonical request is hashed with SHA-1.",
      mend: "Hash it with SHA-256."
    ) { $0.hash = { SHA1.hash($0.span).hexadecimal } },
    string(
      "v4-hash-base64", "V4-STS-3", "The hash of the canonical request is written in base64.",
      mend: "Write it in hexadecimal digits."
    ) { $0.hash = { Base64.encode(SHA256.hash($0.span).bytes.span) } },
    string(
      "v4-request-not-hashed", "V4-STS-3", "The canonical request stands where its hash should.",
      mend: "Hash the canonical request with SHA-256."
    ) { $0.hash = { $0.text } },
  ]

  private static let signatures: [Mutant] = [
    signature(
      "v4-signature-base64", "The signature is written in base64, as with V1.",
      mend: "Write it in hexadecimal digits."
    ) { Base64.encode(HMACSHA256Key($0.span).authenticationCode(for: $1.span).bytes.span) },
    signature(
      "v4-signature-upper-case", "The signature is in upper case.",
      mend: "Write hexadecimal digits in lower case."
    ) { HMACSHA256Key($0.span).authenticationCode(for: $1.span).hexadecimal.uppercased() },
    signature(
      "v4-signature-sha1", "The signature is an HMAC-SHA1.", mend: "Take HMAC-SHA256."
    ) { HMACSHA1Key($0.span).authenticationCode(for: $1.span).hexadecimal },
    signature(
      "v4-signature-key-and-message-swapped", "The string to sign is the key of the HMAC.",
      mend: "Pass the signing key as the key and the string as the message."
    ) { HMACSHA256Key($1.span).authenticationCode(for: $0.span).hexadecimal },
    signature(
      "v4-signature-key-as-text", "The signing key goes into the HMAC as hexadecimal text.",
      mend: "Pass the 32 bytes of the key."
    ) { key, string in
      let text = Bytes(Hexadecimal.encode(key.span).utf8)
      return HMACSHA256Key(text.span).authenticationCode(for: string.span).hexadecimal
    },
  ]

  private static func string(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout StepsV4) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: .signingV4, sightings: sightings) {
      change(&$0.signingV4)
    }
  }

  private static func signature(
    _ id: String, _ mistake: String, mend: String,
    _ sign: @escaping @Sendable (_ key: Bytes, _ string: Bytes) -> String
  ) -> Mutant {
    Mutant(id, "V4-STS-4", mistake, mend: mend, on: .authenticatingV4) {
      $0.signingV4.signature = sign
    }
  }
}
