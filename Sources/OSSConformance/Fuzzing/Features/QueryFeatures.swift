internal import OSSPrimitives
internal import OSSVectors

extension Feature {
  private static let value = TextPlace.values(
    "sub", "the value of a subresource", of: \.query, where: \.isSubresource)
  private static let unsigned = TextPlace.values(
    "parameter", "the value of an unsigned parameter", of: \.query, where: { !$0.isSubresource })
  private static let unsignedName = TextPlace(
    id: "parameter-name", title: "the name of an unsigned parameter",
    texts: { $0.query.filter { !$0.isSubresource }.map(\.name) },
    change: { request, change in
      for index in request.query.indices where !request.query[index].isSubresource {
        request.query[index].name = change(request.query[index].name)
      }
    })

  /// What the query of a request can be.
  static let queries: [Feature] =
    [
      Feature(
        id: "sub", title: "a subresource", clauses: ["V1-RES-6", "V1-SUB-1"],
        isHeld: { $0.query.contains(where: \.isSubresource) },
        remove: { request in keep(&request.query) { !$1.isSubresource } }),
      Feature(
        id: "sub-order", title: "two subresources", clauses: ["V1-RES-6"], implied: ["sub"],
        isHeld: { $0.query.count(where: \.isSubresource) > 1 },
        remove: { request in
          let first = request.query.firstIndex(where: \.isSubresource)
          keep(&request.query) { !$1.isSubresource || $0 == first }
        }),
      Feature(
        id: "sub-repeat", title: "a parameter that is given twice", clauses: ["V1-RES-12"],
        level: .may, implied: ["sub", "sub-order", "parameter"],
        isHeld: { !repeated($0.query).isEmpty },
        remove: { request in
          let repeated = repeated(request.query)
          keep(&request.query) { index, _ in !repeated.contains(index) }
        }),
      name(
        "sub-token", "a security-token parameter of the caller", ["V1-SUB-1", "PRE-TOK-5"],
        level: .should, implied: ["sub", "sub-documented"], of: ["security-token"]),
      name(
        "sub-documented", "the name of a subresource in the documents’ list", ["V1-SUB-1"],
        implied: ["sub"], of: SubresourceNames.documented.filter { !$0.hasSameBytes(as: "acl") }),
      name(
        "sub-shared", "the name of a subresource in the list that SDKs share", ["V1-SUB-2"],
        level: .should, implied: ["sub"], of: SubresourceNames.shared),
      Feature(
        id: "sub-value", title: "a subresource with a value", clauses: ["V1-RES-7"],
        implied: ["sub"],
        isHeld: { $0.query.contains { $0.isSubresource && $0.value?.utf8.isEmpty == false } },
        remove: { request in removeValues(&request, where: \.isSubresource) }),
      Feature(
        id: "sub-empty", title: "a subresource with an empty value", clauses: ["V1-RES-8"],
        implied: ["sub"],
        isHeld: { $0.query.contains { $0.isSubresource && $0.value?.utf8.isEmpty == true } },
        remove: { request in
          removeValues(&request) { $0.isSubresource && $0.value?.utf8.isEmpty == true }
        }),
      Feature(
        id: "parameter", title: "an unsigned parameter", clauses: ["V1-RES-10"],
        isHeld: { $0.query.contains { !$0.isSubresource } },
        remove: { request in keep(&request.query) { $1.isSubresource } }),
      Feature(
        id: "parameter-value", title: "an unsigned parameter with a value",
        clauses: ["V1-RES-10"], implied: ["parameter"],
        isHeld: { $0.query.contains { !$0.isSubresource && $0.value != nil } },
        remove: { request in removeValues(&request) { !$0.isSubresource } }),
      Feature(
        id: "parameter-x-oss", title: "an x-oss- parameter in no list", clauses: ["V1-SUB-4"],
        level: .may, implied: ["parameter"],
        isHeld: { $0.query.contains { $0.isOSSHeader && !$0.isSubresource } },
        remove: { request in keep(&request.query) { !$1.isOSSHeader || $1.isSubresource } }),
      Feature(
        id: "parameter-case", title: "a parameter that is a subresource but for case",
        clauses: ["V1-RES-9"], implied: ["parameter"],
        isHeld: { $0.query.contains(where: \.isNear) },
        remove: { request in keep(&request.query) { !$1.isNear } }),
    ] + texts(value, "V1-RES-7", "PRE-QRY-4") + texts(unsigned, "PRE-QRY-3")
    + texts(unsignedName, "PRE-QRY-3") + [Feature(value, .zero, "V1-RES-11")]

  private static func texts(_ place: TextPlace, _ clauses: String...) -> [Feature] {
    ([.blank, .spaceAtEnd, .tabAtEnd, .strangeBlankAtEnd] + encoded).map { trait in
      Feature(place, trait, clauses, implied: [place.id + "-value", "parameter"])
    }
  }

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
        keep(&request.query) { !names.contains(Bytes($1.name.utf8)) }
      })
  }

  private static func removeValues(
    _ request: inout FuzzRequest, where isMeant: (FuzzPair) -> Bool
  ) {
    for index in request.query.indices where isMeant(request.query[index]) {
      request.query[index].value = nil
    }
  }

  /// The places of parameters whose name comes before.
  private static func repeated(_ query: [FuzzPair]) -> Set<Int> {
    var names: Set<Bytes> = []
    return Set(query.indices.filter { !names.insert(Bytes(query[$0].name.utf8)).inserted })
  }
}

