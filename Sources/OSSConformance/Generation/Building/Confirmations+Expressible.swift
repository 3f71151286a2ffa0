internal import OSSPrimitives
internal import OSSVectors

extension Confirmations {
  /// Whether the SDKs have a way to be asked for something; their adapters answer `unsupported` else.
  ///
  /// None has a hook that decodes a token response, a custom signer, or asks for other credentials
  /// because of an answer. They keep headers and parameters in maps, and the one that calls STS makes
  /// AssumeRole alone.
  static func isExpressible(
    _ operation: OSSVectors.Operation, _ input: JSONObject
  ) -> Bool {
    switch operation {
    case .tokenParse:
      input["decoder"]?.stringValue == nil
    case .errorAction:
      input["credential"]?.stringValue != "signer"
        && !(input["tried"]?.arrayValue ?? []).contains("refresh-credentials")
    case .v2Header, .v2Presign, .v4Header, .v4Presign:
      hasEachNameOnce(input["headers"]) && hasEachNameOnce(input["query"]) && hasKnownProduct(input)
    case .livePublish: hasEachNameOnce(input["parameters"])
    case .stsRPC: isAssumeRole(input)
    case .stsRole: isNull(input["roleMaximumSeconds"]) && !isNull(input["durationSeconds"])
    case .stsParse: input["format"] == "JSON"
    default: true
    }
  }

  private static func isNull(_ value: JSONValue?) -> Bool { value.map(\.isNull) ?? true }

  private static func names(_ pairs: JSONValue?) -> [JSONValue] {
    (pairs?.arrayValue ?? []).compactMap { $0.arrayValue?.first }
  }

  private static func hasEachNameOnce(_ pairs: JSONValue?) -> Bool {
    let names = names(pairs)
    return Set(names).count == names.count
  }

  /// Whether the product is one that both SDKs sign for.
  private static func hasKnownProduct(_ input: JSONObject) -> Bool {
    let product = input["product"]
    return isNull(product) || product == "oss" || product == "oss-cloudbox"
  }

  /// Whether a call is the one that `RamRoleArnCredentialsProvider` of alibabacloud-credentials makes.
  private static func isAssumeRole(_ input: JSONObject) -> Bool {
    let isTheCall =
      input["method"] == "GET" && input["format"] == "JSON" && input["action"] == "AssumeRole"
      && input["version"] == "2015-04-01"
    let given = names(input["parameters"])
    let sent: [JSONValue] = ["RoleArn", "RoleSessionName", "DurationSeconds"]
    let taken = sent + ["Policy", "ExternalId"]
    return isTheCall && sent.allSatisfy(given.contains) && given.allSatisfy(taken.contains)
      && (input["endpoint"]?.stringValue ?? "").utf8.starts(with: "https://".utf8)
  }
}
