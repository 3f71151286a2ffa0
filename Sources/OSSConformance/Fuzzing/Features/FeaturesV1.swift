internal import OSSPrimitives
internal import OSSVectors

extension Feature {
  /// All features of a request of V1, those first whose removal takes the most away.
  static let allV1 = credentials + ossHeaders + standardHeaders + queries + resources + places

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
    [
      .member("token", "a security token", "V1-TOK-1", of: \.securityToken),
      .member(
        "token-empty", "an empty security token", "V1-TOK-2", "PRE-TOK-4", level: .should,
        implied: ["token"], of: \.securityToken, where: { $0.securityToken?.utf8.isEmpty == true }),
    ],
    texts(token, [.blank, .spaceAtEnd, .tabAtEnd], "V1-TOK-1", "V1-HDR-3"),
    texts(
      token, [.zero, .strangeBlankAtEnd, .innerBlank, .foreign, .control, .long(64)], "V1-TOK-1"),
    texts(token, [.percent, .plus, .slash, .mark], "V1-TOK-1", "PRE-TOK-2"),
    [.member("secret", "another secret", "V1-SIG-2", of: \.accessKeySecret)],
    texts(
      secret, [.long(64), .foreign, .blank, .strangeBlankAtEnd, .spaceAtEnd, .mark], "V1-SIG-2"),
    [.member("id", "another access key ID", "V1-AUTH-1", of: \.accessKeyID)],
  ].flatMap { $0 }

  private static let ossValue = TextPlace.values(
    "oss", "the value of an x-oss- header", of: \.headers, where: \.isOSSHeader)

  /// What the `x-oss-` headers of a request can be.
  static let ossHeaders: [Feature] = [
    [
      .pairs(
        "oss", "an x-oss- header", "V1-HDR-1", "V1-HDR-6", of: \.headers, where: \.isOSSHeader),
      .pairs(
        "oss-date", "an x-oss-date header", "V1-DATE-2", "PRE-STS-3", implied: ["oss", "oss-name"],
        of: \.headers, where: { $0.isNamed("x-oss-date") }),
      .pairs(
        "oss-token", "an x-oss-security-token header of the caller", "V1-TOK-3", level: .may,
        implied: ["oss", "oss-name"], of: \.headers,
        where: { $0.isNamed("x-oss-security-token") }),
      .several(
        "oss-order", "two x-oss- headers", "V1-HDR-5", implied: ["oss"], of: \.headers,
        where: \.isOSSHeader),
      // An SDK that takes a dictionary can be given a name twice in two spellings only.
      .repeated(
        "oss-repeat", "an x-oss- header that is given twice", "V1-HDR-8",
        implied: ["oss", "oss-order", "oss-upper"], of: \.headers,
        name: { $0.isOSSHeader ? $0.asciiLowercased : nil }),
      .pairs(
        "oss-upper", "an upper-case letter in the name of an x-oss- header", "V1-HDR-2",
        implied: ["oss"], of: \.headers, becoming: renamed { $0.lowercased() },
        where: { $0.isOSSHeader && $0.hasUpperCase }),
      otherName,
    ], signedValues(ossValue),
  ].flatMap { $0 }

  /// What the values of headers that are signed for their names can be.
  static func signedValues(_ place: TextPlace) -> [Feature] {
    [
      texts(place, [.empty], "V1-HDR-7", level: .should),
      texts(place, [.blank], "V1-HDR-3", "V1-HDR-7", level: .should),
      texts(place, [.zero], "V1-HDR-1"),
      texts(place, [.spaceAtEnd, .tabAtEnd], "V1-HDR-3"),
      texts(
        place, [.strangeBlankAtEnd, .innerBlank, .control, .percent, .plus, .mark, .long(64)],
        "V1-HDR-4"),
      texts(place, [.foreign], "V1-HDR-4", "V1-STS-7"),
    ].flatMap { $0 }
  }

  /// Names that have no meaning of their own, for headers that lose theirs.
  private static let plainNames = ["x-oss-meta-a", "x-oss-meta-b", "x-oss-meta-c", "x-oss-meta-d"]

  private static let otherName = Feature(
    id: "oss-name", title: "an x-oss- header of another name than x-oss-meta-…",
    clauses: ["V1-HDR-1"], implied: ["oss"],
    isHeld: { $0.headers.contains { $0.isOSSHeader && !$0.isPlain } },
    remove: { request in
      var names = plainNames.filter { name in !request.headers.contains { $0.isNamed(name) } }
      for index in request.headers.indices where request.headers[index].isOSSHeader {
        let header = request.headers[index]
        if !header.isPlain, !names.isEmpty { request.headers[index].name = names.removeFirst() }
      }
    })

  private static let type = TextPlace.values(
    "type", "a Content-Type", of: \.headers, where: { $0.isNamed("content-type") })
  private static let md5 = TextPlace.values(
    "md5", "a Content-MD5", of: \.headers, where: { $0.isNamed("content-md5") })

  /// What the other headers of a request can be.
  static let standardHeaders: [Feature] = [
    standard("type", "Content-Type"),
    texts(type, [.empty], "V1-STS-2"),
    texts(type, [.blank, .spaceAtEnd, .tabAtEnd], "V1-STS-5", level: .should),
    texts(
      type, [.zero, .strangeBlankAtEnd, .innerBlank, .control, .mark, .long(64)], "V1-STS-4"),
    texts(type, [.foreign], "V1-STS-7"),
    standard("md5", "Content-MD5"),
    texts(md5, [.empty], "V1-STS-2"),
    texts(md5, [.blank, .spaceAtEnd, .tabAtEnd], "V1-STS-5", level: .should),
    [
      .pairs(
        "date", "a Date header of the caller", "V1-DATE-3", level: .may, of: \.headers,
        where: { $0.isNamed("date") }),
      .pairs(
        "other", "a header that is not signed", "V1-STS-6", "V1-HDR-1", of: \.headers,
        where: \.isUnsigned),
    ],
  ].flatMap { $0 }

  private static func standard(_ id: String, _ name: String) -> [Feature] {
    [
      .pairs(id, "a \(name)", "V1-STS-4", of: \.headers, where: { $0.isNamed(name) }),
      .pairs(
        id + "-case", "another spelling of the name \(name)", "V1-STS-4", implied: [id],
        of: \.headers, becoming: renamed { _ in name },
        where: { $0.isNamed(name) && !$0.name.hasSameBytes(as: name) }),
    ]
  }

  private static let value = TextPlace.values(
    "sub", "the value of a subresource", of: \.query, where: \.isSubresource)
  private static let unsigned = TextPlace.values(
    "parameter", "the value of an unsigned parameter", of: \.query, where: { !$0.isSubresource })
  private static let unsignedName = TextPlace.names(
    "parameter-name", "the name of an unsigned parameter", where: { !$0.isSubresource })

  /// What the query of a request can be.
  static let queries: [Feature] = [
    subresources, unsignedParameters, encoded(value, "V1-RES-7", "PRE-QRY-4"),
    encoded(unsigned, "PRE-QRY-3"), encoded(unsignedName, "PRE-QRY-3"),
    texts(value, [.zero], "V1-RES-11"),
  ].flatMap { $0 }

  private static func encoded(_ place: TextPlace, _ clauses: String...) -> [Feature] {
    texts(
      place, [.blank, .spaceAtEnd, .tabAtEnd, .strangeBlankAtEnd] + TextTrait.encoded,
      implied: [place.id + "-value", "parameter"]
    ).map { feature in
      var feature = feature
      feature.clauses = clauses
      return feature
    }
  }

  private static let subresources: [Feature] = [
    .pairs("sub", "a subresource", "V1-RES-6", "V1-SUB-1", of: \.query, where: \.isSubresource),
    .several(
      "sub-order", "two subresources", "V1-RES-6", implied: ["sub"], of: \.query,
      where: \.isSubresource),
    .repeated(
      "sub-repeat", "a parameter that is given twice", "V1-RES-12",
      implied: ["sub", "sub-order", "parameter"], of: \.query, name: { Bytes($0.name.utf8) }),
    name(
      "sub-token", "a security-token parameter of the caller", ["V1-SUB-1", "PRE-TOK-5"],
      level: .should, implied: ["sub", "sub-documented"], of: ["security-token"]),
    name(
      "sub-documented", "the name of a subresource in the documents’ list", ["V1-SUB-1"],
      implied: ["sub"], of: SubresourceNames.documented.filter { !$0.hasSameBytes(as: "acl") }),
    name(
      "sub-unsent", "the name of a subresource that few clients send", ["V1-SUB-5"],
      level: .should, implied: ["sub"], of: SubresourceNames.unsent),
    name(
      "sub-operated", "the name of a subresource that clients send themselves", ["V1-SUB-6"],
      implied: ["sub"], of: SubresourceNames.operated),
    name(
      "sub-shared", "the name of a subresource in the list that SDKs share", ["V1-SUB-2"],
      level: .should, implied: ["sub"], of: SubresourceNames.shared),
    .pairs(
      "sub-value", "a subresource with a value", "V1-RES-7", implied: ["sub"], of: \.query,
      becoming: withoutValue, where: { $0.isSubresource && $0.value?.utf8.isEmpty == false }),
    .pairs(
      "sub-empty", "a subresource with an empty value", "V1-RES-8", implied: ["sub"], of: \.query,
      becoming: withoutValue, where: { $0.isSubresource && $0.value?.utf8.isEmpty == true }),
  ]

  private static let unsignedParameters: [Feature] = [
    .pairs(
      "parameter", "an unsigned parameter", "V1-RES-10", of: \.query,
      where: { !$0.isSubresource }),
    .pairs(
      "parameter-value", "an unsigned parameter with a value", "V1-RES-10",
      implied: ["parameter"], of: \.query, becoming: withoutValue,
      where: { !$0.isSubresource && $0.value != nil }),
    .pairs(
      "parameter-x-oss", "an x-oss- parameter in no list", "V1-SUB-4", level: .may,
      implied: ["parameter"], of: \.query, where: { $0.isOSSHeader && !$0.isSubresource }),
    .pairs(
      "parameter-case", "a parameter that is a subresource but for case", "V1-RES-9",
      implied: ["parameter"], of: \.query, where: \.isNearSubresource),
  ]

  /// A name from a list; without it the parameter is called `acl`, or goes if there is one.
  private static func name(
    _ id: String, _ title: String, _ clauses: [String], level: Level = .must, implied: [String],
    of list: [String]
  ) -> Feature {
    let names = Set(list.map { Bytes($0.utf8) })
    return Feature(
      id: id, title: title, clauses: clauses, level: level, implied: implied,
      isHeld: { $0.query.contains { names.contains(Bytes($0.name.utf8)) } },
      remove: { request in
        for index in request.query.indices
        where names.contains(Bytes(request.query[index].name.utf8)) {
          if request.query.contains(where: { $0.name.hasSameBytes(as: "acl") }) { break }
          request.query[index].name = "acl"
        }
        request.query.removeAll { names.contains(Bytes($0.name.utf8)) }
      })
  }
}

extension FuzzPair {
  private static let folded = Set(SubresourceNames.all.map { Bytes($0.utf8.map(\.lowercased)) })

  /// Whether a parameter is a subresource but for the case of its name.
  fileprivate var isNearSubresource: Bool {
    !isSubresource && Self.folded.contains(asciiLowercased)
  }

  var hasUpperCase: Bool { name.utf8.contains { 0x41...0x5a ~= $0 } }

  /// Whether a header is metadata under a name of letters, digits and hyphens.
  fileprivate var isPlain: Bool {
    let prefix = Bytes("x-oss-meta-".utf8)
    return asciiLowercased.starts(with: prefix) && name.utf8.count > prefix.count
      && name.utf8.allSatisfy {
        $0 == 0x2d || $0.lowercased != $0 || 0x30...0x39 ~= $0 || 0x61...0x7a ~= $0
      }
  }

  /// Whether a header has no part in a signature of V1.
  fileprivate var isUnsigned: Bool {
    !isOSSHeader && !["content-type", "content-md5", "date"].contains(where: isNamed)
  }
}
