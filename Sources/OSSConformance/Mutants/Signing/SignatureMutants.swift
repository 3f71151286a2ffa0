internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the key, the code and the Authorization header.
enum SignatureMutants {
  static let all: [Mutant] = keys + codes + headers

  private static let keys: [Mutant] = [
    key(
      "secret-trimmed", "Blanks around the secret are trimmed.", mend: "Use all its bytes.",
      sightings: [.oss2("The functions that make an Auth strip both the ID and the secret.")]
    ) { Bytes($0.text.withoutOuterBlanks.utf8) },
    key(
      "secret-blanks-removed", "Blanks inside the secret are removed.", mend: "Use all its bytes."
    ) { $0.filter { !$0.isBlank } },
    key(
      "secret-base64-decoded", "A secret that is base64 text is decoded.",
      mend: "Use the bytes of the text."
    ) { (try? Base64.decode($0.text)) ?? $0 },
    key(
      "secret-percent-decoded", "A secret with percent triplets is decoded.",
      mend: "Use the bytes of the text."
    ) { Bytes($0.text.percentDecoded.utf8) },
    key("secret-as-latin-1", "The secret is encoded as Latin-1.", mend: "Encode it as UTF-8.") {
      $0.text.latin1
    },
    key(
      "secret-with-ampersand", "An ampersand follows the secret, as for the API of STS.",
      mend: "Use the secret alone."
    ) { $0 + Bytes([UInt8(ascii: "&")]) },
    key(
      "secret-lower-case", "The secret is put into lower case.", mend: "Use the secret as it is."
    ) { $0.lowercased },
    key(
      "secret-cut-at-30-bytes", "A secret is cut at the 30 bytes that secrets usually have.",
      mend: "Use all its bytes."
    ) { Bytes($0.prefix(30)) },
    key(
      "secret-hashed", "The hash of the secret is the key.", mend: "Use the secret itself."
    ) { SHA1.hash($0.span).bytes },
  ]

  private static let codes: [Mutant] = [
    code(
      "signature-hexadecimal", "The signature is hexadecimal text.", mend: "Encode it as base64."
    ) { Hexadecimal.encode(hmac($0, $1).span) },
    code(
      "signature-base64-of-hexadecimal", "The signature is base64 of hexadecimal text.",
      mend: "Encode the 20 bytes of the code."
    ) { base64(Bytes(Hexadecimal.encode(hmac($0, $1).span).utf8)) },
    code(
      "signature-with-sha256", "HMAC-SHA256 is used.", mend: "Use HMAC-SHA1: SHA-256 belongs to V4."
    ) { base64(HMACSHA256Key($0.span).authenticationCode(for: $1.span).bytes) },
    code(
      "signature-without-hmac", "The hash of secret and string is taken.", mend: "Use HMAC."
    ) { secret, string in
      let joined = secret + string
      return base64(SHA1.hash(joined.span).bytes)
    },
    code(
      "signature-of-encoded-string", "The string to sign is percent-encoded before it is signed.",
      mend: "Sign the string as it is."
    ) { base64(hmac($0, Bytes($1.text.percentEncoded().utf8))) },
    code(
      "signature-of-trimmed-string", "Blanks around the string to sign are trimmed.",
      mend: "Sign the string as it is."
    ) { base64(hmac($0, Bytes($1.text.withoutOuterBlanks.utf8))) },
    Mutant(
      "signature-with-access-key-id", "V1-SIG-1", "The access key ID is signed with the string.",
      mend: "Sign the string alone.", on: .authenticating
    ) { steps in
      steps.adjust = { input, signing in
        let id = input["credentials"]?.objectValue?["accessKeyId"]?.stringValue ?? ""
        signing.signature = { base64(hmac($0, Bytes(id.utf8) + $1)) }
      }
    },
  ]

  private static let headers: [Mutant] = [
    authorization(
      "authorization-without-space", "No space follows OSS.", mend: "Write one space."
    ) { "OSS\($0):\($1)" },
    authorization(
      "authorization-two-spaces", "Two spaces follow OSS.", mend: "Write one space."
    ) { "OSS  \($0):\($1)" },
    authorization(
      "authorization-space-after-colon", "A space follows the colon.", mend: "Write none."
    ) { "OSS \($0): \($1)" },
    authorization(
      "authorization-lower-case", "The scheme is written oss.", mend: "Write OSS in capitals."
    ) { "oss \($0):\($1)" },
    authorization(
      "authorization-of-aws", "The scheme is written AWS.", mend: "Write OSS."
    ) { "AWS \($0):\($1)" },
    authorization(
      "authorization-id-encoded", "The access key ID is percent-encoded.",
      mend: "Write it as it is."
    ) { "OSS \($0.percentEncoded()):\($1)" },
    authorization(
      "authorization-id-without-prefix", "What stands before a dot is cut off the access key ID.",
      mend: "Write the whole ID: those of STS begin with STS and a dot."
    ) { "OSS \($0.split(separator: ".").last ?? ""):\($1)" },
    authorization(
      "authorization-signature-encoded", "The signature is percent-encoded in the header.",
      mend: "Encode it in a URL alone."
    ) { "OSS \($0):\($1.percentEncoded())" },
    authorization(
      "authorization-parts-swapped", "The signature stands before the access key ID.",
      mend: "Write the access key ID first."
    ) { "OSS \($1):\($0)" },
  ]

  private static func hmac(_ key: Bytes, _ message: Bytes) -> Bytes {
    HMACSHA1Key(key.span).authenticationCode(for: message.span).bytes
  }

  private static func base64(_ bytes: Bytes) -> String { Base64.encode(bytes.span) }

  /// A mutant that keys HMAC with other bytes than the secret's.
  private static func key(
    _ id: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mutant {
    Mutant(
      id, "V1-SIG-2", mistake, mend: mend, on: .authenticating, sightings: sightings
    ) { steps in
      steps.signing.signature = { base64(hmac(change($0), $1)) }
    }
  }

  /// A mutant that makes another text of the secret and the string to sign.
  private static func code(
    _ id: String, _ mistake: String, mend: String,
    _ text: @escaping @Sendable (_ secret: Bytes, _ string: Bytes) -> String
  ) -> Mutant {
    Mutant(id, "V1-SIG-1", mistake, mend: mend, on: .authenticating) {
      $0.signing.signature = text
    }
  }

  /// A mutant that writes the Authorization header otherwise.
  private static func authorization(
    _ id: String, _ mistake: String, mend: String,
    _ text: @escaping @Sendable (_ id: String, _ signature: String) -> String
  ) -> Mutant {
    Mutant(id, "V1-AUTH-1", mistake, mend: mend, on: [.v1Header, .v1String]) { steps in
      steps.rewriteOutput { input, answer in
        let id = input["credentials"]?.objectValue?["accessKeyId"]?.stringValue ?? ""
        let value = text(id, answer.members["signature"]?.stringValue ?? "")
        answer.members["authorization"] = .string(value)
      }
      steps.rewriteHeaders { input, headers in
        let id = input["credentials"]?.objectValue?["accessKeyId"]?.stringValue ?? ""
        for index in headers.indices where headers[index].name == "Authorization" {
          let signature = headers[index].value.split(separator: ":").last ?? ""
          headers[index].value = text(id, String(signature))
        }
      }
    }
  }
}
