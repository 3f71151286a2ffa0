internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the calls of STS (sts.md).
enum RPCMistakes {
  static let all: [Mistake] =
    parameters + order + encodings + strings + signatures + sending + refusals

  private static let refused = Effect.refuses(
    evidence: "STS answers SignatureDoesNotMatch to a signature of another string.")

  private static let row = PartMistakes(\.sts, in: [.stsRPC], oss: refused)

  // MARK: Parameters

  private static func common(
    _ id: String, _ clause: String, _ sentence: String,
    _ change: @escaping @Sendable ([RPCCall.Parameter]) -> [RPCCall.Parameter]
  ) -> Mistake {
    row(
      id, [clause], sentence, fix: "Send the parameters of RPC-PAR-1 and RPC-PAR-4 for every call.",
      oss: .unknown
    ) { $0.common = change }
  }

  private static func timestamp(
    _ id: String, _ sentence: String, seen: [SeenIn] = [],
    _ timestamp: @escaping @Sendable (Int64) -> String
  ) -> Mistake {
    row(
      id, ["RPC-PAR-2"], sentence, fix: "Write `Timestamp` in UTC, as `2015-09-01T05:57:34Z`.",
      oss: .unknown, seen: seen
    ) { $0.timestamp = timestamp }
  }

  private static func nonce(
    _ id: String, _ sentence: String, _ nonce: @escaping @Sendable (String) -> String
  ) -> Mistake {
    row(id, ["RPC-PAR-5"], sentence, fix: "Send the nonce as it is given.") { $0.nonce = nonce }
  }

  private static func time(_ seconds: Int64, _ end: String = "Z") -> String {
    CivilTime.text(seconds, "yyyy-MM-ddTHH:mm:ss") + end
  }

  private static let parameters: [Mistake] = [
    common("rpc-no-signature-method", "RPC-PAR-1", "`SignatureMethod` is not sent.") {
      $0.filter { $0.name != "SignatureMethod" }
    },
    common("rpc-action-always-assume-role", "RPC-PAR-1", "Every call is one of AssumeRole.") {
      $0.map { ($0.name, $0.name == "Action" ? "AssumeRole" : $0.value) }
    },
    common("rpc-format-always-json", "RPC-PAR-3", "Every call asks for JSON.") {
      $0.map { ($0.name, $0.name == "Format" ? "JSON" : $0.value) }
    },
    common("rpc-token-not-sent", "RPC-PAR-4", "The token of temporary credentials is not sent.") {
      $0.filter { $0.name != "SecurityToken" }
    },
    common("rpc-token-always-sent", "RPC-PAR-4", "An empty `SecurityToken` is sent.") {
      $0 + ($0.contains { $0.name == "SecurityToken" } ? [] : [("SecurityToken", "")])
    },
    timestamp(
      "rpc-timestamp-with-milliseconds", "The time has milliseconds.",
      seen: [.javaScript("STS.assumeRole writes the time with toISOString.")]
    ) { time($0, ".000Z") },
    timestamp("rpc-timestamp-without-zeros", "Numbers of one digit have no zero before them.") {
      time($0).replaced("-0", by: "-")
    },
    timestamp("rpc-timestamp-in-local-time", "The time is a local one with a `Z`.") {
      time($0 + 28_800)
    },
    timestamp("rpc-timestamp-in-12-hours", "The hours of the time end at 12 (`hh`).") {
      time($0 - ($0 % 86_400 >= 46_800 ? 43_200 : 0))
    },
    nonce("rpc-nonce-lowercased", "The nonce is sent in lower case.") { $0.lowercased() },
    nonce("rpc-nonce-trimmed", "Blanks around the nonce are removed.") {
      $0.trimmed()
    },
    nonce("rpc-nonce-as-number", "A nonce of digits is sent as a number.") {
      Int($0).map { String($0) } ?? $0
    },
  ]

  // MARK: Canonical query

  private static func sorting(
    _ id: String, _ sentence: String, _ precedes: @escaping @Sendable (String, String) -> Bool
  ) -> Mistake {
    row(
      id, ["RPC-CAN-2"], sentence, fix: "Sort parameters by the bytes of their decoded names."
    ) { $0.precedes = precedes }
  }

  /// A name without the digits at its end, and these as a number.
  private static func natural(_ name: String) -> (stem: String, number: Int) {
    let count = name.utf8.reversed().prefix { $0.isDigit }.count
    return (String(name.dropLast(count)), Int(name.suffix(count)) ?? 0)
  }

