internal import OSSPrimitives
internal import OSSVectors

/// Mistakes of a server that verifies callbacks (callback.md).
enum CallbackVerificationMistakes {
  static let all: [Mistake] = paths + queries + bodies + hashes + padding + keyURLs + keys

  private static let rows = PartMistakes(\.callbacks.verification, in: [.callbackVerify])
  private static let decoded = rows.breaking(
    "CALL-STS-2",
    fix: "Decode each percent sign with two digits of the path once, and keep the rest.")

  private static let paths: [Mistake] = [
    decoded("callback-path-not-decoded", "The path is signed as it was received.") {
      $0.path = { path, _ in path }
    },
    decoded(
      "callback-path-decoded-with-query-alone", "The path is decoded only where there is a query.",
      [.pythonSample("Without a question mark the path is not decoded.")]
    ) { $0.path = { $1 ? $0.tripletsDecoded : $0 } },
    decoded("callback-path-decoded-twice", "The path is decoded twice.") {
      $0.path = { path, _ in path.tripletsDecoded.tripletsDecoded }
    },
    decoded("callback-path-dots-removed", "Dot segments are removed from the path.") {
      $0.path = segments { $0.filter { $0 != "." && $0 != ".." } }
    },
    decoded("callback-path-slashes-merged", "Several slashes of the path become one.") {
      $0.path = segments { $0.prefix(1) + $0.dropFirst().filter { !$0.isEmpty } }
    },
    decoded("callback-path-ends-at-nul", "A NUL or a line feed ends the path.") {
      $0.path = { path, _ in Bytes(path.tripletsDecoded.prefix { $0 != 0 && $0 != 0x0A }) }
    },
    rows.breaking("CALL-STS-3", fix: "Keep a plus sign of the path; what OSS does is open.")(
      "callback-path-plus-as-space", "A plus sign of the path is read as a space.",
      [
        .phpSample("The sample calls urldecode."), .javaSample("The sample calls URLDecoder."),
        .rubySample("The sample calls CGI.unescape."),
      ], equivalent: "The rule is open, so the vector of the clause takes this answer too."
    ) { $0.path = { path, _ in path.replaced("+", by: " ").tripletsDecoded } },
  ]

  /// The decoded path with other segments.
  private static func segments(
    _ change: @escaping @Sendable ([String]) -> [String]
  ) -> @Sendable (Bytes, Bool) -> Bytes {
    { path, _ in
      let text = path.tripletsDecoded.text
      let segments = text.split(separator: "/", omittingEmptySubsequences: false)
      return Bytes(change(segments.map { String($0) }).joined(separator: "/").utf8)
    }
  }

  private static let received = rows.breaking(
    "CALL-STS-1", fix: "Sign the query as it was received with its question mark, and one LF.")

  private static let queries: [Mistake] = [
    received("callback-query-left-out", "The query is not signed.") { $0.query = { _ in [] } },
    received("callback-query-without-mark", "The query is signed without its question mark.") {
      $0.query = { Bytes($0.dropFirst()) }
    },
    received("callback-query-decoded", "The query is decoded, as the path is.") {
      $0.query = { $0.tripletsDecoded }
    },
    received("callback-query-sorted", "The parameters are sorted.") {
      $0.query = parameters { $0.sorted() }
    },
    received("callback-query-rewritten", "The query is parsed and written again.") {
      $0.query = parameters {
        $0.filter { !$0.isEmpty }.map { $0.hasSuffix("=") ? String($0.dropLast()) : $0 }
      }
    },
    rows.breaking("CALL-STS-4", fix: "Write no question mark where none was received.")(
      "callback-query-mark-always", "A question mark is signed even without a query."
    ) { $0.query = { $0.isEmpty ? [0x3F] : $0 } },
    rows.breaking("CALL-STS-6", fix: "Keep the question mark; what OSS does is open.")(
      "callback-query-mark-left-out", "A question mark without a query is left out.",
      [
        .javaSample("An empty query is treated as no query."),
        .rubySample("An empty query is treated as no query."),
      ], equivalent: "The rule is open, so the vectors of the clause take this answer too."
    ) { $0.query = { $0.count == 1 ? [] : $0 } },
  ]

