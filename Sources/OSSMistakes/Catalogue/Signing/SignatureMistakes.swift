internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the secret, the signature and the Authorization header.
enum SignatureMistakes {
  static let all: [Mistake] =
    secrets + lengths + codes + messages + authorizations + lists + servers

  private static let secrets: [Mistake] = [
    secret(
      "secret-trimmed", "Blanks around the secret are trimmed.",
      seen: [.oss2("The functions that make an Auth strip both the ID and the secret.")]
    ) { $0.withoutOuterBlanks },
    secret("secret-base64-decoded", "A secret that is base64 text is decoded.") {
      (try? Base64.decode($0.text)) ?? $0
    },
    secret("secret-percent-decoded", "A secret with percent triplets is decoded.") {
      $0.percentDecoded
    },
    secret(
      "secret-as-latin-1", breaking: ["V1-SIG-2", "V2-SIG-1", "V4-KEY-2"],
      "The secret is encoded as Latin-1."
    ) { $0.latin1 },
    secret("secret-cut-at-nul", breaking: ["V4-KEY-2"], "The secret is cut at its first NUL.") {
      $0.cut(at: "\u{0}")
    },
    secret("secret-with-ampersand", "An ampersand follows the secret, as for the API of STS.") {
      $0 + "&".raw
    },
  ]

  private static let lengths: [Mistake] = [
    .signing(
      "secret-cut-at-64-bytes", ["V1-SIG-2", "V2-SIG-1", "V4-KEY-2"],
      "A key of more than 64 bytes is cut there.",
      fix: "Hash a longer key first, as RFC 2104 says.",
      in: .authenticating, seen: [.c("The HMAC copies 64 bytes of the key.")]
    ) {
      $0.secretKey = { Bytes($0.prefix(64)) }
      $0.firstKey = { Bytes(("aliyun_v4".raw + $0).prefix(64)) }
    },
    .signing(
      "v4-key-secret-hashed-alone", ["V4-KEY-2"],
      "A secret of more than 64 bytes is hashed before aliyun_v4 is put before it.",
      fix: "Put the prefix and the secret together, and leave the rest to the HMAC.",
      in: .authenticatingV4
    ) { $0.firstKey = { "aliyun_v4".raw + ($0.count > 64 ? SHA256.hash($0.span).bytes : $0) } },
    .signing(
      "v4-key-hashed-early", ["V4-KEY-2"], "A first key that nearly fills a block is hashed.",
      fix: "Hash the first key only if it has more than 64 bytes.", in: .authenticatingV4
    ) {
      $0.firstKey = { secret in
        let key = "aliyun_v4".raw + secret
        return key.count > 62 ? SHA256.hash(key.span).bytes : key
      }
    },
  ]

  private static let codes: [Mistake] = [
    code(
      "signature-hexadecimal", ["V1-SIG-1", "V2-SIG-1"],
      "The signature is hexadecimal text, as in V4.",
      fix: "Encode the code as base64."
    ) { $0.signatureText = { Hexadecimal.encode($1.span).raw } },
    code(
      "signature-base64-of-hexadecimal", ["V1-SIG-1", "V2-SIG-1"],
      "The signature is base64 of hexadecimal text.", fix: "Encode the bytes of the code."
    ) {
      $0.signatureText = { version, code in
        let text = Hexadecimal.encode(code.span).raw
        return version == .v4 ? text : Base64.encode(text.span).raw
      }
    },
    code(
      "signature-base64-url-safe", ["V1-SIG-1", "V2-SIG-1"],
      "The signature is written in the URL-safe alphabet of base64.",
      fix: "Use the standard alphabet, with + and /."
    ) {
      $0.signatureText = {
        $0 == .v4
          ? Hexadecimal.encode($1.span).raw
          : Base64.encode($1.span).raw.replaced("+", by: "-").replaced("/", by: "_")
      }
    },
    code(
      "v4-signature-base64", ["V4-STS-4"], "The signature is written in base64, as with V1.",
      fix: "Write the signature in hexadecimal digits."
    ) { $0.signatureText = { Base64.encode($1.span).raw } },
    code(
      "v4-signature-upper-case", ["V4-STS-4"], "The signature is in upper case.",
      fix: "Write hexadecimal digits in lower case.", in: .authenticatingV4
    ) { $0.signatureText = { Hexadecimal.encode($1.span).raw.upperCase } },
    code(
      "v4-signature-without-leading-zeros", ["V4-STS-4"],
      "A byte below 16 is written as one digit.",
      fix: "Write two digits for each byte: %02x, not %x.", in: .authenticatingV4
    ) { $0.signatureText = { Bytes($1.flatMap { Array(String($0, radix: 16).utf8) }) } },
    code(
      "signature-with-sha256", ["V1-SIG-1"], "V1 uses HMAC-SHA256.", fix: "Use HMAC-SHA1 with V1.",
      in: .authenticatingV1
    ) { $0.hmac = { SigningModel.hmacSHA256($1, $2) } },
    code(
      "signature-with-sha1", ["V2-SIG-1", "V4-STS-4"], "V2 and V4 use HMAC-SHA1.",
      fix: "Use HMAC-SHA256 with V2 and V4."
    ) { $0.hmac = { SigningModel.hmacSHA1($1, $2) } },
    code(
      "signature-without-hmac", ["V1-SIG-1", "V2-SIG-1", "V4-STS-4"],
      "The hash of key and string is taken.", fix: "Use HMAC."
    ) {
      $0.hmac = { version, key, message in
        let text = key + message
        return version == .v1 ? SHA1.hash(text.span).bytes : SHA256.hash(text.span).bytes
      }
    },
    code(
      "signature-key-and-message-swapped", ["V1-SIG-1", "V2-SIG-1", "V4-STS-4"],
      "The string to sign is the key of the HMAC.",
      fix: "Pass the key as the key and the string as the message."
    ) { model in
      let hmac = model.hmac
      model.hmac = { hmac($0, $2, $1) }
    },
  ]