  private static let order: [Mistake] = [
    sorting("rpc-unsorted", "Parameters are signed in the order given.") { _, _ in false },
    sorting("rpc-sorted-without-case", "Names are sorted without regard to case.") {
      $0.raw.lowerCase.lexicographicallyPrecedes($1.raw.lowerCase)
    },
    sorting("rpc-sorted-as-numbers", "Digits in names are sorted as numbers.") {
      let (left, right) = (natural($0), natural($1))
      return left.stem == right.stem
        ? left.number < right.number : left.stem.precedesInBytes(right.stem)
    },
    sorting("rpc-sorted-in-pairs", "Names are sorted together with the `=`.") {
      "\($0)=".precedesInBytes("\($1)=")
    },
    sorting("rpc-sorted-encoded", "Names are sorted as they are encoded.") {
      $0.encoded.precedesInBytes($1.encoded)
    },
    sorting("rpc-sorted-in-utf-16", "Names are sorted by units of UTF-16.") {
      $0.utf16.lexicographicallyPrecedes($1.utf16)
    },
    sorting("rpc-sorted-without-hyphens", "Names are sorted as cultures do, without hyphens.") {
      $0.utf8.filter { $0 != 0x2D }.lexicographicallyPrecedes($1.utf8.filter { $0 != 0x2D })
    },
  ]

  /// Escapes that are something else after the right encoding.
  private static func encoding(
    _ id: String, _ sentence: String, _ escapes: KeyValuePairs<String, String>, seen: [SeenIn] = []
  ) -> Mistake {
    encoding(id, sentence, seen: seen) { text in
      escapes.reduce(text.encoded) { $0.replaced($1.key, by: $1.value) }
    }
  }

  private static func encoding(
    _ id: String, _ sentence: String, seen: [SeenIn] = [],
    by encode: @escaping @Sendable (String) -> String
  ) -> Mistake {
    row(
      id, ["RPC-CAN-3"], sentence,
      fix: "Write every byte but `A-Z a-z 0-9 - _ . ~` as `%` and two capital digits.", seen: seen
    ) { $0.encode = encode }
  }

  private static let encodings: [Mistake] = [
    encoding(
      "rpc-encoded-plus-for-space", "A space is written as a plus sign.", ["%20": "+"],
      seen: [
        .credentialsPython("The composer of the string to sign uses `quote_plus`."),
        .goV1("The tool ossutil beside it uses `url.QueryEscape`."),
      ]),
    encoding(
      "rpc-encoded-as-java", "A text is written as Java's URLEncoder does.",
      ["%20": "+", "%2A": "*", "~": "%7E"]),
    encoding("rpc-encoded-in-lower-case", "The digits of escapes are in lower case.") {
      lowerEscapes($0.encoded)
    },
    encoding("rpc-encoded-plus-kept", "A plus sign is not encoded.", ["%2B": "+"]),
    encoding("rpc-encoded-asterisk-kept", "An asterisk is not encoded.", ["%2A": "*"]),
    encoding("rpc-encoded-slash-kept", "A slash is not encoded.", ["%2F": "/"]),
    encoding("rpc-encoded-tilde-encoded", "A tilde is encoded.", ["~": "%7E"]),
    encoding(
      "rpc-encoded-component", "The characters that encodeURIComponent leaves are not encoded.",
      ["%21": "!", "%27": "'", "%28": "(", "%29": ")", "%2A": "*"]),
    encoding("rpc-encoded-percent-kept", "A percent sign is not encoded.", ["%25": "%"]),
    encoding("rpc-encoded-line-ends-dropped", "Line ends are dropped.", ["%0D": "", "%0A": ""]),
    encoding("rpc-encoded-composed", "Text is normalized to NFC.", ["e%CC%81": "%C3%A9"]),
    encoding("rpc-encoded-surrogates", "Each surrogate of a character is encoded by itself.") {
      surrogates($0)
    },
    row(
      "rpc-names-not-encoded", ["RPC-CAN-3"], "Names are not encoded.",
      fix: "Percent-encode names as values."
    ) { $0.encodedName = { name, _ in name } },
    row(
      "rpc-empty-value-without-equals", ["RPC-CAN-4"], "An empty value has no `=`.",
      fix: "Write the `=` of an empty value."
    ) { $0.piece = { $1.isEmpty ? $0 : "\($0)=\($1)" } },
    row(
      "rpc-empty-value-dropped", ["RPC-CAN-4"], "A parameter with an empty value is left out.",
      fix: "Sign a parameter with an empty value."
    ) { $0.piece = { $1.isEmpty ? nil : "\($0)=\($1)" } },
  ]

