internal import OSSPrimitives
internal import OSSVectors

extension Feature {
  private static let token = TextPlace.text(
    "token", "a security token", \.securityToken, plain: nil)
  private static let secret = TextPlace(
    id: "secret", title: "a secret",
    texts: {
      $0.accessKeySecret.hasSameBytes(as: FuzzRequest.plainSecret) ? [] : [$0.accessKeySecret]
    },
    change: { request, change in request.accessKeySecret = change(request.accessKeySecret) })

  /// What the credentials can be.
  static let credentials: [Feature] = [
    Feature(
      id: "token", title: "a security token", clauses: ["V1-TOK-1"],
      isHeld: { $0.securityToken != nil }, remove: { $0.securityToken = nil }),
    Feature(
      id: "token-empty", title: "an empty security token", clauses: ["V1-TOK-2", "PRE-TOK-4"],
      level: .should, implied: ["token"], isHeld: { $0.securityToken?.utf8.isEmpty == true },
      remove: { $0.securityToken = nil }),
    Feature(token, .blank, "V1-TOK-1", "V1-HDR-3"), Feature(token, .zero, "V1-TOK-1"),
    Feature(token, .spaceAtEnd, "V1-TOK-1", "V1-HDR-3"),
    Feature(token, .tabAtEnd, "V1-TOK-1", "V1-HDR-3"),
    Feature(token, .strangeBlankAtEnd, "V1-TOK-1"), Feature(token, .innerBlank, "V1-TOK-1"),
    Feature(token, .foreign, "V1-TOK-1"), Feature(token, .control, "V1-TOK-1"),
    Feature(token, .percent, "V1-TOK-1", "PRE-TOK-2"),
    Feature(token, .plus, "V1-TOK-1", "PRE-TOK-2"),
    Feature(token, .slash, "V1-TOK-1", "PRE-TOK-2"), Feature(token, .mark, "V1-TOK-1", "PRE-TOK-2"),
    Feature(token, .long(64), "V1-TOK-1"),
    Feature(
      id: "secret", title: "another secret", clauses: ["V1-SIG-2"],
      isHeld: { !$0.accessKeySecret.hasSameBytes(as: FuzzRequest.plainSecret) },
      remove: { $0.accessKeySecret = FuzzRequest.plainSecret }),
    Feature(secret, .long(64), "V1-SIG-2"), Feature(secret, .foreign, "V1-SIG-2"),
    Feature(secret, .blank, "V1-SIG-2"), Feature(secret, .strangeBlankAtEnd, "V1-SIG-2"),
    Feature(secret, .spaceAtEnd, "V1-SIG-2"),
    Feature(secret, .mark, "V1-SIG-2"),
    Feature(
      id: "id", title: "another access key ID", clauses: ["V1-AUTH-1"],
      isHeld: { !$0.accessKeyID.hasSameBytes(as: FuzzRequest.plainAccessKeyID) },
      remove: { $0.accessKeyID = FuzzRequest.plainAccessKeyID }),
  ]
}
