internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes with the key of a callback and its URL.
enum CallbackKeyMutants {
  static let all: [Mutant] = urls + headers + keys + fallbacks

  private static let urls: [Mutant] = [
    url(
      "any", "CALL-KEY-2", "The URL of the key is not looked at.",
      [.pythonSample("The sample fetches whatever URL the header names.")]
    ) { _ in true },
    url("without-slash", "CALL-KEY-2", "The slash after the host is not looked for.") {
      $0.hasPrefix("http://gosspublic.alicdn.com") || $0.hasPrefix("https://gosspublic.alicdn.com")
    },
    url("host-anywhere", "CALL-KEY-2", "The host may stand anywhere in the URL.") {
      $0.contains("gosspublic.alicdn.com")
    },
    url("end-of-host", "CALL-KEY-2", "The host may begin with anything.") {
      ($0.hostPart.hasSuffix("gosspublic.alicdn.com"))
    },
    url("any-of-domain", "CALL-KEY-2", "Any host of the domain is taken.") {
      $0.hostPart.hasSuffix(".alicdn.com") || $0.hostPart.hasSuffix(".aliyuncs.com")
    },
    url("https-alone", "CALL-KEY-2", "Only https is taken.") {
      $0.hasPrefix("https://gosspublic.alicdn.com/")
    },
    url("http-alone", "CALL-KEY-2", "Only http is taken.") {
      $0.hasPrefix("http://gosspublic.alicdn.com/")
    },
    url("one-path", "CALL-KEY-2", "Only the path of today's key is taken.") {
      $0.hasSuffix("://gosspublic.alicdn.com/callback_pub_key_v1.pem")
    },
    url("any-case", "CALL-KEY-2", "The scheme and the host are compared in any case.") {
      let text = $0.lowercased()
      return text.hasPrefix("http://gosspublic.alicdn.com/")
        || text.hasPrefix("https://gosspublic.alicdn.com/")
    },
    url("port-taken", "CALL-KEY-2", "A port may follow the host.") {
      $0.replacing(":443/", with: "/").hasPrefix("https://gosspublic.alicdn.com/")
    },
    url("any-scheme", "CALL-KEY-2", "The scheme is not looked at.") {
      $0.replacing("https://", with: "").replacing("http://", with: "")
        .replacing("ftp://", with: "").replacing("https:/", with: "")
        .hasPrefix("gosspublic.alicdn.com/")
    },
    url("file-taken", "CALL-KEY-2", "A URL of a file is read.") {
      $0.hasPrefix("file://") || $0.hasPrefix("https://gosspublic.alicdn.com/")
        || $0.hasPrefix("http://gosspublic.alicdn.com/")
    },
    url("trimmed", "CALL-KEY-2", "Blanks before the URL are passed over.") {
      $0.withoutOuterBlanks.hasPrefix("https://gosspublic.alicdn.com/")
    },
    url("beginning-alone", "CALL-KEY-3", "Only the beginning of the URL is looked at.") {
      $0.hasPrefix("https://gosspublic.alicdn.com/")
        || $0.hasPrefix("http://gosspublic.alicdn.com/")
    },
    url("short-alone", "CALL-KEY-3", "A URL of more than 255 bytes is refused.") {
      $0.utf8.count < 256 && CallbackKeyMutants.isAllowed($0)
    },
  ]

  private static func isAllowed(_ text: String) -> Bool {
    StepsCallback.standard.isAllowedKeyURL(Bytes(text.utf8))
  }

  private static func url(
    _ id: String, _ clause: String, _ mistake: String, _ sightings: [Sighting] = [],
    _ isAllowed: @escaping @Sendable (String) -> Bool
  ) -> Mutant {
    Mutant(
      "callback-key-url-\(id)", clause, mistake,
      mend: "Compare the beginning of the URL byte by byte, the slash after the host included.",
      on: [.callbackVerify], sightings: sightings
    ) { $0.callback.isAllowedKeyURL = { isAllowed($0.text) } }
  }

  private static let headers: [Mutant] = [
    header("not-encoded", "CALL-KEY-1", "The URL is taken without base64.") { text in
      let bytes = Bytes(text.utf8)
      return text.contains("://") ? Base64.encode(bytes.span) : text
    },
    header("never-decoded", "CALL-KEY-1", "The header is taken for the URL itself.") { text in
      let bytes = Bytes(text.utf8)
      return Base64.encode(bytes.span)
    },
    header("lenient", "CALL-REF-6", "Base64 is decoded leniently.") { text in
      let kept = text.filter { $0 != "*" }
      return kept + String(repeating: "=", count: (4 - kept.utf8.count % 4) % 4)
    },
    Mutant(
      "callback-key-url-of-today", "CALL-REF-6",
      "Without the header the key of today is taken for the one of the callback.",
      mend: "Refuse a callback that names no key.", on: [.callbackVerify]
    ) {
      $0.rewriteInput { _, input in
        if (input["publicKeyUrl"]?.stringValue ?? "").isEmpty {
          input["publicKeyUrl"] =
            "aHR0cHM6Ly9nb3NzcHVibGljLmFsaWNkbi5jb20vY2FsbGJhY2tfcHViX2tleV92MS5wZW0="
        }
      }
    },
  ]

