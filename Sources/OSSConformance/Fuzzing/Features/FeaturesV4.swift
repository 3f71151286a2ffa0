internal import OSSPrimitives
internal import OSSVectors

extension Feature {
  /// What a request of V4 can be beside the plainest one, those first that take the most away.
  static let allV4 =
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
  private static let levels: [String: Level] = [
    "oss-date": .should, "type-empty": .should, "md5-empty": .should, "type-blank": .should,
    "md5-blank": .should, "type-space": .must, "type-tab": .must, "md5-space": .must,
    "md5-tab": .must,
  ]

  /// A hash of the content, of which the caller speaks though V4 signs none.
  private static let payloads: [Feature] = [
    payload("payload", "V4-REQ-4", level: .should) { !$0.isPresigned },
    payload("payload-url", "V4-PRE-8", level: .may, if: \.isPresigned),
  ]

  private static func payload(
    _ id: String, _ clause: String, level: Level,
    if isAsked: @escaping @Sendable (FuzzRequest) -> Bool
  ) -> Feature {
    .pairs(
      id, "an x-oss-content-sha256 header of the caller", clause, level: level,
      implied: ["oss", "oss-name"], of: \.headers,
      where: { $0.isNamed("x-oss-content-sha256") }, if: isAsked)
  }

  /// What the scope, and how long a URL works, can be.
  private static let scopes: [Feature] = [
    .member("region", "another region", "V4-SCO-1", of: \.region),
    .member(
      "product-default", "the product oss, which need not be asked for", "V4-SCO-2", of: \.product,
      where: { $0.product?.hasSameBytes(as: "oss") ?? false }),
    .member(
      "product", "another product", "V4-SCO-1", "V4-SCO-4", of: \.product,
      where: { !($0.product?.hasSameBytes(as: "oss") ?? true) }),
    .member(
      "validity", "another time for which it works", "V4-PRE-3", of: \.validity,
      where: { $0.isPresigned && $0.validity != FuzzRequest.plainValidity }),
    .member(
      "validity-token", "a security token for more than twelve hours", "V4-PRE-4", level: .may,
      implied: ["validity", "token"], of: \.validity,
      where: { $0.isPresigned && $0.validity > 43_200 && $0.securityToken != nil }),
  ]

  private static let parameterValue = TextPlace.values(
    "parameter-value", "the value of a parameter", of: \.query, where: { _ in true })
  private static let parameterName = TextPlace.names(
    "parameter-name", "the name of a parameter", where: { _ in true })

