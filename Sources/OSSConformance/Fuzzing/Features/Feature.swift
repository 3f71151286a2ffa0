internal import OSSPrimitives
internal import OSSVectors

/// One thing in which a request can differ from the plainest one, and how to take it away.
///
/// What is left of a request that has been shrunk is told as its features, and kinds of mistakes are
/// told apart by them. All that is known of a feature is seen from the request alone.
struct Feature: Sendable {
  /// The name by which other features refer to this one.
  let id: String
  /// The feature in a few words, such as `an x-oss- header`.
  let title: String
  /// The clauses that say how a request with the feature is signed.
  var clauses: [String]
  /// How binding they are.
  var level = Level.must
  /// The features that this one always comes with, which need not be told beside it.
  var implied: [String] = []
  /// Whether a request has the feature.
  let isHeld: @Sendable (FuzzRequest) -> Bool
  /// Makes the request one without the feature, all else left as it is where that is possible.
  let remove: @Sendable (inout FuzzRequest) -> Void

  /// All features of a request of V1, those first whose removal takes the most away.
  static let allV1: [Feature] =
    credentials + ossHeaders + standardHeaders + queries + resources + places

  /// The features that a request has.
  static func held(by request: FuzzRequest) -> [Feature] {
    (request.isV4 ? allV4 : allV1).filter { $0.isHeld(request) }
  }

  /// The features to tell of a request: those that no other one brings along.
  static func telling(_ request: FuzzRequest) -> [Feature] {
    let held = held(by: request)
    let implied = Set(held.flatMap(\.implied))
    return held.filter { !implied.contains($0.id) }
  }
}

extension Feature {
  /// A feature of the texts at some place of a request.
  init(
    _ place: TextPlace, _ trait: TextTrait, _ clauses: String..., level: Level = .must
  ) {
    self.init(
      id: place.id + trait.id, title: "\(place.title) \(trait.title)", clauses: clauses,
      level: level, implied: [place.id] + trait.implied.map { place.id + $0 },
      isHeld: { request in place.texts(request).contains(where: trait.isHeld) },
      remove: { request in
        place.change(&request) { trait.isHeld($0) ? trait.removed($0) : $0 }
      })
  }
}

/// Where texts of one kind stand in a request.
struct TextPlace: Sendable {
  /// The id of the feature that such a text is there at all.
  let id: String
  /// The text in a few words.
  let title: String
  let texts: @Sendable (FuzzRequest) -> [String]
  let change: @Sendable (inout FuzzRequest, (String) -> String) -> Void

  /// The values of those headers or parameters of which something is true.
  static func values(
    _ id: String, _ title: String, of list: any WritableKeyPath<FuzzRequest, [FuzzPair]> & Sendable,
    where isMeant: @escaping @Sendable (FuzzPair) -> Bool
  ) -> TextPlace {
    TextPlace(
      id: id, title: title,
      texts: { $0[keyPath: list].filter(isMeant).compactMap(\.value) },
      change: { request, change in
        for index in request[keyPath: list].indices where isMeant(request[keyPath: list][index]) {
          request[keyPath: list][index].value = request[keyPath: list][index].value.map(change)
        }
      })
  }

  /// A text that stands by itself, if it is another than the plain one.
  static func text(
    _ id: String, _ title: String, _ member: any WritableKeyPath<FuzzRequest, String?> & Sendable,
    plain: String?
  ) -> TextPlace {
    TextPlace(
      id: id, title: title,
      texts: { request in
        guard let text = request[keyPath: member] else { return [] }
        return plain?.hasSameBytes(as: text) == true ? [] : [text]
      },
      change: { request, change in
        request[keyPath: member] = request[keyPath: member].map(change)
      })
  }
}
