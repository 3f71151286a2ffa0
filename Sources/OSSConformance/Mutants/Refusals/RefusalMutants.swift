internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Signers that do not refuse what must be refused, or refuse what can be signed.
enum RefusalMutants {
  static let all: [Mutant] = credentials + requests + input + urls + names

  private static let credentials: [Mutant] = [
    accepting(
      "refuses-no-empty-id", "V1-REF-1", "An empty access key ID is signed with.",
      [.go1("Nothing of a request is checked.")]
    ) {
      $0 == .emptyAccessKeyID
    },
    accepting(
      "refuses-no-empty-secret", "V1-REF-2", "An empty secret signs.",
      [.go1("Nothing of a request is checked."), .libcloud("Nothing of a request is checked.")]
    ) {
      $0 == .emptyAccessKeySecret
    },
    accepting(
      "refuses-no-foreign-id", "V1-REF-3", "Any access key ID is signed with.",
      [
        .go1("Nothing of a request is checked."),
        .openDAL("The ID must fit into a header, no more."),
      ]
    ) {
      if case .invalidAccessKeyID = $0 { true } else { false }
    },
    repairing("trims-id", "V1-REF-3", "Blanks and line ends around the access key ID are trimmed.")
    {
      $0.rewriteCredential("accessKeyId") { $0.withoutOuterBlanks }
    },
    accepting(
      "refuses-no-broken-token", "V1-REF-6", "A token with a line end or NUL is signed.",
      [.go1("Nothing of a request is checked.")]
    ) {
      if case .invalidSecurityToken = $0 { true } else { false }
    },
    repairing(
      "trims-token", "V1-REF-6", "Line ends around the token are trimmed.",
      [.go1("The option that takes the token trims white space, of all of Unicode.")]
    ) {
      $0.rewriteCredential("securityToken") { $0.withoutOuterBlanks }
    },
    repairing("cuts-token-at-nul", "V1-REF-6", "The token is cut at NUL.") {
      $0.rewriteCredential("securityToken") { $0.beforeNUL }
    },
  ]