  /// The query with other parameters.
  private static func parameters(
    _ change: @escaping @Sendable ([String]) -> [String]
  ) -> @Sendable (Bytes) -> Bytes {
    { query in
      let text = Bytes(query.dropFirst()).text
      let parts = text.split(separator: "&", omittingEmptySubsequences: false).map { String($0) }
      let changed = change(parts).joined(separator: "&")
      return query.isEmpty || changed.isEmpty ? [] : "?\(changed)".raw
    }
  }

  private static let body = rows.breaking(
    "CALL-STS-5", fix: "Sign the bytes of the body as they came, before anything reads them.")

  private static let bodies: [Mistake] = [
    body("callback-body-ends-trimmed", "White space at the ends of the body is trimmed.") {
      $0.body = { $0.dropping { $0 <= 0x20 } }
    },
    body("callback-body-line-ends-changed", "CR and LF of the body become LF.") {
      $0.body = { $0.replaced("\r\n", by: "\n").replaced("\r", by: "\n") }
    },
    body("callback-body-json-rewritten", "JSON of the body is parsed and written again.") {
      $0.body = { body in (try? JSONReader.read(body)).map { $0.compact().raw } ?? body }
    },
    body("callback-body-repaired", "Bytes of the body that are not UTF-8 are replaced.") {
      $0.body = { $0.text.raw }
    },
    body("callback-body-cut-at-nul", "A NUL ends the body.") {
      $0.body = { Bytes($0.prefix { $0 != 0 }) }
    },
    body("callback-empty-body-refused", "A callback with an empty body is not believed.") {
      $0.isSignature = { $2 && $1?.string.last != 0x0A }
    },
    body("callback-body-missing", "The body is not signed.") { $0.body = { _ in [] } },
  ]

  private static let withMD5 = rows.breaking(
    "CALL-SIG-1", fix: "Verify RSASSA-PKCS1-v1_5 with MD5, with keys of 512 bits and more.")
  private static let believed = rows.breaking(
    "CALL-REF-7",
    fix: "Refuse a callback whose header Authorization is not its signature in base64.")

  private static let hashes: [Mistake] = [
    withMD5("callback-signature-with-sha-1", "The signature is checked with SHA-1.") {
      $0.passes = { $0.found == $0.encoded(HashInfo.sha1($0.string)) }
    },
    withMD5("callback-signature-any-hash", "A signature with SHA-1 or SHA-256 passes too.") {
      $0.passes = { opened in
        let others = [HashInfo.sha1(opened.string), HashInfo.sha256(opened.string)]
        return opened.found == opened.due || others.map(opened.encoded).contains(opened.found)
      }
    },
    withMD5("callback-signature-of-1024-bits-alone", "A key of under 1024 bits makes it fail.") {
      $0.passes = { $0.found.count >= 128 && $0.found == $0.due }
    },
    believed("callback-signature-not-checked", "The signature is not checked.") {
      $0.isSignature = { _, _, _ in true }
    },
    believed("callback-without-signature", "A callback without a signature is believed.") {
      $0.authorization = { $0.isEmpty ? [] : $1.base64Bytes($0.raw) }
      $0.isSignature = { $0.isEmpty || $2 }
    },
    believed("callback-signature-after-scheme", "Everything before a space is ignored.") {
      $0.authorization = { text, primitives in
        primitives.base64Bytes(Bytes((text.split(separator: " ").last ?? "").utf8))
      }
    },
  ]

  /// The DER of other `DigestInfo`s than the one that is due.
  private enum HashInfo {
    static func sha1(_ string: Bytes) -> Bytes {
      [0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A, 0x05, 0x00, 0x04, 0x14]
        + PlainHash.sha1.hash(string)
    }
    static func sha256(_ string: Bytes) -> Bytes {
      [0x30, 0x31, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
        + [0x05, 0x00, 0x04, 0x20] + PlainHash.sha256.hash(string)
    }
  }