  /// What the query of a request of V4 can be, which signs every parameter.
  private static let parameters: [Feature] = [
    [
      .pairs(
        "parameter", "a parameter", "V4-QRY-1", "V4-QRY-6", of: \.query, where: { _ in true }),
      .several(
        "parameter-order", "two parameters", "V4-QRY-5", "V4-QRY-6", implied: ["parameter"],
        of: \.query, where: { _ in true }),
      .repeated(
        "parameter-repeat", "a parameter that is given twice", "V4-QRY-8",
        implied: ["parameter", "parameter-order"], of: \.query, name: { Bytes($0.name.utf8) }),
      .pairs(
        "parameter-value", "a parameter with a value", "V4-QRY-3", implied: ["parameter"],
        of: \.query, becoming: withoutValue, where: { $0.value?.utf8.isEmpty == false }),
      .pairs(
        "parameter-empty", "a parameter with an empty value", "V4-QRY-4", implied: ["parameter"],
        of: \.query, becoming: withoutValue, where: { $0.value?.utf8.isEmpty == true }),
      .pairs(
        "parameter-token", "an x-oss-security-token parameter of the caller", "V4-TOK-5",
        "V4-QRY-1", level: .should, implied: ["parameter", "parameter-oss"], of: \.query,
        where: { $0.isNamed("x-oss-security-token") }),
      .pairs(
        "parameter-oss", "a parameter whose name begins with x-oss-", "V4-QRY-1",
        implied: ["parameter"], of: \.query, becoming: renamed { "a" + $0 },
        where: \.isOSSHeader),
      .pairs(
        "parameter-upper", "a parameter with an upper-case letter in its name", "V4-QRY-5",
        "V4-QRY-7", implied: ["parameter"], of: \.query, becoming: renamed { $0.lowercased() },
        where: \.hasUpperCase),
      .pairs(
        "parameter-number", "a parameter whose name is a number", "V4-QRY-5", "V4-QRY-7",
        implied: ["parameter"], of: \.query, becoming: renamed { "a" + $0 },
        where: { !$0.name.utf8.isEmpty && $0.name.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      .pairs(
        "parameter-bracket", "a parameter with a dot, a bracket or an underscore in its name",
        "V4-QRY-7", implied: ["parameter"], of: \.query,
        becoming: renamed { String($0.map { ".[]_".contains($0) ? "a" : $0 }) },
        where: { $0.name.utf8.contains { [0x2e, 0x5b, 0x5d, 0x5f].contains($0) } }),
    ],
    texts(
      parameterValue, [.zero, .blank, .spaceAtEnd, .tabAtEnd, .strangeBlankAtEnd], "V4-QRY-7",
      implied: ["parameter"]),
    texts(parameterValue, TextTrait.encoded, "V4-QRY-2", implied: ["parameter"]),
    texts(
      parameterName, [.empty, .blank, .spaceAtEnd, .tabAtEnd, .strangeBlankAtEnd], "V4-QRY-7",
      implied: ["parameter"]),
    texts(parameterName, TextTrait.encoded, "V4-QRY-2", "V4-QRY-5", implied: ["parameter"]),
  ].flatMap { $0 }
}

extension Feature {
  private static let value = TextPlace(
    id: "additional-present", title: "the value of an additional header",
    texts: { request in
      request.headers.filter { isListed($0, by: request) }.compactMap(\.value)
    },
    change: { request, change in
      for index in request.headers.indices where isListed(request.headers[index], by: request) {
        request.headers[index].value = request.headers[index].value.map(change)
      }
    })

  /// What the additional headers of a request of V4 can be.
  private static let additional: [Feature] =
    [.member("additional", "a list of additional headers", "V4-ADD-1", of: \.additionalHeaders)]
    + (listed + signedValues(value).map(\.inV4)).map(\.implyingList)

  /// What the names in the list can be.
  private static let listed: [Feature] = [
    names(
      "additional-missing", "an additional header that the request does not have", "V4-ADD-4",
      where: { name, request in
        !isSignedAnyway(name) && !request.headers.contains { $0.isNamed(name) }
      }),
    names(
      "additional-signed", "an additional header that is signed anyway", "V4-ADD-3",
      where: { name, _ in isSignedAnyway(name) }),
    names(
      "additional-present", "an additional header", "V4-ADD-1", "V4-ADD-2", implied: ["other"],
      where: { name, request in
        !isSignedAnyway(name) && request.headers.contains { $0.isNamed(name) }
      }),
    Feature(
      id: "additional-order", title: "two additional headers", clauses: ["V4-ADD-1"],
      implied: ["additional", "additional-present", "other"],
      isHeld: { request in request.headers.count { isListed($0, by: request) } > 1 },
      remove: { request in
        guard let first = request.headers.first(where: { isListed($0, by: request) }) else {
          return
        }
        request.additionalHeaders.removeAll { !isSignedAnyway($0) && !first.isNamed($0) }
      }),
    Feature(
      id: "additional-repeat", title: "an additional header that is named twice",
      clauses: ["V4-ADD-1"], implied: ["additional-present"],
      isHeld: { $0.additionalHeaders.count > distinct($0.additionalHeaders).count },
      remove: { $0.additionalHeaders = distinct($0.additionalHeaders) }),
    Feature(
      id: "additional-case", title: "an additional header that is named in another spelling",
      clauses: ["V4-ADD-5"], implied: ["additional", "additional-present", "other"],
      isHeld: { request in spelled(request.additionalHeaders, as: request.headers) != nil },
      remove: { request in
        request.additionalHeaders =
          spelled(request.additionalHeaders, as: request.headers) ?? request.additionalHeaders
      }),
  ]

  /// Such a name, with whatever else is said of it, comes with the list.
  private var implyingList: Feature {
    var feature = self
    feature.implied += ["additional", "other"]
    return feature
  }

  private static func names(
    _ id: String, _ title: String, _ clauses: String..., implied: [String] = [],
    where isMeant: @escaping @Sendable (String, FuzzRequest) -> Bool
  ) -> Feature {
    Feature(
      id: id, title: title, clauses: clauses, implied: implied,
      isHeld: { request in request.additionalHeaders.contains { isMeant($0, request) } },
      remove: { request in
        let given = request
        request.additionalHeaders.removeAll { isMeant($0, given) }
      })
  }

  private static func isSignedAnyway(_ name: String) -> Bool {
    let pair = FuzzPair(name, nil)
    return pair.isOSSHeader || pair.isNamed("content-type") || pair.isNamed("content-md5")
  }

  /// Whether a header is signed because it is named.
  private static func isListed(_ header: FuzzPair, by request: FuzzRequest) -> Bool {
    !isSignedAnyway(header.name) && request.additionalHeaders.contains(where: header.isNamed)
  }

  /// Each name once, without regard to case.
  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<Bytes> = []
    return names.filter { seen.insert(FuzzPair($0, nil).asciiLowercased).inserted }
  }

  /// The names as the headers spell them; nil if they are spelled so already.
  private static func spelled(_ names: [String], as headers: [FuzzPair]) -> [String]? {
    let spelled = names.map { name in headers.first { $0.isNamed(name) }?.name ?? name }
    return zip(spelled, names).allSatisfy { $0.0.hasSameBytes(as: $0.1) } ? nil : spelled
  }
}
