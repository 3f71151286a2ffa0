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

  /// What a request of V4 can be beside the plainest one, those first that take the most away.
  static let allV4: [Feature] =
    (credentials + ossHeaders + standardHeaders).map(\.inV4) + payloads + additional + parameters
    + scopes + (resources + places).map(\.inV4)

  /// The same feature of a request that is signed with V4.
  private var inV4: Feature {
    var feature = self
    var clauses: [String] = []
    for clause in self.clauses.flatMap({ Self.counterparts[$0] ?? [$0] })
    where !clauses.contains(clause) {
      clauses.append(clause)
    }
    feature.clauses = clauses
    feature.level = Self.levels[id] ?? level
    return feature
  }

  /// The clauses of V4 that say what those of V1 say; of hosts both speak in the same ones.
  private static let counterparts: [String: [String]] = [
    "V1-STS-2": ["V4-HDR-7"], "V1-STS-3": ["V4-REQ-2"], "V1-STS-4": ["V4-HDR-1"],
    "V1-STS-5": ["V4-HDR-3"], "V1-STS-6": ["V4-HDR-1"], "V1-STS-7": ["V4-REQ-5"],
    "V1-DATE-1": ["V4-STS-2", "V4-SCO-1"], "V1-DATE-2": ["V4-DATE-3"], "PRE-STS-3": [],
    "V1-DATE-3": ["V4-DATE-4"], "V1-HDR-1": ["V4-HDR-1"], "V1-HDR-2": ["V4-HDR-2"],
    "V1-HDR-3": ["V4-HDR-3"], "V1-HDR-4": ["V4-HDR-4"], "V1-HDR-5": ["V4-HDR-5"],
    "V1-HDR-6": ["V4-HDR-6"], "V1-HDR-7": ["V4-HDR-7"], "V1-HDR-8": ["V4-HDR-8"],
    "V1-TOK-1": ["V4-TOK-1", "V4-TOK-2"], "V1-TOK-2": ["V4-TOK-3"], "V1-TOK-3": ["V4-TOK-4"],
    "PRE-TOK-2": ["V4-TOK-2"], "PRE-TOK-4": ["V4-TOK-3"], "V1-SIG-2": ["V4-KEY-2"],
    "V1-AUTH-1": ["V4-AUTH-1", "V4-PRE-1"], "V1-RES-1": ["V4-URI-1"], "V1-RES-2": ["V4-URI-2"],
    "V1-RES-3": ["V4-URI-3"], "V1-RES-4": ["V4-URI-4"], "V1-RES-5": ["V4-URI-6"],
    "PRE-PATH-1": ["V4-URI-4"], "PRE-PATH-2": ["V4-URI-5"], "PRE-PATH-3": ["V4-URI-2"],
  ]

  /// The levels where those of V4 are others.
  private static let levels: [String: OSSVectors.Level] = [
    "oss-date": .should, "type-empty": .should, "md5-empty": .should, "type-blank": .should,
    "md5-blank": .should, "type-space": .must, "type-tab": .must, "md5-space": .must,
    "md5-tab": .must,
  ]

  /// A hash of the content, of which the caller speaks though V4 signs none.
  private static let payloads: [Feature] = [
    Feature(
      id: "payload", title: "an x-oss-content-sha256 header of the caller",
      clauses: ["V4-REQ-4"], level: .should, implied: ["oss", "oss-name"],
      isHeld: { !$0.isPresigned && $0.headers.contains(where: isPayload) },
      remove: { request in keep(&request.headers) { !isPayload($1) } }),
    Feature(
      id: "payload-url", title: "an x-oss-content-sha256 header of the caller",
      clauses: ["V4-PRE-8"], level: .may, implied: ["oss", "oss-name"],
      isHeld: { $0.isPresigned && $0.headers.contains(where: isPayload) },
      remove: { request in keep(&request.headers) { !isPayload($1) } }),
  ]

  private static func isPayload(_ header: FuzzPair) -> Bool {
    header.isNamed("x-oss-content-sha256")
  }

  /// What the scope, and how long a URL works, can be.
  private static let scopes: [Feature] = [
    Feature(
      id: "region", title: "another region", clauses: ["V4-SCO-1"],
      isHeld: { !$0.region.hasSameBytes(as: FuzzRequest.plainRegion) },
      remove: { $0.region = FuzzRequest.plainRegion }),
    Feature(
      id: "product-default", title: "the product oss, which need not be asked for",
      clauses: ["V4-SCO-2"], isHeld: { $0.product?.hasSameBytes(as: "oss") ?? false },
      remove: { $0.product = nil }),
    Feature(
      id: "product", title: "another product", clauses: ["V4-SCO-1", "V4-SCO-4"],
      isHeld: { !($0.product?.hasSameBytes(as: "oss") ?? true) }, remove: { $0.product = nil }),
    Feature(
      id: "validity", title: "another time for which it works", clauses: ["V4-PRE-3"],
      isHeld: { $0.isPresigned && $0.validity != FuzzRequest.plainValidity },
      remove: { $0.validity = FuzzRequest.plainValidity }),
    Feature(
      id: "validity-token", title: "a security token for more than twelve hours",
      clauses: ["V4-PRE-4"], level: .may, implied: ["validity", "token"],
      isHeld: { $0.isPresigned && $0.validity > 43_200 && $0.securityToken != nil },
      remove: { $0.validity = FuzzRequest.plainValidity }),
  ]
}
