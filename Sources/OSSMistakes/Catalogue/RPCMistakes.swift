internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the calls of STS (sts.md).
enum RPCMistakes {
  private static let sent = MistakeRows(\.sts, in: [.stsRPC])
  private static let rows =
    sent
  private static let common = sent.breaking("RPC-PAR-1")
    .fix("Send the parameters of RPC-PAR-1 and RPC-PAR-4 for every call.").setting(\.common)
  private static let timestamp = sent.breaking("RPC-PAR-2")
    .fix("Write `Timestamp` in UTC, as `2015-09-01T05:57:34Z`.").setting(\.timestamp)
  private static let nonce = rows.breaking("RPC-PAR-5").fix("Send the nonce as it is given.")
    .setting(\.nonce)

  /// The parameters with another value of one.
  private static func with(
    _ name: String, _ value: String
  ) -> @Sendable ([RPCCall.Parameter]) -> [RPCCall.Parameter] {
    { $0.map { ($0.name, $0.name == name ? value : $0.value) } }
  }

  private static func escapesLowered(_ text: String) -> String {
    text.split(separator: "%", omittingEmptySubsequences: false).enumerated().map {
      $0 > 0 ? "%\($1.prefix(2).lowercased())\($1.dropFirst(2))" : String($1)
    }.joined()
  }

  private static let sorting = rows.breaking("RPC-CAN-2")
    .fix("Sort parameters by the bytes of their decoded names.").setting(\.precedes)
  private static let encoding = rows.breaking("RPC-CAN-3")
    .fix("Write every byte but `A-Z a-z 0-9 - _ . ~` as `%` and two capital digits.")
    .setting(\.encode)
  /// Escapes that are something else after the right encoding.
  private static let escapes = encoding.by {
    (escapes: @escaping @Sendable () -> KeyValuePairs<String, String>) in
    { escapes().reduce($0.encoded) { $0.replaced($1.key, by: $1.value) } }
  }
  private static let empty = rows.breaking("RPC-CAN-4")
    .fix("Sign a parameter with an empty value, with its `=`.").setting(\.piece)
  private static let signed = rows.breaking("RPC-CAN-1")
    .fix("Sign every parameter, in the query and in the body.").setting(\.isSigned)
  private static let string = rows.breaking("RPC-STS-1")
    .fix("Write the method, `&%2F&` and the canonical query, encoded once more.")
    .setting(\.stringToSign)
  private static let key = rows.breaking("RPC-SIG-1")
    .fix("Use HMAC-SHA1 with the secret and an `&` as the key.").setting(\.key)
  private static let encodedOnce = rows.breaking("RPC-SIG-2")
    .fix("Percent-encode the signature once.").setting(\.sentSignature)
  private static let places = sent.breaking("RPC-SIG-3")
    .fix("Write the parameters of GET into the query and those of POST into the body.")
    .setting(\.sent)
  /// Faults of a call that are accepted.
  private static let accepting = sent.breaking("RPC-REF-3")
    .fix("Refuse a call with such a parameter, action or nonce before it is signed.").setting(
      \.accepts)

  /// The common parameters, one of which the list of reserved names may lack.
  private static let reserved: [Mistake] = RPCCall.reserved.map { name in
    rows("rpc-reserved-lacks-\(name.asciiLowercased)", "The caller may give \(name), too.")
      .breaking("RPC-REF-1").fix("Refuse a caller's parameter \(name): the call has its own.")
      .change { $0.reserved.removeAll { $0 == name } }
  }

