internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the secret, the signature and the Authorization header.
enum SignatureMistakes {
  private static let rows = SigningMistakes.rows
    .in(.authenticating)
  /// Rows about the secret, the key or the text of a code, which upload forms have too.
  private static let withForms = MistakeRows(
    \.signing, in: Set.authenticating.union([.postV1, .postV4]),
    everywhere: { model in
      let signing = model.signing
      model.forms.signatureV1 = {
        signing.signatureText(.v1, SigningModel.hmacSHA1(signing.secretKey($0), $1)).text
      }
      model.forms.signatureV4 = {
        signing.signatureText(.v4, SigningModel.hmacSHA256($0, $1)).text
      }
      model.forms.signingKey = { FormSigner.chain(signing.firstKey($0), $1) }
      model.liveChannel.signature = { key, string, _ in
        signing.signatureText(.v1, SigningModel.hmacSHA1(key, string)).text
      }
    })
  private static let secret: MistakeRows<SigningMistakes.Rewriting> =
    withForms.breaking("V1-SIG-2", "V4-KEY-2")
    .fix("Use all UTF-8 bytes of the secret as they are.").by { change in
      {
        $0.secretKey = change
        $0.firstKey = { "aliyun_v4".raw + change($0) }
      }
    }

  /// Rows about the text of a code: base64 in V1 and V2, hexadecimal digits in V4.
  private static let base64: MistakeRows<SigningMistakes.Rewriting> =
    withForms.breaking("V1-SIG-1", "V2-SIG-1").in(
      Set.authenticating.union([.postV1, .livePublish])
    )
    .fix("Encode the bytes of the code as base64, in the standard alphabet.").by { change in
      { $0.signatureText = { $0 == .v4 ? $1.hexadecimal.raw : change($1) } }
    }
  private static let digits: MistakeRows<SigningMistakes.Rewriting> =
    withForms
    .breaking("V4-STS-4", "POST-V4-3")
    .fix("Write two hexadecimal digits of lower case for each byte.")
    .in(Set.authenticatingV4.union([.postV4])).by { change in
      { $0.signatureText = { change($1) } }
    }
  private static let code = rows.breaking("V1-SIG-1", "V2-SIG-1", "V4-STS-4")
    .fix("Pass the key as the key of the HMAC, and the string as its message.").setting(\.hmac)
  private static let malformed = rows.breaking("V1-AUTH-1", "V2-AUTH-1", "V4-AUTH-1")
    .fix("Write the header as the page of the version has it: OSS, OSS2 or OSS4-HMAC-SHA256 first.")
    .in([.v1Header, .v2Header, .v4Header, .v1String])
  private static let header = malformed.setting(\.authorization)
  /// Rows about one part of the header.
  private static let part: MistakeRows<@Sendable (inout AuthorizationValue) -> Void> = malformed.by
  { change in
    {
      $0.authorization = { value in
        var value = value
        change(&value)
        return value.text
      }
    }
  }
  private static let server = rows.breaking("V1-REM-1")
    .fix("Sign the bytes of the string as they came.")
    .in([.v1String, .v4String]).setting(\.receivedString)