  /// UTF-8 of each UTF-16 unit by itself (CESU-8), percent-encoded.
  private static func surrogates(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      guard scalar.value > 0xFFFF else { return String(scalar).encoded }
      return scalar.utf16.map { unit in
        let bytes = [0xE0 | unit >> 12, 0x80 | unit >> 6 & 0x3F, 0x80 | unit & 0x3F]
        return bytes.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
      }.joined()
    }.joined()
  }

  private static func lowerEscapes(_ text: String) -> String {
    text.split(separator: "%", omittingEmptySubsequences: false).enumerated().map {
      $0 > 0 ? "%\($1.prefix(2).lowercased())\($1.dropFirst(2))" : String($1)
    }.joined()
  }

  // MARK: String to sign and signature

  private static let strings: [Mistake] = [
    row(
      "rpc-body-unsigned", ["RPC-CAN-1"], "Parameters in the body are not signed.",
      fix: "Sign every parameter, in the query and in the body."
    ) { $0.isSigned = { $0 == "GET" || RPCCall.reserved.containsBytes(of: $1) } },
    row(
      "rpc-token-unsigned", ["RPC-PAR-4"], "The token is sent and not signed.",
      fix: "Sign `SecurityToken` as any parameter."
    ) { $0.isSigned = { $1 != "SecurityToken" } },
    row(
      "rpc-slash-as-it-is", ["RPC-STS-1"], "The path in the string to sign is `/`.",
      fix: "Write `%2F` between the method and the query."
    ) { $0.stringToSign = { "\($0)&/&\($2($1))" } },
    row(
      "rpc-encoded-once", ["RPC-STS-1"], "The canonical query is not encoded once more.",
      fix: "Percent-encode the whole canonical query in the string to sign."
    ) { $0.stringToSign = { method, query, _ in "\(method)&%2F&\(query)" } },
    row(
      "rpc-always-get", ["RPC-STS-2"], "The string to sign always begins with GET.",
      fix: "Begin the string to sign with the method of the call."
    ) { $0.stringToSign = { "GET&%2F&\($2($1))" } },
  ]

  private static let signatures: [Mistake] = [
    row(
      "rpc-key-without-ampersand", ["RPC-SIG-1"], "The secret alone is the key.",
      fix: "Add `&` to the secret."
    ) { $0.key = { $0.raw } },
    row(
      "rpc-ampersand-where-missing", ["RPC-SIG-1"], "A secret that ends in `&` gets no other.",
      fix: "Add `&` to every secret."
    ) { $0.key = { Bytes(($0.utf8.last == 0x26 ? $0 : "\($0)&").utf8) } },
    row(
      "rpc-key-cut", ["RPC-SIG-1"], "The key is cut after 64 bytes.",
      fix: "Hash a key of more than 64 bytes first, as RFC 2104 says."
    ) { $0.key = { Bytes("\($0)&".utf8.prefix(64)) } },
    row(
      "rpc-signed-with-sha256", ["RPC-SIG-1"], "The signature is one of HMAC-SHA256.",
      fix: "Use HMAC-SHA1."
    ) { $0.signature = { SigningModel.hmacSHA256($0, $1).base64 } },
    row(
      "rpc-signature-not-encoded", ["RPC-SIG-2"], "The signature is sent without encoding.",
      fix: "Percent-encode the signature once.", oss: .unknown
    ) { $0.sentSignature = { text, _ in text } },
    row(
      "rpc-signature-encoded-twice", ["RPC-SIG-2"], "The signature is percent-encoded twice.",
      fix: "Percent-encode the signature once."
    ) { $0.sentSignature = { $1($1($0)) } },
  ]

  // MARK: Sending and refusals

  private static let sending: [Mistake] = [
    row(
      "rpc-get-with-body", ["RPC-SIG-3"], "A call with GET has its parameters in the body.",
      fix: "Write the parameters of GET into the query.", oss: .unknown
    ) { $0.sent = { ("\($1.origin)/", $2) } },
    row(
      "rpc-port-lost", ["RPC-SIG-3"], "The port of the endpoint is not in the URL.",
      fix: "Keep the port of the endpoint in the URL.", oss: .unknown
    ) { model in
      model.sent = { [former = model.sent] in
        var endpoint = $1
        endpoint.port = nil
        return former($0, endpoint, $2)
      }
    },
    row(
      "rpc-post-with-query", ["RPC-SIG-4"], "A call with POST has its parameters in the query.",
      fix: "Write the parameters of POST into the body.", oss: .unknown
    ) { $0.sent = { ("\($1.origin)/?\($2)", $0 == "GET" ? nil : "") } },
  ]

  private static func accepting(
    _ id: String, _ clause: String, _ sentence: String, _ fault: ServiceFault
  ) -> Mistake {
    row(id, [clause], sentence, fix: "Refuse such a call before it is signed.", oss: .unknown) {
      $0.accepts = [fault]
    }
  }

  private static let refusals: [Mistake] = [
    accepting(
      "rpc-reserved-signed", "RPC-REF-1", "The caller may give the common parameters.", .reserved),
    accepting("rpc-repeated-signed", "RPC-REF-2", "A parameter may be given twice.", .repeated),
    accepting(
      "rpc-nothing-called", "RPC-REF-3", "The action and the version may be empty.", .nothingCalled),
    accepting(
      "rpc-nameless-signed", "RPC-REF-3", "The name of a parameter may be empty.", .nameless),
    accepting("rpc-empty-nonce-signed", "RPC-REF-4", "The nonce may be empty.", .emptyNonce),
    accepting("rpc-path-ignored", "RPC-REF-5", "The path of an endpoint is ignored.", .path),
  ]
}
