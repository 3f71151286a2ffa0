internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes of a server that verifies callbacks (callback.md).
enum CallbackVerificationMistakes {
  private static let rows = MistakeRows(\.callbacks.verification, in: [.callbackVerify])
  private static let decoded = rows.breaking("CALL-STS-2")
    .fix("Decode each percent sign with two digits of the path once, and keep the rest.")
    .setting(\.path)
  private static let received = rows.breaking("CALL-STS-1")
    .fix("Sign the query as it was received with its question mark, and one LF.").setting(\.query)
  private static let open = "The rule is open, so the vectors of the clause take this answer too."
  private static let body = rows.breaking("CALL-STS-5")
    .fix("Sign the bytes of the body as they came, before anything reads them.").setting(\.body)
  private static let passing = rows.breaking("CALL-SIG-3")
    .fix("Write the encoded message that is due, and compare all of it.").setting(\.passes)
  private static let believed = rows.breaking("CALL-REF-7")
    .fix("Refuse a callback whose header Authorization is not its signature in base64.")

  /// The DER of the `DigestInfo` of SHA-1.
  private static func sha1(_ string: Bytes) -> Bytes {
    [0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A, 0x05, 0x00, 0x04, 0x14]
      + PlainHash.sha1.hash(string)
  }

  private static let beginning = rows.breaking("CALL-KEY-2")
    .fix("Compare the beginning of the URL byte by byte, the slash after the host included.")
    .setting(\.isOfOSS)
  private static let host = "gosspublic.alicdn.com"
  private static let today = "://\(host)/callback_pub_key_v1.pem"
  /// Rows about the decoder of both headers, but not of the key.
  private static let headers: MistakeRows<@Sendable (Bytes) -> Bytes?> =
    rows
    .breaking("CALL-REF-6", "CALL-REF-7", "CALL-KEY-1")
    .fix("Refuse a header that is not exactly base64.").by { decoded in
      {
        $0.authorization = { text, _ in text.isEmpty ? nil : decoded(text.raw) }
        $0.keyURL = { text, _ in text.isEmpty ? nil : decoded(text.raw) }
      }
    }
  private static let pem = rows.breaking("CALL-KEY-4")
    .fix("Read a PEM text of the label PUBLIC KEY with the key of rsaEncryption.")
  private static let size = rows.breaking("CALL-KEY-6")
    .fix("Use odd moduli of 512 to 8192 bits, and odd exponents from 3 to 64 bits.")