  static let all: [Mistake] = [
    // The secret.
    secret("secret-trimmed", "Blanks around the secret are trimmed.").breaking("V1-SIG-3")
      .seen("The functions that make an Auth strip both the ID and the secret.", .oss2)
      .change { $0.withoutOuterBlanks },
    secret("secret-base64-decoded", "A secret that is base64 text is decoded.")
      .change { (try? Base64.decode($0.text)) ?? $0 },
    secret("secret-as-latin-1", "The secret is encoded as Latin-1.")
      .breaking("V1-SIG-2", "V2-SIG-1", "V4-KEY-2", "POST-V1-1", "POST-V4-4").change { $0.latin1 },
    secret("secret-as-ascii", "The secret is encoded as ASCII, with ? for other characters.")
      .breaking("V1-SIG-2", "V2-SIG-1", "V4-KEY-2", "POST-V1-1", "POST-V4-4").change { $0.ascii },
    secret("secret-with-ampersand", "An ampersand follows the secret, as for the API of STS.")
      .change { $0 + "&".raw },
    // Long keys.
    rows("v4-key-secret-hashed-alone")
      .sentence("A secret of more than 64 bytes is hashed before aliyun_v4 is put before it.")
      .breaking("V4-KEY-2")
      .fix("Put the prefix and the secret together, and leave the rest to the HMAC.")
      .in(.authenticatingV4).change {
        $0.firstKey = { "aliyun_v4".raw + ($0.count > 64 ? SHA256.hash($0.span).bytes : $0) }
      },
    // The code and its text.
    base64("signature-hexadecimal", "The signature is hexadecimal text, as in V4.")
      .change { $0.hexadecimal.raw },
    base64("signature-base64-of-hexadecimal", "The signature is base64 of hexadecimal text.")
      .change { $0.hexadecimal.raw.base64.raw },
    digits("v4-signature-base64", "The signature is written in base64, as with V1.")
      .change { $0.base64.raw },
    digits("v4-signature-upper-case", "The signature is in upper case.")
      .change { $0.hexadecimal.raw.upperCase },
    digits("v4-signature-without-zeros", "Zeros at the beginning of the signature are left out.")
      .breaking("V4-STS-4").in(.authenticatingV4)
      .fix("Write 64 digits: a number drops the zeros at its beginning.")
      .change { Bytes($0.hexadecimal.raw.drop { $0 == 0x30 }) },
    digits("v4-signature-without-leading-zeros", "A byte below 16 is written as one digit (%x).")
      .change { $0.digitsWithoutZeros },
    code("signature-with-sha256", "V1 uses HMAC-SHA256.")
      .breaking("V1-SIG-1").fix("Use HMAC-SHA1 with V1.").in(.authenticatingV1)
      .change { SigningModel.hmacSHA256($1, $2) },
    code("signature-with-sha1", "V2 and V4 use HMAC-SHA1.").breaking("V2-SIG-1", "V4-STS-4")
      .fix("Use HMAC-SHA256 with V2 and V4.").change { SigningModel.hmacSHA1($1, $2) },
    code("signature-without-hmac", "The hash of key and string is taken.")
      .fix("Compute the HMAC with the secret as its key; do not hash both texts together.").change {
        let text = $1 + $2
        return $0 == .v1 ? SHA1.hash(text.span).bytes : SHA256.hash(text.span).bytes
      },
    code("signature-key-and-message-swapped", "The string to sign is the key of the HMAC.")
      .change { SigningModel().hmac($0, $2, $1) },
    // The Authorization header.
    header("authorization-without-space", "No space follows the scheme.")
      .fix("Write one space after OSS, OSS2 or OSS4-HMAC-SHA256.").change {
        $0.text.replaced(" ", by: "")
      },
    header("authorization-of-aws", "The scheme is that of S3.")
      .change { $0.text.replaced("OSS", by: "AWS") },
    part("authorization-signature-encoded", "The signature is percent-encoded in the header.")
      .breaking("V1-AUTH-1", "V2-AUTH-1").fix("Encode the signature in a URL alone.")
      .change { $0.signature = $0.signature.encoded() },
    header("authorization-scheme-short", "The header begins with OSS4.").breaking("V4-AUTH-1")
      .in(.headersV4).change { $0.text.replaced("OSS4-HMAC-SHA256", by: "OSS4") },
    header("authorization-without-scope", "The credential is the access key ID alone.")
      .breaking("V4-AUTH-1").fix("Write a slash and the scope after the access key ID.")
      .in(.headersV4).change { $0.text.replaced("/".raw + $0.scope, by: []) },
    header("authorization-with-other-marks", "V2 writes equals signs after the names, V4 colons.")
      .breaking("V2-AUTH-1", "V4-AUTH-1").fix("Write colons with V2, equals signs with V4.")
      .in(.headersV2V4).change {
        $0.version == .v2 ? $0.text.replaced(":", by: "=") : $0.text.replaced("=", by: ":")
      },
    header("v2-authorization-of-v1", "The header has the form of V1.")
      .breaking("V2-AUTH-1").in(.headersV2).change { "OSS ".raw + $0.id + ":".raw + $0.signature },
    // The list of additional headers in it.
    header("authorization-names-of-s3", "The additional headers follow SignedHeaders=.")
      .breaking("V4-AUTH-1").fix("Write AdditionalHeaders=, not SignedHeaders=.").in(.headersV4)
      .change { $0.text.replaced("AdditionalHeaders=", by: "SignedHeaders=") },
    header("authorization-empty-list", "An empty list of additional headers is sent.")
      .breaking("V2-AUTH-1", "V4-AUTH-2").fix("Leave the part out if the list is empty.")
      .in(.headersV2V4)
      .seen("The pair is written whether or not there are such headers.", .reqsignRead)
      .change { value in
        if !value.names.isEmpty { return value.text }
        let list = value.version == .v2 ? ",AdditionalHeaders:" : ",AdditionalHeaders="
        return value.text.replaced(",Signature", by: "\(list),Signature")
      },
    part("authorization-without-list", "The additional headers are signed and not named.")
      .breaking("V2-AUTH-1", "V4-AUTH-1")
      .fix("Name the additional headers between the key ID and the signature.").in(.headersV2V4)
      .change { $0.names = [] },
    part("authorization-names-with-commas", "Commas stand between the names that are sent.")
      .breaking("V4-AUTH-1").fix("Write semicolons between the names.").in(.headersV2V4)
      .change { $0.names = $0.names.replaced(";", by: ",") },
    header("v4-auth-signature-first", "The signature is before the credential.")
      .breaking("V4-AUTH-3").fix("Write the credential, the additional headers and the signature.")
      .in(.headersV4).change { value in
        let parts = value.text.pieces(at: ",")
        guard let first = parts.first, let last = parts.last else { return value.text }
        let scheme = first.cut(at: " ") + " ".raw
        let pairs = [last, Bytes(first.dropFirst(scheme.count))] + parts.dropFirst().dropLast()
        return scheme + pairs.joined(with: ",")
      },
    // A server that signs strings.
    server("server-trims", "The server trims the string.")
      .breaking("V1-REM-1", "V4-REM-1").change { $0.withoutOuterBlanks },
    server("server-line-ends-changed", "The server makes LF of CR and LF.")
      .change { $0.replaced("\r\n", by: "\n") },
    server("server-decodes", "The server percent-decodes the string.")
      .change { $0.percentDecoded },
    server("server-decodes-form")
      .sentence("The server decodes the string as a value of a form, plus signs to spaces too.")
      .change { $0.replaced("+", by: " ").percentDecoded },
    server("server-repairs-utf-8", "The server replaces bytes that are not UTF-8.") { $0.text.raw },
  ]
}