  private static func header(
    _ id: String, _ clause: String, _ mistake: String,
    _ change: @escaping @Sendable (String) -> String
  ) -> Mutant {
    Mutant(
      "callback-key-header-\(id)", clause, mistake, mend: "Decode the header strictly.",
      on: [.callbackVerify]
    ) { $0.rewrite("publicKeyUrl", change) }
  }

  private static let keys: [Mutant] = [
    key(
      "label-any", "CALL-KEY-4", "The label of the key is not looked at.",
      [
        .label, .labelCase, .labelOfPKCS1,
      ]),
    key("of-pkcs-1", "CALL-KEY-4", "A key of PKCS #1 is read.", [.labelOfPKCS1, .bareNumbers]),
    key(
      "without-boundary", "CALL-KEY-4", "Base64 without boundary lines is read.", [.boundary],
      [.javaSample("The sample takes the boundary lines off wherever they stand.")]),
    key(
      "parameters-any", "CALL-KEY-4", "The parameters of the algorithm may be anything.",
      [
        .parameters
      ]),
    key("algorithm-any", "CALL-KEY-4", "The algorithm of the key is not looked at.", [.algorithm]),
    key("text-around", "CALL-KEY-5", "Text before and after the key is passed over.", [.around]),
    key("blanks", "CALL-KEY-5", "Blanks and empty lines are passed over.", [.blanks, .around]),
    key("header-lines", "CALL-KEY-5", "Header lines are passed over.", [.headers, .blanks]),
    key(
      "base64-lenient", "CALL-KEY-5", "The base64 of the key is read leniently.",
      [
        .alphabet, .padding, .looseBits,
      ]),
    key("der-bytes-after", "CALL-KEY-5", "What follows a value is passed over.", [.trailing]),
    key("der-of-ber", "CALL-KEY-5", "Lengths of BER are read.", [.length]),
    key("der-zeros", "CALL-KEY-5", "Zeros before an integer are passed over.", [.zeroBefore]),
    key(
      "der-sign-lost", "CALL-KEY-5", "A negative modulus is read as a positive one.", [.negative]),
    key("der-unused-bits", "CALL-KEY-5", "Unused bits are passed over.", [.unusedBits]),
    key("size-any", "CALL-KEY-6", "A key of any size is used.", [.size, .sizeInBytes]),
    key("size-in-bytes", "CALL-KEY-6", "The size of a key is counted in bytes.", [.sizeInBytes]),
    key("modulus-even", "CALL-KEY-6", "An even modulus is used.", [.evenModulus]),
    key("exponent-any", "CALL-KEY-6", "Any exponent is used.", [.exponent]),
    key("exponent-cut", "CALL-KEY-6", "An exponent is cut to 64 bits.", [.longExponent]),
    strict("exponent-65537-alone", "CALL-KEY-6", "Only the exponent 65537 is used.") {
      !$0.contains("wIDAQAB") && !$0.contains("MBAAE=") && !$0.contains("AgMBAAE")
    },
    strict("size-4096-at-most", "CALL-KEY-6", "A key of more than 4096 bits is refused.") {
      $0.utf8.count > 1000
    },
    strict("lf-alone", "CALL-KEY-4", "Lines that end with CR and LF are not read.") {
      $0.utf8.contains(0x0D)
    },
    strict("lines-of-64", "CALL-KEY-4", "Lines of other lengths than 64 are not read.") {
      $0.split(separator: "\n").contains { $0.utf8.count > 64 }
    },
    strict("last-line-ends", "CALL-KEY-4", "A text whose last line does not end is not read.") {
      $0.utf8.last != 0x0A
    },
    strict("of-1024-bits-at-least", "CALL-KEY-4", "A key of fewer than 1024 bits is refused.") {
      $0.utf8.count < 250
    },
  ]

  private static func key(
    _ id: String, _ clause: String, _ mistake: String, _ allowed: Set<LooseKeyReader.Liberty>,
    _ sightings: [Sighting] = []
  ) -> Mutant {
    Mutant(
      "callback-key-\(id)", clause, mistake, mend: "Read PEM and DER strictly.",
      on: [.callbackVerify], sightings: sightings
    ) { $0.readKeys(allowing: allowed) }
  }

  /// A mutant that refuses texts of which a statement is true.
  private static func strict(
    _ id: String, _ clause: String, _ mistake: String,
    _ isRefused: @escaping @Sendable (String) -> Bool
  ) -> Mutant {
    Mutant(
      "callback-key-\(id)", clause, mistake, mend: "Read every key that the clauses allow.",
      on: [.callbackVerify]
    ) { $0.rewrite("publicKey") { isRefused($0) ? "" : $0 } }
  }

  private static let fallbacks: [Mutant] = [
    Mutant(
      "callback-key-of-yesterday", "CALL-REF-8",
      "Where a key cannot be read, the one that was fetched before is used.",
      mend: "Refuse the callback, and fetch the key again for the next one.", on: [.callbackVerify]
    ) { steps in
      steps.publicKey = { pem in
        do throws(RSAKeyError) {
          return .success(try RSAPublicKey(pem: pem))
        } catch {
          let modulus = Bytes(repeating: 0xFF, count: 64)
          return .success(RSAPublicKey(uncheckedModulus: modulus.span, exponent: 3))
        }
      }
    }
  ]
}

extension String {
  /// What stands between the scheme and the next slash.
  fileprivate var hostPart: Substring {
    guard let range = firstRange(of: "://") else { return "" }
    return self[range.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  }
}