  private static let requests: [Mutant] = [
    accepting(
      "refuses-no-header-name", "V1-REF-4", "Any header name is signed.",
      [.go1("Nothing of a request is checked.")]
    ) {
      if case .invalidHeaderName = $0 { true } else { false }
    },
    accepting("refuses-no-empty-header-name", "V1-REF-4", "An empty header name is sent.") {
      if case .invalidHeaderName("", _) = $0 { true } else { false }
    },
    accepting(
      "refuses-no-header-value", "V1-REF-5", "Any header value is signed.",
      [.go1("Nothing of a request is checked."), .libcloud("Nothing of a request is checked.")]
    ) {
      if case .invalidHeaderValue = $0 { true } else { false }
    },
    accepting("refuses-no-nul-in-value", "V1-REF-5", "A header value with NUL is signed.") {
      if case .invalidHeaderValue(_, 0, _) = $0 { true } else { false }
    },
    accepting(
      "refuses-only-oss-header-values", "V1-REF-5",
      "Only the values of x-oss- headers are looked at."
    ) {
      guard case .invalidHeaderValue(let name, _, _) = $0 else { return false }
      return !name.hasPrefix("x-oss-")
    },
    accepting(
      "refuses-no-key", "V1-REF-7", "Any key is signed.",
      [.go1("Nothing of a request is checked.")]
    ) {
      if case .invalidObjectKey = $0 { true } else { false }
    },
    accepting("refuses-no-empty-key", "V1-REF-7", "An empty key is signed as the bucket.") {
      $0 == .invalidObjectKey(.empty)
    },
    accepting(
      "refuses-no-leading-slash", "V1-REF-7", "A key may begin with a slash or a backslash.",
      [
        .phpV2("The check of a key looks at its length alone."),
        .openDAL("A backslash is no sign of its own."),
      ]
    ) { if case .invalidObjectKey(.leading) = $0 { true } else { false } },
    accepting(
      "key-counted-in-characters", "V1-REF-7", "The length of a key is counted in characters.",
      [.pythonV2("The length of the text is compared, with 1024.")]
    ) {
      guard case .invalidObjectKey(.tooLong(let count)) = $0 else { return false }
      return count != 1024
    },
    accepting("key-of-1024-bytes", "V1-REF-7", "A key of 1024 bytes is signed.") {
      $0 == .invalidObjectKey(.tooLong(byteCount: 1024))
    },
    repairing("repairs-key", "V1-REF-7", "Bytes of a key that are not UTF-8 are replaced.") {
      steps in
      steps.rewriteInput { operation, input in
        guard Set.requests.contains(operation), let key = input["key"] else { return }
        input["key"] = key.repairingText
      }
    },
    accepting(
      "refuses-no-bucket", "V1-REF-8", "Any bucket name is signed.",
      [.go1("Nothing of a request is checked.")]
    ) {
      if case .invalidBucketName = $0 { true } else { false }
    },
    repairing("lowers-bucket", "V1-REF-8", "A bucket in upper case is brought to lower case.") {
      $0.rewrite("bucket") { Bytes($0.utf8).lowercased.text }
    },
    accepting(
      "refuses-no-key-without-bucket", "V1-REF-9", "A key without a bucket is signed.",
      [.go1("Nothing of a request is checked.")]
    ) {
      $0 == .keyWithoutBucket
    },
    accepting(
      "refuses-no-method", "V1-REF-10", "Any method is signed.",
      [.go1("Nothing of a request is checked.")]
    ) {
      if case .invalidMethod = $0 { true } else { false }
    },
    repairing(
      "raises-method", "V1-REF-10", "A method in lower case is brought to upper case.",
      [.go1("The generic call puts the method into upper case.")]
    ) {
      $0.rewrite("method") { text in
        Bytes(text.utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }).text
      }
    },
    accepting("refuses-no-second-header", "V1-REF-11", "A second header of a kind is signed.") {
      if case .repeatedHeader = $0 { true } else { false }
    },
  ]

  private static let input: [Mutant] = [
    repairing(
      "repairs-utf-8", "V1-REF-12", "Bytes that are not UTF-8 are replaced before signing."
    ) { steps in
      steps.rewriteInput { operation, input in
        if Set.requests.contains(operation) {
          input = JSONValue.object(input).repairingText.objectValue ?? input
        }
      }
    },
    repairing("divides-milliseconds", "V1-REF-13", "A time in milliseconds is divided.") {
      $0.rewriteNumber("time") { time, _ in time > 253_402_300_799 ? time / 1000 : time }
    },
  ]

  private static let urls: [Mutant] = [
    accepting(
      "refuses-no-reserved-parameter", "PRE-REF-1", "A caller's Signature or Expires stays."
    ) {
      if case .reservedParameter = $0 { true } else { false }
    },
    accepting(
      "refuses-no-second-token", "PRE-REF-1", "A caller's token stands beside the signer's."
    ) {
      $0 == .reservedParameter(name: "security-token")
    },
    accepting(
      "refuses-no-token-header", "PRE-REF-2", "A URL is signed with a token header.",
      [.libcloud("Nothing of a request is checked.")]
    ) {
      if case .reservedHeader = $0 { true } else { false }
    },
    accepting(
      "refuses-no-negative-expiry", "PRE-REF-3", "An expiry before 1970 is signed.",
      [.libcloud("Nothing of a request is checked.")]
    ) {
      if case .invalidExpiry = $0 { true } else { false }
    },
    repairing("divides-expiry", "PRE-REF-3", "An expiry in milliseconds is divided.") {
      $0.rewriteNumber("expires") { time, _ in time > 253_402_300_799 ? time / 1000 : time }
    },
    accepting("refuses-no-endpoint", "PRE-REF-4", "Any endpoint is taken.") {
      if case .invalidEndpoint = $0 { true } else { false }
    },
    accepting("refuses-no-host", "PRE-REF-4", "Any host is taken.") {
      if case .invalidEndpoint(.host) = $0 { true } else { false }
    },
    accepting(
      "refuses-no-port", "PRE-REF-4", "Any port is taken.",
      [.openDAL("A port that is no number is dropped.")]
    ) {
      if case .invalidEndpoint(.port) = $0 { true } else { false }
    },
    accepting(
      "refuses-no-endpoint-query", "PRE-REF-4", "An endpoint may have a query.",
      [.openDAL("Only the host and the port of the parsed endpoint are kept.")]
    ) {
      if case .invalidEndpoint(.path) = $0 { true } else { false }
    },
    accepting(
      "bucket-before-address-taken", "PRE-REF-5",
      "Virtual-host addressing is taken for an IP address.",
      [.openDAL("The bucket is put before any host.")]
    ) { $0 == .bucketBeforeIPAddress },
    repairing(
      "endpoint-gets-https", "PRE-REF-6", "An endpoint without a scheme gets https.",
      [
        .iOS("An endpoint without a scheme gets https."),
        .pythonV2("An endpoint without a scheme gets https."),
        .openDAL("An endpoint without a scheme gets https."),
      ]
    ) { $0.rewrite("endpoint") { $0.contains("://") ? $0 : "https://\($0)" } },
    repairing(
      "endpoint-gets-http", "PRE-REF-6", "An endpoint without a scheme gets http.",
      [.oss2("An endpoint without a scheme gets http.")]
    ) { $0.rewrite("endpoint") { $0.contains("://") ? $0 : "http://\($0)" } },
    Mutant(
      "public-url-not-checked", "PUB-3", "What a presigned URL refuses, a public URL takes.",
      mend: "Check bucket, key and endpoint of a public URL too.", on: [.publicURL]
    ) { $0.accept { _ in true } },
  ]

  private static let names: [Mutant] = [
    repairing(
      "refuses-underscore", "V1-NAME-2", "A bucket with an underscore cannot be signed for.",
      [
        .oss2("Bucket names are checked by the rule for new buckets."),
        .pythonV2("Bucket names are checked by the rule for new buckets."),
      ]
    ) { $0.rewrite("bucket") { $0.contains("_") ? "" : $0 } },
    repairing(
      "refuses-short-bucket", "V1-NAME-2", "A bucket of one or two bytes cannot be signed for."
    ) { $0.rewrite("bucket") { $0.utf8.count < 3 ? "" : $0 } },
    repairing(
      "refuses-long-bucket", "V1-NAME-2", "A bucket of more than 63 bytes cannot be signed for."
    ) { $0.rewrite("bucket") { $0.utf8.count > 63 ? "" : $0 } },
    repairing(
      "refuses-hyphen-at-end", "V1-NAME-2",
      "A bucket that begins or ends with a hyphen cannot be signed for."
    ) { $0.rewrite("bucket") { $0.hasPrefix("-") || $0.hasSuffix("-") ? "" : $0 } },
  ]

  /// A mutant that passes over faults.
  private static func accepting(
    _ id: String, _ clause: String, _ mistake: String, _ sightings: [Sighting] = [],
    _ fault: @escaping @Sendable (SigningError) -> Bool
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: "Refuse it before anything is signed.", on: .anyRequest,
      sightings: sightings
    ) { $0.accept(fault) }
  }

  /// A mutant that changes the input, so that another input is signed than was given.
  private static func repairing(
    _ id: String, _ clause: String, _ mistake: String, _ sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: "Sign what is given, or refuse it; do not change it.",
      on: .anyRequest, sightings: sightings, change: change)
  }
}

extension Set<OSSVectors.Operation> {
  /// The operations that read a request or credentials.
  fileprivate static let anyRequest: Set = [
    .v1Header, .v1Presign, .v1String, .publicURL, .v4Header, .v4Presign, .v4String,
  ]
}

extension JSONValue {
  /// The value with bytes that are not UTF-8 replaced wherever they stand.
  fileprivate var repairingText: JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.repairingText))
    case .object(let object):
      if let text = object["base64"]?.stringValue, let bytes = try? Base64.decode(text) {
        return .string(bytes.text)
      }
      return .object(
        JSONObject(object.members.map { JSONMember(name: $0.name, value: $0.value.repairingText) }))
    case .null, .bool, .number, .string: return self
    }
  }
}