  static let all: [Mistake] =
    reserved + [
      // Parameters.
      common("rpc-action-always-assume-role", "Every call is one of AssumeRole.")
        .change(with("Action", "AssumeRole")),
      common("rpc-format-always-json", "Every call asks for JSON.")
        .breaking("RPC-PAR-3", "RPC-CAN-3").change(with("Format", "JSON")),
      common("rpc-token-not-sent", "The token of temporary credentials is not sent.")
        .breaking("RPC-PAR-4").change { $0.filter { $0.name != "SecurityToken" } },
      common("rpc-token-always-sent", "An empty `SecurityToken` is sent.").breaking("RPC-PAR-4")
        .change {
          $0 + ($0.contains { $0.name == "SecurityToken" } ? [] : [("SecurityToken", "")])
        },
      timestamp("rpc-timestamp-with-milliseconds", "The time has milliseconds.")
        .seen("STS.assumeRole writes the time with toISOString.", .javaScript)
        .change { CivilTime.text($0, "yyyy-MM-ddTHH:mm:ss") + ".000Z" },
      timestamp("rpc-timestamp-year-of-week")
        .sentence("The year of the time is that of the week, which differs around 1 January.")
        .fix("Write the calendar year: the pattern is yyyy, not YYYY.").change {
          "\(CivilMoment($0).yearOfWeek)\(CivilTime.text($0, "yyyy-MM-ddTHH:mm:ssZ").dropFirst(4))"
        },
      timestamp("rpc-timestamp-in-local-time", "The time is a local one with a `Z`.")
        .change { CivilTime.text($0 + 28_800, "yyyy-MM-ddTHH:mm:ssZ") },
      nonce("rpc-nonce-lowercased", "The nonce is sent in lower case.") { $0.lowercased() },
      nonce("rpc-nonce-as-number", "A nonce of digits is sent as a number.")
        .change { Int($0).map { String($0) } ?? $0 },
      // Order.
      sorting("rpc-unsorted", "Parameters are signed in the order given.") { _, _ in false },
      sorting("rpc-sorted-without-case", "Names are sorted without regard to case.")
        .change { $0.raw.lowerCase.lexicographicallyPrecedes($1.raw.lowerCase) },
      sorting("rpc-order-ignores-marks", "Marks do not count when names are sorted.")
        .change { $0.filter(\.isLetter).precedesInBytes($1.filter(\.isLetter)) },
      sorting("rpc-order-natural", "Numbers in names are sorted by their value.")
        .change { $0.raw.precedesNaturally($1.raw) },
      sorting("rpc-order-of-encoded-names", "Names are sorted after they are encoded.")
        .change { $0.encoded.precedesInBytes($1.encoded) },
      sorting("rpc-pairs-sorted")
        .sentence(
          "Encoded names are sorted together with the equals sign, which sorts after a period."
        )
        .fix("Sort by the names alone: Tag is before Tag.1.")
        .change { "\($0.encoded)=".precedesInBytes("\($1.encoded)=") },
      sorting("rpc-order-utf-16", "Names are sorted by their UTF-16 units.")
        .change { $0.utf16.lexicographicallyPrecedes($1.utf16) },
      // Encodings.
      escapes("rpc-encoded-plus-for-space", "A space is written as a plus sign.")
        .seen("The composer of the string to sign uses `quote_plus`.", .credentialsPython)
        .seen("The tool ossutil beside it uses `url.QueryEscape`.", .goV1).change { ["%20": "+"] },
      escapes("rpc-encoded-as-java", "A text is written as Java's URLEncoder does.")
        .change { ["%20": "+", "%2A": "*", "~": "%7E"] },
      escapes("rpc-encoded-tilde-and-star", "A tilde is encoded, and a star is not.")
        .change { ["%2A": "*", "~": "%7E"] },
      escapes("rpc-encoded-plus-kept", "A plus sign is not encoded.") { ["%2B": "+"] },
      escapes("rpc-encoded-slash-kept", "A slash is not encoded.") { ["%2F": "/"] },
      escapes("rpc-encoded-tilde-encoded", "A tilde is encoded.") { ["~": "%7E"] },
      escapes("rpc-encoded-component", "What encodeURIComponent leaves is not encoded.")
        .change { ["%21": "!", "%27": "'", "%28": "(", "%29": ")", "%2A": "*"] },
      encoding("rpc-encoded-in-lower-case", "The digits of escapes are in lower case.") {
        escapesLowered($0.encoded)
      },
      encoding("rpc-encoded-signed-bytes", "A byte above 0x7F is written as a negative number.")
        .fix("Write each byte as an unsigned number: %E6 and not %FFFFFFE6.").change {
          $0.encoded.split(separator: "%", omittingEmptySubsequences: false).enumerated().map {
            let isNegative = $0 > 0 && "89ABCDEF".contains($1.prefix(1))
            return ($0 > 0 ? "%" : "") + (isNegative ? "FFFFFF" : "") + $1
          }.joined()
        },
      empty("rpc-query-in-lower-case")
        .sentence("The digits of the escapes of a parameter are in lower case, and no others.")
        .breaking("RPC-CAN-3")
        .fix("Write every byte but `A-Z a-z 0-9 - _ . ~` as `%` and two capital digits.")
        .change { "\(escapesLowered($0))=\(escapesLowered($1))" },
      empty("rpc-empty-value-without-equals", "An empty value has no `=`.")
        .change { $1.isEmpty ? $0 : "\($0)=\($1)" },
      empty("rpc-empty-value-dropped", "A parameter with an empty value is left out.")
        .change { $1.isEmpty ? nil : "\($0)=\($1)" },
      // Signatures.
      signed("rpc-body-unsigned", "Parameters in the body are not signed.")
        .change { $0 == "GET" || RPCCall.reserved.containsBytes(of: $1) },
      signed("rpc-token-unsigned", "The token is sent and not signed.")
        .breaking("RPC-PAR-4").change { $1 != "SecurityToken" },
      string("rpc-slash-as-it-is", "The path in the string to sign is `/`.") {
        "\($0)&/&\($2($1))"
      },
      string("rpc-encoded-once", "The canonical query is not encoded once more.")
        .change { method, query, _ in "\(method)&%2F&\(query)" },
      string("rpc-tilde-encoded-at-last")
        .sentence("The last encoding of the canonical query encodes the tilde, the first does not.")
        .breaking("RPC-CAN-3")
        .change { "\($0)&%2F&\($2($1).replaced("~", by: "%7E"))" },
      string("rpc-always-get", "The string to sign always begins with GET.")
        .breaking("RPC-STS-2").change { "GET&%2F&\($2($1))" },
      key("rpc-key-without-ampersand", "The secret alone is the key.") { $0.raw },
      rows("rpc-signed-with-sha256", "The signature is one of HMAC-SHA256.")
        .breaking("RPC-SIG-1").fix("Sign the call with HMAC-SHA1.")
        .change { $0.signature = { SigningModel.hmacSHA256($0, $1).base64 } },
      encodedOnce("rpc-signature-not-encoded", "The signature is sent without encoding.").change {
        text, _ in text
      },
      encodedOnce("rpc-signature-encoded-twice", "The signature is percent-encoded twice.")
        .change { $1($1($0)) },
      // Sending.
      encodedOnce("rpc-signature-of-urls", "The signature is written in the base64 of URLs.")
        .change { $1($0.replaced("+", by: "-").replaced("/", by: "_")) },
      places("rpc-get-with-body", "A call with GET has its parameters in the body.")
        .change { ("\($1.origin)/", $2) },
      places("rpc-post-with-query", "A call with POST has its parameters in the query.")
        .breaking("RPC-SIG-4").change { ("\($1.origin)/?\($2)", $0 == "GET" ? nil : "") },
      places("rpc-signature-bare-in-body", "The signature is not encoded in the body of POST.")
        .breaking("RPC-SIG-2", "RPC-SIG-4").fix("Percent-encode the signature in the body, too.")
        .change { method, endpoint, query in
          guard method != "GET" else { return ("\(endpoint.origin)/?\(query)", nil) }
          let pieces = query.split(separator: "&").map { piece in
            piece.hasPrefix("Signature=") ? Bytes(piece.utf8).tripletsDecoded.text : String(piece)
          }
          return ("\(endpoint.origin)/", pieces.joined(separator: "&"))
        },
      accepting("rpc-reserved-signed", "The caller may give the common parameters.")
        .breaking("RPC-REF-1").change([.reserved]),
      accepting("rpc-repeated-signed", "A parameter may be given twice.")
        .breaking("RPC-REF-2").change([.repeated]),
      sent("rpc-last-of-two-signed", "Of a parameter that is given twice the last value is sent.")
        .breaking("RPC-REF-2").fix("Refuse a call in which a parameter is given twice.").change {
          $0.accepts = [.repeated]
          $0.chosen = {
            $0.reduce(into: [RPCCall.Parameter]()) { kept, next in
              kept.removeAll { $0.name.hasSameBytes(as: next.name) }
              kept.append(next)
            }
          }
        },
      accepting("rpc-nothing-called", "The action and the version may be empty.")
        .change([.nothingCalled]),
      accepting("rpc-nameless-signed", "The name of a parameter may be empty.").change([.nameless]),
      accepting("rpc-empty-nonce-signed", "The nonce may be empty.")
        .breaking("RPC-REF-4").change([.emptyNonce]),
      rows("rpc-path-sent-unsigned", "A path of the endpoint is sent, and a slash is signed.")
        .breaking("RPC-REF-5").fix("Refuse an endpoint with a path: a call is sent to the root.")
        .seen("The call is sent to the endpoint as it is given.", .credentialsPython).change {
          $0.accepts = [.path]
          $0.sent = { [sent = $0.sent] method, endpoint, query in
            var (url, body) = sent(method, endpoint, query)
            url = url.replaced("\(endpoint.origin)/", by: endpoint.origin + endpoint.path.text)
            return (url, body)
          }
        },
    ]
}