  private static let whole = rows.breaking(
    "CALL-SIG-3", fix: "Write the encoded message that is due, and compare all of it.")

  private static let padding: [Mistake] = [
    rows.breaking("CALL-SIG-2", fix: "Take as many bytes as the modulus has, zeros included.")(
      "callback-signature-read-to-zero", "A signature that begins with zero is refused."
    ) { $0.opened = { Bytes($0.drop { $0 == 0 }) } },
    whole("callback-padding-ends-anywhere", "What follows the digest is not compared.") {
      $0.passes = { $0.afterPadding(ofAtLeast: 8)?.starts(with: $0.info) == true }
    },
    whole("callback-padding-any-length", "Padding may have any length.") {
      $0.passes = { $0.afterPadding(ofAtLeast: 0)?.starts(with: $0.info) == true }
    },
    whole("callback-padding-not-compared", "Only the end of what is opened is compared.") {
      $0.passes = { $0.found.suffix($0.info.count).elementsEqual($0.info) }
    },
    whole("callback-digest-alone", "A digest without a DigestInfo passes.") {
      $0.passes = { $0.found == $0.due || $0.found == $0.encoded($0.digest) }
    },
    whole("callback-digest-info-any-hash", "The name of the hash function is not compared.") {
      $0.passes = { opened in
        guard let info = opened.afterPadding(ofAtLeast: 8), info.count > 24 else { return false }
        return Bytes(info.suffix(20)) == [0x05, 0x00, 0x04, 0x10] + opened.digest
          && info.prefix(1) == [0x30] && 8 + Int(info[5]) + 18 == info.count
      }
    },
    whole("callback-digest-info-any-parameters", "The parameters may be anything.") {
      $0.passes = { opened in
        guard let info = opened.afterPadding(ofAtLeast: 8), info.count > 14 else { return false }
        return info[6..<14] == opened.info[6..<14] && info.suffix(18) == opened.info.suffix(18)
      }
    },
    whole("callback-digest-second-half-ignored", "Only the first half of the digest is compared.") {
      $0.passes = { $0.found.dropLast(8) == $0.due.dropLast(8) }
    },
  ]

  private static let beginning = rows.breaking(
    "CALL-KEY-2",
    fix: "Compare the beginning of the URL byte by byte, the slash after the host included.")
  private static let header = rows.breaking(
    "CALL-KEY-1", fix: "Decode the header x-oss-pub-key-url from base64.")
  private static let host = "gosspublic.alicdn.com"

  private static let keyURLs: [Mistake] = [
    beginning(
      "callback-key-url-any", "Any URL of the key is accepted.",
      [.pythonSample("The sample fetches whatever URL the header names.")]
    ) { ($0.isOfOSS, $0.isPlainURL) = ({ _ in true }, { _ in true }) },
    beginning("callback-key-url-without-slash", "The slash after the host is not compared.") {
      $0.isOfOSS = { url in ["http", "https"].contains { url.hasPrefix("\($0)://\(host)") } }
    },
    beginning("callback-key-url-host-anywhere", "The host may be anywhere in the URL.") {
      $0.isOfOSS = { $0.contains(host) }
    },
    beginning("callback-key-url-https-alone", "Only https is accepted.") {
      $0.isOfOSS = { $0.hasPrefix("https://\(host)/") }
    },
    beginning("callback-key-url-http-alone", "Only http is accepted.") {
      $0.isOfOSS = { $0.hasPrefix("http://\(host)/") }
    },
    beginning("callback-key-url-one-path", "Only the path of today's key is accepted.") {
      $0.isOfOSS = { $0.hasSuffix("://\(host)/callback_pub_key_v1.pem") }
    },
    beginning("callback-key-url-any-case", "The case of the host does not count.") { model in
      model.isOfOSS = { [former = model.isOfOSS] in former($0.asciiLowercased) }
    },
    rows.breaking("CALL-KEY-3", fix: "Refuse bytes that are not visible ASCII, and long URLs.")(
      "callback-key-url-beginning-alone", "Only the beginning of the URL is checked."
    ) { $0.isPlainURL = { _ in true } },
    header("callback-key-header-not-encoded", "A URL without base64 is accepted too.") {
      $0.keyURL = { $0.contains("://") ? $0.raw : $0.isEmpty ? nil : $1.base64Bytes($0.raw) }
    },
    rows.breaking("CALL-REF-6", fix: "Refuse a callback that names no key.")(
      "callback-key-url-of-today", "Without the header today's key is used."
    ) {
      $0.keyURL = {
        $0.isEmpty ? "https://\(host)/callback_pub_key_v1.pem".raw : $1.base64Bytes($0.raw)
      }
    },
  ]