extension FuzzPair {
  private static let folded = Set(
    SubresourceNames.all.map {
      Bytes($0.utf8.map(\.lowercased))
    })

  /// Whether a parameter is a subresource but for the case of its name.
  fileprivate var isNear: Bool { !isSubresource && Self.folded.contains(asciiLowercased) }
}

extension Feature {
  private static let token = "x-oss-security-token"
  private static let parameterValue = TextPlace.values(
    "parameter-value", "the value of a parameter", of: \.query, where: { _ in true })
  private static let parameterName = TextPlace(
    id: "parameter-name", title: "the name of a parameter", texts: { $0.query.map(\.name) },
    change: { request, change in
      for index in request.query.indices {
        request.query[index].name = change(request.query[index].name)
      }
    })

  /// What the query of a request of V4 can be, which signs every parameter.
  static let parameters: [Feature] =
    [
      Feature(
        id: "parameter", title: "a parameter", clauses: ["V4-QRY-1", "V4-QRY-6"],
        isHeld: { !$0.query.isEmpty }, remove: { $0.query = [] }),
      Feature(
        id: "parameter-order", title: "two parameters", clauses: ["V4-QRY-5", "V4-QRY-6"],
        implied: ["parameter"], isHeld: { $0.query.count > 1 },
        remove: { $0.query = Array($0.query.prefix(1)) }),
      Feature(
        id: "parameter-repeat", title: "a parameter that is given twice", clauses: ["V4-QRY-8"],
        level: .may, implied: ["parameter", "parameter-order"],
        isHeld: { distinct($0.query).count < $0.query.count },
        remove: { $0.query = distinct($0.query) }),
      Feature(
        id: "parameter-value", title: "a parameter with a value", clauses: ["V4-QRY-3"],
        implied: ["parameter"],
        isHeld: { $0.query.contains { $0.value?.utf8.isEmpty == false } },
        remove: { request in
          for index in request.query.indices { request.query[index].value = nil }
        }),
      Feature(
        id: "parameter-empty", title: "a parameter with an empty value", clauses: ["V4-QRY-4"],
        implied: ["parameter"], isHeld: { $0.query.contains { $0.value?.utf8.isEmpty == true } },
        remove: { request in
          for index in request.query.indices where request.query[index].value?.utf8.isEmpty == true
          { request.query[index].value = nil }
        }),
      Feature(
        id: "parameter-token", title: "an x-oss-security-token parameter of the caller",
        clauses: ["V4-TOK-5", "V4-QRY-1"], level: .should, implied: ["parameter", "parameter-oss"],
        isHeld: { $0.query.contains { $0.isNamed(token) } },
        remove: { request in keep(&request.query) { !$1.isNamed(token) } }),
      renamed(
        "parameter-oss", "a parameter whose name begins with x-oss-", ["V4-QRY-1"],
        where: \.isOSSHeader
      ) { "a" + $0 },
      renamed(
        "parameter-upper", "a parameter with an upper-case letter in its name",
        ["V4-QRY-5", "V4-QRY-7"], where: { $0.name.utf8.contains { 0x41...0x5a ~= $0 } },
        to: { $0.lowercased() }),
      renamed(
        "parameter-number", "a parameter whose name is a number", ["V4-QRY-5", "V4-QRY-7"],
        where: { !$0.name.utf8.isEmpty && $0.name.utf8.allSatisfy { 0x30...0x39 ~= $0 } },
        to: { "a" + $0 }),
      renamed(
        "parameter-bracket", "a parameter with a dot, a bracket or an underscore in its name",
        ["V4-QRY-7"], where: { $0.name.utf8.contains { [0x2e, 0x5b, 0x5d, 0x5f].contains($0) } },
        to: { String($0.map { ".[]_".contains($0) ? "a" : $0 }) }),
    ] + texts(parameterValue, [.zero], "V4-QRY-7")
    + texts(parameterValue, [.blank, .spaceAtEnd, .tabAtEnd, .strangeBlankAtEnd], "V4-QRY-7")
    + texts(parameterValue, encoded, "V4-QRY-2")
    + texts(
      parameterName, [.empty, .blank, .spaceAtEnd, .tabAtEnd, .strangeBlankAtEnd], "V4-QRY-7")
    + texts(parameterName, encoded, "V4-QRY-2", "V4-QRY-5")

  /// The traits that percent-encoding is about.
  private static let encoded: [TextTrait] = [
    .innerBlank, .foreign, .control, .percent, .plus, .slash, .mark, .long(64),
  ]

  private static func texts(
    _ place: TextPlace, _ traits: [TextTrait], _ clauses: String...
  ) -> [Feature] {
    traits.map { Feature(place, $0, clauses, implied: ["parameter"]) }
  }

  /// A parameter of such a name; without the feature it has another one.
  private static func renamed(
    _ id: String, _ title: String, _ clauses: [String],
    where isMeant: @escaping @Sendable (FuzzPair) -> Bool,
    to change: @escaping @Sendable (String) -> String
  ) -> Feature {
    Feature(
      id: id, title: title, clauses: clauses, implied: ["parameter"],
      isHeld: { $0.query.contains(where: isMeant) },
      remove: { request in
        for index in request.query.indices where isMeant(request.query[index]) {
          request.query[index].name = change(request.query[index].name)
        }
      })
  }

  /// Each parameter whose name does not stand before.
  private static func distinct(_ query: [FuzzPair]) -> [FuzzPair] {
    var names: Set<Bytes> = []
    return query.filter { names.insert(Bytes($0.name.utf8)).inserted }
  }
}
