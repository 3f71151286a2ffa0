extension Operation {
  /// The names of the members that an input of the operation can have (FMT-IN-1).
  ///
  /// The page of the adapter protocol and the schema of the vectors say which of them are always there.
  package var inputMembers: [String] {
    switch self {
    case .v1Header: Self.request
    case .v1Presign: Self.request + ["expires"]
    case .v2Header: Self.request + ["additionalHeaders"]
    case .v2Presign: Self.request + ["expires", "additionalHeaders"]
    case .v4Header: Self.request + ["additionalHeaders"] + Self.scope
    case .v4Presign: Self.request + ["expires", "additionalHeaders"] + Self.scope
    case .publicURL: ["bucket", "key", "query", "endpoint", "addressing"]
    case .v1String: ["credentials", "stringToSign"]
    case .v4String: ["credentials", "stringToSign"] + Self.scope
    case .postPolicy: ["expiration", "conditions", "credentials", "time"] + Self.scope
    case .postV1: ["policy", "credentials"]
    case .postV4: ["policy", "credentials", "time"] + Self.scope
    case .postCheck: ["policy", "bucket", "fields", "fileSize", "now"]
    case .stsRPC:
      ["method", "action", "version", "format", "parameters", "credentials", "nonce", "time"]
        + ["endpoint", "allParameters"]
    case .stsRole:
      [
        "roleArn", "roleSessionName", "durationSeconds", "roleMaximumSeconds", "policy",
        "externalId",
      ]
    case .stsParse: ["body", "format", "httpStatus", "now"]
    case .livePublish:
      ["bucket", "channel", "playlistName", "parameters", "credentials", "expires", "endpoint"]
        + ["addressing"]
    case .callbackParameter:
      ["callbackUrl", "callbackBody", "callbackHost", "callbackBodyType", "callbackSNI"]
        + ["variables", "form"]
    case .callbackVerify: ["path", "query", "body", "authorization", "publicKeyUrl", "publicKey"]
    default: otherMembers
    }
  }

  /// Those of an operation that signs nothing.
  private var otherMembers: [String] {
    switch self {
    case .signerValue: ["value", "error"]
    case .tokenParse: ["body", "httpStatus", "now", "decoder"]
    case .credentialStanding: ["expiration", "obtained", "now", "offset", "policy"]
    case .credentialDescription: ["credentials", "expiration"]
    case .credentialTimeline:
      ["policy", "start", "clock", "tokens", "held", "fetches", "jitter", "completionsLast"]
        + ["events", "until"]
    case .presignExpiry: ["version", "interval", "now", "credential", "expiration"]
    case .clockOffset:
      ["source", "status", "body", "header", "date", "age", "deviceTime", "offset"]
    case .errorAction: ["status", "body", "header", "ecHeader", "credential", "tried"]
    case .responseVerdict: ["status", "body"]
    case .contentType: ["filePath", "uploadName"]
    case .errorBody: ["body", "header", "ecHeader"]
    case .errorExplain: ["body", "request", "string", "url", "credentials"]
    case .hmacSHA1, .hmacSHA256: ["key", "data"]
    case .base64: ["encode", "decode"]
    default: ["data"]
    }
  }

  private static let request = [
    "method", "bucket", "key", "headers", "query", "credentials", "time", "endpoint", "addressing",
  ]
  private static let scope = ["region", "product"]
}
