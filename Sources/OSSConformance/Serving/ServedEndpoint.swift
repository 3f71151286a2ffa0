internal import OSSEndpoint
internal import OSSJSON
internal import OSSPrimitives

/// Where an endpoint is, and what a client needs to use it.
struct ServedEndpoint {
  let address: String
  let port: UInt16
  let controlPort: UInt16
  let tokenPort: UInt16
  let key: KnownKey
  /// Whether the key is made up, so that it may be shown.
  let showsSecret: Bool
  let bucket: String
  let region: String

  private var endpoint: String { Self.url(address, port) }
  private var control: String { Self.url("127.0.0.1", controlPort) }
  private var tokens: String { Self.url(address, tokenPort) }

  /// The URL of a port.
  static func url(_ address: String, _ port: UInt16) -> String {
    "http://\(address.contains(":") ? "[\(address)]" : address):\(port)"
  }

  /// The line by which a program knows that the endpoint is ready.
  var json: JSONValue {
    var members: JSONObject = [
      "endpoint": .string(endpoint), "control": .string(control),
      "port": .number(JSONNumber(Int(port))), "controlPort": .number(JSONNumber(Int(controlPort))),
      "tokens": .string(tokens), "tokenPort": .number(JSONNumber(Int(tokenPort))),
      "accessKeyId": .string(key.id.text), "region": .string(region), "bucket": .string(bucket),
    ]
    if showsSecret { members["accessKeySecret"] = .string(key.secret.text) }
    return .object(members)
  }

  /// The variables of a command, `NAME=VALUE`: those of the tools, and the same for tests of SDKs.
  var variables: [String] {
    var pairs = [
      ("ENDPOINT", endpoint), ("ACCESS_KEY_ID", key.id.text),
      ("ACCESS_KEY_SECRET", key.secret.text),
      ("REGION", region), ("BUCKET", bucket),
    ]
    if let token = key.token {
      pairs += [("SESSION_TOKEN", token.text.text), ("SECURITY_TOKEN", token.text.text)]
    }
    return pairs.flatMap { ["OSS_\($0)=\($1)", "OSS_TEST_\($0)=\($1)"] }
      + [
        "OSS_CONFORM_CONTROL=\(control)", "OSS_STS_ENDPOINT=\(tokens)",
        "OSS_TOKEN_URL=\(tokens)/distribute-token.json",
        "ALIBABA_CLOUD_CREDENTIALS_URI=\(tokens)/credentials",
      ]
  }
}