  static let all: [Mistake] = [
    // Paths.
    decoded("callback-path-not-decoded", "The path is signed as it was received.")
      .change { path, _ in path },
    decoded("callback-path-decoded-with-query-alone", "A path without a query is not decoded.")
      .seen("Without a question mark the path is not decoded.", .pythonSample)
      .change { $1 ? $0.tripletsDecoded : $0 },
    decoded("callback-path-plus-as-space", "A plus sign of the path is read as a space.")
      .breaking("CALL-STS-3").fix("Keep a plus sign of the path; what OSS does is open.")
      .seen("The sample calls urldecode.", .phpSample)
      .seen("The sample calls URLDecoder.", .javaSample)
      .seen("The sample calls CGI.unescape.", .rubySample).equivalent(open)
      .change { path, _ in path.replaced("+", by: " ").tripletsDecoded },
    decoded("callback-path-slash-kept", "A slash that is escaped in the path is not decoded.")
      .change { path, _ in
        path.replaced("%2F", by: "%252F").replaced("%2f", by: "%252f").tripletsDecoded
      },
    // Queries.
    received("callback-query-left-out", "The query is not signed.") { _ in [] },
    received("callback-query-decoded", "The query is decoded, as the path is.")
      .change { $0.tripletsDecoded },
    received("callback-query-mark-always", "A question mark is signed even without a query.")
      .breaking("CALL-STS-4").fix("Write no question mark where none was received.")
      .change { $0.isEmpty ? [0x3F] : $0 },
    received("callback-query-mark-left-out", "A question mark without a query is left out.")
      .breaking("CALL-STS-6").fix("Keep the question mark; what OSS does is open.")
      .seen("An empty query is treated as no query.", .javaSample, .rubySample).equivalent(open)
      .change { $0.count == 1 ? [] : $0 },
    // Bodies.
    body("callback-body-ends-trimmed", "White space at the ends of the body is trimmed.")
      .change { $0.dropping { $0 <= 0x20 } },
    body("callback-body-json-rewritten", "JSON of the body is parsed and written again.")
      .change { LooseJSON.read($0, [.lastOfTwo])?.compact().raw ?? $0 },
    body("callback-body-missing", "The body is not signed.") { _ in [] },
    rows("callback-empty-body-refused", "A callback with an empty body is not believed.")
      .breaking("CALL-STS-5").fix("Sign an empty body as it came.")
      .change { $0.isSignature = { $2 && $1?.string.last != 0x0A } },
    // Signatures.
    passing("callback-signature-with-sha-1", "Another hash than MD5 or another string is checked.")
      .breaking("CALL-SIG-1")
      .fix("Verify RSASSA-PKCS1-v1_5 with MD5, with keys of 512 bits and more.")
      .change { $0.found == $0.encoded(sha1($0.string)) },
    passing("callback-padding-not-compared", "Only the end of what is opened is compared.")
      .change { $0.found.suffix($0.info.count).elementsEqual($0.info) },
    passing(
      "callback-digest-alone-compared", "Only the last 16 bytes of what is opened are compared."
    )
    .change { $0.found.suffix(16).elementsEqual($0.digest) },
    believed("callback-signature-not-checked", "The signature is not checked.")
      .change { $0.isSignature = { _, _, _ in true } },
    believed("callback-without-signature", "A callback without a signature is believed.") {
      $0.authorization = { $0.isEmpty ? [] : $1.base64Bytes($0.raw) }
      $0.isSignature = { $0.isEmpty || $2 }
    },
    believed("callback-signature-after-scheme", "Everything before a space is ignored.")
      .change { $0.authorization = { $1.base64Bytes($0.raw.pieces(at: " ").last ?? []) } },
    rows("callback-signature-read-to-zero", "A signature that begins with zero is refused.")
      .breaking("CALL-SIG-2").fix("Take as many bytes as the modulus has, zeros included.")
      .change { $0.opened = { Bytes($0.drop { $0 == 0 }) } },
    // Key u r ls.
    rows("callback-key-url-any", "Any URL of the key is accepted.")
      .breaking("CALL-KEY-2").fix("Compare the beginning of the URL byte by byte.")
      .seen("The sample fetches whatever URL the header names.", .pythonSample)
      .change { ($0.isOfOSS, $0.isPlainURL) = ({ _ in true }, { _ in true }) },
    beginning("callback-key-url-without-slash", "The slash after the host is not compared.")
      .change { $0.hasPrefix("http://\(host)") || $0.hasPrefix("https://\(host)") },
    beginning("callback-key-url-parsed")
      .sentence("Only the scheme and the host of the URL are compared, in any case.")
      .change { url in
        let schemes = ["http://", "https://"]
        guard let scheme = schemes.first(where: { url.asciiLowercased.hasPrefix($0) }) else {
          return false
        }
        let place = url.utf8.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) }
        let parts = Bytes(place).pieces(at: "@")
        return parts[parts.count - 1].lowerCase.cut(at: ":").isText(host)
      },
    beginning("callback-key-url-host-anywhere", "The host may be anywhere in the URL.")
      .change { $0.contains(host) },
    beginning("callback-key-url-https-alone", "Only https is accepted.")
      .change { $0.hasPrefix("https://\(host)/") },
    beginning("callback-key-url-http-alone", "Only http is accepted.")
      .change { $0.hasPrefix("http://\(host)/") },
    rows("callback-key-url-beginning-alone", "Only the beginning of the URL is checked.")
      .breaking("CALL-KEY-3").fix("Refuse bytes that are not visible ASCII, and long URLs.")
      .change { $0.isPlainURL = { _ in true } },
    rows("callback-key-header-not-encoded", "A URL without base64 is accepted too.")
      .breaking("CALL-KEY-1").fix("Decode the header x-oss-pub-key-url from base64.").change {
        $0.keyURL = { $0.contains("://") ? $0.raw : $0.isEmpty ? nil : $1.base64Bytes($0.raw) }
      },
    rows("callback-key-url-of-today", "Without the header today's key is used.")
      .breaking("CALL-REF-6").fix("Refuse a callback that names no key.")
      .change { $0.keyURL = { $0.isEmpty ? "https\(today)".raw : $1.base64Bytes($0.raw) } },
    headers("callback-headers-base64-lenient")
      .sentence(
        "The base64 of the headers is decoded leniently: padding may lack, and foreign bytes."
      )
      .change { $0.lenientBase64 },
    headers("callback-headers-base64-lenient-of-urls")
      .sentence("The base64 of the headers is decoded leniently, that with - and _ too.")
      .change { $0.replaced("-", by: "+").replaced("_", by: "/").lenientBase64 },
    headers("callback-headers-base64-foreign-skipped")
      .sentence("Bytes outside the alphabet are skipped in the base64 of the headers.")
      .change {
        let isKept = { (byte: UInt8) in
          byte == PlainBase64.pad || PlainBase64.alphabet.contains(byte)
        }
        return PlainBase64.bytes($0.filter(isKept).withoutLooseBits)
      },
    // Keys.
    pem("callback-key-without-boundary", "Base64 without boundary lines is read.")
      .seen("The sample removes the boundary lines wherever they are.", .javaSample)
      .change { $0.keys.base64 = { Bytes($0.filter { $0.first != 0x2D }.joined()) } },
    pem("callback-key-der-not-strict", "DER is read as BER, and not to its end.")
      .breaking("CALL-KEY-5")
      .fix("Read DER alone: the shortest lengths and integers, and nothing after a value.")
      .change { $0.keys.isStrict = false },
    pem("callback-key-trimmed", "White space around the text of a key is taken off.")
      .breaking("CALL-KEY-5").fix("Read the text of a key as it came.")
      .change { $0.keys.text = { $0.dropping { $0 <= 0x20 } } },
    pem("callback-key-of-1024-bits-at-least", "A key of fewer than 1024 bits is refused.")
      .change { $0.keys.isSize = { 1024...8192 ~= $0 } },
    pem("callback-key-of-2048-bits-at-least", "A key of fewer than 2048 bits is refused.")
      .change { $0.keys.isSize = { 2048...8192 ~= $0 } },
    pem(
      "callback-key-lines-of-64-at-most", "Lines of a key with more than 64 characters are refused."
    )
    .change { $0.keys.isLine = { 1...64 ~= $0 } },
    pem(
      "callback-key-lines-of-76-at-most", "Lines of a key with more than 76 characters are refused."
    )
    .change { $0.keys.isLine = { 1...76 ~= $0 } },
    rows("callback-key-of-any-length", "A text of any length is read as a key.")
      .breaking("CALL-KEY-5").fix("Refuse a key of more than 4096 bytes.")
      .change { $0.keys.isLength = { _ in true } },
    rows("callback-key-of-2-kib", "A key of more than 2048 bytes is refused.")
      .breaking("CALL-KEY-5").fix("Read a key of up to 4096 bytes: its lines may be short.")
      .change { $0.keys.isLength = { $0 <= 2048 } },
    size("callback-key-size-4096-at-most", "A key of more than 4096 bits is refused.")
      .change { $0.keys.isSize = { 512...4096 ~= $0 } },
    size("callback-key-exponent-65537-alone", "Only the exponent 65537 is used.")
      .change { $0.keys.isExponent = { $0 == [1, 0, 1] } },
    rows("callback-key-of-yesterday", "Where a key cannot be read, an earlier one is used.")
      .breaking("CALL-REF-8").fix("Refuse the callback, and fetch the key for the next one.")
      .change {
        $0.otherKey = PlainRSAKey(modulus: Bytes(repeating: 0xFF, count: 64), exponent: 3)
      },
  ]
}
