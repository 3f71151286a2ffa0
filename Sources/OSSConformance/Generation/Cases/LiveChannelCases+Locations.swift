internal import OSSPrimitives
internal import OSSVectors

extension LiveChannelCases {
  static let locations: [BuiltCase] = [
    publish(
      "endpoint-http", "LIVE-URL-1", comment: "The scheme of the endpoint stays."
    ) { $0.endpoint = "http://oss-cn-hangzhou.aliyuncs.com" },
    publish(
      "endpoint-port", "LIVE-URL-1", comment: "The port of the endpoint is lost."
    ) { $0.endpoint = "http://oss-cn-hangzhou.aliyuncs.com:1935" },
    publish(
      "endpoint-internal", "LIVE-URL-1", comment: "An internal endpoint is not used."
    ) { $0.endpoint = "http://oss-cn-beijing-internal.aliyuncs.com" },
    publish(
      "path-addressing", "LIVE-URL-1",
      comment: "With path addressing the bucket stands after live, or nowhere."
    ) { $0.addressing = "path" },
    publish(
      "cname", "LIVE-URL-1", comment: "The bucket stands before the host of a CNAME."
    ) {
      $0.endpoint = "https://live.example.com"
      $0.addressing = "cname"
    },
    publish(
      "ip-address", "LIVE-URL-1", comment: "The bucket stands before an IP address."
    ) { $0.endpoint = "http://192.0.2.7:8080" },
    publish(
      "endpoint-path", "LIVE-URL-1", comment: "A path of the endpoint is lost."
    ) { $0.endpoint = "https://gateway.example.com/oss/" },
    publish(
      "bucket-with-digits", "LIVE-URL-1", "LIVE-STS-1", comment: "The bucket is not signed."
    ) { $0.bucket = "bucket-2024" },
  ]

  static let tokens: [BuiltCase] = [
    token(
      publish(
        "token", "LIVE-TOK-1", comment: "The token is not sent.", playlist: "live.m3u8"
      ) { $0.securityToken = "CAIS0Token" }.should),
    token(
      publish(
        "token-encoded-once", "LIVE-TOK-1", "LIVE-URL-2",
        comment: "A plus, slash or equals sign of the token is encoded twice or not at all."
      ) { $0.securityToken = "CAISgAJ1q6Ft5B2yfSjIr5fkBtnegJp40bGSaEH+l2MHTN9+v/2k=" }.should),
    token(
      publish(
        "token-unsigned", "LIVE-TOK-2", "LIVE-TOK-1",
        comment: "The token has a line in the string to sign.", [("a", "1"), ("z", "2")]
      ) { $0.securityToken = "CAIS0Token" }
      .may("The document leaves out a parameter that it calls SecurityToken; SDKs part ways.")),
    publish(
      "token-empty", "LIVE-TOK-1", comment: "An empty token is sent."
    ) { $0.securityToken = "" }.should.flagged("empty"),
  ]

  /// The case with what SDKs give that sign the token among the other parameters.
  private static func token(_ given: BuiltCase) -> BuiltCase {
    guard let other = Mutants.named("live-token-signed"),
      case .ok(let answer) = other.answer(.livePublish, given.input)
    else { return given }
    return given.or(
      .answer(answer), because: "oss2 and Java v1 sign the token (LIVE-TOK-2, which is open).")
  }
}

extension SigningInput {
  /// The input of `live.publish`: the key is the channel, and the query holds the parameters.
  func publishInput(playlist: String?) -> JSONObject {
    let presign = presignInput
    var input = JSONObject()
    input["bucket"] = presign["bucket"]
    input["channel"] = presign["key"]
    input["playlistName"] = playlist.map { .string($0) }
    input["parameters"] = presign["query"]
    for member in ["credentials", "expires", "endpoint", "addressing"] {
      input[member] = presign[member]
    }
    return input
  }
}
