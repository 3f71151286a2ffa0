internal import OSSPrimitives
internal import OSSVectors

extension Feature {
  private static let token = "x-oss-security-token"
  private static let value = TextPlace.values(
    "parameter-value", "the value of a parameter", of: \.query, where: { _ in true })
  private static let name = TextPlace(
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
    ] + texts(value, [.zero], "V4-QRY-7")
    + texts(value, [.blank, .spaceAtEnd, .tabAtEnd, .strangeBlankAtEnd], "V4-QRY-7")
    + texts(value, encoded, "V4-QRY-2")
    + texts(name, [.empty, .blank, .spaceAtEnd, .tabAtEnd, .strangeBlankAtEnd], "V4-QRY-7")
    + texts(name, encoded, "V4-QRY-2", "V4-QRY-5")

  /// The traits that percent-encoding is about.
  private static let encoded: [TextTrait] = [
    .innerBlank, .foreign, .control, .percent, .plus, .slash, .mark, .long(64),
  ]

  private static func texts(
    _ place: TextPlace, _ traits: [TextTrait], _ clauses: String...
  ) -> [Feature] {
    traits.map { trait in
      Feature(
        id: place.id + trait.id, title: "\(place.title) \(trait.title)", clauses: clauses,
        implied: [place.id, "parameter"] + trait.implied.map { place.id + $0 },
        isHeld: { place.texts($0).contains(where: trait.isHeld) },
        remove: { request in
          place.change(&request) { trait.isHeld($0) ? trait.removed($0) : $0 }
        })
    }
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