  private static let key = PartMistakes(\.callbacks.verification.keys, in: [.callbackVerify])
  private static let pem = key.breaking(
    "CALL-KEY-4", fix: "Read a PEM text of the label PUBLIC KEY with the key of rsaEncryption.")
  private static let strict = key.breaking("CALL-KEY-5", fix: "Read PEM and DER strictly.")
  private static let size = key.breaking(
    "CALL-KEY-6", fix: "Use odd moduli of 512 to 8192 bits, and odd exponents from 3 to 64 bits.")

  private static let keys: [Mistake] = [
    pem("callback-key-label-any", "The label of the key is not compared.") {
      $0.isLabel = { _ in true }
    },
    pem("callback-key-of-pkcs-1", "A key of PKCS #1 is read.") {
      $0.isLabel = { ["PUBLIC KEY", "RSA PUBLIC KEY"].contains($0) }
      $0.ignored = [.publicKeyInfo]
    },
    pem(
      "callback-key-without-boundary", "Base64 without boundary lines is read.",
      [.javaSample("The sample removes the boundary lines wherever they are.")]
    ) { $0.base64 = { lines, _ in Bytes(lines.filter { $0.first != 0x2D }.joined()) } },
    pem("callback-key-parameters-any", "The parameters of the algorithm may be anything.") {
      $0.ignored = [.parameters]
    },
    pem("callback-key-of-1024-bits-at-least", "A key of fewer than 1024 bits is refused.") {
      $0.isSize = { 1024...8192 ~= $0 }
    },
    strict("callback-key-text-around", "Text before and after the key is ignored.") { model in
      model.lines = { [former = model.lines] in around(former($0)) }
    },
    strict("callback-key-der-bytes-after", "What follows a value is ignored.") {
      $0.ignored = [.nothingAfter]
    },
    strict("callback-key-der-of-ber", "Lengths of BER are read.") {
      $0.ignored = [.shortestLength]
    },
    strict("callback-key-der-zeros", "Zeros before an integer are ignored.") {
      $0.ignored = [.noZeroBefore]
    },
    size("callback-key-size-4096-at-most", "A key of more than 4096 bits is refused.") {
      $0.isSize = { 512...4096 ~= $0 }
    },
    size("callback-key-exponent-any", "Any exponent is used.") {
      $0.isExponent = { $0.count <= 8 }
    },
    size("callback-key-exponent-65537-alone", "Only the exponent 65537 is used.") {
      $0.isExponent = { $0 == [1, 0, 1] }
    },
    rows.breaking("CALL-REF-8", fix: "Refuse the callback, and fetch the key for the next one.")(
      "callback-key-of-yesterday", "Where a key cannot be read, an earlier one is used."
    ) {
      $0.otherKey = PlainRSAKey(modulus: Bytes(repeating: 0xFF, count: 64), exponent: 3)
    },
  ]

  /// The lines from the first that begins a key to the first that ends one.
  private static func around(_ lines: [Bytes]) -> [Bytes] {
    let rest = lines.drop { !$0.starts(with: "-----BEGIN ".utf8) }
    let end = rest.firstIndex { $0.starts(with: "-----END ".utf8) }
    return end.map { Array(rest[...$0]) } ?? lines
  }
}