  private static let messages: [Mistake] = []

  private static let authorizations: [Mistake] = [
    header("authorization-without-space", "No space follows the scheme.", fix: "Write one space.") {
      $0.text.replaced(" ", by: "")
    },
    header(
      "authorization-of-aws", "The scheme is that of S3.",
      fix: "Write OSS, OSS2 or OSS4-HMAC-SHA256."
    ) { $0.text.replaced("OSS", by: "AWS") },
    header(
      "authorization-id-encoded", breaking: ["V1-AUTH-1"], "The access key ID is percent-encoded.",
      fix: "Write the access key ID as it is."
    ) { value in
      var value = value
      value.id = value.id.encoded()
      return value.text
    },
    header(
      "authorization-id-without-prefix", breaking: ["V1-AUTH-1", "V4-AUTH-1"],
      "What stands before a dot is cut off the access key ID.",
      fix: "Write the whole ID: those of STS begin with STS and a dot."
    ) { value in
      var value = value
      value.id = value.id.pieces(at: ".").last ?? []
      return value.text
    },
    header(
      "authorization-signature-encoded", breaking: ["V1-AUTH-1", "V2-AUTH-1"],
      "The signature is percent-encoded in the header.", fix: "Encode the signature in a URL alone."
    ) { value in
      var value = value
      value.signature = value.signature.encoded()
      return value.text
    },
    header(
      "authorization-scheme-short", breaking: ["V4-AUTH-1"], "The header begins with OSS4.",
      fix: "Begin with OSS4-HMAC-SHA256.", in: .headersV4
    ) { $0.text.replaced("OSS4-HMAC-SHA256", by: "OSS4") },
    header(
      "authorization-without-scope", breaking: ["V4-AUTH-1"],
      "The credential is the access key ID alone.",
      fix: "Write a slash and the scope after the access key ID.", in: .headersV4
    ) { $0.text.replaced("/".raw + $0.scope, by: []) },
    header(
      "authorization-with-other-marks", breaking: ["V2-AUTH-1", "V4-AUTH-1"],
      "V2 writes equals signs after the names, V4 colons.",
      fix: "Write colons with V2, equals signs with V4.", in: [.v2Header, .v4Header]
    ) { $0.version == .v2 ? $0.text.replaced(":", by: "=") : $0.text.replaced("=", by: ":") },
    header(
      "v2-authorization-of-v1", breaking: ["V2-AUTH-1"], "The header has the form of V1.",
      fix: "Write OSS2 and the named parts.", in: .headersV2
    ) { "OSS ".raw + $0.id + ":".raw + $0.signature },
  ]

  private static let lists: [Mistake] = [
    header(
      "authorization-names-of-s3", breaking: ["V4-AUTH-1"],
      "The additional headers follow SignedHeaders=.",
      fix: "Write AdditionalHeaders=.", in: .headersV4
    ) { $0.text.replaced("AdditionalHeaders=", by: "SignedHeaders=") },
    .signing(
      "authorization-empty-list", ["V2-AUTH-1", "V4-AUTH-2"],
      "An empty list of additional headers is sent.",
      fix: "Leave the part out if the list is empty.",
      in: [.v2Header, .v4Header],
      oss: .refuses(evidence: "The pages of 0002-00000110 and 0002-00000209 say so."),
      seen: [.reqsignRead("The pair is written whether or not there are such headers.")]
    ) {
      $0.authorization = { value in
        if !value.names.isEmpty { return value.text }
        return value.text.replaced(
          ",Signature",
          by: value.version == .v2
            ? ",AdditionalHeaders:,Signature" : ",AdditionalHeaders=,Signature")
      }
    },
    header(
      "authorization-without-list", breaking: ["V2-AUTH-1", "V4-AUTH-1"],
      "The additional headers are signed and not named.",
      fix: "Name the additional headers between the key ID and the signature.",
      in: [.v2Header, .v4Header]
    ) { value in
      var value = value
      value.names = []
      return value.text
    },
    .signing(
      "v4-auth-signature-first", ["V4-AUTH-3"], "The signature stands before the credential.",
      fix: "Write the credential, the additional headers and the signature.", in: .headersV4,
      oss: .unknown
    ) {
      $0.authorization = { value in
        let parts = value.text.pieces(at: ",")
        guard let first = parts.first, let last = parts.last else { return value.text }
        let scheme = first.cut(at: " ") + " ".raw
        let pairs = [last, Bytes(first.dropFirst(scheme.count))] + parts.dropFirst().dropLast()
        return scheme + pairs.joined(with: ",")
      }
    },
  ]

  private static let servers: [Mistake] = [
    server("server-trims", breaking: ["V1-REM-1", "V4-REM-1"], "The server trims the string.") {
      $0.withoutOuterBlanks
    },
    server("server-line-ends-changed", "The server makes LF of CR and LF.") {
      $0.replaced("\r\n", by: "\n")
    },
    server("server-cuts-at-nul", "The server takes the string for one that NUL ends.") {
      $0.cut(at: "\u{0}")
    },
    server("server-decodes", "The server percent-decodes the string, as one from a form.") {
      $0.percentDecoded
    },
    server("server-normalizes", "The server normalizes the string.") { $0.composed },
    server("server-repairs-utf-8", "The server replaces bytes that are not UTF-8.") { $0.text.raw },
    server("server-as-latin-1", "The server encodes the string as Latin-1.") { $0.latin1 },
  ]

  private static func secret(
    _ id: String, breaking clauses: [String] = ["V1-SIG-2", "V4-KEY-2"], _ sentence: String,
    seen: [SeenIn] = [], _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    .signing(
      id, clauses, sentence, fix: "Use all UTF-8 bytes of the secret as they are.",
      in: .authenticating, seen: seen
    ) {
      $0.secretKey = change
      $0.firstKey = { "aliyun_v4".raw + change($0) }
    }
  }

  private static func code(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    in operations: Set<OSSVectors.Operation> = .authenticating,
    _ change: @escaping @Sendable (inout SigningModel) -> Void
  ) -> Mistake { .signing(id, clauses, sentence, fix: fix, in: operations, change) }

  private static func message(
    _ id: String, breaking clauses: [String] = ["V1-SIG-1", "V2-SIG-1", "V4-STS-4"],
    _ sentence: String,
    _ change: @escaping @Sendable (SigningInput, Bytes) -> Bytes
  ) -> Mistake {
    code(
      id, clauses, sentence, fix: "Sign the string to sign alone, as it is."
    ) { $0.signedMessage = change }
  }

  private static func header(
    _ id: String, breaking clauses: [String] = ["V1-AUTH-1", "V2-AUTH-1", "V4-AUTH-1"],
    _ sentence: String, fix: String,
    in operations: Set<OSSVectors.Operation> = [.v1Header, .v2Header, .v4Header, .v1String],
    _ text: @escaping @Sendable (AuthorizationValue) -> Bytes
  ) -> Mistake {
    .signing(
      id, clauses, sentence, fix: fix, in: operations,
      oss: .refuses(evidence: "OSS answers 400 to a header of another form.")
    ) { $0.authorization = text }
  }

  private static func server(
    _ id: String, breaking clauses: [String] = ["V1-REM-1"], _ sentence: String,
    _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    .signing(
      id, clauses, sentence, fix: "Sign the bytes of the string as they came.",
      in: [.v1String, .v4String]
    ) { $0.receivedString = change }
  }
}
